"""What the commands that prove the house have written down: `docs/figures`, one file for each; and
the errors that were owned up to.

The commands write them (`bench/written.py`); no figure is typed by hand.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from app.kernel.data_tables import read_yaml
from app.kernel.decoding import read
from app.kernel.say import Say, say

DOCS = Path(__file__).parents[3] / "docs"
FOLDER = DOCS / "figures"


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One figure. `what` is a key of `app/web/benchmark_words.py`; `of` what it is a figure of,
    where one command has several: a box, a scenario, a database.

    `budget` says in signs what was to be reached ("≤ 3", in the same unit), and `met` whether it
    was; without a budget there is nothing to meet.
    """

    what: str
    value: int | float | str
    unit: str = ""
    budget: str | int | float | None = None
    met: bool | None = None
    of: str = ""


class Run(msgspec.Struct, frozen=True):
    """What one command found: on which day (UTC), at which commit ("+": with changes that were not
    committed), on which machine.
    """

    date: str
    commit: str
    command: str
    machine: str
    figures: tuple[Figure, ...]

    @property
    def missed(self) -> int:
        """How many figures did not keep their budget."""
        return sum(figure.met is False for figure in self.figures)


@cache
def runs(folder: Path = FOLDER) -> dict[str, Run]:
    """Every file of the folder by its name; raises `msgspec.ValidationError` at one that is
    none.
    """
    return {file.stem: read(file.read_bytes(), Run) for file in sorted(folder.glob("*.json"))}


class Wrong(msgspec.Struct, frozen=True):
    """An error of judgement that was confirmed in a game of people: the day, the rule, what was
    wrong, and the test that it was given.
    """

    date: str
    rule: str
    says: Say
    test: str


@cache
def confirmed(file: Path = DOCS / "errors.yaml") -> tuple[Wrong, ...]:
    """All that were confirmed, the last first."""
    found = [
        Wrong(str(row["date"]), row["rule"], say(row["en"], row["es"]), row["test"])
        for row in read_yaml(file) or ()
    ]
    return tuple(sorted(found, key=lambda one: one.date, reverse=True))
