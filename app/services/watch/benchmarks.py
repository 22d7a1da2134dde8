"""Figures in `docs/figures`, one file for each command, and confirmed errors of the rules.

The commands write the figures (`bench/written.py`); none is typed by hand.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from app.kernel.data_tables import read_yaml
from app.kernel.decoding import decode_json
from app.kernel.say import Say, say

DOCS = Path(__file__).parents[3] / "docs"
FOLDER = DOCS / "figures"


class Measurement(msgspec.Struct, frozen=True, omit_defaults=True):
    """Measured figure. `what` is a key of `app/web/benchmark_words.py` or of the figures of a game
    (`BenchEntry`); `of` is a box, scenario or database if one command has several.

    `budget` is the target in the same unit ("≤ 3"), and `met` tells if it was reached; None without
    a budget.
    """

    what: str
    value: int | float | str
    unit: str = ""
    budget: str | int | float | None = None
    met: bool | None = None
    of: str = ""


class BenchmarkRun(msgspec.Struct, frozen=True):
    """Result of one command with its date (UTC), commit ("+": with uncommitted changes) and
    machine.
    """

    date: str
    commit: str
    command: str
    machine: str
    figures: tuple[Measurement, ...]

    @property
    def missed(self) -> int:
        """Number of figures that missed their budget."""
        return sum(figure.met is False for figure in self.figures)


@cache
def load_runs(folder: Path = FOLDER) -> dict[str, BenchmarkRun]:
    """Results by file name; raises `msgspec.ValidationError` for an invalid file."""
    return {
        file.stem: decode_json(file.read_bytes(), BenchmarkRun)
        for file in sorted(folder.glob("*.json"))
    }


class ConfirmedError(msgspec.Struct, frozen=True):
    """Wrong ruling that was confirmed in a game: date, rule, sentence, and the test made for it."""

    date: str
    rule: str
    says: Say
    test: str


@cache
def load_confirmed_errors(file: Path = DOCS / "errors.yaml") -> tuple[ConfirmedError, ...]:
    """Confirmed errors, newest first."""
    found = [
        ConfirmedError(str(row["date"]), row["rule"], say(row["en"], row["es"]), row["test"])
        for row in read_yaml(file) or ()
    ]
    return tuple(sorted(found, key=lambda one: one.date, reverse=True))
