"""Log of test runs, and the tests that both failed and passed on the same code.

Every run of pytest adds one JSON line to var/test_runs.jsonl. A run ends with a list of the flaky
tests of the code that it ran. `python -m tests.flaky` prints those of every code in the log.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
LOG = TOP / "var" / "test_runs.jsonl"
KEPT_RUNS = 60


def code_version() -> str:
    """Commit of the tree, and a digest of the uncommitted changes and new files."""
    commit = _git("rev-parse", "--short=12", "HEAD").strip() or "no git"
    changes = _git("diff", "HEAD") + "".join(_new_files())
    return f"{commit}+{_short(changes)}" if changes else commit


def _new_files() -> Iterator[str]:
    """Yield the names and contents of the files that git neither follows nor ignores."""
    for name in _git("ls-files", "--others", "--exclude-standard", "-z").split("\0"):
        if (TOP / name).is_file():
            yield f"{name}\n{(TOP / name).read_text(encoding='utf-8', errors='replace')}"


def flaky_tests(runs: Iterable[dict]) -> Iterator[tuple[str, str, int, int]]:
    """Yield (code, test, failures, passes) of tests that did both on the same code."""
    failures: Counter[tuple[str, str]] = Counter()
    passes: Counter[tuple[str, str]] = Counter()
    for run in runs:
        failures.update((run["code"], test) for test in set(run["failed"]))
        passes.update((run["code"], digest) for digest in set(run["passed"].split()))
    for (code, test), count in failures.items():
        if passed := passes[code, _short(test)]:
            yield code, test, count, passed


def read_runs(log: Path = LOG) -> list[dict]:
    """Return the logged runs, oldest first."""
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def add_run(run: dict, log: Path = LOG) -> None:
    """Append a run; only the newest `KEPT_RUNS` stay in the log. Two runs may end together."""
    log.parent.mkdir(exist_ok=True)
    with log.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # released when the file is closed
        runs = [*read_runs(log), run][-KEPT_RUNS:]
        log.write_text("".join(json.dumps(one) + "\n" for one in runs))


class RunLog:
    """Plugin of pytest: collects the results of a run and logs them at its end."""

    def __init__(self, log: Path = LOG):
        self.log, self.code = log, code_version()
        self.failed: set[str] = set()
        self.passed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            self.passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        passed = " ".join(sorted(_short(test) for test in self.passed - self.failed))
        if passed or self.failed:
            add_run({"code": self.code, "failed": sorted(self.failed), "passed": passed}, self.log)

    def pytest_terminal_summary(self, terminalreporter) -> None:
        runs = [run for run in read_runs(self.log) if run["code"] == self.code]
        for _, test, failures, passes in flaky_tests(runs):
            terminalreporter.line(f"FLAKY {test}: failed {failures}, passed {passes} times")


def _short(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=5).hexdigest()


def _git(*arguments: str) -> str:
    try:
        ran = subprocess.run(
            ["git", *arguments],
            cwd=TOP,
            check=False,
            capture_output=True,
            text=True,
        )
    except FileNotFoundError:
        return ""
    return ran.stdout


if __name__ == "__main__":
    for code, test, failures, passes in flaky_tests(read_runs()):
        print(f"{code}: {test}: failed {failures}, passed {passes} times")
