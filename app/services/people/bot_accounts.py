"""Bot accounts, made by members who answer for them.

They play like other users, but only through tokens.
"""

from __future__ import annotations

from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.account_rules import (
    name_key,
    name_refusal,
    name_taken_refusal,
    reserved_name_refusal,
    tidy_name,
)
from app.services.people.accounts import add_account
from app.services.people.api_tokens import guest_refusal
from app.store import records
from app.store.transactions import UnitOfWork
from app.store.user_repository import NameConflict

MARK = " [bot]"
"""End of each bot account's name, on pages and in records. Other names contain no such brackets."""
MOST, GAMES = 5, 20


def create_bot_account(services: Services, owner_id: int, name: str) -> records.Program:
    """Create a bot account; raises `Refused` with all errors, or `TooOften`."""
    bare = tidy_name(name).removesuffix(MARK)
    with services.store.write() as work:
        owner = work.users.find_user(owner_id)
        if owner is None:
            raise NotYourSeat
        work.users.lock_user(owner_id)
        refuse_if(
            name_refusal(bare),
            reserved_name_refusal(bare),
            guest_refusal(owner),
            bot_owner_refusal(owner),
            bot_count_refusal(len(work.programs.for_owner(owner_id))),
        )
        services.limits.rate_limit("new programs", user=owner_id)
        marked = bare + MARK
        try:
            user_id = add_account(
                work,
                name=marked,
                name_key=name_key(marked),
                password=None,
                is_guest=False,
                is_bot=True,
                language=owner.language,
            )
        except NameConflict:
            raise Refused(name_taken_refusal(marked)) from None
        work.programs.add_program(user_id, owner_id)
        work.commit()
        return _own_bot(work, owner_id, user_id)


def list_bot_accounts(services: Services, owner_id: int) -> list[records.Program]:
    with services.store.read() as work:
        return work.programs.for_owner(owner_id)


def owner_of(services: Services, user_id: int) -> records.User | None:
    """Owner of a bot account; None if the account is no bot."""
    with services.store.read() as work:
        return work.programs.owners_by_bot([user_id]).get(user_id)


def allow_writing(
    services: Services, owner_id: int, program: int, may_write: bool
) -> records.Program:
    """Allow or forbid chat messages of a bot account; raises `NoSuchGame`."""
    with services.store.write() as work:
        _own_bot(work, owner_id, program)
        work.programs.allow_writing(program, may_write)
        work.commit()
        return _own_bot(work, owner_id, program)


def delete_bot_account(services: Services, owner_id: int, program: int) -> None:
    """Delete a bot account and its tokens.

    Raises `NoSuchGame`, or `Refused` while it has unfinished games.
    """
    with services.store.write() as work:
        _own_bot(work, owner_id, program)
        refuse_if(unfinished_games_refusal(unfinished_games(work, program)))
        work.users.delete_user(program)
        work.commit()


def _own_bot(work: UnitOfWork, owner_id: int, program: int) -> records.Program:
    found = work.programs.find_program(program)
    if found is None or found.owner_id != owner_id:
        raise NoSuchGame
    return found


def unfinished_games(work: UnitOfWork, user_id: int) -> int:
    """Number of unfinished games of an account."""
    return sum(game.status != "over" for game in work.games.of_user(user_id))


def bot_owner_refusal(owner: records.User) -> Refusal | None:
    """CAR-PRG-01: A bot account cannot own bot accounts."""
    if not owner.is_bot:
        return None
    return no("CAR-PRG-01", "A program owns no programs.", "Un programa no tiene programas.")


def bot_count_refusal(count: int) -> Refusal | None:
    """CAR-PRG-02: A member has at most five bot accounts."""
    if count < MOST:
        return None
    return no(
        "CAR-PRG-02",
        "You have {count} programs; {most} at most.",
        "Tienes {count} programas; como mucho {most}.",
        count=count,
        most=MOST,
    )


def bot_writing_refusal(work: UnitOfWork, user_id: int) -> Refusal | None:
    """CAR-PRG-03: A bot account writes in chats and reports only if its owner allows it."""
    program = work.programs.find_program(user_id)
    if program is None or program.may_write:
        return None
    return no(
        "CAR-PRG-03",
        "This program may not write: its owner has not allowed it.",
        "Este programa no puede escribir: su dueño no se lo permite.",
    )


def bot_game_count_refusal(work: UnitOfWork, user: records.User) -> Refusal | None:
    """CAR-PRG-04: A bot account has at most 20 unfinished games."""
    if not user.is_bot or unfinished_games(work, user.id) < GAMES:
        return None
    return no(
        "CAR-PRG-04",
        "A program sits at {most} games at a time at most.",
        "Un programa juega como mucho {most} partidas a la vez.",
        most=GAMES,
    )


def unfinished_games_refusal(count: int) -> Refusal | None:
    """CAR-PRG-05: A bot account with unfinished games cannot be deleted."""
    if not count:
        return None
    return no(
        "CAR-PRG-05",
        "The program sits at {count} games that are not over; end them first.",
        "El programa juega {count} partidas sin terminar; acábalas antes.",
        count=count,
    )
