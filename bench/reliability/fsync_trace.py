"""T-19: Orders on SQLite whose log was flushed to the disk before their answer left the server.

    python -m bench.reliability fsync_trace [ORDERS] [--write]

`strace` writes the system calls of a server while one client after the other gives orders. The log
must be written after the request. An order counts as flushed if `fdatasync` or `fsync` follows the
last such write before the answer.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from app.services.watch.benchmarks import Measurement
from bench.kills import KillRun
from bench.written import at_least, counted

CALLS = "read,recvfrom,write,writev,sendto,sendmsg,pwrite64,fdatasync,fsync"
CALL = re.compile(r"\d+ +(?:<\.\.\. )?(\w+)[( ](.*)")
ORDER = re.compile(r"POST /api/v1/games/[\w-]+/orders ")
MINUTES = 8  # after which no more orders are given
GOOD = re.compile(r"HTTP/1\.1 200 ")


class Trace(msgspec.Struct):
    """State of one order while the calls are read in their order."""

    answered: int = 0
    flushed: int = 0
    is_open: bool = False
    has_written: bool = False
    is_flushed: bool = False

    def note(self, call: str, rest: str) -> None:
        if call in ("read", "recvfrom"):
            if ORDER.search(rest):
                self.is_open, self.has_written, self.is_flushed = True, False, False
        elif call == "pwrite64" and "-wal" in rest:
            self.has_written, self.is_flushed = True, False
        elif call in ("fsync", "fdatasync"):
            self.is_flushed = self.has_written and rest.rstrip().endswith("= 0")
        elif self.is_open and GOOD.search(rest):
            self.answered += 1
            self.flushed += self.is_flushed
            self.is_open = False


def read_trace(lines: Iterable[str]) -> Trace:
    """Count the answered and the flushed orders of a trace."""
    found = Trace()
    for line in lines:
        if call := CALL.match(line):
            if "unfinished" in line and call[1] in ("fsync", "fdatasync"):
                continue  # the line of its end counts
            found.note(call[1], call[2])
    return found


def give_orders(kill_run: KillRun, most: int) -> None:
    """Give orders, one after the other, until `most` are acknowledged."""
    until = time.monotonic() + MINUTES * 60
    while sum(len(player.acknowledged) for player in kill_run.pair.players) < most:
        if time.monotonic() > until:
            return
        for player in kill_run.pair.players:
            game = player.ask("GET", f"/games/{kill_run.pair.address}")
            if game["outcome"] is not None:
                kill_run.pair.begin()
            elif game["decisions"]:
                player.give(player.wish(game)).raise_for_status()


def measure(most: int = 1000) -> Iterator[Measurement]:
    """Yield the traced orders and the share that was flushed first."""
    strace = shutil.which("strace")
    if strace is None:
        raise SystemExit("strace is not installed")
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        with KillRun("trace", f"sqlite:///{folder}/trace.db", Path(folder)) as kill_run:
            kill_run.server.start()
            kill_run.first_game()
            pid = str(kill_run.server.process.pid)
            words = [
                strace,
                "-f",
                "-y",
                "-s",
                "60",
                "-e",
                f"trace={CALLS}",
                "-o",
                str(trace),
                "-p",
                pid,
            ]
            tracer = subprocess.Popen(words, stderr=subprocess.DEVNULL)  # noqa: S603 - found on the path
            time.sleep(1)
            give_orders(kill_run, most)
            tracer.terminate()
            tracer.wait()
        found = read_trace(trace.read_text(errors="replace").splitlines())
    yield counted("flush_orders", found.answered)
    yield at_least("flush_share", 100 * found.flushed / max(1, found.answered), 100, "%")
