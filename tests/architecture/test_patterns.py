"""Regular expressions of the program take linear time on any text."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from tests.architecture.syntax import nodes_of
from tests.sample_games import INCH_GAME

REPOSITORY = Path(__file__).parents[2]
FUNCTIONS = (
    "compile",
    "match",
    "fullmatch",
    "search",
    "split",
    "sub",
    "subn",
    "findall",
    "finditer",
)
LONGEST = 20_000  # characters, as in `web.forms.LONGEST_FIELD`
SIZES = (16, 20, 24, 28, 200, 2000, LONGEST)
ALLOWED = 0.05  # seconds of processor time
TRIES = 3  # a busy machine is asked again
HOPELESS = 1.0  # seconds that no busy machine explains
FILLERS = ' \t0a-–(),;:"»\u0301@'
SPOILERS = ("\x00", "\n")
OWN = {
    "app/cli/rule_sources.py": "reads the rule catalogues and the source of the program",
    "app/web/template_lines.py": "reads the templates of the program",
    f"app/games/{INCH_GAME}/tables.py": "reads the tables of the program",
    f"app/games/{INCH_GAME}/drawing/portrait.py": "reads the drawings of the program",
}
"""Modules whose patterns read only text of the program's own, with the reason."""
KNOWN_BAD = {
    "armies": r"(?P<dashes>[-–— "
    r"]*)(?P<label>[^:“”«»\"]+?)\s*(?:[“«\"](?P<own>[^”»\"]*)[”»\"])?\s*:\s*(?P<what>.*?)\s*(?:\((?P<points>\d+)\))?",
    "places": r"\s*[;→]\s*|(?<![,\s])\s+(?=\S+,)",
    "exponential": r"(a+)+b",
    "items": r"\s*,\s*",
}
"""The first two stood in `armies/reading` and `web/order_form` until 2.1: 6 kB took 88 seconds."""


MODULES = [
    place
    for path in sorted((REPOSITORY / "app").rglob("*.py"))
    if (place := path.relative_to(REPOSITORY).as_posix()) not in OWN
    and re.search(rf"\bre\.({'|'.join(FUNCTIONS)})\(", path.read_text(encoding="utf-8"))
]
"""Modules that use regular expressions."""


def patterns(place: str) -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Patterns that a module of the program passes to `re`, with their places."""
    module = importlib.import_module(place.removesuffix(".py").replace("/", "."))
    for node in nodes_of(REPOSITORY / place):
        if isinstance(node, ast.Call) and is_of_re(node):
            yield f"{place}:{node.lineno}", compiled(node, vars(module))


def is_of_re(call: ast.Call) -> bool:
    return (
        isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "re"
        and call.func.attr in FUNCTIONS
    )


def compiled(call: ast.Call, names: dict[str, Any]) -> re.Pattern[Any]:
    """Pattern of a call; fails if it is no constant of its module."""
    flags = next((one.value for one in call.keywords if one.arg == "flags"), None)
    pattern = eval(ast.unparse(call.args[0]), names)  # noqa: S307 our own source
    return re.compile(pattern, eval(ast.unparse(flags), names) if flags is not None else 0)  # noqa: S307 - only our own source is evaluated


def signs_of(pattern: re.Pattern[Any]) -> list[str]:
    """One character for each part of a pattern: its literals, and a sample of each class."""
    found: list[str] = []

    def walk(part: Any) -> None:
        if isinstance(part, tuple) and len(part) == 2:
            name, value = str(part[0]), part[1]
            if name in ("LITERAL", "NOT_LITERAL"):
                found.append(chr(value) if name == "LITERAL" else "x")
            elif name == "RANGE":
                found.append(chr(value[0]))
            elif name == "CATEGORY":
                found.append({"SPACE": " ", "DIGIT": "0"}.get(str(value).rpartition("_")[2], "a"))
            elif name in ("ANY", "NEGATE"):
                found.append("x")
        if isinstance(part, (tuple, list)) or hasattr(part, "data"):
            for one in getattr(part, "data", part):
                walk(one)

    walk(re._parser.parse(pattern.pattern, pattern.flags))  # type: ignore[attr-defined] # the parser of `re` has no public name
    return list(dict.fromkeys(found))[:8]


def hostile(signs: list[str], length: int) -> Iterator[str]:
    """Texts of this length: rows of one character, of two, and of all in turn, each with an end
    that spoils a match.
    """
    half = length // 2
    rows = {sign * length for sign in (*signs, *FILLERS)} | {
        "".join(signs) * (length // max(1, len(signs)))
    }
    rows |= {
        row
        for one in signs
        for other in signs
        if one != other
        for row in ((one + other) * half, one * half + other * half, one + other * length)
    }
    for row in sorted(rows):
        for spoiler in SPOILERS:
            yield row + spoiler


def slowest(pattern: re.Pattern[Any]) -> tuple[float, str]:
    """First text that takes too long, with its time; (0, "") if there is none."""
    signs = signs_of(pattern)
    for size in SIZES:
        for text in hostile(signs, size):
            given: Any = text.encode() if isinstance(pattern.pattern, bytes) else text
            for use in (pattern.fullmatch, pattern.split):  # `split` begins as `match` and `search`
                found = min_time(use, given)
                if found > ALLOWED:
                    return found, f"{use.__name__} of {len(text)} characters: {text[:20]!r}…"
    return 0.0, ""


def min_time(use: Callable[[Any], Any], given: Any) -> float:
    best = ALLOWED + 1
    for _ in range(TRIES):
        begun = process_time()
        use(given)
        best = min(best, process_time() - begun)
        if not ALLOWED < best < HOPELESS:
            break
    return best


def test_excluded_modules_exist():
    assert all((REPOSITORY / place).exists() for place in OWN)


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_patterns_take_linear_time(module):
    for place, pattern in patterns(module):
        assert slowest(pattern) == (0.0, ""), f"{place}: {pattern.pattern}"


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN_BAD)
def test_check_finds_patterns_that_take_longer(name):
    taken, text = slowest(re.compile(KNOWN_BAD[name]))
    assert taken > ALLOWED and text


def test_patterns_are_used_through_their_module():
    """`from re import …` would hide a pattern from this check."""
    for path in (REPOSITORY / "app").rglob("*.py"):
        assert "from re import" not in path.read_text(encoding="utf-8"), path
