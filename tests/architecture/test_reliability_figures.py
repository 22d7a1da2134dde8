"""Each figure of the reliability list on the page /quality has measured values or a reason."""

from __future__ import annotations

import pytest

from app.games import shelf
from app.services.watch.benchmarks import load_runs
from app.services.watch.reliability_figures import load_reliability_figures
from app.web.reliability_page import reliability_rows
from tests.one_by_one import one_by_one

LISTED = (
    "T-06 T-07 T-08 T-14 T-17 T-18 T-19 T-29 T-34 T-39 T-41 T-44 T-45 T-50 T-53 T-54 T-55 T-67 T-69"
)
FIGURES = load_reliability_figures()


def test_all_numbers_are_listed_once():
    assert [one.id for one in FIGURES] == LISTED.split()


@one_by_one("figure", FIGURES, ids=lambda one: one.id)
def test_a_figure_has_either_values_or_a_reason(figure):
    assert bool(figure.values) != (figure.reason is not None)
    assert figure.note is None or figure.values, "a reason needs no note"


@one_by_one("figure", FIGURES, ids=lambda one: one.id)
def test_each_named_value_was_measured(figure):
    missing = [value for value in figure.values if value.measured(load_runs()) is None]
    assert missing == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_shows_each_value_or_reason(language):
    rows = reliability_rows(FIGURES, load_runs(), shelf(), language)
    for figure, row in zip(FIGURES, rows, strict=True):
        assert sum(len(run.lines) for run in row.runs) == len(figure.values)
        assert row.name and row.target and (row.reason or row.runs)
        assert all(run.date and run.commit for run in row.runs)
