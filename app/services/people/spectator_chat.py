"""The hall of a game: what those who watch say to each other, of the game or of one move of it. Its
players read it once the game is over.
"""

from __future__ import annotations

import msgspec

from app.kernel.refusal import Refusal, insist, no
from app.services.container import Services, now, there
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import bot_accounts, moderation
from app.services.people.permissions import may_hear, may_look
from app.services.people.player_chat import tidied
from app.services.watch import game_view
from app.store import records

LONGEST = 500


def write(
    services: Services, address: int | str, user_id: int, text: str, about: int | None = None
) -> records.Remark:
    """Say something in the hall, of a move or of nothing in particular; raises `NoSuchGame`,
    `TooOften` or `Refused`.
    """
    text, look = tidied(text), game_view.look(services, address, user_id)
    with services.store.write() as work:
        game, user = there(work.games.find(address)), work.users.get(user_id)
        if user is None:
            raise NotYourSeat
        is_open = may_hear(
            game, work.seats.of(game.id), user_id, work.former.last(game.id, user_id)
        )
        insist(
            good_length(text),
            not_playing(is_open),
            of_a_move(look.last, about),
            bot_accounts.may_write(work, user_id),
            moderation.not_muted(work, user_id),
        )
        services.limits.spend("remarks", user_id, game=game.id)
        work.take_turns(moderation.HALLS + game.id)
        remark = work.remarks.add(game.id, about, look.last, user_id, user.name, text, now())
        news = work.remarks.news(game.id)
        work.commit()
    services.bell.ring(game.id, news, "remarks")
    return remark


def read(
    services: Services,
    address: int | str,
    user_id: int | None = None,
    after: int = 0,
    about: int | None = None,
) -> list[records.Remark]:
    """The remarks with a number above `after` (with `about`: on this move), without those of people
    whom the user has blocked.

    None, whatever was said, for whoever plays or has played while the game goes on. Of one that is
    `hidden` nothing is left but that it was. Raises `NoSuchGame`.
    """
    with services.store.read() as work:
        game = services.find(work, address)
        seats, former = work.seats.of(game.id), work.former.last(game.id, user_id)
        if not may_look(game, seats, user_id, address, former):
            raise NoSuchGame
        if not may_hear(game, seats, user_id, former):
            return []
        blocked = work.blocks.by(user_id) if user_id is not None else set()
        return [
            msgspec.structs.replace(one, text="") if one.hidden else one
            for one in work.remarks.of(game.id, after, about)
            if one.user_id is None or one.user_id not in blocked
        ]


def one(
    services: Services, address: int | str, user_id: int | None, number: int
) -> records.Remark | None:
    """The remark of this number, if the user may read it."""
    return next(
        (
            remark
            for remark in read(services, address, user_id, number - 1)
            if remark.number == number
        ),
        None,
    )


def news(services: Services, game_id: int) -> int:
    """Grows with whatever is written or judged in the hall of a game."""
    with services.store.read() as work:
        return work.remarks.news(game_id)


def heard(services: Services, game_id: int) -> tuple[int, frozenset[int]]:
    """What is new in the hall of a game, and who must not hear of it: those who sit there while it
    goes on.
    """
    with services.store.read() as work:
        game = there(work.games.find(game_id))
        seated = (
            frozenset(seat.user_id for seat in work.seats.of(game_id) if seat.user_id)
            if game.status != "over"
            else frozenset()
        )
        return work.remarks.news(game_id), seated


def good_length(text: str) -> Refusal | None:
    """CAR-HAL-01: a remark has 1 to 500 characters."""
    if 1 <= len(text) <= LONGEST:
        return None
    return no(
        "CAR-HAL-01",
        "A remark has 1 to {most} characters; yours has {length}.",
        "Un comentario tiene de 1 a {most} caracteres; el tuyo tiene {length}.",
        most=LONGEST,
        length=len(text),
    )


def not_playing(may_speak: bool) -> Refusal | None:
    """CAR-HAL-02: until the game is over who plays or has played in it neither reads what its
    spectators say nor writes among them.
    """
    if may_speak:
        return None
    return no(
        "CAR-HAL-02",
        "Who plays or has played reads and writes among the spectators once the game is over.",
        "Quien juega o ha jugado lee y escribe entre el público cuando acaba la partida.",
    )


def of_a_move(last: int, about: int | None) -> Refusal | None:
    """CAR-HAL-03: there is something to say once a game has begun, of any move that has been
    made.
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
