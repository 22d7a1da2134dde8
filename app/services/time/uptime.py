"""Uptime and outages of the server; time during an outage does not count."""

from __future__ import annotations

from datetime import datetime, timedelta

from app.services.time.availability import (
    Stretch,
    merge_intervals,
    parse_time,
)
from app.store.transactions import UnitOfWork

MISSED = timedelta(seconds=150)  # gap between records that counts as an outage
SETTLING = timedelta(minutes=15)  # time after an outage in which no time limit is enforced


# ---------------------------------------------------------------------- uptime of the server
def outages_between(work: UnitOfWork, since: datetime, when: datetime) -> tuple[Stretch, ...]:
    """Outages of the server between two moments.

    The time before the first record does not count as an outage.
    """
    opened = merge_intervals(
        (parse_time(one.since), parse_time(one.until) + MISSED)
        for one in work.uptime.all_intervals()
    )
    ends = [*(start for start, _ in opened[1:]), when + timedelta(seconds=1)]
    closed = (
        (end - MISSED, begins)
        for (_, end), begins in zip(opened, ends, strict=False)
        if end < begins
    )
    return tuple((start, end) for start, end in closed if end > since)


def record_uptime(work: UnitOfWork, when: str) -> bool:
    """Record that the server is up; true after an outage.

    A jump of the system clock counts as an outage. The caller commits.
    """
    last = work.uptime.last_interval()
    if (
        last is not None
        and parse_time(last.since) <= parse_time(when) <= parse_time(last.until) + MISSED
    ):
        if when > last.until:
            work.uptime.go_on(last.id, when)
        return False
    work.uptime.begin_interval(when)
    return True


def has_settled(work: UnitOfWork, when: datetime) -> bool:
    """True if the server has been up long enough to enforce time limits."""
    last = work.uptime.last_interval()
    return (
        last is not None
        and parse_time(last.since) + SETTLING <= when <= parse_time(last.until) + MISSED
    )
