"""Times of requests in one process, divided by the slowness of the machine meanwhile."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager


def fixed_work() -> float:
    """Processor milliseconds of a fixed computation."""
    began = time.process_time()
    total = 0
    for number in range(40_000):
        total += number * number % 7
    return (time.process_time() - began) * 1000


class Timer:
    """Processor and elapsed milliseconds by name, with the calibration ratio meanwhile.

    Other processes of the machine delay the elapsed time, but not the processor time.
    """

    def __init__(self) -> None:
        self.idle = min(fixed_work() for _ in range(50))
        self.times: dict[str, list[float]] = {}
        self.elapsed: dict[str, list[float]] = {}
        self.beside: list[float] = []

    @contextmanager
    def taken(self, name: str) -> Iterator[None]:
        """Keep the time of this block, and measure the machine."""
        began, worked = time.perf_counter(), time.process_time()
        yield
        self.times.setdefault(name, []).append((time.process_time() - worked) * 1000)
        self.elapsed.setdefault(name, []).append((time.perf_counter() - began) * 1000)
        self.beside.append(fixed_work())

    @property
    def ratio(self) -> float:
        """Slowness of the machine compared with its best moment; 1 or more."""
        return max(1.0, statistics.median(self.beside) / min(self.idle, *self.beside))

    def p50(self, name: str) -> float:
        """Median of the processor time of a machine at rest."""
        return statistics.median(self.times[name]) / self.ratio

    def p95(self, name: str) -> float:
        """Processor time of a machine at rest that 95 of 100 keep."""
        return statistics.quantiles(self.times[name], n=20)[-1] / self.ratio
