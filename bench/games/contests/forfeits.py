"""Check of default orders of the clock against the record: none comes before its time.

The time of a decision is computed anew from the moves, the outages of the run and the holidays on
record. It does not use the clocks of the services.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from app.games.contests import events as e
from app.games.contests.state import seat_of
from app.kernel import clock_orders
from app.services.time.availability import parse_time
from app.services.watch.game_view import GameView

Stretch = tuple[datetime, datetime]
TOLERANCE = timedelta(minutes=3)
"""Gaps of the uptime up to this length may count as playing time."""


class Forfeit(NamedTuple):
    """Default order of the clock for a seat, at the move `number`; `decision` is its `clock_key`,
    and `by` the reason on record (`StoodIn.by`).
    """

    number: int
    seat: str
    decision: str
    by: str = ""


def forfeits(look: GameView) -> Iterator[Forfeit]:
    """Default orders of the record, also for the opponent that such an order leaves without
    points.
    """
    for move in look.history.moves:
        told = next((one for one in move.events if isinstance(one, clock_orders.StoodIn)), None)
        if told is None:
            continue
        yield Forfeit(move.number, told.seat, told.decision, told.by)
        for event in move.events:
            if isinstance(event, e.ResultSettled):
                others = {seat_of(key) for key in event.result.silent} - {told.seat}
                yield from (
                    Forfeit(move.number, seat, told.decision, told.by) for seat in sorted(others)
                )


def wrong_forfeits(look: GameView, outages: Sequence[Stretch]) -> Iterator[str]:
    """Sentences about default orders that came too soon, or in a holiday."""
    for one in forfeits(look):
        move = look.history.moves[one.number - 1]
        made = parse_time(move.made_at)
        asked, days, waits = asked_before(look, one)
        what = f"game {look.game.id}, move {one.number}, {one.seat}: {one.decision}"
        if asked is None:
            yield f"{what} was not asked"
            continue
        away = list(holidays_before(look, one))
        is_away = any(begin <= made < end for begin, end in away)
        if one.by == "absent" and is_away and not waits:
            continue
        if one.by == "absent" or is_away:
            yield f"{what} was decided in a holiday" if is_away else f"{what} was not absent"
        spent = made - asked - overlap((asked, made), (*outages, *away))
        if spent + TOLERANCE < days:
            yield f"{what} had {spent} of {days}"


def asked_before(look: GameView, one: Forfeit) -> tuple[datetime | None, timedelta, bool]:
    """Moment since which a seat owes a decision without a break, the time that it has, and if a
    holiday stops this time. Otherwise the default order follows at once (CAR-CLK-13).
    """
    history, asked, kind = look.history, None, ""
    for number in range(one.number - 1, 0, -1):
        owed = look.box.waiting_for(history.tables[number].state)
        found = [
            each for each in owed if each.seat == one.seat and one.decision in ("", each.clock_key)
        ]
        if not found:
            break
        asked, kind = parse_time(history.moves[number - 1].made_at), found[0].deadline
    extended = sum(
        event.days
        for move in history.moves[: one.number]
        if asked is not None and parse_time(move.made_at) >= asked
        for event in move.events
        if isinstance(event, clock_orders.TimeExtended) and event.seat == one.seat
    )
    waits = any(each.waits_in_holidays for each in look.box.card.deadlines if each.key == kind)
    return asked, timedelta(days=look.game.clock.steps.get(kind, 0) + extended), waits


def holidays_before(look: GameView, one: Forfeit) -> Iterator[Stretch]:
    """Holidays of a seat that were on record at a move, in UTC."""
    for move in look.history.moves[: one.number - 1]:
        for event in move.events:
            if isinstance(event, clock_orders.HolidayTaken) and event.seat == one.seat:
                begin = datetime.combine(date.fromisoformat(event.first), time(), UTC)
                yield begin, begin + timedelta(days=event.days)


def overlap(span: Stretch, stretches: Iterable[Stretch]) -> timedelta:
    """Time of a span that lies in any of the stretches."""
    total, until = timedelta(), span[0]
    for begin, end in sorted(stretches):
        first, last = max(begin, until), min(end, span[1])
        if first < last:
            total, until = total + (last - first), last
    return total
