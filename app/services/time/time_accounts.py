"""Time accounts of the seats of a game: a pure function of terms, players' hours and events.

A decision lasts from the moment a seat owes something until it owes nothing. With days for each
kind of decision, each decision of a seat has an account of its own. Its hours are those of the
player at its beginning. A take back also takes back time that was gained, never time that was
used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from app.kernel.clock_orders import TimeExtended
from app.kernel.clock_terms import Terms
from app.kernel.contract import Event
from app.services.time.availability import (
    NOTHING,
    PlayingHours,
    Stretch,
    common_intervals,
    instant_after,
    merge_intervals,
    running_time,
)

LEAST = timedelta(hours=1)  # least time for a decision that returns after a take back
LONG_OUTAGE = timedelta(minutes=30)  # an outage after which the time to a fixed hour begins anew


class ClockMove(msgspec.Struct, frozen=True):
    """Move as the clocks see it: seats that owe a decision after it, and its effects on the clocks.

    `steps` are the keys of deadlines of the owed decisions, by seat and by key of their clocks.
    `also` are the other seats that may answer the decision of a seat. `own` is the seat that
    decided itself, `up` a seat whose time was up for the decision `up_for`, `back` a seat that
    returned. `to` is the target of a take back; `acts` are events about clocks.
    """

    at: datetime
    owing: frozenset[str]
    own: str = ""
    up: str = ""
    back: str = ""
    to: int | None = None
    acts: tuple[Event, ...] = ()
    steps: Mapping[str, Mapping[str, str]] = {}
    also: Mapping[str, tuple[str, ...]] = {}
    up_for: str = ""

    def timed_decisions(self, terms: Terms, seat: str) -> dict[str, str]:
        """Keys of deadlines of the owed decisions, by key of their clocks; for terms with steps."""
        owed = self.steps.get(seat, {})
        return {key: step for key, step in owed.items() if step in terms.steps}

    def is_up_for(self, seat: str, key: str) -> bool:
        """True if the time of this decision was up; older moves tell the seat alone."""
        return self.up == seat and self.up_for in ("", key)

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
    the other seats that may answer the decision. With days for each kind of decision, the seat has
    `decisions`: accounts by key of their clocks.
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
    decisions: Mapping[str, TimeAccount] = {}

    def by_decision(self) -> Mapping[str, TimeAccount]:
        """Accounts of the owed decisions: that of the seat under "", or its several ones."""
        return self.decisions or ({"": self} if self.since is not None else {})


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


NO_TIME = TimeAccount(NOTHING, NOTHING)
"""Account before the first decision, with days for each kind of decision."""
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
        if terms.has_steps:
            found.append(_step_accounts(terms, seats, happened[: place + 1], shut, hours_at, found))
            continue
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
                    seat in move.owing,
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
    if seat not in move.owing:
        shut = stops.of(seat, account.also)
        return (
            account
            if account.since is None
            else msgspec.structs.replace(
                account_at(account, shut, move.at), since=None, is_up=False
            )
        )
    begins = move.back == seat or (account.is_up and move.own == seat)
    return _account_of_owed(terms, seat, account, move, stops, hours_at, begins=begins)


def _account_of_owed(
    terms: Terms,
    seat: str,
    account: TimeAccount,
    move: ClockMove,
    stops: ClockStops,
    hours_at: HoursAt,
    *,
    begins: bool,
    step: str = "",
    key: str = "",
) -> TimeAccount:
    """Account of a decision that is owed after the move. It `begins` afresh, or goes on."""
    begins, also = begins or account.since is None, move.also.get(seat, ())
    shut = stops.of(seat, account.also)
    if not begins and (more := move.extension(seat)):
        return _extended(account, more, shut, move.at)
    if not begins and account.also != also:
        account = msgspec.structs.replace(account_at(account, shut, move.at), also=also)
    if not begins:
        is_up = move.is_up_for(seat, key)
        return msgspec.structs.replace(account, is_up=True) if is_up else account
    account = account_at(account, shut, move.at)
    left, now = decision_time(terms, account, step), account.at
    return TimeAccount(
        left, left, account.used, now, now, hours_at(seat, now or move.at), step=step, also=also
    )


def _step_accounts(
    terms: Terms,
    seats: Sequence[str],
    happened: Sequence[ClockMove],
    stops: ClockStops,
    hours_at: HoursAt,
    found: Sequence[Mapping[str, TimeAccount]],
) -> dict[str, TimeAccount]:
    """Accounts after the last move, with one for each decision of a seat (CAR-CLK-01)."""
    move = happened[-1]
    back_to = move.to or 0
    accounts = {}
    for seat in seats:
        then = found[back_to - 1].get(seat, NO_TIME).decisions if back_to else {}
        before = found[-1].get(seat, NO_TIME).decisions if found else {}
        decisions = {}
        for key, step in move.timed_decisions(terms, seat).items():
            if key in then:
                account = before.get(key) or _last_account(happened, stops, found, seat, key)
                shut = stops.of(seat, account.also)
                then_at = happened[back_to - 1].at
                decisions[key] = _taken_back(account, then[key], then_at, move, True, shut)
                continue
            begins = move.back == seat
            account = before.get(key, NO_TIME)
            decisions[key] = _account_of_owed(
                terms, seat, account, move, stops, hours_at, begins=begins, step=step, key=key
            )
        accounts[seat] = TimeAccount(NOTHING, NOTHING, decisions=decisions)
    return accounts


def _last_account(
    happened: Sequence[ClockMove],
    stops: ClockStops,
    found: Sequence[Mapping[str, TimeAccount]],
    seat: str,
    key: str,
) -> TimeAccount:
    """Account of a decision that was answered meanwhile, at its end."""
    last = max(n for n, one in enumerate(found) if seat in one and key in one[seat].decisions)
    account = found[last][seat].decisions[key]
    ended = account_at(account, stops.of(seat, account.also), happened[last + 1].at)
    return msgspec.structs.replace(ended, since=None)


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
