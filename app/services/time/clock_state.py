"""State of the clocks of a game at one instant, from the time accounts of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from app.kernel.clock_terms import ASKED_BEFORE, Terms
from app.services.time.availability import (
    DAY,
    FOREVER,
    PlayingHours,
    Stretch,
    day_of,
    instant_after,
    is_shut_at,
    local_instant,
    reason_stopped,
    running_time,
)
from app.services.time.time_accounts import ClockStops, TimeAccount

EVERY_DAY = "0123456"
LEAD = timedelta(hours=24)  # longest time between a reminder and its deadline
# for the fixed hour, earlier questions count as asked after it
SHORT_NOTICE = timedelta(hours=ASKED_BEFORE)


class ClockState(msgspec.Struct, frozen=True):
    """State of a seat's clock. `deadline`, `remind_at` and `ends` (of the grace period) are None
    while the seat owes nothing.

    `left` is the running time until the deadline, negative after it. `stands` is the reason for a
    stopped clock: "pause", "holiday", "closed" (outage), "quiet", "free" or "". `decision` is the
    key of the clock among several of the seat.
    """

    seat: str
    left: timedelta
    since: datetime | None = None
    deadline: datetime | None = None
    remind_at: datetime | None = None
    ends: datetime | None = None
    stands: str = ""
    is_up: bool = False
    decision: str = ""

    def is_late(self, now: datetime) -> bool:
        return self.deadline is not None and now >= self.deadline

    def is_over(self, now: datetime) -> bool:
        """True if the agreed consequence of the end of the grace period may follow."""
        return (
            self.ends is not None and now >= self.ends and self.stands not in ("pause", "holiday")
        )


def decision_states(
    terms: Terms, seat: str, account: TimeAccount, shut: ClockStops, now: datetime
) -> tuple[ClockState, ...]:
    """States of the clocks of all decisions that a seat owes, the earliest deadline first."""
    states = (
        msgspec.structs.replace(clock_state(terms, seat, one, shut, now), decision=key)
        for key, one in account.by_decision().items()
    )
    timed = [(one.deadline, one) for one in states if one.deadline is not None]
    return tuple(one for _, one in sorted(timed, key=lambda pair: pair[0]))


def clock_state(
    terms: Terms, seat: str, account: TimeAccount, shut: ClockStops, now: datetime
) -> ClockState:
    """State of a seat's clock at this instant, from its account after the last move.

    Of several decisions it is the one with the earliest deadline.
    """
    if account.decisions:
        return decision_states(terms, seat, account, shut, now)[0]
    if account.since is None or account.at is None or not terms.runs:
        return ClockState(seat, account.left)
    stops = shut.of(seat, account.also)
    if terms.has_hour:
        deadline = fixed_hour_due(terms, account, account.since, shut, seat)
        left = (
            running_time(account.hours, stops, now, deadline) if now < deadline else deadline - now
        )
        lead = min(LEAD, account.given / 4) if terms.has_steps else SHORT_NOTICE / 2
        remind_at = max(account.since, deadline - lead)
    else:
        deadline = instant_after(account.hours, stops, account.at, account.left)
        left = account.left - running_time(account.hours, stops, account.at, now)
        remind_at = instant_after(
            account.hours, stops, account.at, account.left - min(LEAD, account.given / 4)
        )
    ends = instant_after(account.hours, stops, deadline, timedelta(hours=terms.grace))
    return ClockState(
        seat,
        left,
        account.since,
        deadline,
        remind_at,
        ends,
        stop_reason(account, shut, seat, now),
        account.is_up,
    )


def fixed_hour_due(
    terms: Terms, account: TimeAccount, since: datetime, shut: ClockStops, seat: str
) -> datetime:
    """First fixed hour at which the decision is due.

    It is not on a free day, holiday or pause of the player. The player has had enough time since
    the question or the last of these intervals.
    """
    restarts, stops = shut.restarts(seat, account.also), shut.of(seat, account.also)
    earliest = account.not_before or since
    if terms.has_steps and account.not_before is None:
        days = timedelta(days=terms.steps.get(account.step, 0)) - SHORT_NOTICE
        earliest = instant_after(PlayingHours(terms.zone), stops, since, days)
    weekdays = terms.weekdays or EVERY_DAY
    first = day_of(terms.zone, since)
    return next(
        due
        for due in (
            local_instant(terms.zone, first + days * DAY, terms.hour) for days in range(FOREVER)
        )
        if due > earliest
        and str(day_of(terms.zone, due).weekday()) in weekdays
        and not is_shut_at(restarts, due)
        and str(day_of(account.hours.zone, due).weekday()) not in account.hours.free_days
        and running_time(account.hours, stops, asked_last(restarts, since, due), due)
        >= SHORT_NOTICE
    )


def asked_last(restarts: Sequence[Stretch], since: datetime, due: datetime) -> datetime:
    return max((end for _, end in restarts if since < end <= due), default=since)


def stop_reason(account: TimeAccount, shut: ClockStops, seat: str, now: datetime) -> str:
    """Reason why the seat's time does not run at this instant; "" if it runs."""
    if is_shut_at(shut.pauses, now):
        return "pause"
    if is_shut_at(shut.absent(seat, account.also), now):
        return "holiday"
    return "closed" if is_shut_at(shut.outages, now) else reason_stopped(account.hours, now)
