"""Texts for players name the person: player, member, spectator. They use no vague pronoun.

Every text of the application is read: sentences in both languages, words of templates, platform
rules, and the rules of the games with their rulings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from app.kernel.data_tables import read_yaml
from tests.architecture.syntax import nodes_of

TOP = Path(__file__).parents[2]
VAGUE = re.compile(
    r"\b(some|any|no)body\b|\b(some|any)one\b|\bno one\b|\bwho(m)?ever\b"
    r"|\balguien\b|(?:^|[.:;¿¡(«] *)(nadie|quien|quienes)\b",
    re.IGNORECASE,
)
PRONOUN = re.compile(r"\bevery(body|one)\b|\b(he(?! vuelto)|his|him|himself)\b", re.IGNORECASE)
HOUSE = re.compile(
    r"\b(the|this|our) house('s|’s)?\b(?! of)|\b(la|esta|nuestra) casa\b|\bkeepers?\b"
    r"|\bquien sea\b|\bsea quien\b",
    re.IGNORECASE,
)
"""The server, its bot and its administrator have these words on no page."""
FIELDS_OF_RULES = ("title", "text", "ruling", "ours", "ambiguous", "es")
SENTENCES = ("say", "no", "noun", "op")
"""Functions whose first texts are English and Spanish."""


def is_vague(text: str) -> bool:
    return any(pattern.search(text) for pattern in (VAGUE, PRONOUN, HOUSE))


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    for node in nodes_of(path):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        if name in SENTENCES:
            for one in node.args[:3]:
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.lineno, one.value


@cache
def all_texts() -> tuple[tuple[str, str], ...]:
    """Place and text."""
    return tuple(texts_of_the_tree())


def texts_of_the_tree() -> Iterator[tuple[str, str]]:
    for path in sorted((TOP / "app").rglob("*.py")):
        name = path.relative_to(TOP).as_posix()
        for line, text in sentences(path):
            yield f"{name}:{line}", text
    with (TOP / "locale/es/LC_MESSAGES/caracole.po").open("rb") as file:
        for message in read_po(file):
            for words in (message.id, message.string):
                for text in (words,) if isinstance(words, str) else words:
                    yield f"locale:{message.lineno}", text
    rules = TOP / "app/kernel/house_rules.yaml"
    for rule in read_yaml(rules):
        for field in ("title", "title_es", "text", "es"):
            yield f"{rules.name}:{rule['id']}", rule.get(field, "")
    yield from texts_of_rulebooks()


def texts_of_rulebooks() -> Iterator[tuple[str, str]]:
    """Rules of the games: the English files are lists of entries, the Spanish ones are mappings."""
    for path in sorted((TOP / "app/games").glob("*/rulebook/*.yaml")):
        entries = read_yaml(path)
        named = (
            entries.items()
            if isinstance(entries, dict)
            else [(entry["id"], entry) for entry in entries]
        )
        for rule, entry in named:
            for field in FIELDS_OF_RULES if isinstance(entry, dict) else ():
                yield f"{path.name}:{rule}", " ".join(str(entry.get(field, "")).split())


def test_texts_name_the_person():
    vague = [f"{place}: {text}" for place, text in all_texts() if is_vague(text)]
    assert vague == [], "name the person: player, member, spectator, referee, the server"


def test_texts_name_no_file_of_the_program():
    file = re.compile(r"\w\.ya?ml\b|\bdata file\b|\barchivo de datos\b", re.IGNORECASE)
    found = [f"{place}: {text}" for place, text in all_texts() if file.search(text)]
    assert found == [], "name the table or the play sheet; players do not see the files"


def test_the_search_reads_every_kind_of_text():
    texts = all_texts()
    for place in (
        "app/kernel/",
        "app/services/",
        "app/games/",
        "app/web/api/",
        "locale:",
        "house_",
        "cry_havoc.yaml:",
        "spanish_forces.yaml:",
    ):
        assert sum(one.startswith(place) for one, _ in texts) > 20, place
    for text in (
        "Somebody moved",
        "Ask anyone",
        "Whoever looks on",
        "Alguien ha jugado",
        "Quien mira",
        "Everyone sees it",
        "A Leader and his men",
        "The house decides",
        "Lo decide la casa",
        "Gane quien sea",
    ):
        assert is_vague(text), text
    for text in (
        "the player who opened it",
        "El jugador a quien toca",
        "None",
        "No escribe a nadie",
        "the houses of the map",
        "una casa del mapa",
    ):
        assert not is_vague(text), text
