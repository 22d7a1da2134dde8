"""Functions have at most 40 lines, modules 400 and classes 39 fields. Exceptions may only shrink.

`sizes.yaml` holds the exceptions with their sizes. A new entry, or a larger number, is not allowed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from tests.architecture.syntax import nodes_of

TOP = Path(__file__).parents[2]
LIMITS = {"functions": 40, "modules": 400, "classes": 39}
UNITS = {"functions": "lines", "modules": "lines", "classes": "fields"}
LISTED = yaml.safe_load((Path(__file__).parent / "sizes.yaml").read_text(encoding="utf-8"))


def functions(name: str, path: Path) -> Iterator[tuple[str, int]]:
    """Functions of a module with their lines of code, without the docstring."""
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            doc = first.end_lineno - first.lineno + 1 if ast.get_docstring(node) is not None else 0
            yield f"{name}::{node.name}", node.end_lineno - node.lineno + 1 - doc


def classes(name: str, path: Path) -> Iterator[tuple[str, int]]:
    """Classes of a module with the fields that their bodies declare."""
    for node in nodes_of(path):
        if isinstance(node, ast.ClassDef):
            fields = sum(isinstance(one, ast.AnnAssign) for one in node.body)
            yield f"{name}::{node.name}", fields


@cache
def sizes() -> dict[str, dict[str, int]]:
    """Everything over its limit."""
    long: dict[str, dict[str, int]] = {kind: {} for kind in LIMITS}
    for path in sorted((TOP / "app").rglob("*.py")):
        name = path.relative_to(TOP).as_posix()
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LIMITS["modules"]:
            long["modules"][name] = lines
        for function, size in functions(name, path):
            if size > LIMITS["functions"]:
                long["functions"][function] = max(size, long["functions"].get(function, 0))
        for kind, fields in classes(name, path):
            if fields > LIMITS["classes"]:
                long["classes"][kind] = fields
    return long


def test_nothing_grows_beyond_its_limit():
    found = sizes()
    grown = {
        f"{name}: {size} {UNITS[kind]}, {LISTED[kind].get(name, LIMITS[kind])} allowed"
        for kind in LIMITS
        for name, size in found[kind].items()
        if size > LISTED[kind].get(name, LIMITS[kind])
    }
    assert grown == set(), "move a part into a function or module of its own"


def test_the_list_of_exceptions_shrinks_with_the_code():
    found = sizes()
    stale = {
        f"{kind}: {name}" for kind in LIMITS for name in LISTED[kind] if name not in found[kind]
    }
    assert stale == set(), "remove these from tests/architecture/sizes.yaml"
