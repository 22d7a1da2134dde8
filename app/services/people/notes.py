"""Private notes of a player on moves of a game.

No other user can read them or see that they exist.
"""

from __future__ import annotations

from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time
from app.services.errors import NotYourSeat
from app.services.people.player_chat import tidy_text
from app.services.people.spectator_chat import move_refusal
from app.services.watch import game_view
from app.store import records

LONGEST = 2000


def write_note(
    services: Services, address: int | str, user_id: int, about: int, text: str
) -> records.Note:
    """Write the note on a move, replacing an earlier one; empty text removes it.

    Raises `NoSuchGame`, `NotYourSeat`, `TooOften` or `Refused`.
    """
    text, look = tidy_text(text), game_view.load_view(services, address, user_id)
    if look.seat is None:
        raise NotYourSeat
    refuse_if(note_length_refusal(text), move_refusal(look.last, about))
    services.limits.rate_limit("notes", user_id)
    note = records.Note(look.game.id, about, text, current_time())
    with services.store.write() as work:
        work.notes.save_note(note, user_id)
        work.commit()
    return note


def list_notes(services: Services, game_id: int, user_id: int) -> list[records.Note]:
    """Notes of the user at a game, in the order of the moves."""
    with services.store.read() as work:
        return work.notes.for_user_at_game(game_id, user_id)


def note_length_refusal(text: str) -> Refusal | None:
    """CAR-HAL-04: A private note on a move has at most 2000 characters."""
    if len(text) <= LONGEST:
        return None
    return no(
        "CAR-HAL-04",
        "A note has at most {most} characters; yours has {length}.",
        "Una nota tiene {most} caracteres como mucho; la tuya tiene {length}.",
        most=LONGEST,
        length=len(text),
    )
