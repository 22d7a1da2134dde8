"""Spectator chat of a game: comments on the game or one of its moves.

The players read it once the game is over.
"""

from __future__ import annotations

import msgspec

from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import bot_accounts, moderation, moderation_rules
from app.services.people.initials import texts_for_reader
from app.services.people.permissions import may_read_spectator_chat, may_view
from app.services.people.player_chat import tidy_text
from app.services.watch import game_view
from app.store import records

LONGEST = 500


def write_remark(
    services: Services, address: int | str, user_id: int, text: str, about: int | None = None
) -> records.Remark:
    """Write a message, about a move if `about` is given; raises `NoSuchGame`, `TooOften` or
    `Refused`.
    """
    text, look = tidy_text(text), game_view.load_view(services, address, user_id)
    with services.store.write() as work:
        game, user = require_game(work.games.find_game(address)), work.users.find_user(user_id)
        if user is None:
            raise NotYourSeat
        is_open = may_read_spectator_chat(
            game, work.seats.for_game(game.id), user_id, work.former.last_of_user(game.id, user_id)
        )
        refuse_if(
            remark_length_refusal(text),
            player_refusal(is_open),
            move_refusal(look.last, about),
            bot_accounts.bot_writing_refusal(work, user_id),
            moderation_rules.muted_refusal(work, user_id),
        )
        services.limits.rate_limit("remarks", user_id, game=game.id)
        work.take_turns(moderation.SPECTATOR_CHATS + game.id)
        remark = work.remarks.add_remark(
            game.id, about, look.last, user_id, user.name, text, current_time()
        )
        news = work.remarks.news_count(game.id)
        work.commit()
    services.notifier.publish(game.id, news, "remarks")
    return remark


def load_remarks(
    services: Services,
    address: int | str,
    user_id: int | None = None,
    after: int = 0,
    about: int | None = None,
) -> list[records.Remark]:
    """Messages with a number above `after`, without those of users blocked by the reader; `about`
    selects a move.

    Players and former players get none while the game is running. Hidden messages have no text.
    Raises `NoSuchGame`.
    """
    with services.store.read() as work:
        game, seats = services.find_for(work, address, user_id)
        former = work.former.last_of_user(game.id, user_id)
        if not may_view(game, seats, user_id, address, former):
            raise NoSuchGame
        if not may_read_spectator_chat(game, seats, user_id, former):
            return []
        blocked = work.blocks.blocked_by_user(user_id) if user_id is not None else set()
        return [
            msgspec.structs.replace(one, text="") if one.hidden else one
            for one in texts_for_reader(
                services.shelf, work, game, work.remarks.for_game(game.id, after, about), user_id
            )
            if one.user_id is None or one.user_id not in blocked
        ]


def load_remark(
    services: Services, address: int | str, user_id: int | None, number: int
) -> records.Remark | None:
    """Message of this number, if the user may read it."""
    return next(
        (
            remark
            for remark in load_remarks(services, address, user_id, number - 1)
            if remark.number == number
        ),
        None,
    )


def news_number(services: Services, game_id: int) -> int:
    """News number of the spectator chat. It grows with each message and each act of a moderator."""
    with services.store.read() as work:
        return work.remarks.news_count(game_id)


def news_and_excluded(services: Services, game_id: int) -> tuple[int, frozenset[int]]:
    """News number of the spectator chat, and users who must not get it: the players of an
    unfinished game.
    """
    with services.store.read() as work:
        game = require_game(work.games.find_game(game_id))
        seated = (
            frozenset(seat.user_id for seat in work.seats.for_game(game_id) if seat.user_id)
            if game.status != "over"
            else frozenset()
        )
        return work.remarks.news_count(game_id), seated


def remark_length_refusal(text: str) -> Refusal | None:
    """CAR-HAL-01: A message has 1 to 500 characters."""
    if 1 <= len(text) <= LONGEST:
        return None
    return no(
        "CAR-HAL-01",
        "A remark has 1 to {most} characters; yours has {length}.",
        "Un comentario tiene de 1 a {most} caracteres; el tuyo tiene {length}.",
        most=LONGEST,
        length=len(text),
    )


def player_refusal(may_speak: bool) -> Refusal | None:
    """CAR-HAL-02: Players and former players read and write in the spectator chat only after the
    end.
    """
    if may_speak:
        return None
    return no(
        "CAR-HAL-02",
        "Present and former players use the spectator chat once the game is over.",
        "Los jugadores actuales y anteriores usan el chat del público cuando acaba la partida.",
    )


def move_refusal(last: int, about: int | None) -> Refusal | None:
    """CAR-HAL-03: The chat opens when the game has begun. A message may be about any move made so
    far.
    """
    if not last:
        return no("CAR-HAL-03", "The game has not begun.", "La partida no ha empezado.")
    if about is None or 1 <= about <= last:
        return None
    return no(
        "CAR-HAL-03",
        "There is no move {number} yet; {last} is the last one.",
        "Aún no hay jugada {number}; la última es la {last}.",
        number=about,
        last=last,
    )
