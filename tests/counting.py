"""Counts of a test run for the page /quality: python -m pytest --figures NAME.

A test that checks many things counts them: count("axe_looks"). Tests by kind and their durations
are counted automatically.
"""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from app.services.watch.benchmarks import Measurement
from bench.written import at_least, at_most, counted, write

BUDGETS = {
    "fuzz_cases": 100_000,
    "deadline_races": 10_000,
    "double_submits": 1_000,
    "lost_answers": 1_000,
    "clock_deadlines": 100_000,
    **{
        f"{kills}_{kind}": 500
        for kills in ("round_kills", "board_kills", "list_kills", "wish_kills")
        for kind in ("sqlite", "postgresql")
    },
}
"""Required counts of a long run: F-08, F-09, F-13, T-27 and T-43 of the project's list."""
MOST = {"first_page": 150.0}
UNITS = {"first_page": "kB"}
NAUGHT = {"asvs_open", "axe_violations"}
COMMIT_SUITE, TEN_MINUTES = "tests", 600.0
_tally: Counter[str] = Counter()


def count(what: str, times: float = 1) -> None:
    """Add checked things to the count of this test; `what` is a key of
    app/web/benchmark_words.py.
    """
    _tally[what] += times


def count_on(url: str, what: str) -> None:
    """Count once for the kind of database at `url`: `what` with "_sqlite" or "_postgresql"."""
    count(f"{what}_{url.partition(':')[0].partition('+')[0]}")


class Counting:
    """Plugin of pytest: each process sends its counts to the main one."""

    def __init__(self, config: pytest.Config):
        self.config, self.began = config, time.monotonic()
        self.kinds: Counter[str] = Counter()
        self.cases: Counter[str] = Counter()
        self.tally: Counter[str] = Counter()
        self.failed = self.skipped = 0

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
        if call.when == "call":
            item.user_properties.extend(("counted", one) for one in _tally.items())
            _tally.clear()
        yield

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed += report.failed
        self.skipped += report.skipped
        if report.when != "call":
            return
        for name, one in report.user_properties:
            if name == "counted":
                self.tally[one[0]] += one[1]
        folders = report.nodeid.split("/")[1:]
        self.kinds[folders[0]] += report.passed
        if "::test_case[" in report.nodeid:
            self.cases[folders[1]] += report.passed

    def pytest_sessionfinish(self) -> None:
        name = self.config.getoption("--figures")
        if name and not hasattr(self.config, "workerinput"):
            write(
                name,
                f"python -m pytest {shlex.join(self.config.invocation_params.args)}",
                self.figures(name),
            )

    def figures(self, name: str) -> Iterator[Measurement]:
        """Figures written under this name."""
        for kind, passed in sorted(self.kinds.items()):
            yield counted("tests_passed", passed, of=kind)
        yield at_most("tests_failed", self.failed, 0)
        yield counted("tests_skipped", self.skipped)
        for box, passed in sorted(self.cases.items()):
            yield counted("cases_passed", passed, of=box)
        for what, times in sorted(self.tally.items()):
            if what in NAUGHT or what in MOST:
                yield at_most(what, times, MOST.get(what, 0), UNITS.get(what, ""))
            else:
                yield (
                    at_least(what, times, BUDGETS[what])
                    if what in BUDGETS and name != COMMIT_SUITE
                    else counted(what, times)
                )
        taken = time.monotonic() - self.began
        yield (
            at_most("tests_seconds", taken, TEN_MINUTES, "s")
            if name == COMMIT_SUITE
            else counted("tests_seconds", taken, "s")
        )
