"""Every class that a style sheet names is used by a template, by Python or by a script.

A class made of parts counts as used if some string makes it: `f"coat-{colour}"` makes `coat-bay`
if `bay` is a word of the sources.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.one_by_one import one_by_one

TOP = Path(__file__).parents[2]
SHEETS = sorted([*(TOP / "static").rglob("*.css"), *(TOP / "app").rglob("*.css")])
HOLE = "\0"
DRAWS = re.compile(r"""\bklass\b|["']class["']|\bclass=|\bInk\b""")
"""Signs of a module that draws: only its strings can be classes."""
NAMED_BY_DATA = {"barricade", "field_fortification", "higher", "is-embed"}
"""Kinds of works and of pages: the drawing or the page takes them from a key of its data."""
NAME = re.compile(r"-?[A-Za-z_][\w-]*")


def texts_of(suffix: str) -> Iterator[str]:
    for folder in ("app", "templates", "static"):
        for path in sorted((TOP / folder).rglob(f"*{suffix}")):
            yield path.read_text(encoding="utf-8")


def strings_of_python(text: str) -> Iterator[str]:
    """Strings of a module. Each value of an f-string is a hole; docstrings are left out."""
    tree = ast.parse(text)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                part.value if isinstance(part, ast.Constant) else HOLE for part in node.values
            )
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            yield node.value + (HOLE if node.value.endswith("-") else "")  # joined with `+`


def lists_of_classes() -> Iterator[str]:
    """Strings that can be lists of classes: no sentences, no texts for players."""
    for text in filter(DRAWS.search, texts_of(".py")):
        for string in strings_of_python(text):
            yield from re.findall(r'class="([^"]*)', string)
            if re.fullmatch(rf"[a-z0-9_\s{HOLE}-]+", string):
                yield string
    for text in texts_of(".html"):
        holed = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", HOLE, text, flags=re.DOTALL)
        yield from re.findall(r'(?:class|data-do)="([^"]*)', holed)
        for code in re.findall(r"\{[{%](.*?)[}%]\}", text, flags=re.DOTALL):
            shown = re.sub(r"""\b(?:icon|_)\((["']).*?\1""", "", code)
            yield from (found[1] for found in re.findall(r"""(["'])(.*?)\1""", shown))
        for attribute in re.findall(r'class="((?:[^"{]|\{[{%].*?[}%]\})*)"', text, flags=re.DOTALL):
            yield re.sub(r"\{[{%].*?[}%]\}", " ", attribute, flags=re.DOTALL)
            yield re.sub(r"\{%.*?%\}", "", re.sub(r"\{\{.*?\}\}", HOLE, attribute))
    for text in texts_of(".js"):
        for _, string in re.findall(r"""(["'`])(.*?)\1""", text):
            yield re.sub(r"\$\{[^}]*\}", HOLE, string)
    for text in texts_of(".svg"):
        yield from re.findall(r'class="([^"]*)', text)


@cache
def used() -> tuple[frozenset[str], tuple[re.Pattern, ...]]:
    """Classes, and a pattern for each class with holes."""
    words: set[str] = set()
    made: set[str] = set()
    for text in lists_of_classes():
        for word in re.findall(rf"[\w{HOLE}-]+", text):
            if HOLE not in word:
                words.add(word)
            elif re.search("[A-Za-z]", word):
                made.add(re.sub(f"{HOLE}+", r"([\\w-]*)", word))
    return frozenset(words), tuple(map(re.compile, sorted(made)))


@cache
def words_of_data() -> frozenset[str]:
    """Words that can fill a hole: keys of tables and of rulebooks, and all classes."""
    texts = [*texts_of(".yaml"), *texts_of(".csv"), *lists_of_classes()]
    return frozenset(word for text in texts for word in re.findall(r"[\w-]+", text))


def is_used(name: str) -> bool:
    words, made = used()
    if name in words:
        return True
    return any(
        all(
            (part in words_of_data() and part[0] != "-") or re.fullmatch(r"[a-z]?\d*[a-z]?", part)
            for part in found.groups()
        )
        for pattern in made
        if (found := pattern.fullmatch(name))
    )


def classes_of(css: str) -> set[str]:
    selectors = re.findall(r"([^{}]*)\{", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))
    return {name for selector in selectors for name in re.findall(rf"\.({NAME.pattern})", selector)}


@one_by_one("path", SHEETS, ids=lambda path: path.name)
def test_every_class_of_a_sheet_is_used(path):
    found = classes_of(path.read_text(encoding="utf-8"))
    unused = sorted(name for name in found - NAMED_BY_DATA if not is_used(name))
    assert unused == [], "remove the rules of these classes from the style sheet"


def test_a_class_that_nothing_makes_is_found():
    assert not is_used("nothing-makes-this")
    assert not is_used("side-nothing_makes_this")
    assert is_used("side-a") and is_used("decision")
