"""Functions have at most 40 lines, modules 400 and classes 39 fields, without an exception."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.syntax import nodes_of

TOP = Path(__file__).parents[2]
LIMITS = {"functions": 40, "modules": 400, "classes": 39}
UNITS = {"functions": "lines", "modules": "lines", "classes": "fields"}


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


def too_long(path: Path) -> Iterator[str]:
    """Module, functions and classes of a file that are over their limits."""
    name = path.relative_to(TOP).as_posix()
    modules = [(name, len(path.read_text(encoding="utf-8").splitlines()))]
    found = {"modules": modules, "functions": functions(name, path), "classes": classes(name, path)}
    for kind, sizes in found.items():
        for one, size in sizes:
            if size > LIMITS[kind]:
                yield f"{one}: {size} {UNITS[kind]}, {LIMITS[kind]} allowed"


def test_nothing_is_larger_than_its_limit():
    found = [one for path in sorted((TOP / "app").rglob("*.py")) for one in too_long(path)]
    assert found == [], "move a part into a function or module of its own"


def test_a_file_over_the_limits_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.architecture.test_sizes.TOP", tmp_path)
    long = tmp_path / "long.py"
    lines = ["def walk():", '    """Docstring."""', *["    step()"] * 41, "class Big:"]
    lines += [f"    field_{number}: int" for number in range(40)] + [""] * 400
    long.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert list(too_long(long)) == [
        "long.py: 484 lines, 400 allowed",
        "long.py::walk: 42 lines, 40 allowed",
        "long.py::Big: 40 fields, 39 allowed",
    ]
