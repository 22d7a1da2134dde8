"""Code words of the pages about the code name something in the tree: a file, a module or a name."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.syntax import nodes_of

TOP = Path(__file__).parents[2]
PAGES = (
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "docs/glossary.md",
    "docs/design.md",
    "docs/services.md",
)
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
PATH = re.compile(r"[\w.-]+(?:/[\w.*<>-]+)+/?")
FOLDERS = ("app", "tests", "bench")


@cache
def names_by_module() -> dict[str, set[str]]:
    """Names that each module defines or mentions, and its words in texts without blanks."""
    found: dict[str, set[str]] = {}
    for path in (path for folder in FOLDERS for path in (TOP / folder).rglob("*.py")):
        if path.name == Path(__file__).name:
            continue
        name = path.parent.name if path.stem == "__init__" else path.stem
        names = found.setdefault(name, {path.stem, path.parent.name})
        for node in nodes_of(path):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    names.add(node.name)
                case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                    names.add(name)
                case ast.keyword(arg=str(name)):
                    names.add(name)
                case ast.Constant(value=str(text)) if " " not in text and len(text) < 60:
                    names |= set(re.findall(r"\w+", text))
    return found


@cache
def known_names() -> frozenset[str]:
    folders = {path.name for folder in FOLDERS for path in (TOP / folder).rglob("*/")}
    return frozenset(set(names_by_module()) | folders | set().union(*names_by_module().values()))


def code_words(text: str) -> set[str]:
    """Code spans that are one name or one path."""
    spans = {span.removesuffix("()").split("(")[0].strip() for span in CODE.findall(text)}
    return {span for span in spans if NAME.fullmatch(span) or PATH.fullmatch(span)}


def is_file(word: str) -> bool:
    """Return true if a file or folder of the tree has this path, or a path that ends with it."""
    name = word.rstrip("/")
    if "*" in name:
        return any(next(TOP.glob(f"{one}/**/{name}"), None) for one in ("app", "tests"))
    names = {name, f"{name}.py"}
    return not names.isdisjoint(endings_of_paths()) or any(
        (TOP / folder / one).exists() for folder in ("", "docs") for one in names
    )


@cache
def endings_of_paths() -> frozenset[str]:
    """Paths of all files and folders of `app` and `tests`, from each folder on their way."""
    paths = (path.relative_to(TOP) for top in ("app", "tests") for path in (TOP / top).rglob("*"))
    return frozenset(
        "/".join(path.parts[first:]) for path in paths for first in range(len(path.parts))
    )


def is_known(word: str) -> bool:
    if "<" in word:
        return True  # a place in every game
    if "/" in word or word.endswith((".md", ".py", ".yaml")):
        return is_file(word)
    *homes, name = word.split(".")
    if homes and name in names_by_module().get(homes[-1], ()):
        return True
    if homes:
        return any({homes[-1], name} <= names for names in names_by_module().values())
    return name in known_names()


@pytest.mark.parametrize("page", PAGES)
def test_every_code_word_of_the_page_exists(page):
    text = (TOP / page).read_text(encoding="utf-8")
    unknown = sorted(word for word in code_words(text) if not is_known(word))
    assert unknown == [], f"write in {page} the present names of these, or remove them"


def test_a_word_that_is_gone_is_seen():
    assert not is_known("orders.keeper_of_the_clocks")
    assert not is_known("orders.lock_game_of_clocks")
    assert not is_known("app/club/keeper.py")
    assert is_known("app/services/play/orders.py")
    assert code_words("Call `orders.declare(services)` or `app/kernel`, not `two words`.") == {
        "orders.declare",
        "app/kernel",
    }
