"""Reading our own sources: where each rule has its home, and which rules say no."""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

HOUSE = Path(__file__).parents[2]
RULE = re.compile(r"[A-Z]{2,4}-[A-Z]{3}-\d{2}[a-z]?")
HOUSE_ROOTS = ("app/kernel", "app/club")
Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Home(msgspec.Struct, frozen=True):
    """The function or class whose docstring begins with the id of a rule."""

    rule: str
    name: str
    file: str
    line: int
    head: str                                    # the first line of the docstring


def roots_of(box: str | None) -> tuple[str, ...]:
    """The folders in which the rules of a box (None: of the house) live."""
    return (f"app/games/{box}",) if box else HOUSE_ROOTS


def homes(*roots: str) -> list[Home]:
    """Every home under these folders."""
    found = []
    for file, tree in _trees(roots):
        for node in ast.walk(tree):
            if isinstance(node, Named):
                head = (ast.get_docstring(node) or "").split("\n", 1)[0]
                rule = RULE.match(head)
                if rule:
                    found.append(Home(rule[0], node.name, file, node.lineno, head))
    return found


def rules_that_refuse(*roots: str) -> set[str]:
    """The rules whose id is given to `no(...)` or `Refusal(...)` somewhere."""
    return {node.args[0].value for _, tree in _trees(roots) for node in ast.walk(tree) if _is_refusal(node)}


def _is_refusal(node: ast.AST) -> bool:
    return (isinstance(node, ast.Call) and bool(node.args) and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str) and RULE.fullmatch(node.args[0].value) is not None
            and getattr(node.func, "id", getattr(node.func, "attr", "")) in ("no", "Refusal"))


def _trees(roots: tuple[str, ...]) -> Iterator[tuple[str, ast.Module]]:
    for root in roots:
        for path in sorted((HOUSE / root).rglob("*.py")):
            yield str(path.relative_to(HOUSE)), ast.parse(path.read_text(encoding="utf-8"))
