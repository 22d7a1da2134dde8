"""Chat of the players of a game.

A message is for all players, or for those of its author's side. Spectators read the messages to all
once the game is over. Messages to a side are read by its present players only, also after the end.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.notify import notifications
from app.services.notify.change_notifier import PLAYER_CHAT
from app.services.people import blocking, bot_accounts, moderation_rules
from app.services.people.initials import texts_for_reader
from app.services.people.permissions import (
    may_view,
    may_watch,
    reading_side,
    seat_of,
)
from app.services.play.referee_orders import with_referees
from app.services.watch.game_view import GameView
from app.store import records
from app.store.transactions import UnitOfWork

LONGEST = 500
LEAST_PLAYERS = 2  # of a side with a chat of its own


def write_chat_message(
    services: Services, address: int | str, user_id: int, text: str, to_side: bool = False
) -> records.ChatMessage:
    """Write a chat message to all players, or to those of the own side.

    Raises `NoSuchGame`, `NotYourSeat`, `TooOften` or `Refused`.
    """
    text = tidy_text(text)
    with services.store.write() as work:
        game = require_game(work.games.lock_game(address))
        seats = work.seats.for_game(game.id)
        seat = seat_of(seats, user_id)
        if seat is None:
            raise NotYourSeat if may_watch(game, seats, user_id, address) else NoSuchGame
        side = reading_side(seats, user_id) if to_side else ""
        readers = [one for one in with_referees(seats) if side in ("", one.side)]
        refuse_if(
            message_length_refusal(text),
            own_side_refusal(game, seats, user_id) if to_side else None,
            bot_accounts.bot_writing_refusal(work, user_id),
            moderation_rules.muted_refusal(work, user_id),
            blocking.blocked_writer_refusal(work, game, readers, user_id),
        )
        services.limits.rate_limit("texts", user_id, game=f"{game.id} {side}" if side else game.id)
        name = seat.name or writer_name(seat, user_id)
        message = work.chat_messages.add_chat_message(
            game.id, user_id, name, text, current_time(), game.number, side
        )
        notifications.notify_of_chat(work, services.box(game), game, readers, message)
        counts = {one.side: work.chat_messages.count(game.id, one.side) for one in readers}
        work.commit()
    for one, number in counts.items():
        services.notifier.publish(game.id, number, PLAYER_CHAT + one)
    return msgspec.structs.replace(message, number=counts[seat.side])


def may_write_to_side(
    game: records.Game, seats: Sequence[records.Seat], user_id: int | None
) -> bool:
    """True if the user can limit a message to the own side."""
    return own_side_refusal(game, seats, user_id) is None


def writer_name(seat: records.Seat, user_id: int) -> str:
    """Name of a referee, who has no seat."""
    return next((one.name for one in seat.referees if one.user_id == user_id), "")


def load_chat_messages(
    services: Services, address: int | str, user_id: int | None = None, after: int = 0
) -> list[records.ChatMessage]:
    """Chat messages with a number above `after`; hidden ones have no text.

    Spectators get none while the game is running.
    """
    with services.store.read() as work:
        game, seats = services.find_for(work, address, user_id)
        if not may_view(game, seats, user_id, address, work.former.last_of_user(game.id, user_id)):
            raise NoSuchGame
        if seat_of(seats, user_id) is None and game.status != "over":
            return []
        found = readable_messages(work, game.id, reading_side(seats, user_id), after)
        return texts_for_reader(services.shelf, work, game, found, user_id)


def messages_on_page(
    services: Services, look: GameView, user_id: int | None
) -> list[records.ChatMessage]:
    """Chat messages for the viewer of a game that was loaded for the same page."""
    if look.seat is None and look.game.status != "over":
        return []
    with services.store.read() as work:
        found = readable_messages(work, look.game.id, reading_side(look.seats, user_id))
        return texts_for_reader(services.shelf, work, look.game, found, user_id)


def readable_messages(
    work: UnitOfWork, game_id: int, side: str, after: int = 0
) -> list[records.ChatMessage]:
    """Chat messages that the players of this side read; hidden ones have no text."""
    return [
        msgspec.structs.replace(message, text="") if message.hidden else message
        for message in work.chat_messages.for_side(game_id, side, after)
    ]


def load_chat_message(
    services: Services, address: int | str, user_id: int | None, number: int
) -> records.ChatMessage | None:
    """Chat message of this number among those that the user may read."""
    return next(
        (
            message
            for message in load_chat_messages(services, address, user_id, number - 1)
            if message.number == number
        ),
        None,
    )


def tidy_text(text: str) -> str:
    """Text without spaces at the ends of its lines."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def message_length_refusal(text: str) -> Refusal | None:
    """CAR-LET-01: A chat message has 1 to 500 characters."""
    if 1 <= len(text) <= LONGEST:
        return None
    return no(
        "CAR-LET-01",
        "A message has 1 to {most} characters; yours has {length}.",
        "Un mensaje tiene de 1 a {most} caracteres; el tuyo tiene {length}.",
        most=LONGEST,
        length=len(text),
    )


def own_side_refusal(
    game: records.Game, seats: Sequence[records.Seat], user_id: int | None
) -> Refusal | None:
    """CAR-LET-02: A message to the own side needs a game that has begun, and two players of it."""
    side = reading_side(seats, user_id)
    if game.status == "open":
        return no(
            "CAR-LET-02",
            "Before the game begins, players change sides. Write to all players.",
            "Antes de empezar, los jugadores cambian de bando. Escribe a todos los jugadores.",
        )
    if sum(one.side == side for one in seats) < LEAST_PLAYERS:
        return no(
            "CAR-LET-02",
            "Your side has no other player. Write to all players.",
            "Tu bando no tiene más jugadores. Escribe a todos los jugadores.",
        )
    return None
