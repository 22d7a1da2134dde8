"""State of the clocks of a game: a pure function of terms, players' hours, events and the current
time.

A decision lasts from the moment a seat owes something until it owes nothing. Its hours are those of
the player at its beginning. A take back also takes back time that was gained, never time that was
used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from app.kernel.clock_orders import TimeExtended
from app.kernel.clock_terms import ASKED_BEFORE, Terms
from app.kernel.contract import Event
from app.services.time.availability import (
    DAY,
    FOREVER,
    NOTHING,
    PlayingHours,
    Stretch,
    common_intervals,
    day_of,
    instant_after,
    is_shut_at,
    local_instant,
    merge_intervals,
    reason_stopped,
    running_time,
)

EVERY_DAY = "0123456"
LEAST = timedelta(hours=1)  # least time for a decision that returns after a take back
LEAD = timedelta(hours=24)  # longest time between a reminder and its deadline
# outage of the server; for the fixed hour, earlier questions count as asked after it
SHORT_NOTICE = timedelta(hours=ASKED_BEFORE)
LONG_OUTAGE = timedelta(minutes=30)


class ClockMove(msgspec.Struct, frozen=True):
    """Move as the clocks see it: seats that owe a decision after it, and its effects on the clocks.

    `steps` are the keys of the owed decisions' deadlines, by seat. `also` are the other seats that
    may answer the decision of a seat.
    `own` is the seat that decided itself, `up` a seat whose time was up, `back` a seat that
    returned. `to` is the target of a take back; `acts` are events about clocks.
    """

    at: datetime
    owing: frozenset[str]
    own: str = ""
    up: str = ""
    back: str = ""
    to: int | None = None
    acts: tuple[Event, ...] = ()
    steps: Mapping[str, str] = {}
    also: Mapping[str, tuple[str, ...]] = {}

    def is_timed(self, terms: Terms, seat: str) -> bool:
        """True if the seat owes a decision with a deadline."""
        return seat in self.owing and (
            not terms.has_steps or self.steps.get(seat, "") in terms.steps
        )

    def extension(self, seat: str) -> timedelta:
        """Time that the referee gave the seat with this move."""
        days = (
            event.days
            for event in self.acts
            if isinstance(event, TimeExtended) and event.seat == seat
        )
        return timedelta(days=sum(days))


class TimeAccount(msgspec.Struct, frozen=True):
    """Time account of a seat: time `left` at the moment `at`, and time `used` until then.

    `since` is the beginning of the owed decision, None if there is none; `given` is its time. No
    deadline is earlier than `not_before`. `step` is the key of the decision's deadline. `also` are
    the other seats that may answer the decision.
    """

    left: timedelta
    given: timedelta
    used: timedelta = NOTHING
    since: datetime | None = None
    at: datetime | None = None
    hours: PlayingHours = PlayingHours()
    is_up: bool = False
    not_before: datetime | None = None
    step: str = ""
    also: tuple[str, ...] = ()


class ClockStops(msgspec.Struct, frozen=True):
    """Reasons that stop clocks, apart from the hours of players.

    `also` are other seats that may answer a decision of a seat: holidays stop its clock only while
    all of these players are away. `left` are seats without a player.
    """

    pauses: tuple[Stretch, ...] = ()
    holidays: Mapping[str, tuple[Stretch, ...]] = {}
    outages: tuple[Stretch, ...] = ()
    left: frozenset[str] = frozenset()

    def of(self, seat: str, also: Sequence[str] = ()) -> tuple[Stretch, ...]:
        return merge_intervals((*self.agreed(seat, also), *self.outages))

    def absent(self, seat: str, also: Sequence[str] = ()) -> tuple[Stretch, ...]:
        """Holidays during which no player that may answer is there (CAR-CLK-06)."""
        found = self.holidays.get(seat, ())
        for other in also:
            if other not in self.left:
                found = common_intervals(found, self.holidays.get(other, ()))
        return found

    def agreed(self, seat: str, also: Sequence[str] = ()) -> tuple[Stretch, ...]:
        """Pauses, and holidays of the seat."""
        return merge_intervals((*self.pauses, *self.absent(seat, also)))

    def restarts(self, seat: str, also: Sequence[str] = ()) -> tuple[Stretch, ...]:
        """Intervals after which a fixed hour starts afresh."""
        return merge_intervals(
            (
                *self.agreed(seat, also),
                *(stretch for stretch in self.outages if stretch[1] - stretch[0] >= LONG_OUTAGE),
            )
        )


class ClockState(msgspec.Struct, frozen=True):
    """State of a seat's clock. `deadline`, `remind_at` and `ends` (of the grace period) are None
    while the seat owes nothing.

    `left` is the running time until the deadline, negative after it. `stands` is the reason for a
    stopped clock: "pause", "holiday", "closed" (outage), "quiet", "free" or "".
    """

    seat: str
    left: timedelta
    since: datetime | None = None
    deadline: datetime | None = None
    remind_at: datetime | None = None
    ends: datetime | None = None
    stands: str = ""
    is_up: bool = False

    def is_late(self, now: datetime) -> bool:
        return self.deadline is not None and now >= self.deadline

    def is_over(self, now: datetime) -> bool:
        """True if the agreed consequence of the end of the grace period may follow."""
        return (
            self.ends is not None and now >= self.ends and self.stands not in ("pause", "holiday")
        )


HoursAt = Callable[[str, datetime], PlayingHours]
"""Hours of the player of a seat at an instant."""


def time_accounts(
    terms: Terms,
    seats: Sequence[str],
    happened: Sequence[ClockMove],
    shut: ClockStops,
    hours_at: HoursAt,
    known: Sequence[Mapping[str, TimeAccount]] = (),
) -> tuple[Mapping[str, TimeAccount], ...]:
    """Accounts of all seats after each move.

    `known` are the accounts after the first moves, from an earlier computation. A seat that was
    opened since has a full account.
    """
    full = timedelta(days=terms.days)
    fresh = TimeAccount(full, full)
    found: list[Mapping[str, TimeAccount]] = list(known)
    for place in range(len(found), len(happened)):
        before = found[-1] if found else {}
        move = happened[place]
        back_to = move.to or 0
        then = found[back_to - 1] if back_to else {}
        found.append(
            {
                seat: _account_after_move(
                    terms, seat, before.get(seat, fresh), move, shut, hours_at
                )
                if seat not in then
                else _taken_back(
                    before.get(seat, fresh),
                    then[seat],
                    happened[back_to - 1].at,
                    move,
                    move.is_timed(terms, seat),
                    shut.of(seat, before.get(seat, fresh).also),
                )
                for seat in seats
            }
        )
    return tuple(found)


def _account_after_move(
    terms: Terms,
    seat: str,
    account: TimeAccount,
    move: ClockMove,
    stops: ClockStops,
    hours_at: HoursAt,
) -> TimeAccount:
    """Account of a seat after one more move."""
    step, also = move.steps.get(seat, ""), move.also.get(seat, ())
    shut = stops.of(seat, account.also)
    if not move.is_timed(terms, seat):
        return (
            account
            if account.since is None
            else msgspec.structs.replace(
                account_at(account, shut, move.at), since=None, is_up=False
            )
        )
    begins = (
        account.since is None
        or move.back == seat
        or (account.is_up and move.own == seat)
        or (terms.has_steps and account.step != step)
    )
    if not begins and (more := move.extension(seat)):
        return _extended(account, more, shut, move.at)
    if not begins and account.also != also:
        account = msgspec.structs.replace(account_at(account, shut, move.at), also=also)
    if not begins:
        return msgspec.structs.replace(account, is_up=True) if move.up == seat else account
    account = account_at(account, shut, move.at)
    left, now = decision_time(terms, account, step), account.at
    return TimeAccount(
        left, left, account.used, now, now, hours_at(seat, now or move.at), step=step, also=also
    )


def _extended(
    account: TimeAccount, more: timedelta, shut: Sequence[Stretch], now: datetime
) -> TimeAccount:
    """Account of a seat to which the referee gives more time, from now on (CAR-CLK-14)."""
    account = account_at(account, shut, now)
    return msgspec.structs.replace(
        account,
        left=max(account.left, NOTHING) + more,
        is_up=False,
        not_before=instant_after(PlayingHours(account.hours.zone), shut, now, more),
    )


def _taken_back(
    account: TimeAccount,
    then: TimeAccount,
    then_at: datetime,
    move: ClockMove,
    owes: bool,
    shut: Sequence[Stretch],
) -> TimeAccount:
    """Account of a seat after a take back: the earlier account, less the time used since."""
    account, before = account_at(account, shut, move.at), account_at(then, shut, then_at)
    left, now = before.left - (account.used - before.used), account.at or move.at
    if not owes:
        return msgspec.structs.replace(
            account, left=left, given=then.given, since=None, is_up=False
        )
    return TimeAccount(
        max(left, LEAST),
        then.given,
        account.used,
        then.since or now,
        now,
        then.hours,
        not_before=now + LEAST,
        step=then.step,
        also=then.also,
    )


def account_at(account: TimeAccount, shut: Sequence[Stretch], now: datetime) -> TimeAccount:
    """Account at a later moment. A system clock that was set back costs and gives nothing."""
    now = max(now, account.at or now)
    spent = (
        running_time(account.hours, shut, account.at, now)
        if account.since and account.at
        else NOTHING
    )
    return msgspec.structs.replace(
        account, left=account.left - spent, used=account.used + spent, at=now
    )


def decision_time(terms: Terms, account: TimeAccount, step: str = "") -> timedelta:
    """Time for a new decision."""
    if terms.has_steps:
        return timedelta(days=terms.steps.get(step, 0))
    full = timedelta(days=terms.days)
    if terms.kind != "bank" or account.used == NOTHING:
        return full
    return min(full, max(account.left, NOTHING) + timedelta(hours=terms.more))


def clock_state(
    terms: Terms, seat: str, account: TimeAccount, shut: ClockStops, now: datetime
) -> ClockState:
    """State of a seat's clock at this instant, from its account after the last move."""
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
