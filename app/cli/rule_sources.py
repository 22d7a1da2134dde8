"""Search of the sources for the home of each rule and for the rules that can refuse. Conditions are
code, tables are data.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

HOUSE = Path(__file__).parents[2]
RULE = re.compile(r"[A-Z]{2,4}-[A-Z]{3}-\d{2}[a-z]?")
HOUSE_ROOTS = ("app/kernel", "app/services")
CLAUSES = "data/*_lists.yaml"  # printed lists; each clause names its rule
CLAUSE = re.compile(rf"\b(\w*rule): ({RULE.pattern})\b")
KEY = re.compile(r"\b([a-z_]+): \{")
CONDITIONS = ("when", "for")
LIST = re.compile(r"\s*- id: (\w+)")
Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Home(msgspec.Struct, frozen=True):
    """Home of a rule. `code`: a function or class with the rule's id at the head of its docstring.
    `data`: a clause of a printed list.
    """

    rule: str
    name: str  # of the function or class; of a clause: list and field
    file: str
    line: int
    head: str  # the first line of the docstring; of a clause: only the id
    kind: str = "code"
    words: tuple[str, ...] = ()  # of a clause: its kind, such as "limit"


def roots_of(box: str | None) -> tuple[str, ...]:
    """Return the folders with the rules of a box; for None, those of the platform."""
    return (f"app/games/{box}",) if box else HOUSE_ROOTS


def find_homes(*roots: str) -> list[Home]:
    """Return every home under these folders. A rule with a home in code has none in data."""
    coded = _homes_in_code(roots)
    at_home = {home.rule for home in coded}
    return coded + [clause for clause in _homes_in_lists(roots) if clause.rule not in at_home]


def _homes_in_code(roots: tuple[str, ...]) -> list[Home]:
    found = []
    for file, tree in _syntax_trees(roots):
        for node in ast.walk(tree):
            if isinstance(node, Named):
                head = (ast.get_docstring(node) or "").split("\n", 1)[0]
                rule = RULE.match(head)
                if rule:
                    found.append(Home(rule[0], node.name, file, node.lineno, head))
    return found


def _homes_in_lists(roots: tuple[str, ...]) -> list[Home]:
    """Return the clauses of printed lists: for each rule the first clause that names it."""
    first: dict[str, Home] = {}
    for path in (path for root in roots for path in sorted((HOUSE / root).rglob(CLAUSES))):
        file, list_ = str(path.relative_to(HOUSE)), path.stem
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            opened = LIST.match(line)
            list_ = opened[1] if opened else list_
            for field, rule in CLAUSE.findall(line.split("#", 1)[0]):
                home = Home(rule, f"{list_}.{field}", file, number, rule, "data", said_in(line))
                first.setdefault(rule, home)
    return list(first.values())


def said_in(line: str) -> tuple[str, ...]:
    """Return the keys of a clause that say something, without its rule and its conditions."""
    return tuple(word for word in KEY.findall(line) if word not in CONDITIONS)


def interpreters(home: Home, *roots: str) -> list[Home]:
    """Return the functions that read a clause: those whose code names what it says."""
    return [
        Home(home.rule, node.name, file, node.lineno, "", "reads")
        for file, tree in _syntax_trees(roots)
        for node in ast.walk(tree)
        if isinstance(node, Named) and _names_one_of(node, home.words)
    ]


def _names_one_of(node: ast.AST, words: tuple[str, ...]) -> bool:
    return any(isinstance(part, ast.Constant) and part.value in words for part in ast.walk(node))


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


def _syntax_trees(roots: tuple[str, ...]) -> Iterator[tuple[str, ast.Module]]:
    for root in roots:
        for path in sorted((HOUSE / root).rglob("*.py")):
            yield str(path.relative_to(HOUSE)), ast.parse(path.read_text(encoding="utf-8"))
