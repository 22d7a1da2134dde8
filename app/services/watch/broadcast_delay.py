"""Broadcast delay for users without a seat. It is agreed when the table is opened, and ends with
the game.

Such users see the game as it stood after an earlier move. Only `as_shown` goes back to it; pages,
lists, feeds, pictures, streams and the API use its result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import msgspec

from app.kernel.dice import JOINED_LATER
from app.kernel.record import Move
from app.kernel.say import Say, say, settle_facts
from app.services.notify.change_notifier import SHOWN
from app.services.server_clock import current_datetime
from app.services.watch.game_history import History
from app.store import records
from app.store.past_seats import FormerPlayers

AT_ONCE = ""


class BroadcastDelay(msgspec.Struct, frozen=True):
    """Delay in moves, in seconds, or until the end of the turn (`turn`).

    `says` is the sentence of an invitation.
    """

    title: Say
    says: Say
    moves: int = 0
    seconds: int = 0
    turn: bool = False


DELAYS = {
    AT_ONCE: BroadcastDelay(
        say("At once", "Al momento"),
        say("Spectators see every move at once.", "El público ve cada jugada al momento."),
    ),
    "moves": BroadcastDelay(
        say("3 moves late", "Con 3 jugadas de retraso"),
        say(
            "Spectators see the game three moves late.",
            "El público ve la partida con tres jugadas de retraso.",
        ),
        moves=3,
    ),
    "minutes": BroadcastDelay(
        say("15 minutes late", "Con 15 minutos de retraso"),
        say(
            "Spectators see the game 15 minutes late.",
            "El público ve la partida con 15 minutos de retraso.",
        ),
        seconds=15 * 60,
    ),
    "day": BroadcastDelay(
        say("One day late", "Con un día de retraso"),
        say(
            "Spectators see the game one day late.",
            "El público ve la partida con un día de retraso.",
        ),
        seconds=24 * 3600,
    ),
    "turn": BroadcastDelay(
        say("Turn by turn", "Turno a turno"),
        say(
            "Spectators see a turn when it is over.",
            "El público ve cada turno cuando ha terminado.",
        ),
        turn=True,
    ),
}


def last_shown_move(
    moves: Sequence[Move], delay: BroadcastDelay, when: datetime, turn: Callable[[int], int]
) -> int:
    """Number of the last move that may be shown at this time; it never falls. `turn(n)` is the turn
    after move n.

    The beginning is shown at once. A turn is shown when the next one begins; after a take back its
    last beginning counts.
    """
    last = len(moves)
    if delay.moves:
        last -= delay.moves
    if delay.seconds:
        before = when - timedelta(seconds=delay.seconds)
        last = next(
            (
                number
                for number in range(last, 0, -1)
                if datetime.fromisoformat(moves[number - 1].made_at) <= before
            ),
            0,
        )
    if delay.turn:
        last = next((number for number in range(last, 1, -1) if turn(number) > turn(number - 1)), 0)
    return max(last, min(1, len(moves)))


# ---------------------------------------------------------------------- the game as it was
def as_shown(
    game: records.Game, seats: tuple[records.Seat, ...], history: History, former: FormerPlayers
) -> tuple[records.Game, tuple[records.Seat, ...], History]:
    """CAR-LOB-12: Users without a seat see a running game with the agreed delay, and a finished
    game as it is.
    """
    return as_of(game, seats, history, last_public_move(game, history), former)


def as_of(
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    last: int,
    former: FormerPlayers,
) -> tuple[records.Game, tuple[records.Seat, ...], History]:
    """Game as it stood after a move, with the players of that time."""
    if last == history.number:
        return game, seats, history
    earlier = history.until(last)
    moment, owing = (
        earlier.moment(last),
        {decision.seat for decision in earlier.box.waiting_for(earlier.now.state)},
    )
    game = msgspec.structs.replace(
        game,
        number=last,
        turn=moment.turn,
        phase=settle_facts(moment.phase),
        moved_at=earlier.moves[-1].made_at,
    )
    held = {
        one.seat: {"user_id": one.user_id, "name": one.name}
        for one in reversed(former.for_game(game.id))
        if one.until > last
    }
    return (
        game,
        tuple(
            msgspec.structs.replace(seat, owes=seat.seat in owing, **held.get(seat.seat, {}))
            for seat in seats
            if is_known(seat, earlier)
        ),
        earlier,
    )


def is_known(seat: records.Seat, earlier: History) -> bool:
    """True if the seat was open already at the end of this history."""
    now = earlier.now
    return seat.added != JOINED_LATER or seat.seat in now.seats or seat.side in now.left


def last_public_move(game: records.Game, history: History) -> int:
    """Last move that users without a seat may see; there is no delay after the end."""
    delay = DELAYS[game.delay] if game.delay and game.status == "running" else None
    return (
        last_shown_move(history.moves, delay, current_datetime(), history.turn)
        if delay is not None
        else history.number
    )


def topic_of(game: records.Game, *, has_seat: bool) -> str:
    """Topic of the change notifier for a follower: all moves, or the moves shown with a delay."""
    return "moves" if has_seat or not game.delay else SHOWN
