"""Accounts of programs. A member makes them and answers for them; they play like anybody else, through tokens alone."""
from __future__ import annotations

from app.club.accounts import add, clean, folded, free_name, good_name, own_name
from app.club.club import Club
from app.club.problems import NoSuchGame, NotYourSeat
from app.club.tokens import no_guest
from app.kernel.refusal import Refusal, Refused, insist, no
from app.store import rows
from app.store.ledgers import NameTaken
from app.store.work import Work

MARK = " [bot]"
"""What every name of a program ends with, on every page and in every record; no name of a person may hold such brackets."""
MOST, GAMES = 5, 20


def create(club: Club, owner_id: int, name: str) -> rows.Program:
    """An account for a program; raises `Refused` with everything that is wrong, or `TooOften`."""
    bare = clean(name).removesuffix(MARK)
    with club.store.write() as work:
        owner = work.users.get(owner_id)
        if owner is None:
            raise NotYourSeat
        work.users.hold(owner_id)
        insist(good_name(bare), own_name(bare), no_guest(owner), no_program(owner), not_too_many(len(work.programs.of(owner_id))))
        club.limits.spend("new programs", user=owner_id)
        marked = bare + MARK
        try:
            user_id = add(work, name=marked, name_key=folded(marked), password=None, is_guest=False, is_bot=True, language=owner.language)
        except NameTaken:
            raise Refused(free_name(marked)) from None
        work.programs.add(user_id, owner_id)
        work.commit()
        return _own(work, owner_id, user_id)


def of(club: Club, owner_id: int) -> list[rows.Program]:
    with club.store.read() as work:
        return work.programs.of(owner_id)


def owner(club: Club, user_id: int) -> rows.User | None:
    """Who answers for a program; None if it is nobody's program."""
    with club.store.read() as work:
        return work.programs.owners([user_id]).get(user_id)


def allow_writing(club: Club, owner_id: int, program: int, may_write: bool) -> rows.Program:
    """Whether the program may write letters; raises `NoSuchGame`."""
    with club.store.write() as work:
        _own(work, owner_id, program)
        work.programs.allow_writing(program, may_write)
        work.commit()
        return _own(work, owner_id, program)


def delete(club: Club, owner_id: int, program: int) -> None:
    """The account goes with its tokens; raises `NoSuchGame`, or `Refused` while it sits at games that go on."""
    with club.store.write() as work:
        _own(work, owner_id, program)
        insist(done(unfinished(work, program)))
        work.users.delete(program)
        work.commit()


def _own(work: Work, owner_id: int, program: int) -> rows.Program:
    found = work.programs.get(program)
    if found is None or found.owner_id != owner_id:
        raise NoSuchGame
    return found


def unfinished(work: Work, user_id: int) -> int:
    """The games at which an account sits and that are not over."""
    return sum(game.status != "over" for game in work.games.of_user(user_id))


def no_program(owner: rows.User) -> Refusal | None:
    """CAR-PRG-01: programs belong to people."""
    if not owner.is_bot:
        return None
    return no("CAR-PRG-01", "A program owns no programs.", "Un programa no tiene programas.")


def not_too_many(count: int) -> Refusal | None:
    """CAR-PRG-02: a member has five programs at most."""
    if count < MOST:
        return None
    return no("CAR-PRG-02", "You have {count} programs; {most} at most.", "Tienes {count} programas; como mucho {most}.", count=count, most=MOST)


def may_write(work: Work, user_id: int) -> Refusal | None:
    """CAR-PRG-03: a program writes letters, and words into reports, if its owner allows it."""
    program = work.programs.get(user_id)
    if program is None or program.may_write:
        return None
    return no("CAR-PRG-03", "This program may not write: its owner has not allowed it.", "Este programa no puede escribir: su dueño no se lo permite.")


def may_sit(work: Work, user: rows.User) -> Refusal | None:
    """CAR-PRG-04: a program sits at 20 games at most that are not over."""
    if not user.is_bot or unfinished(work, user.id) < GAMES:
        return None
    return no("CAR-PRG-04", "A program sits at {most} games at a time at most.", "Un programa juega como mucho {most} partidas a la vez.", most=GAMES)


def done(count: int) -> Refusal | None:
    """CAR-PRG-05: a program that somebody still plays with is not deleted."""
    if not count:
        return None
    return no("CAR-PRG-05", "The program sits at {count} games that are not over; end them first.",
              "El programa juega {count} partidas sin terminar; acábalas antes.", count=count)
