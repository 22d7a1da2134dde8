"""Counters of attempts within a time window, kept in the memory of one server process.

`shared_attempts` counts for all processes together.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict, deque
from collections.abc import Mapping
from math import ceil
from typing import Protocol

from app.services.errors import TooOften


class Counter(Protocol):
    """Counter of attempts: `AttemptCounter` or `SharedAttemptCounter`."""

    def take(self, wanted: Mapping[str, int]) -> dict[str, int]: ...

    def give_back(self, what: str) -> None: ...

    def forget(self, what: str) -> None: ...


class AttemptCounter:
    """Attempts of the last `within` seconds, counted by key."""

    def __init__(self, within: float = 900.0):
        self._within, self._lock = within, threading.Lock()
        self._done: dict[str, deque[float]] = defaultdict(deque)

    def take(self, wanted: Mapping[str, int]) -> dict[str, int]:
        """Count one attempt for each key and return the counts.

        Raises `TooOften` if a key has reached its limit; then no attempt counts.
        """
        with self._lock:
            late = [
                times[len(times) - most]
                for what, most in wanted.items()
                if len(times := self._lately(what)) >= most
            ]
            if late:
                raise TooOften(max(1, ceil(max(late) + self._within - time.monotonic())))
            return {what: self._count(what) for what in wanted}

    def give_back(self, what: str) -> None:
        """Remove the last attempt from the count."""
        with self._lock:
            if times := self._lately(what):
                times.pop()

    def forget(self, what: str) -> None:
        with self._lock:
            self._done.pop(what, None)

    def _count(self, what: str) -> int:
        self._lately(what)
        self._done[what].append(time.monotonic())
        times = len(self._done[what])
        if len(self._done) > 10_000:
            self._done = defaultdict(
                deque, {key: times for key, times in self._done.items() if self._lately(key)}
            )
        return times

    def _lately(self, what: str) -> deque[float]:
        times = self._done.get(what, deque())
        while times and times[0] < time.monotonic() - self._within:
            times.popleft()
        return times
