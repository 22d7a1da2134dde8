"""A game that is dropped into the folder of games is served, styled and played to its end."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.drivers.browser import TOP, Server
from tests.drivers.player import FRESH, MARK
from tests.sample_games import HEX_GAME

GAME = TOP / "tests" / "contract" / "drop_in" / "heaps"
LINKED = ("alembic.ini", "bench", "docs", "locale", "migrations", "static", "templates")
BUDGETS = """
import json
from app.games import shelf
from app.web.benchmark_words import figure_words, run_titles
from bench.kills import TABLES
titles = run_titles(shelf())
print(json.dumps([
    shelf()["heaps"].bench.order_ms,
    [one for one in TABLES if one["box"] == "heaps"],
    [titles["heaps-counted"].es, figure_words(shelf())["heaps_stones"].es, titles["bench-heaps"].in_("en")],
]))
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """Copy of the program with one more folder in `app/games`; nothing else is changed."""
    top = tmp_path_factory.mktemp("tree")
    shutil.copytree(TOP / "app", top / "app")  # with its compiled files, which stay valid
    for one in LINKED:
        (top / one).symlink_to(TOP / one)
    shutil.copytree(
        GAME, top / "app" / "games" / "heaps", ignore=shutil.ignore_patterns("__pycache__")
    )
    return top


@pytest.fixture
def server(tree, migrated_sqlite, tmp_path):
    url = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'club.db')}"
    server = Server(url, tmp_path / "server.log", top=tree).start()
    yield server
    server.stop()
    assert server.faults() == []


def press(page, where: str) -> None:
    """Click and wait for the new panel."""
    page.evaluate(MARK)
    page.locator(where).first.click()
    page.wait_for_function(FRESH)


def take(page, heap: str, count: int) -> None:
    """Answer one field after the other; the second depends on the first."""
    page.locator("#decision details:has(select[name=heap]) > summary").first.click()
    page.select_option("#decision select[name=heap]", heap)
    assert page.locator("#decision input[name=count]").count() == 0
    press(page, "#decision form:has(select[name=heap]) button")
    page.fill("#decision input[name=count]", str(count))
    assert page.locator("#decision [data-confirm]").count() == 0
    press(page, "#decision form:has(input[name=count]) button")
    press(page, "#decision [data-confirm]")


@pytest.mark.slow
def test_a_dropped_in_game_is_played_to_its_end(server, person):
    north, south = person(server).register("Nora"), person(server).register("Sol")
    path = north.open_table(seat="plain/north", box="heaps")
    south.take_seat(path)
    north.page.wait_for_selector("#panel")
    for one in (north, south):
        assert one.page.evaluate(
            "getComputedStyle(document.querySelector('.heaps-stone')).fill"
        ) == ("rgb(200, 100, 50)")
        sheets = one.page.evaluate("[...document.styleSheets].map(sheet => sheet.href)")
        assert any("/static/games/heaps/style.css?" in sheet for sheet in sheets)
        assert not any(f"/static/games/{HEX_GAME}" in sheet for sheet in sheets)
    take(north.page, "right", 1)
    take(south.page, "left", 1)
    take(north.page, "right", 1)
    for one in (north, south):
        one.page.wait_for_selector("#decision a[href$='/export']")
        assert "north" in one.page.inner_text("#decision").lower()
        one.does_not_complain()


@pytest.mark.slow
def test_schemas_of_a_dropped_in_game_are_explained_in_both_languages(server):
    for language, words in (
        ("en", "Take stones from one heap."),
        ("es", "Quitar piedras de un montón."),
    ):
        page = httpx.get(f"{server.url}/api", headers={"Accept-Language": language}, timeout=60)
        assert words in page.text


@pytest.mark.slow
def test_a_dropped_in_game_has_its_entry_in_the_benchmarks(tree):
    told = subprocess.run(
        [sys.executable, "-c", BUDGETS], cwd=tree, capture_output=True, text=True, check=True
    )
    budget, tables, texts = json.loads(told.stdout)
    assert budget == 5.0
    assert texts == [
        "Piedras contadas",
        "piedras",
        "Speed of one process, without the web (Heaps)",
    ]
    assert tables == [{"box": "heaps", "scenario": "plain", "side": "north", "terms": {}}]
