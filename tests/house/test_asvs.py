"""docs/asvs.md has a row for every requirement of OWASP ASVS 5.0.0, levels 1 and 2, and what it names is there."""
from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.counting import count

HOUSE = Path(__file__).parents[2]
TEXT = (HOUSE / "docs" / "asvs.md").read_text(encoding="utf-8")
STANDARD = """
1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123 2.1:122 2.2:112 2.3:12223 2.4:23 3.1:3 3.2:113 3.3:12223 3.4:11222233 3.5:11122333 3.6:3 3.7:22333
4.1:12233 4.2:23333 4.3:22 4.4:1222 5.1:2 5.2:112333 5.3:113 5.4:222 6.1:122 6.2:111111112222 6.3:11223333 6.4:112233 6.5:22222333 6.6:2223 6.7:33 6.8:2222
7.1:222 7.2:1111 7.3:22 7.4:11222 7.5:223 7.6:22 8.1:1233 8.2:1123 8.3:133 8.4:23 9.1:111 9.2:1222 10.1:22 10.2:223 10.3:22223 10.4:1111122222233333
10.5:22222 10.6:22 10.7:222 11.1:2233 11.2:22233 11.3:11233 11.4:1222 11.5:23 11.6:23 11.7:33 12.1:12233 12.2:11 12.3:22223 13.1:2333 13.2:222223
13.3:2233 13.4:1222233 14.1:22 14.2:12223333 14.3:122 15.1:12233 15.2:12233 15.3:1222222 15.4:3333 16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:2223
17.1:23 17.2:22223333 17.3:22
"""
"""Of each section the level of each requirement, in their order."""
NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]+)+|Caddyfile|docker-compose\.yml|requirements\.txt|pyproject\.toml|\.env\.example)(?:::(\w+))?`")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if re.match(r"\| \d", line)]


def wanted() -> list[tuple[str, str]]:
    """Number and level of every requirement of levels 1 and 2."""
    sections = (section.split(":") for section in STANDARD.split())
    return [(f"{section}.{number}", level) for section, levels in sections for number, level in enumerate(levels, start=1) if level in "12"]


@cache
def names_of(path: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)}


def is_there(path: str, name: str) -> bool:
    file = HOUSE / path
    if not file.is_file() or not name:
        return file.is_file() and not path.startswith("tests/")          # of tests one is named
    if path.startswith("tests/"):
        return name.startswith("test_") and name in names_of(file)
    return re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")) is not None


def test_every_requirement_has_its_row():
    assert len(wanted()) == 253
    assert [(row[0], row[1]) for row in ROWS] == wanted()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_says_what_is_so(row):
    _, _, asks, verdict, why = row
    assert asks and why and verdict in ("pass", "n/a", "open")
    named = NAMED.findall(why)
    assert [one for one in named if not is_there(*one)] == []
    assert named or verdict != "pass", "a pass names the test or the place"


def test_the_counts_are_those_of_the_rows():
    counted = {verdict: sum(row[3] == verdict for row in ROWS) for verdict in ("pass", "n/a", "open")}
    for verdict, times in counted.items():
        count(f"asvs_{verdict.replace('/', '')}", times)
    assert "{pass} pass, {n/a} n/a, {open} open".format(**counted) in TEXT
