"""Decisions of the present turn: asked when, answered when, and how late."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.kernel.clock_orders import StoodIn
from app.kernel.offers import Decision
from app.kernel.say import Say
from app.services.container import Services, current_time
from app.services.time.availability import parse_time, time_text
from app.services.time.clock_state import clock_state
from app.services.time.clocks import GameClocks, load_clocks
from app.services.time.ended_decisions import open_accounts
from app.services.watch import game_view
from app.services.watch.game_view import GameView


class DecisionSpan(msgspec.Struct, frozen=True):
    """Time in which a seat owed a decision. Times are ISO 8601 in UTC.

    `answered` is "" for an open decision, `deadline` without one. `by_server` is true if the server
    gave the default order.
    """

    seat: str
    title: Say
    name: str
    owes: Say
    asked: str
    answered: str = ""
    deadline: str = ""
    by_server: bool = False

    def is_late(self, now: str) -> bool:
        """True if the answer came after the deadline, or has not come until `now`."""
        return bool(self.deadline) and (self.answered or now) > self.deadline


class TurnDecisions(msgspec.Struct, frozen=True):
    """Decisions of the present turn, in the order in which they were asked. `now` is their last
    time.
    """

    turn: int
    now: str
    spans: tuple[DecisionSpan, ...]


class _Asked(msgspec.Struct, frozen=True):
    """Decision with the first and the last move after which it was owed."""

    owed: Decision
    first: int
    last: int


def decisions_of_turn(services: Services, look: GameView) -> TurnDecisions:
    """Decisions of all seats since the first move of the present turn."""
    now = current_time()
    time = None
    if look.game.clock.runs and look.game.status == "running":
        with services.store.read() as work:
            time = load_clocks(work, look.game, look.seats, look.history, parse_time(now))
    first = first_of_turn(look)
    spans = [span_of(look, asked, time, now) for asked in asked_since(look, first)]
    spans.sort(key=lambda one: one.asked)
    return TurnDecisions(look.history.moment(look.at).turn, now, tuple(spans))


def first_of_turn(look: GameView) -> int:
    """First move after which the present turn was going on without a break."""
    turn, first = look.history.moment(look.at).turn, look.at
    while first > 1 and look.history.moment(first - 1).turn == turn:
        first -= 1
    return first


def asked_since(look: GameView, first: int) -> Iterator[_Asked]:
    """Decisions that were owed after move `first` or later."""
    open_: dict[tuple[str, ...], _Asked] = {}
    for number in range(first, look.at + 1):
        state = look.history.tables[number].state
        owed = {_key_of(one): one for one in look.box.waiting_for(state)}
        for key in [key for key in open_ if key not in owed]:
            yield open_.pop(key)
        for key, one in owed.items():
            began = open_[key].first if key in open_ else number
            open_[key] = _Asked(one, began, number)
    yield from open_.values()


def _key_of(owed: Decision) -> tuple[str, ...]:
    return (owed.seat, owed.step, owed.clock_key, owed.piece, owed.says.in_("en"))


def span_of(look: GameView, asked: _Asked, time: GameClocks | None, now: str) -> DecisionSpan:
    """Span of a decision with its deadline."""
    moves, owed = look.history.moves, asked.owed
    ending = moves[asked.last] if asked.last < look.at else None
    answered = ending.made_at if ending else ""
    seat = next((one for one in look.seats if one.seat == owed.seat), None)
    return DecisionSpan(
        owed.seat,
        game_view.side_title(look, look.table.seats.get(owed.seat, owed.seat)),
        (seat.name or "") if seat else "",
        owed.says,
        moves[asked.first - 1].made_at,
        answered,
        deadline_of(asked, time, answered or now) if time else "",
        ending is not None
        and any(isinstance(one, StoodIn) and one.seat == owed.seat for one in ending.events),
    )


def deadline_of(asked: _Asked, time: GameClocks, until: str) -> str:
    """Deadline of a decision as it stood at its end; "" without one."""
    seat, place = asked.owed.seat, asked.last - 1
    open_ = open_accounts(time.history.timing[1][place].get(seat))
    account = open_.get(asked.owed.clock_key if time.terms.has_steps else "")
    if account is None:
        return ""
    state = clock_state(time.terms, seat, account, time.shut, parse_time(until))
    return time_text(state.deadline) if state.deadline else ""
