"""The modules of the application import each other without a cycle.

Imports inside functions count; imports for the type checker only do not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.architecture.syntax import syntax_tree

TOP = Path(__file__).parents[2]


def module_name(path: Path) -> str:
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted((TOP / "app").rglob("*.py"))}


def runtime_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes except those below `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from runtime_nodes(child)


def imports(module: str) -> set[str]:
    """Modules of the application that a module imports, anywhere in its text."""
    found = set()
    for node in runtime_nodes(syntax_tree(MODULES[module])):
        if isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                full = f"{node.module}.{one.name}"
                found.add(full if full in MODULES else node.module)
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
    return {one for one in found if one in MODULES} - {module}


@cache
def graph() -> dict[str, set[str]]:
    """Modules that each module imports."""
    return {module: imports(module) for module in MODULES}


def cycle_of(graph: dict[str, set[str]]) -> list[str]:
    """A cycle of modules, each importing the next one; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1][::-1]
    return []


def test_no_modules_import_each_other_in_a_cycle():
    assert cycle_of(graph()) == [], "move what both modules need into a third one"


def test_a_cycle_is_found():
    assert cycle_of({"a": {"b"}, "b": {"c"}, "c": {"a"}}) != []


def test_modules_of_routes_do_not_import_each_other():
    routes = {module for module in MODULES if re.search(r"\.routes\.", module)}
    pairs = {(one, other) for one in routes for other in graph()[one] & routes}
    assert pairs == set(), "move what both need out of app/web/routes"
