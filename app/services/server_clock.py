"""Time of the server: that of its database, so that hosts with different clocks decide alike.

On SQLite the database has the clock of its only host.
"""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime, timedelta

from app.store.transactions import Store

log = logging.getLogger(__name__)

WORTH_A_WARNING = timedelta(seconds=1)


class DatabaseClock:
    """Clock of the database, read once and continued by a counter that no clock setting changes."""

    def __init__(self) -> None:
        self._anchor: tuple[datetime, float] | None = None
        self.skew = timedelta()  # of the clock of this host, as measured last

    def follow(self, store: Store) -> timedelta:
        """Read the clock of the database; log and return the skew of this host. Called at the start
        and once a minute. Raises `DatabaseUnavailable`.
        """
        asked = time.monotonic()
        found = store.read_clock()
        answered = time.monotonic()
        if found is None:
            self._anchor, self.skew = None, timedelta()
            return self.skew
        self._anchor = found, (asked + answered) / 2
        self.skew = host_now() - self.now()
        level = logging.WARNING if abs(self.skew) > WORTH_A_WARNING else logging.DEBUG
        seconds = self.skew.total_seconds()
        log.log(level, "clock of this host minus that of the database: %.3f s", seconds)
        return self.skew

    def now(self) -> datetime:
        """Present time of the database, in UTC."""
        if self._anchor is None:
            return host_now()
        read, at = self._anchor
        return read + timedelta(seconds=time.monotonic() - at)


CLOCK = DatabaseClock()
"""Clock of this process; it follows the database that was opened last."""


def host_now() -> datetime:
    """Present time by the clock of this host."""
    return datetime.now(UTC)


def current_datetime() -> datetime:
    """Present time, in UTC, for everything that is recorded or decided."""
    return CLOCK.now()
