"""Clocks of a game as one viewer sees them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import msgspec

from app.kernel import clock_absence, clock_claims, clock_terms, side_departures, table
from app.kernel.offers import Decision
from app.services.container import Services, current_time
from app.services.time.availability import (
    DAY,
    day_of,
    parse_time,
    time_text,
)
from app.services.time.clock_state import ClockState
from app.services.time.clocks import GameClocks, load_clocks
from app.services.time.holidays import zone_of
from app.services.watch.game_history import History
from app.store import records


# ---------------------------------------------------------------------- loading
class SeatTime(msgspec.Struct, frozen=True):
    """Clock of a seat as a page shows it; `left` is in seconds.

    `because` is the reason for a stopped clock. `decisions` are the deadlines by `clock_key`, if
    each decision has its own; the other fields are those of the earliest one. `up_for` are the keys
    of those whose time was up.
    """

    seat: str
    deadline: str
    ends: str
    left: float
    because: str
    is_late: bool
    is_up: bool
    is_away: bool
    decisions: dict[str, str] = {}
    up_for: tuple[str, ...] = ()

    def deadline_of(self, owed: Decision) -> str:
        """Deadline of a decision of the seat; "" without one."""
        return self.decisions.get(owed.clock_key, "") if self.decisions else self.deadline


class Holiday(msgspec.Struct, frozen=True):
    """Holiday of a seat: first day, number of days, last day.

    `cut_to` is the number of days kept if it is shortened today.
    """

    seat: str
    first: str
    days: int
    last: str
    cut_to: int


class ClocksForViewer(msgspec.Struct, frozen=True):
    """Clocks of a game for one viewer.

    `pause_until` is "" without a pause, `days_left` counts the viewer's remaining holidays, and
    `may_claim` lists possible claims.
    """

    terms: clock_terms.Terms
    seats: tuple[SeatTime, ...]
    pause_by: tuple[str, ...]
    pause_days: int
    pause: str
    pause_until: str
    holidays: tuple[Holiday, ...]
    days_left: int
    today: str
    is_away: bool
    may_claim: tuple[str, ...]

    def of(self, seat: str | None) -> SeatTime | None:
        return next((one for one in self.seats if one.seat == seat), None)


def clocks_for_viewer(
    services: Services,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    seat: str | None,
) -> ClocksForViewer | None:
    """State of the clocks of a game; None if no clock runs."""
    if not game.clock.runs or game.status != "running" or not history.number:
        return None
    with services.store.read() as work:
        time = load_clocks(work, game, seats, history, parse_time(current_time()))
        zones = {one.seat: zone_of(work, seats, one.seat, time.now) for one in seats}
    says = [time.of(one) for one in time.accounts]
    today = day_of(zones.get(seat or "", "UTC"), time.now)
    late = side_departures.late_seats(history.now.seats, history.moves) if seat else ()
    side = history.now.seats.get(seat or "", "")
    playing = table.in_play(history.box, history.now)
    return ClocksForViewer(
        terms=time.terms,
        pause_by=time.clock.pause_by,
        pause_days=time.clock.pause_days,
        pause=time.clock.pause,
        pause_until=time_text(time.pause[1]) if time.pause else "",
        days_left=clock_absence.days_left(time.clock, seat, str(today.year)) if seat else 0,
        seats=seat_times(time, says),
        holidays=tuple(
            found
            for one in time.clock.holidays
            if (found := holiday_of(one, day_of(zones[one[0]], time.now))) is not None
        ),
        today=today.isoformat(),
        is_away=seat in time.clock.away,
        may_claim=claims_open_to(history, seat, side, playing, late),
    )


def claims_open_to(
    history: History, seat: str | None, side: str, playing: tuple[str, ...], late: tuple[str, ...]
) -> tuple[str, ...]:
    """Claims that the viewer may make now."""
    return tuple(
        what
        for what in clock_claims.CLAIMS
        if seat
        and side in playing
        and clock_claims.may_claim(what, side, late, history.now.seats, playing) is None
    )


def seat_times(time: GameClocks, says: Sequence[ClockState]) -> tuple[SeatTime, ...]:
    """Deadlines and time left of each seat with a running clock."""
    return tuple(
        SeatTime(
            one.seat,
            time_text(one.deadline),
            time_text(one.ends),
            one.left.total_seconds(),
            one.stands,
            one.is_late(time.now),
            one.is_up,
            one.seat in time.clock.away,
            *several_deadlines(time, one.seat),
        )
        for one in says
        if one.deadline is not None
    )


def several_deadlines(time: GameClocks, seat: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Deadlines of the decisions of a seat by `clock_key`, and the keys of those whose time was
    up.
    """
    states = time.all_of(seat) if time.terms.has_steps else ()
    return (
        {one.decision: time_text(one.deadline) for one in states},
        tuple(one.decision for one in states if one.is_up),
    )


def holiday_of(taken: tuple[str, str, int], today: date) -> Holiday | None:
    """Holiday that is not over; None for a past one."""
    seat, first, days = taken
    begins = date.fromisoformat(first)
    if begins + days * DAY <= today:
        return None
    cut_to = max(0, (today - begins).days + 1) if begins <= today else 0
    return Holiday(seat, first, days, (begins + (days - 1) * DAY).isoformat(), cut_to)
