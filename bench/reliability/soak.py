"""T-53: Endurance: memory, open files and errors of a server while two players play.

    python -m bench.reliability soak [MINUTES] [--write]

The first fifth of the time is warm-up. Growth is the last value compared with the value after it.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from app.services.watch.benchmarks import Measurement
from bench.kills import KillRun
from bench.written import at_most, counted

MOST_GROWTH = 5  # per cent
PAUSE = 5.0  # seconds between two readings


def memory(pid: int) -> float:
    """Resident memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def measure(minutes: int = 10) -> Iterator[Measurement]:
    """Yield the size of the run, its errors, and the growth of memory and of open files."""
    with (
        tempfile.TemporaryDirectory() as folder,
        KillRun("soak", f"sqlite:///{folder}/soak.db", Path(folder)) as kill_run,
    ):
        kill_run.server.start()
        kill_run.first_game()
        kill_run.pair.play()
        pid, began = kill_run.server.process.pid, time.monotonic()
        readings = list[tuple[float, int]]()
        warm = 0
        while time.monotonic() - began < minutes * 60:
            time.sleep(PAUSE)
            readings.append((memory(pid), open_files(pid)))
            if time.monotonic() - began < minutes * 12:
                warm = len(readings)
        kill_run.pair.stop()
        kill_run.look_over()
        found = kill_run.at_the_end()
    (first, files), (last, files_now) = readings[warm], readings[-1]
    yield counted("soak_minutes", minutes)
    yield counted("soak_orders", found.acknowledged)
    yield at_most("soak_errors", len(found.wrong), 0)
    yield counted("soak_memory", last, "MB")
    yield at_most("soak_growth", 100 * (last / first - 1), MOST_GROWTH, "%")
    yield counted("soak_files", files_now - files)
