"""Static call graph of a package: which definitions a definition names, followed through imports.

A name leads to the definition that it stands for in its module. An attribute of a module leads to
the definition there. A class leads to its special methods, such as `__init__`. Any other attribute
leads to every method of that name in the package, because the type of the object is not known.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.syntax import nodes_of, syntax_tree

Key = tuple[str, str]  # module, and name of a definition or "Class.method"
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class CallGraph:
    def __init__(self, top: Path, package: str):
        self.modules = {
            _module_name(path, top): path for path in sorted((top / package).rglob("*.py"))
        }
        self.nodes: dict[Key, list[ast.AST]] = defaultdict(list)
        self.methods: dict[str, list[Key]] = defaultdict(list)
        self.imports: dict[str, dict[str, Key]] = defaultdict(dict)
        for module, path in self.modules.items():
            self._add_module(module, path)

    def _add_module(self, module: str, path: Path) -> None:
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    self.imports[module][one.asname or one.name] = (node.module, one.name)
        for node in syntax_tree(path).body:
            for name in _names_defined(node):
                self.nodes[module, name].append(node)
            if isinstance(node, ast.ClassDef):
                for method in (one for one in node.body if isinstance(one, DEFINITIONS)):
                    key = (module, f"{node.name}.{method.name}")
                    self.nodes[key].append(method)
                    self.methods[method.name].append(key)

    def reached(self, roots: Iterable[Key]) -> set[Key]:
        """Definitions that the roots name, directly or through others."""
        seen: set[Key] = set()
        todo = list(roots)
        while todo:
            key = todo.pop()
            if key not in seen:
                seen.add(key)
                todo += self._named_by(key)
        return seen

    def _named_by(self, key: Key) -> Iterator[Key]:
        module = key[0]
        for root in self.nodes.get(key, ()):
            if isinstance(root, ast.ClassDef):
                yield from (
                    (module, f"{root.name}.{one.name}")
                    for one in root.body
                    if isinstance(one, DEFINITIONS) and one.name.startswith("__")
                )
            for node in _own_nodes(root):
                if isinstance(node, ast.Name):
                    yield from self._found(module, [node.id])
                elif isinstance(node, ast.Attribute):
                    yield from self._found(module, _chain(node))
                    yield from self.methods.get(node.attr, ())

    def _found(self, module: str, chain: list[str]) -> Iterator[Key]:
        """Definition that a chain of names such as `lists.rule_of` stands for."""
        at = module
        for name in chain:
            key = self._resolve(at, name)
            if key is None:
                return
            if key[1]:
                yield key
                return
            at = key[0]

    def _resolve(self, module: str, name: str) -> Key | None:
        """Definition, or a module with an empty name."""
        if (module, name) in self.nodes:
            return module, name
        if name in self.imports[module]:
            source, original = self.imports[module][name]
            if f"{source}.{original}" in self.modules:
                return f"{source}.{original}", ""
            return self._resolve(source, original) if source in self.modules else None
        return (f"{module}.{name}", "") if f"{module}.{name}" in self.modules else None


def _names_defined(node: ast.stmt) -> list[str]:
    """Names that a statement at the top of a module defines."""
    if isinstance(node, DEFINITIONS):
        return [node.name]
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    parts = (part for target in targets for part in ast.walk(target))
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _module_name(path: Path, top: Path) -> str:
    parts = path.relative_to(top).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _own_nodes(root: ast.AST) -> Iterator[ast.AST]:
    """Nodes of a definition; of a class without its methods."""
    if not isinstance(root, ast.ClassDef):
        yield from ast.walk(root)
        return
    for part in (*root.bases, *root.decorator_list, *root.body):
        if not isinstance(part, DEFINITIONS):
            yield from ast.walk(part)


def _chain(node: ast.Attribute) -> list[str]:
    """Names of `a.b.c`; empty if it does not begin with a name."""
    names: list[str] = []
    part: ast.AST = node
    while isinstance(part, ast.Attribute):
        names.append(part.attr)
        part = part.value
    return [part.id, *reversed(names)] if isinstance(part, ast.Name) else []
