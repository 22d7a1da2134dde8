"""What the clocks of a game say: a pure function of the terms, of each player's hours, of what
happened when, and of now.

A decision is everything that a seat owes without a break: it begins when something waits for the
seat and ends when nothing does. Its hours are those that the player had when it began. What is
taken back takes the time with it that it gave, never the time that it cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from app.kernel.clock import ASKED_BEFORE, Terms
from app.kernel.contract import Event
from app.services.time.availability import (
    DAY,
    FOREVER,
    NOTHING,
    Hours,
    Stretch,
    at,
    day_of,
    forward,
    merged,
    running,
    shut_at,
    why_it_stands,
)

LEAST = timedelta(hours=1)  # of a decision that comes back because a move was taken back
LEAD = timedelta(hours=24)  # how long before a deadline its reminder goes out, at most
LONG_OUTAGE = timedelta(
    minutes=30
)  # of the house: what was asked before it counts for the fixed hour as asked after it


class Happened(msgspec.Struct, frozen=True):
    """A move as the clocks see it: who owes a decision after it, the seat that decided for itself,
    and what it did to the clocks.

    `up`: the seat whose time was up on record; `back`: a seat that was replaced and is there again;
    `to`: the move to which a taking back returned; `acts`: what was decided about the clocks.
    """

    at: datetime
    owing: frozenset[str]
    own: str = ""
    up: str = ""
    back: str = ""
    to: int | None = None
    acts: tuple[Event, ...] = ()


class Account(msgspec.Struct, frozen=True):
    """The time of a seat: what was `left` of the decision or of the bank at the moment `at`, and
    `used` in all until then.

    `since`: when the decision began that it owes, None if it owes none; `given`: what it had for
    it. `not_before`: no deadline lies before this.
    """

    left: timedelta
    given: timedelta
    used: timedelta = NOTHING
    since: datetime | None = None
    at: datetime | None = None
    hours: Hours = Hours()
    is_up: bool = False
    not_before: datetime | None = None


class Shut(msgspec.Struct, frozen=True):
    """What stops clocks besides the hours of a player."""

    pauses: tuple[Stretch, ...] = ()
    holidays: Mapping[str, tuple[Stretch, ...]] = {}
    outages: tuple[Stretch, ...] = ()

    def of(self, seat: str) -> tuple[Stretch, ...]:
        return merged((*self.pauses, *self.holidays.get(seat, ()), *self.outages))

    def agreed(self, seat: str) -> tuple[Stretch, ...]:
        """What the players or the seat itself decided."""
        return merged((*self.pauses, *self.holidays.get(seat, ())))

    def restarts(self, seat: str) -> tuple[Stretch, ...]:
        """What is followed by a fresh start at a fixed hour."""
        return merged(
            (
                *self.agreed(seat),
                *(stretch for stretch in self.outages if stretch[1] - stretch[0] >= LONG_OUTAGE),
            )
        )


class Reckoning(msgspec.Struct, frozen=True):
    """What a seat's clock says now. `deadline`, `remind_at` and `ends` (the grace is over) are None
    while nothing waits for the seat.

    `left`: how much time will have run until the deadline, below nothing once it has passed.
    `stands`: why no time runs just now: "pause", "holiday", "closed" (the house), "quiet", "free",
    or "".
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
        """Whether what was agreed for the end of the grace may follow."""
        return (
            self.ends is not None and now >= self.ends and self.stands not in ("pause", "holiday")
        )


HoursAt = Callable[[str, datetime], Hours]
"""The hours that the player of a seat had at an instant."""


def accounts(
    terms: Terms,
    seats: Sequence[str],
    happened: Sequence[Happened],
    shut: Shut,
    hours_at: HoursAt,
    known: Sequence[Mapping[str, Account]] = (),
) -> tuple[Mapping[str, Account], ...]:
    """The accounts of all seats after each move; `known` are those after the first ones, from an
    earlier reckoning.
    """
    full = timedelta(days=terms.days)
    stops = {seat: shut.of(seat) for seat in seats}
    found: list[Mapping[str, Account]] = list(known)
    for place in range(len(found), len(happened)):
        before = found[-1] if found else {seat: Account(full, full) for seat in seats}
        move = happened[place]
        then = found[move.to - 1] if move.to else {}
        found.append(
            {
                seat: _moved(terms, seat, before[seat], move, stops[seat], hours_at)
                if seat not in then
                else _taken_back(
                    before[seat],
                    then[seat],
                    happened[move.to - 1].at,
                    move,
                    seat in move.owing,
                    stops[seat],
                )
                for seat in seats
            }
        )
    return tuple(found)


