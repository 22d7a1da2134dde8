"""General code, measurements and tests name no game.

A measurement of one game stands in `bench/games/<key>`, a test of one
game in `tests/games/<key>`. Settings and texts stand in the entry of the game (`bench` of its box).
General measurements take their game from `bench/measured_games.py`. General tests use those of
`tests/contract/tiny`, `tests/any_game.py` or, by their kind, `tests/sample_games.py`. Folders of
games name these kinds in `sample_kinds.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games import shelf

TOP = Path(__file__).parents[2]
FOLDERS = sorted(path.name for path in (TOP / "app" / "games").iterdir() if path.is_dir())
KEYS = sorted(key for key in shelf() if "_" in key)
NAMED = re.compile(
    rf"(?<![a-z])(?:{'|'.join(KEYS)})(?![a-z])|\bapp\.games\.(?:{'|'.join(FOLDERS)})\b"
)
"""Key of a game, or an import of its modules. A key that is a plain word is seen in imports
only.
"""
GENERAL = ("app/kernel", "app/store", "app/services", "app/web", "app/cli", "static", "templates")
OF_ONE_GAME = re.compile(
    r"(?:bench|tests)/games/\w+/|tests/(?:fixtures|store/old_records|api/fixtures)/"
)
ENDINGS = {".py", ".yaml", ".js", ".mjs", ".html", ".css"}


def naming(*tops: str) -> Iterator[str]:
    """Files below these folders that name a game and are not kept for one."""
    for path in sorted(one for top in tops for one in (TOP / top).rglob("*")):
        name = path.relative_to(TOP).as_posix()
        is_general = path.suffix in ENDINGS
        if is_general and not OF_ONE_GAME.match(name) and names_a_game(path):
            yield name


def names_a_game(path: Path) -> bool:
    return NAMED.search(path.read_text(encoding="utf-8")) is not None


def test_general_code_names_no_game():
    assert list(naming(*GENERAL)) == [], "move it into the folder of the game"


@pytest.mark.parametrize("top", ["bench", "tests"])
def test_no_measurement_and_no_general_test_names_a_game(top):
    assert list(naming(top)) == [], (
        "take the game from bench/measured_games.py or tests/sample_games.py, or move it into "
        f"{top}/games/<key>"
    )
