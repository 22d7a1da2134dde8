"""T-07: Result of the newest mutation sample in `docs/survivors.md`.

    python -m bench.reliability mutation_sample [--write]

It runs no mutants; `python -m bench.mutants` does. The page names the day of the sample.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from app.services.watch.benchmarks import Measurement
from bench.written import at_least, counted

PAGE = Path(__file__).parents[2] / "docs" / "survivors.md"
SAMPLE = re.compile(r"^## Sample of (\S+), seed \d+: (\d+) mutants, (\d+) killed$", re.MULTILINE)
LEAST = 90  # per cent


def measure() -> Iterator[Measurement]:
    """Yield the day, the size and the score of the newest sample."""
    day, mutants, killed = SAMPLE.findall(PAGE.read_text(encoding="utf-8"))[0]
    yield counted("mutation_day", day)
    yield counted("mutation_count", int(mutants))
    yield at_least("mutation_score", 100 * int(killed) / int(mutants), LEAST, "%")