def _moved(
    terms: Terms,
    seat: str,
    account: Account,
    move: Happened,
    shut: Sequence[Stretch],
    hours_at: HoursAt,
) -> Account:
    """The account of a seat after one more move."""
    if seat not in move.owing:
        return (
            account
            if account.since is None
            else msgspec.structs.replace(settled(account, shut, move.at), since=None, is_up=False)
        )
    begins = account.since is None or move.back == seat or (account.is_up and move.own == seat)
    if not begins:
        return msgspec.structs.replace(account, is_up=True) if move.up == seat else account
    account = settled(account, shut, move.at)
    left, now = begun_with(terms, account), account.at
    return Account(left, left, account.used, now, now, hours_at(seat, now or move.at))


def _taken_back(
    account: Account,
    then: Account,
    then_at: datetime,
    move: Happened,
    owes: bool,
    shut: Sequence[Stretch],
) -> Account:
    """The account of a seat as it was after the move to which one returns, less what has been used
    since.
    """
    account, before = settled(account, shut, move.at), settled(then, shut, then_at)
    left, now = before.left - (account.used - before.used), account.at or move.at
    if not owes:
        return msgspec.structs.replace(
            account, left=left, given=then.given, since=None, is_up=False
        )
    return Account(
        max(left, LEAST),
        then.given,
        account.used,
        then.since or now,
        now,
        then.hours,
        not_before=now + LEAST,
    )


def settled(account: Account, shut: Sequence[Stretch], now: datetime) -> Account:
    """The account at a later moment; a clock that was put back costs and gives nothing."""
    now = max(now, account.at or now)
    spent = (
        running(account.hours, shut, account.at, now) if account.since and account.at else NOTHING
    )
    return msgspec.structs.replace(
        account, left=account.left - spent, used=account.used + spent, at=now
    )


def begun_with(terms: Terms, account: Account) -> timedelta:
    """How much time there is for a decision that begins."""
    full = timedelta(days=terms.days)
    if terms.kind != "bank" or account.used == NOTHING:
        return full
    return min(full, max(account.left, NOTHING) + timedelta(hours=terms.more))


def reckon(terms: Terms, seat: str, account: Account, shut: Shut, now: datetime) -> Reckoning:
    """What the clock of a seat says at this instant, from its account after the last move."""
    if account.since is None or account.at is None or not terms.runs:
        return Reckoning(seat, account.left)
    stops = shut.of(seat)
    if terms.kind == "hour":
        deadline = at_the_hour(terms, account, account.since, shut, seat)
        left = running(account.hours, stops, now, deadline) if now < deadline else deadline - now
        remind_at = max(account.since, deadline - timedelta(hours=ASKED_BEFORE / 2))
    else:
        deadline = forward(account.hours, stops, account.at, account.left)
        left = account.left - running(account.hours, stops, account.at, now)
        remind_at = forward(
            account.hours, stops, account.at, account.left - min(LEAD, account.given / 4)
        )
    ends = forward(account.hours, stops, deadline, timedelta(hours=terms.grace))
    return Reckoning(
        seat,
        left,
        account.since,
        deadline,
        remind_at,
        ends,
        standing(account.hours, shut, seat, now),
        account.is_up,
    )


def at_the_hour(terms: Terms, account: Account, since: datetime, shut: Shut, seat: str) -> datetime:
    """The first fixed hour at which the decision is due: one that is no free day, holiday or pause
    of the player, and before which he has had enough time since he was asked, or since the last of
    them ended.
    """
    restarts, stops, earliest = shut.restarts(seat), shut.of(seat), account.not_before or since
    first = day_of(terms.zone, since)
    return next(
        due
        for due in (at(terms.zone, first + days * DAY, terms.hour) for days in range(FOREVER))
        if due > earliest
        and not shut_at(restarts, due)
        and str(day_of(account.hours.zone, due).weekday()) not in account.hours.free_days
        and running(account.hours, stops, asked_last(restarts, since, due), due)
        >= timedelta(hours=ASKED_BEFORE)
    )


def asked_last(restarts: Sequence[Stretch], since: datetime, due: datetime) -> datetime:
    return max((end for _, end in restarts if since < end <= due), default=since)


def standing(hours: Hours, shut: Shut, seat: str, now: datetime) -> str:
    """Why no time of the seat runs at this instant; "" if it does."""
    if shut_at(shut.pauses, now):
        return "pause"
    if shut_at(shut.holidays.get(seat, ()), now):
        return "holiday"
    return "closed" if shut_at(shut.outages, now) else why_it_stands(hours, now)
