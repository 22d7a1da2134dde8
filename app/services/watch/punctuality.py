"""Share of decisions that each player of a game made in time."""

from __future__ import annotations

import msgspec

from app.kernel.say import Say
from app.services.container import Services, current_time
from app.services.time.availability import parse_time
from app.services.time.clocks import GameClocks, load_clocks
from app.services.time.ended_decisions import ended_decisions
from app.services.watch import game_view
from app.services.watch.game_view import GameView
from app.store import records


class Punctuality(msgspec.Struct, frozen=True):
    """Player with the number of decisions with a deadline, and of those made in time.

    `last` is the time of the last own move, "" before the first. `is_late` is true while a decision
    is late.
    """

    side: str
    title: Say
    name: str
    in_time: int
    total: int
    last: str
    is_late: bool


def load_punctuality(services: Services, look: GameView) -> tuple[Punctuality, ...]:
    """Players of a running game in the order of their seats, without bots. None without
    deadlines.
    """
    if not look.game.clock.runs or look.game.status != "running":
        return ()
    now = parse_time(current_time())
    with services.store.read() as work:
        time = load_clocks(work, look.game, look.seats, look.history, now)
    players = (one for one in look.seats if one.user_id and not one.is_of_referees)
    return tuple(punctuality_of(look, time, seat) for seat in players if not seat.bot)


def punctuality_of(look: GameView, time: GameClocks, seat: records.Seat) -> Punctuality:
    """Decisions of one seat. An open decision counts once it is late."""
    ended = [one for _, one in ended_decisions(time.history.timing, seat.seat)]
    is_late = time.of(seat.seat).is_late(time.now)
    return Punctuality(
        seat.side,
        game_view.side_title(look, seat.side),
        seat.name or "",
        sum(ended),
        len(ended) + is_late,
        last_own_move(look, time, seat.seat),
        is_late,
    )


def last_own_move(look: GameView, time: GameClocks, seat: str) -> str:
    """Time of the last move that the player of a seat made; "" before the first."""
    happened, _ = time.history.timing
    moves = zip(reversed(look.history.moves), reversed(happened), strict=True)
    return next((move.made_at for move, told in moves if told.own == seat), "")
