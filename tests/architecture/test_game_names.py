"""General code, measurements and tests name no game.

A measurement of one game stands in `bench/games/<key>`, a test of one
game in `tests/games/<key>`. Settings and texts stand in the entry of the game (`bench` of its box).
General measurements take their game from `bench/measured_games.py`. General tests use those of
`tests/contract/tiny`, `tests/any_game.py` or, by their kind, `tests/sample_games.py`. Folders of
games name these kinds in `sample_kinds.py`, with the keys that general tests use: scenarios, sides,
pieces and army lists. No literal in a general file equals a key of one game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games import shelf
from tests.architecture.keys_of_games import keys_of_one_game
from tests.sample_games import HEX

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

EVERYDAY = {
    "bid": "a way to choose sides",
    "campaign": "a kind of game on its card",
    "chosen": "marks of the page on a chosen thing",
    "day": "a unit of clocks and calendars",
    "dice": "pages and fields of all games",
    "laid": "a table that its players lay out, in the setup of every game",
    "made": "a past participle in names of fields",
    "mark": "an element of HTML",
    "none": "a value of CSS and of forms",
    "other": "the other of two",
    "split": "a method of Python",
    "watch": "a package, and a button of the lobby",
}
"""Keys that are also words of the platform, with their meaning there. The list may only shrink."""
KEYS_OF_ONE_GAME = keys_of_one_game()
HAS_KEYS_OF_ITS_OWN = re.compile(rf"{OF_ONE_GAME.pattern}|tests/contract/|static/vendor/")
"""Tiny games are games too, and the tests of the contract play them."""
QUOTED = re.compile(r""""[^"\n]*"|'[^'\n]*'|`[^`]*`""")
KEY = re.compile(
    rf"(?<![\w\s.,])(?:{'|'.join(sorted(KEYS_OF_ONE_GAME - set(EVERYDAY)))})(?![\w\s,.;])"
)
"""Key as the whole of a text, or as a part of an address, a selector or an order in JSON. A word in
a sentence is none.
"""


def naming(*tops: str) -> Iterator[str]:
    """Files below these folders that name a game and are not kept for one."""
    for path in sorted(one for top in tops for one in (TOP / top).rglob("*")):
        name = path.relative_to(TOP).as_posix()
        is_general = path.suffix in ENDINGS
        if is_general and not OF_ONE_GAME.match(name) and names_a_game(path):
            yield name


def names_a_game(path: Path) -> bool:
    return NAMED.search(path.read_text(encoding="utf-8")) is not None


def literals(path: Path) -> Iterator[str]:
    """Texts in the code of a file, with names of attributes and arguments. Docstrings, comments and
    local variables are left out.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from (text.splitlines() if path.suffix == ".yaml" else QUOTED.findall(text))
        return
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(ast.Constant()):
                node.value.value = ""
            case ast.Constant(str() as said):
                yield said
            case ast.Attribute(attr=name) | ast.keyword(arg=str() as name):
                yield name


def keys_in(*tops: str) -> Iterator[str]:
    """Literals of general files below these folders that equal a key of one game."""
    for path in sorted(one for top in tops for one in (TOP / top).rglob("*")):
        name = path.relative_to(TOP).as_posix()
        if path.suffix in ENDINGS and not HAS_KEYS_OF_ITS_OWN.match(name):
            yield from (f"{name}: {key}" for key in keys_in_a_file(path))


def keys_in_a_file(path: Path) -> list[str]:
    return sorted({key for said in literals(path) for key in KEY.findall(said)})


def test_general_code_names_no_game():
    assert list(naming(*GENERAL)) == [], "move it into the folder of the game"


@pytest.mark.parametrize("top", ["bench", "tests"])
def test_no_measurement_and_no_general_test_names_a_game(top):
    assert list(naming(top)) == [], (
        "take the game from bench/measured_games.py or tests/sample_games.py, or move it into "
        f"{top}/games/<key>"
    )


@pytest.mark.parametrize("top", [*GENERAL, "bench", "tests"])
def test_no_general_file_has_a_key_of_one_game(top):
    assert list(keys_in(top)) == [], (
        "take it from `sample_kinds.py` of the game by tests/sample_games.py, or move the test into "
        "tests/games/<key>"
    )


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("as_a_value.py", 'SEAT = "{key}"'),
        ("in_an_address.py", 'PAGE = f"{{path}}/seats/{key}?tab=log"'),
        ("in_an_order.py", """ORDER = '{{"kind":"move","unit":"{key}"}}'"""),
        ("as_an_attribute.py", "page = battle.{key}.get(path)"),
        ("as_an_argument.py", "page = send(form, {key}=4)"),
        ("script.js", 'const side = "{key}";'),
        ("page.html", '<input name="side" value="{key}">'),
        ("rows.yaml", "- side:{key}"),
    ],
)
def test_a_planted_key_is_found(tmp_path, name, line):
    path = tmp_path / name
    path.write_text(line.format(key=HEX.SECOND_SIDE), encoding="utf-8")
    assert keys_in_a_file(path) == [HEX.SECOND_SIDE]


def test_words_of_a_sentence_and_of_a_docstring_are_no_keys(tmp_path):
    path = tmp_path / "text.py"
    side = HEX.SECOND_SIDE
    path.write_text(f'"""`{side}`"""\nLINE = "The {side} won, and {side}."\n', encoding="utf-8")
    assert keys_in_a_file(path) == []


def test_every_everyday_word_is_still_a_key():
    assert set(EVERYDAY) <= KEYS_OF_ONE_GAME, "remove it from the list"
