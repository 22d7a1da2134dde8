"""Search of the sources for the home of each rule and for the rules that can refuse. Conditions are
code, tables are data.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from app.kernel.table_rows import read_rows

REPOSITORY = Path(__file__).parents[2]
RULE = re.compile(r"[A-Z]{2,4}-[A-Z]{3}-\d{2}[a-z]?")
BEGINS_A_DOCSTRING = re.compile(rf'"""\s*{RULE.pattern}')
PLATFORM_ROOTS = ("app/kernel", "app/services")
DECLARED = "rulebook/interpreters.yaml"  # tables of a box with rows that decide rules
Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Home(msgspec.Struct, frozen=True):
    """Home of a rule. `code`: a function or class with the id at the head of its docstring. `data`:
    a row of a declared table with the id.
    """

    rule: str
    name: str  # of the function or class; of a row: its entry and field
    file: str
    line: int
    head: str  # the first line of the docstring; of a row: only the id
    kind: str = "code"
    interpreters: tuple[str, ...] = ()  # of a row: functions that read the rows with this rule


def roots_of(box: str | None) -> tuple[str, ...]:
    """Return the folders with the rules of a box; for None, those of the platform."""
    return (f"app/games/{box}",) if box else PLATFORM_ROOTS


@cache
def find_homes(*roots: str) -> tuple[Home, ...]:
    """Return every home under these folders. A rule with a home in code has none in data."""
    coded = _homes_in_code(roots)
    at_home = {home.rule for home in coded}
    rows = (row for row in _homes_in_tables(roots) if row.rule not in at_home)
    return (*coded, *rows)


def _homes_in_code(roots: tuple[str, ...]) -> list[Home]:
    found = []
    for file, tree in _syntax_trees(roots, BEGINS_A_DOCSTRING):
        for node in ast.walk(tree):
            if isinstance(node, Named):
                head = (ast.get_docstring(node) or "").split("\n", 1)[0]
                rule = RULE.match(head)
                if rule:
                    found.append(Home(rule[0], node.name, file, node.lineno, head))
    return found


def _homes_in_tables(roots: tuple[str, ...]) -> list[Home]:
    """Return the rows of declared tables: for each rule the first row that names it, with the
    interpreters of all its rows.
    """
    found: dict[str, Home] = {}
    for declared in (
        path for root in roots for path in sorted((REPOSITORY / root).rglob(DECLARED))
    ):
        box = str(declared.parents[1].relative_to(REPOSITORY))
        rows = read_rows(declared)
        readers: dict[str, dict[str, None]] = {}
        for row in rows:
            readers.setdefault(row.rule, {})[f"{box.replace('/', '.')}.{row.interpreter}"] = None
        for row in rows:
            home = Home(row.rule, row.name, f"{box}/{row.file}", row.line, row.rule, "data")
            home = msgspec.structs.replace(home, interpreters=tuple(readers[row.rule]))
            found.setdefault(row.rule, home)
    return list(found.values())


def find_interpreters(home: Home) -> list[Home]:
    """Return the functions that read the rows of a rule, as declared by the box."""
    found = []
    for place in home.interpreters:
        module, _, name = place.rpartition(".")
        file = f"{module.replace('.', '/')}.py"
        tree = ast.parse((REPOSITORY / file).read_text(encoding="utf-8"))
        found += [
            Home(home.rule, name, file, node.lineno, "", "reads")
            for node in tree.body
            if isinstance(node, Named) and node.name == name
        ]
    return found


def rules_that_refuse(*roots: str) -> set[str]:
    """Return the rules with an id in a call of `no(...)` or `Refusal(...)`."""
    found = (_refusing_rule(node) for _, tree in _syntax_trees(roots) for node in ast.walk(tree))
    return {rule for rule in found if rule is not None}


def _refusing_rule(node: ast.AST) -> str | None:
    """Rule named by a call of `no(...)` or `Refusal(...)`; None for any other node."""
    if (
        not isinstance(node, ast.Call)
        or not node.args
        or not isinstance(node.args[0], ast.Constant)
    ):
        return None
    rule, called = node.args[0].value, getattr(node.func, "id", getattr(node.func, "attr", ""))
    if not isinstance(rule, str) or called not in ("no", "Refusal"):
        return None
    return rule if RULE.fullmatch(rule) else None


def _syntax_trees(
    roots: tuple[str, ...], holding: re.Pattern[str] = RULE
) -> Iterator[tuple[str, ast.Module]]:
    """Yield the files under these folders whose text holds the pattern, parsed."""
    for root in roots:
        for path in sorted((REPOSITORY / root).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if holding.search(text):
                yield str(path.relative_to(REPOSITORY)), ast.parse(text)
