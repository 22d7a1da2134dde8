"""Texts for players name the person: player, member, spectator. They say neither somebody nor nobody.

Every text of the application is read: sentences in both languages, words of templates, platform rules.
The catalogues of the games' rules are not read: their entries follow the clauses of the printed books.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from babel.messages.pofile import read_po

TOP = Path(__file__).parents[2]
VAGUE = re.compile(
    r"\b(some|any|no)body\b|\b(some|any)one\b|\bno one\b|\bwho(m)?ever\b"
    r"|\balguien\b|(?:^|[.:;¿¡(«] *)(nadie|quien|quienes)\b",
    re.IGNORECASE,
)
SENTENCES = ("say", "no", "noun", "op")
"""Functions whose first texts are English and Spanish."""


def sentences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        if name in SENTENCES:
            for one in node.args[:3]:
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.lineno, one.value


def all_texts() -> Iterator[tuple[str, str]]:
    """Place and text."""
    for path in sorted((TOP / "app").rglob("*.py")):
        name = path.relative_to(TOP).as_posix()
        for line, text in sentences(ast.parse(path.read_text(encoding="utf-8"))):
            yield f"{name}:{line}", text
    with (TOP / "locale/es/LC_MESSAGES/caracole.po").open("rb") as file:
        for message in read_po(file):
            for words in (message.id, message.string):
                for text in (words,) if isinstance(words, str) else words:
                    yield f"locale:{message.lineno}", text
    rules = TOP / "app/kernel/house_rules.yaml"
    for rule in yaml.safe_load(rules.read_text(encoding="utf-8")):
        for field in ("title", "title_es", "text", "es"):
            yield f"{rules.name}:{rule['id']}", rule.get(field, "")


def test_texts_name_the_person():
    assert [f"{place}: {text}" for place, text in all_texts() if VAGUE.search(text)] == []


def test_the_search_reads_every_kind_of_text():
    texts = list(all_texts())
    for place in (
        "app/kernel/",
        "app/services/",
        "app/games/",
        "app/web/api/",
        "locale:",
        "house_",
    ):
        assert sum(one.startswith(place) for one, _ in texts) > 20, place
    for text in (
        "Somebody moved",
        "Ask anyone",
        "Whoever looks on",
        "Alguien ha jugado",
        "Quien mira",
    ):
        assert VAGUE.search(text), text
    for text in (
        "the player who opened it",
        "El jugador a quien toca",
        "None",
        "No escribe a nadie",
    ):
        assert not VAGUE.search(text), text
