"""The modules of services, store and web import each other without a cycle.

Imports inside functions count; imports for the type checker only do not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

TOP = Path(__file__).parents[2]
PACKAGES = ("app.services", "app.store", "app.web")


def module_name(path: Path) -> str:
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    module_name(path): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted((TOP / "app").rglob("*.py"))
}


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
    for node in runtime_nodes(MODULES[module]):
        if isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                full = f"{node.module}.{one.name}"
                found.add(full if full in MODULES else node.module)
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
    return {one for one in found if one.startswith(PACKAGES) and one in MODULES} - {module}


GRAPH = {module: imports(module) for module in MODULES if module.startswith(PACKAGES)}


def cycle_of(graph: dict[str, set[str]]) -> list[str]:
    """A cycle of modules, each importing the next one; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1][::-1]
    return []


def test_no_modules_import_each_other_in_a_cycle():
    assert cycle_of(GRAPH) == []


def test_a_cycle_is_found():
    assert cycle_of({"a": {"b"}, "b": {"c"}, "c": {"a"}}) != []


def test_modules_of_routes_do_not_import_each_other():
    routes = {module for module in GRAPH if re.search(r"\.routes\.", module)}
    assert {(one, other) for one in routes for other in GRAPH[one] & routes} == set()
