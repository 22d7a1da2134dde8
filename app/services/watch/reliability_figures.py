"""Figures of the reliability list, in `docs/figures/reliability.yaml`.

A figure has measured values or the reason why it cannot be measured here. A value names a figure in
`docs/figures`; the list contains no number of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from app.kernel.data_tables import read_yaml
from app.kernel.say import Say, say
from app.services.watch.benchmarks import FOLDER, BenchmarkRun, Measurement


class ValueName(msgspec.Struct, frozen=True):
    """Name of a measured value: file in `docs/figures`, figure, and subject if it has one."""

    file: str
    what: str
    of: str = ""

    def measured(self, runs: Mapping[str, BenchmarkRun]) -> Measurement | None:
        """The value in these runs; None if no command wrote it."""
        run = runs.get(self.file)
        found = run.figures if run else ()
        return next((one for one in found if (one.what, one.of) == (self.what, self.of)), None)


class ReliabilityFigure(msgspec.Struct, frozen=True):
    """Figure of the list. `note` tells the size of a measurement that is smaller than its
    target.
    """

    id: str
    name: Say
    target: Say
    values: tuple[ValueName, ...] = ()
    reason: Say | None = None
    note: Say | None = None


@cache
def load_reliability_figures(
    file: Path = FOLDER / "reliability.yaml",
) -> tuple[ReliabilityFigure, ...]:
    """Figures of the list in its order."""
    return tuple(_figure(row) for row in read_yaml(file))


def _figure(row: Mapping[str, Any]) -> ReliabilityFigure:
    texts = {
        key: say(row[key]["en"], row[key]["es"])
        for key in ("name", "target", "reason", "note")
        if key in row
    }
    values = tuple(ValueName(**one) for one in row.get("values", ()))
    return ReliabilityFigure(id=row["id"], values=values, **texts)
