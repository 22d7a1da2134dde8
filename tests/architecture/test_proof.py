"""Every figure of the page /quality was written by a command, and the page shows every one."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import date
from itertools import chain
from pathlib import Path

import pytest

from app.games import shelf
from app.services.watch.benchmarks import FOLDER, load_confirmed_errors, load_runs
from app.web import benchmark_words as words
from app.web.benchmarks_page import benchmark_sections
from tests.one_by_one import one_by_one

REPOSITORY = Path(__file__).parents[2]
FIGURES, RUNS = words.figure_words(shelf()), words.run_titles(shelf())
BOXES = {key: box for key, box in shelf().items() if box.card.on_the_pages}
SCENARIOS = {f"{key}/{one.key}" for key, box in BOXES.items() for one in box.card.scenarios}
COUNTED = re.compile(r"(?<![.\w])count\(\"(\w+)\"")
OF_A_KEEPER = {"upgrade"}  # rehearsed on a keeper's own club
COMMANDS = re.compile(r"python -m (pytest|app|bench(\.\w+)+)( .*)?")


@one_by_one("name", load_runs())
def test_a_run_names_its_command_and_commit(name):
    run = load_runs()[name]
    assert date.fromisoformat(run.date) and run.figures and run.machine
    assert re.fullmatch(r"[0-9a-f]{7,40}\+?", run.commit)
    assert COMMANDS.fullmatch(run.command)
    assert "--write" in run.command or f"--figures {name}" in run.command.replace("=", " "), (
        "the command writes them"
    )


@one_by_one("name", load_runs())
def test_every_figure_of_a_run_has_a_text(name):
    assert name in RUNS
    for figure in load_runs()[name].figures:
        assert (
            figure.what in FIGURES
            and figure.unit in words.UNITS
            and (not figure.of or figure.of in {*words.OF, *BOXES, *SCENARIOS})
        ), figure
        assert (figure.budget is None) == (figure.met is None), figure


def test_every_run_of_the_page_has_a_file():
    of_one_game = {f"{run}-{key}" for run in words.RUNS_OF_ONE_GAME for key in shelf()}
    assert set(RUNS) - OF_A_KEEPER - of_one_game <= set(load_runs())


def test_each_text_of_a_game_has_one_home():
    """Texts of a run or figure are general, or in the entry of one game (`BenchEntry`)."""
    for general, brought in (
        (
            {**words.RUNS_OF_RULES, **words.RUNS_OF_THE_SERVER},
            [game.bench.runs for game in shelf().values()],
        ),
        (words.FIGURES, [game.bench.figures for game in shelf().values()]),
    ):
        keys = Counter([*general, *chain.from_iterable(brought)])
        assert [key for key, homes in keys.items() if homes > 1] == []
    titles = [game.card.title for game in shelf().values()]
    named = [
        (key, title.en)
        for key, text in {
            **words.RUNS_OF_RULES,
            **words.RUNS_OF_THE_SERVER,
            **words.FIGURES,
            **words.OF,
        }.items()
        for title in titles
        if title.en in text.en or title.es in text.es
    ]
    assert named == [], "move the text into the entry of the game (`bench` of its box)"


def test_every_counted_figure_has_a_text():
    counted = {
        what
        for file in (REPOSITORY / "tests").rglob("*.py")
        for what in COUNTED.findall(file.read_text(encoding="utf-8"))
    }
    assert len(counted) > 12 and counted <= set(FIGURES), counted - set(FIGURES)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_shows_every_run(language):
    shown = {
        section.key: section.lines for section in benchmark_sections(load_runs(), BOXES, language)
    }
    assert {name: len(run.figures) for name, run in load_runs().items()} == {
        name: len(lines) for name, lines in shown.items()
    }
    assert all(one.words and one.value for lines in shown.values() for one in lines)


def test_no_field_is_unknown():
    for file in FOLDER.glob("*.json"):
        written = json.loads(file.read_text(encoding="utf-8"))
        assert set(written) == {"date", "commit", "command", "machine", "figures"}
        assert set().union(*written["figures"]) <= {"what", "value", "unit", "budget", "met", "of"}


def test_a_confirmed_error_has_a_test():
    for one in load_confirmed_errors():
        assert any(one.rule in box.rulebook for box in shelf().values()) and date.fromisoformat(
            one.date
        )
        file, _, name = one.test.replace("::", ": ").partition(": ")
        assert name and name in (REPOSITORY / file).read_text(encoding="utf-8")
