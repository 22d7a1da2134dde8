"""What the players of a game write to each other. Spectators read it once the game is over."""
from __future__ import annotations

import msgspec

from app.club import blocking, moderation, notices, programs
from app.club.club import Club, now, there
from app.club.problems import NoSuchGame, NotYourSeat
from app.club.seeing import may_look, may_watch, seat_of
from app.kernel.refusal import Refusal, insist, no
from app.store import rows

LONGEST = 500


def write(club: Club, address: int | str, user_id: int, text: str) -> rows.Letter:
    """Write a letter to the table; raises `NoSuchGame`, `NotYourSeat`, `TooOften` or `Refused`."""
    text = tidied(text)
    with club.store.write() as work:
        game = there(work.games.lock(address))
        seats = work.seats.of(game.id)
        seat = seat_of(seats, user_id)
        if seat is None:
            raise NotYourSeat if may_watch(game, seats, user_id, address) else NoSuchGame
        insist(good_length(text), programs.may_write(work, user_id), moderation.not_muted(work, user_id), blocking.may_write(work, game, seats, user_id))
        club.limits.spend("letters", user_id, game=game.id)
        letter = work.letters.add(game.id, user_id, seat.name or "", text, now(), game.number)
        notices.wrote(work, club.box(game), game, seats, letter)
        work.commit()
    club.bell.ring(game.id, letter.id, "letters")
    return letter


def read(club: Club, address: int | str, user_id: int | None = None, after: int = 0) -> list[rows.Letter]:
    """The letters with an id above `after`; none for spectators while the game goes on. Of one that is `hidden` nothing is left but that it was."""
    with club.store.read() as work:
        game = club.find(work, address)
        seats = work.seats.of(game.id)
        if not may_look(game, seats, user_id, address, work.former.last(game.id, user_id)):
            raise NoSuchGame
        if seat_of(seats, user_id) is None and game.status != "over":
            return []
        return [msgspec.structs.replace(letter, text="") if letter.hidden else letter for letter in work.letters.of(game.id, after)]


def one(club: Club, address: int | str, user_id: int | None, number: int) -> rows.Letter | None:
    """The letter with this id, if the user may read it."""
    return next((letter for letter in read(club, address, user_id, number - 1) if letter.id == number), None)


def tidied(text: str) -> str:
    """The words without blanks at the ends of their lines."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def good_length(text: str) -> Refusal | None:
    """CAR-LET-01: a letter has 1 to 500 characters."""
    if 1 <= len(text) <= LONGEST:
        return None
    return no("CAR-LET-01", "A letter has 1 to {most} characters; yours has {length}.",
              "Un mensaje tiene de 1 a {most} caracteres; el tuyo tiene {length}.", most=LONGEST, length=len(text))
