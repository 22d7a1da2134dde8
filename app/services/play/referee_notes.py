"""Notes of the referees of a game, which other users never read (`CAR-REF-04`)."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel.contract import Card
from app.kernel.decider_names import decider_name
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time, require_account, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.permissions import may_watch, referee_seat_of
from app.services.people.player_chat import tidy_text
from app.store import records
from app.store.referee_notes import RefereeNote
from app.store.transactions import UnitOfWork

LONGEST = 2000


def list_notes(services: Services, address: int | str, user_id: int | None) -> list[RefereeNote]:
    """Notes of a game, the newest first. Raises `NoSuchGame`, and `NotYourSeat` for other users."""
    with services.store.read() as work:
        game = require_game(work.games.find_game(address))
        _require_referee(work, game, address, user_id)
        return work.referee_notes.of_game(game.id)


def add_note(services: Services, address: int | str, user_id: int, text: str) -> int:
    """Number of a new note. Raises `NoSuchGame`, `NotYourSeat`, `TooOften` or `Refused`."""
    text = tidy_text(text)
    with services.store.write() as work:
        game = require_game(work.games.find_game(address))
        _require_referee(work, game, address, user_id)
        refuse_if(unreadable_note(text))
        services.limits.rate_limit("notes", user_id)
        name = require_account(work.users.find_user(user_id)).name
        number = work.referee_notes.add(game.id, user_id, name, text, current_time())
        work.commit()
    return number


def change_note(
    services: Services, address: int | str, user_id: int, number: int, text: str
) -> None:
    """Change an own note. Raises as `add_note` does."""
    text = tidy_text(text)
    with services.store.write() as work:
        note, game, _ = _find_note(work, address, user_id, number)
        card = services.box(game).card
        refuse_if(foreign_note(card, note, user_id), unreadable_note(text))
        services.limits.rate_limit("notes", user_id)
        if text != note.text:
            work.referee_notes.change(note.id, text, current_time())
        work.commit()


def remove_note(services: Services, address: int | str, user_id: int, number: int) -> None:
    """Remove a note for good. Raises as `add_note` does."""
    with services.store.write() as work:
        note, game, referees = _find_note(work, address, user_id, number)
        if not may_remove(note, user_id, referees):
            refuse_if(foreign_note(services.box(game).card, note, user_id))
        work.referee_notes.remove(note.id)
        work.commit()


def may_remove(note: RefereeNote, user_id: int, referees: Sequence[records.Referee]) -> bool:
    """True for the author, and for any referee if the author is a referee no more."""
    return note.user_id == user_id or note.user_id not in {one.user_id for one in referees}


def _find_note(
    work: UnitOfWork, address: int | str, user_id: int, number: int
) -> tuple[RefereeNote, records.Game, tuple[records.Referee, ...]]:
    """Note with its game and the referees. Raises `NoSuchGame` for an unknown number."""
    game = require_game(work.games.find_game(address))
    seat = _require_referee(work, game, address, user_id)
    note = work.referee_notes.find(game.id, number)
    if note is None:
        raise NoSuchGame
    return note, game, seat.referees


def _require_referee(
    work: UnitOfWork, game: records.Game, address: int | str, user_id: int | None
) -> records.Seat:
    """Seat of the referees. Raises `NotYourSeat` for another reader of the game, else
    `NoSuchGame`.
    """
    seats = work.seats.for_game(game.id)
    seat = referee_seat_of(seats, user_id, judging=True)
    if seat is None:
        is_refereed = any(one.is_of_referees for one in seats)
        may_know = is_refereed and may_watch(game, seats, user_id, address)
        raise NotYourSeat if may_know else NoSuchGame
    return seat


def unreadable_note(text: str) -> Refusal | None:
    """CAR-REF-04: A note of a referee has 1 to 2000 characters."""
    if not text:
        return no("CAR-REF-04", "Write the note first.", "Escribe primero la nota.")
    return text_refused(text, LONGEST, "CAR-REF-04")


def foreign_note(card: Card, note: RefereeNote, user_id: int) -> Refusal | None:
    """Refusal of a note that another referee wrote."""
    if note.user_id == user_id:
        return None
    return no(
        "CAR-REF-04",
        "{name} wrote this note. Another {decider} cannot change it.",
        "Esta nota la escribió {name}. Otro {decider} no puede cambiarla.",
        name=note.name,
        decider=decider_name(card),
    )
