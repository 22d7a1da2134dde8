"""Context of the reliability list on the page /quality, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.kernel.contract import Game
from app.services.watch.benchmarks import BenchmarkRun
from app.services.watch.reliability_figures import ReliabilityFigure
from app.web.benchmarks_page import Line, figure_line


@dataclass(frozen=True)
class RunLines:
    """Values of one run, with its date and commit. `key` is the name of its section."""

    key: str
    date: str
    commit: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Row:
    """One figure of the list; `reason` and `note` are empty if there is none."""

    id: str
    name: str
    target: str
    runs: tuple[RunLines, ...]
    reason: str
    note: str


def reliability_rows(
    figures: Iterable[ReliabilityFigure],
    runs: Mapping[str, BenchmarkRun],
    shelf: Mapping[str, Game],
    language: str,
) -> list[Row]:
    """Rows of the list. A value without a measurement is left out."""
    return [
        Row(
            one.id,
            one.name.in_(language),
            one.target.in_(language),
            tuple(_run_lines(one, runs, shelf, language)),
            one.reason.in_(language) if one.reason else "",
            one.note.in_(language) if one.note else "",
        )
        for one in figures
    ]


def _run_lines(
    figure: ReliabilityFigure,
    runs: Mapping[str, BenchmarkRun],
    shelf: Mapping[str, Game],
    language: str,
) -> Iterable[RunLines]:
    for key in dict.fromkeys(value.file for value in figure.values):
        found = [value.measured(runs) for value in figure.values if value.file == key]
        lines = tuple(figure_line(one, shelf, language) for one in found if one)
        if lines:
            yield RunLines(key, runs[key].date, runs[key].commit, lines)
