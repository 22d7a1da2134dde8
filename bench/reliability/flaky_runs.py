"""T-67: Tests that failed and passed on the same code, from the log of test runs.

    python -m bench.reliability flaky_runs [--write]

`tests/flaky.py` writes the log, var/test_runs.jsonl; it has no dates.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.services.watch.benchmarks import Measurement
from bench.written import at_most, counted

LOG = Path(__file__).parents[2] / "var" / "test_runs.jsonl"


def digest(test: str) -> str:
    """Name of a passed test in the log."""
    return hashlib.blake2b(test.encode(), digest_size=5).hexdigest()


def flaky(runs: list[dict[str, Any]]) -> set[str]:
    """Tests that failed in one run and passed in another one of the same code."""
    passed = {(run["code"], name) for run in runs for name in run["passed"].split()}
    return {test for run in runs for test in run["failed"] if (run["code"], digest(test)) in passed}


def measure() -> Iterator[Measurement]:
    """Yield the number of runs, of versions of the code that ran more than once, and of flaky
    tests.
    """
    runs = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]
    again = [code for code, count in Counter(run["code"] for run in runs).items() if count > 1]
    yield counted("flaky_runs", len(runs))
    yield counted("flaky_versions", len(again))
    yield at_most("flaky_tests", len(flaky(runs)), 0)
