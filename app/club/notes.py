"""What a player writes beside the moves of his game, for himself alone: nobody else ever reads it, nor learns that it is there."""
from __future__ import annotations

from app.club import watch
from app.club.club import Club, now
from app.club.letters import tidied
from app.club.problems import NotYourSeat
from app.club.remarks import of_a_move
from app.kernel.refusal import Refusal, insist, no
from app.store import rows

LONGEST = 2000


def write(club: Club, address: int | str, user_id: int, about: int, text: str) -> rows.Note:
    """The note on a move, in place of an earlier one; without words there is none. Raises `NoSuchGame`, `NotYourSeat`, `TooOften` or `Refused`."""
    text, look = tidied(text), watch.look(club, address, user_id)
    if look.seat is None:
        raise NotYourSeat
    insist(short_enough(text), of_a_move(look.last, about))
    club.limits.spend("notes", user_id)
    note = rows.Note(look.game.id, about, text, now())
    with club.store.write() as work:
        work.notes.put(note, user_id)
        work.commit()
    return note


def of(club: Club, game_id: int, user_id: int) -> list[rows.Note]:
    """One's own notes at a game, in the order of the moves."""
    with club.store.read() as work:
        return work.notes.of(game_id, user_id)


def short_enough(text: str) -> Refusal | None:
    """CAR-HAL-04: a player's own note on a move has at most 2000 characters."""
    if len(text) <= LONGEST:
        return None
    return no("CAR-HAL-04", "A note has at most {most} characters; yours has {length}.", "Una nota tiene {most} caracteres como mucho; la tuya tiene {length}.",
              most=LONGEST, length=len(text))
