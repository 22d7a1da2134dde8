"""Chat of the players of a game. Spectators read it once the game is over."""

from __future__ import annotations

import msgspec

from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.notify import notifications
from app.services.people import blocking, bot_accounts, moderation_rules
from app.services.people.permissions import may_view, may_watch, seat_of
from app.services.play.referee_orders import with_referees
from app.services.watch.game_view import GameView
from app.store import records
from app.store.transactions import UnitOfWork

LONGEST = 500


def write_letter(services: Services, address: int | str, user_id: int, text: str) -> records.Letter:
    """Write a chat message; raises `NoSuchGame`, `NotYourSeat`, `TooOften` or `Refused`."""
    text = tidy_text(text)
    with services.store.write() as work:
        game = require_game(work.games.lock_game(address))
        seats = work.seats.for_game(game.id)
        seat = seat_of(seats, user_id)
        if seat is None:
            raise NotYourSeat if may_watch(game, seats, user_id, address) else NoSuchGame
        refuse_if(
            letter_length_refusal(text),
            bot_accounts.bot_writing_refusal(work, user_id),
            moderation_rules.muted_refusal(work, user_id),
            blocking.blocked_writer_refusal(work, game, seats, user_id),
        )
        services.limits.spend("letters", user_id, game=game.id)
        name = seat.name or writer_name(seat, user_id)
        letter = work.letters.add_letter(game.id, user_id, name, text, current_time(), game.number)
        readers = with_referees(seats)
        notifications.notify_of_chat(work, services.box(game), game, readers, letter)
        work.commit()
    services.bell.ring(game.id, letter.id, "letters")
    return letter


def writer_name(seat: records.Seat, user_id: int) -> str:
    """Name of a referee, who has no seat."""
    return next((one.name for one in seat.referees if one.user_id == user_id), "")


def load_letters(
    services: Services, address: int | str, user_id: int | None = None, after: int = 0
) -> list[records.Letter]:
    """Chat messages with an id above `after`; hidden ones have no text.

    Spectators get none while the game is running.
    """
    with services.store.read() as work:
        game = services.find(work, address)
        seats = work.seats.for_game(game.id)
        if not may_view(game, seats, user_id, address, work.former.last_of_user(game.id, user_id)):
            raise NoSuchGame
        if seat_of(seats, user_id) is None and game.status != "over":
            return []
        return readable_letters(work, game.id, after)


def letters_on_page(services: Services, look: GameView) -> list[records.Letter]:
    """Chat messages for the viewer of a game that was loaded for the same page."""
    if look.seat is None and look.game.status != "over":
        return []
    with services.store.read() as work:
        return readable_letters(work, look.game.id)


def readable_letters(work: UnitOfWork, game_id: int, after: int = 0) -> list[records.Letter]:
    """Chat messages of a game; hidden ones have no text."""
    return [
        msgspec.structs.replace(letter, text="") if letter.hidden else letter
        for letter in work.letters.for_game(game_id, after)
    ]


def load_letter(
    services: Services, address: int | str, user_id: int | None, number: int
) -> records.Letter | None:
    """Chat message of this id, if the user may read it."""
    return next(
        (
            letter
            for letter in load_letters(services, address, user_id, number - 1)
            if letter.id == number
        ),
        None,
    )


def tidy_text(text: str) -> str:
    """Text without spaces at the ends of its lines."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def letter_length_refusal(text: str) -> Refusal | None:
    """CAR-LET-01: A chat message has 1 to 500 characters."""
    if 1 <= len(text) <= LONGEST:
        return None
    return no(
        "CAR-LET-01",
        "A letter has 1 to {most} characters; yours has {length}.",
        "Un mensaje tiene de 1 a {most} caracteres; el tuyo tiene {length}.",
        most=LONGEST,
        length=len(text),
    )
