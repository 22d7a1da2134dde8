"""T-53: A day of mixed load on one server, in compressed time, with its growth by hour.

    python -m bench.reliability soak [HOURS] [SECONDS] [OBSERVERS] [--write]

An hour is a fixed amount of work (`mixed_load.Amount`), done in SECONDS. In each hour players play
in three games and against three bots, and leave two games alone. Others read pages and import games
and armies. 1,000 observers come and go. Clocks run faster: a day of theirs takes four seconds, so
deadlines pass in each hour. The server runs over HTTP on SQLite, with finished games of years. Old
copies of such games are read too, so the caches are full after the first hours.

Memory, files, connections and threads are medians of an hour, the latencies too. A line is fitted
to the hours after the warm-up, the first quarter.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from app.services.container import require_game
from app.services.watch.benchmarks import Measurement
from bench.kills import REPOSITORY, faults, missing, open_store
from bench.load import crowd
from bench.load.__main__ import Site
from bench.mixed_load import Amount, Club
from bench.written import at_most, counted

MOST_SLOPE = 1.0  # per cent of the mean in an hour
WARM_UP = 4  # the hours of the warm-up are one in four
READ_SECONDS = 0.5  # between two readings
OLD_GAMES = 2000  # finished before the run
OLD_COPIES = 100  # of a game of each box, which visitors read from the first hour on
CHECKED = 60  # games whose records are checked at the end
STAY = 1.0  # hours that an observer watches a game, mean
DATABASE = "soak.db"


class Reading(msgspec.Struct, frozen=True):
    """State of the server: memory in MB with that of its child processes, and counts of open
    handles and of threads.
    """

    memory: float
    files: float
    sockets: float
    database: float
    threads: float


class Hour(msgspec.Struct, frozen=True):
    """Medians of an hour; latencies in milliseconds."""

    reading: Reading
    order: float
    page: float


def resident_memory(pid: int) -> float:
    """Resident memory in MB of a process and its children."""
    folder = Path(f"/proc/{pid}")
    own = int((folder / "statm").read_text(encoding="ascii").split()[1])
    children = [
        int(child)
        for task in (folder / "task").glob("*/children")
        for child in task.read_text(encoding="ascii").split()
    ]
    return own * os.sysconf("SC_PAGE_SIZE") / 2**20 + sum(map(resident_memory, children))


def read_process(pid: int) -> Reading:
    """Reading of a process from /proc. `files` are handles other than sockets."""
    folder = Path(f"/proc/{pid}")
    targets = list[str]()
    for handle in (folder / "fd").iterdir():
        try:
            targets.append(str(handle.readlink()))
        except FileNotFoundError:  # closed meanwhile
            continue
    sockets = sum(target.startswith("socket:") for target in targets)
    return Reading(
        resident_memory(pid),
        len(targets) - sockets,
        sockets,
        sum(target.endswith(f"/{DATABASE}") for target in targets),
        len(list((folder / "task").iterdir())),
    )


def slope(values: Sequence[float]) -> float:
    """Slope of the fitted line, in per cent of the mean for each value."""
    fitted = statistics.linear_regression(range(len(values)), values)
    return 100 * fitted.slope / statistics.fmean(values)


class Readings:
    """Readings of a process, taken by a thread until the end of the block."""

    def __init__(self, pid: int):
        self._pid, self._taken, self._enough = pid, list[Reading](), threading.Event()
        self._hand = threading.Thread(target=self._read)

    def __enter__(self) -> Readings:
        self._hand.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._hand.join()

    def _read(self) -> None:
        while not self._enough.wait(READ_SECONDS):
            self._taken.append(read_process(self._pid))

    def median(self) -> Reading:
        """Median of each value in the second half of the readings."""
        late = self._taken[len(self._taken) // 2 :]
        return Reading(
            *(
                statistics.median(getattr(one, name) for one in late)
                for name in Reading.__struct_fields__
            )
        )


class Soak:
    """Server with old games, its club and its observers; `hours` are the results."""

    def __init__(self, folder: Path, seconds: float, observers: int, amount: Amount):
        self.seconds, self.observers = seconds, observers
        self.site = Site(f"sqlite:///{folder}/{DATABASE}", folder, 1, Club.tokens_needed())
        self.site.fill((OLD_GAMES, 0, 0))
        self.site.server.program = ("bench.fast_clocks", "serve")
        tokens = [token for _, token in self.site.people]
        self.club = Club(self.site.server.url, tokens, self.site.login, amount)
        self.work, self.hours = self.club.work, list[Hour]()

    def run(self, hours: int) -> str:
        """Run for some simulated hours; the faults of the observers, one a line."""
        self.site.start()
        self._copy_first_games()
        self.site.start()
        program = subprocess.Popen(  # noqa: S603 - our own command
            [
                *(sys.executable, "-m", "bench.observers", self.site.server.url),
                *(str(self.observers), str(self.seconds * STAY)),
            ],
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            for number in range(hours):
                self.hours.append(self._hour())
                print(number + 1, self.hours[-1], flush=True)
        finally:
            program.terminate()
            told, _ = program.communicate(timeout=60)
            self.site.server.stop()
            self.club.close()
        return told

    def _copy_first_games(self) -> None:
        """Play a game of each box and copy it, so that visitors find finished games to read."""
        people, old = [user for user, _ in self.site.people], list[str]()
        for address in self.club.first_games():
            with self.site.services() as services:
                first = crowd.copied(services, int(address), OLD_COPIES, people)
            old += map(str, range(first, first + OLD_COPIES))
        self.work.over += random.Random(11).sample(old, len(old))  # noqa: S311 - order of visits

    def _hour(self) -> Hour:
        work = self.work
        orders, pages = len(work.order_seconds), len(work.page_seconds)
        with Readings(self.site.server.process.pid) as readings:
            self.club.work_an_hour(self.seconds)
        return Hour(
            readings.median(),
            1000 * statistics.median(work.order_seconds[orders:]),
            1000 * statistics.median(work.page_seconds[pages:]),
        )

    def wrong(self) -> list[str]:
        """Failed requests, lost orders, and faults of the records of the last games."""
        found = list(self.work.faults)
        with open_store(self.site.url) as work:
            found += missing(work, self.work.told)
            played = dict.fromkeys(one.given.game for one in self.work.told)
            for address in list(played)[-CHECKED:]:
                found += faults(work, require_game(work.games.find_game(address)))
        return found


def measure(hours: int = 24, seconds: int = 45, observers: int = 1000) -> Iterator[Measurement]:
    """Yield the size of the run, its errors, and the slopes of memory, handles and latencies."""
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), seconds, observers, Amount())
        told = soak.run(hours).splitlines()
        wrong = soak.wrong()
        log = soak.site.server.log.read_text(encoding="utf-8")
        wrong += [line for line in log.splitlines() if " ERROR " in line]
    if wrong or told:
        print(*wrong[:20], *told, log[-5000:], sep="\n")
    yield from figures(soak, hours, len(wrong) + failed_requests(told))


def failed_requests(told: Sequence[str]) -> int:
    """Failed requests in the lines of the observers, which begin with a count."""
    return sum(int(line.split()[0]) for line in told)


def figures(soak: Soak, hours: int, errors: int) -> Iterator[Measurement]:
    """Figures of a run. The hours of the warm-up have no part in the slopes."""
    work, kept = soak.work, soak.hours[hours // WARM_UP :]
    yield counted("soak_hours", hours)
    yield counted("soak_hour", soak.seconds, "s")
    yield counted("soak_orders", len(work.order_seconds))
    yield counted("soak_games", work.games)
    yield counted("soak_imports", work.imports)
    yield counted("soak_pages", len(work.page_seconds))
    yield counted("soak_observers", soak.observers)
    yield at_most("soak_errors", errors, 0)
    series = {
        name: [getattr(hour.reading, name) for hour in kept] for name in Reading.__struct_fields__
    }
    series |= {name: [getattr(hour, name) for hour in kept] for name in ("order", "page")}
    units = {"memory": "MB", "order": "ms", "page": "ms"}
    for name, values in series.items():
        yield counted(f"soak_{name}", float(statistics.median(values)), units.get(name, ""))
        yield at_most(f"soak_{name}_slope", slope(values), MOST_SLOPE, "%")
