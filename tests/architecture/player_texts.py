"""All texts that players read, each with its place and language.

Sentences of the code, words of templates, platform rules, rules of the games with their rulings,
and names in the data of the games.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

from app.kernel.data_tables import read_yaml
from app.kernel.say import LANGUAGES
from tests.architecture.syntax import nodes_of

TOP = Path(__file__).parents[2]
FIELDS_OF_RULES = ("title", "text", "ruling", "ours")
SENTENCES = {"say": 0, "noun": 0, "op": 0, "Say": 0, "no": 1}
"""Functions with an English and a Spanish text, and the place of the English one."""
PAIRED = ("title", "about")
"""Fields of tables in the data: English and Spanish in a list."""


class Text(NamedTuple):
    """Text in a language, with the file and the line, rule or field where it stands."""

    place: str
    language: str
    text: str


@cache
def all_texts() -> tuple[Text, ...]:
    return tuple(one for one in (*of_code(), *of_templates(), *of_rules(), *of_data()) if one.text)


def of_code() -> Iterator[Text]:
    for path in sorted((TOP / "app").rglob("*.py")):
        name = path.relative_to(TOP).as_posix()
        for node in nodes_of(path):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            if (first := SENTENCES.get(called)) is None:
                continue
            for language, one in zip(LANGUAGES, node.args[first : first + 2], strict=False):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield Text(f"{name}:{one.lineno}", language, one.value)


def of_templates() -> Iterator[Text]:
    with (TOP / "locale/es/LC_MESSAGES/caracole.po").open("rb") as file:
        for message in read_po(file):
            for language, words in zip(LANGUAGES, (message.id, message.string), strict=True):
                for text in ((words,) if isinstance(words, str) else words) if message.id else ():
                    yield Text(f"locale:{message.lineno}", language, text)


def of_rules() -> Iterator[Text]:
    """The English files of a game are lists of entries, the Spanish ones are mappings."""
    rules = TOP / "app/kernel/platform_rules.yaml"
    for rule in read_yaml(rules):
        for field in ("title", "text", "title_es", "es"):
            language = LANGUAGES[field.endswith("es")]
            yield Text(f"{rules.name}:{rule['id']}", language, rule.get(field, ""))
    for path in sorted((TOP / "app/games").glob("*/rulebook/*.yaml")):
        entries, name = read_yaml(path), path.relative_to(TOP).as_posix()
        is_spanish = isinstance(entries, dict)
        for entry in entries.values() if is_spanish else entries:
            for field in FIELDS_OF_RULES if isinstance(entry, dict) else ():
                rule = entry.get("id") or next(key for key in entries if entries[key] is entry)
                text = " ".join(str(entry.get(field, "")).split())
                yield Text(f"{name}:{rule}", LANGUAGES[is_spanish], text)


def of_data() -> Iterator[Text]:
    for path in sorted((TOP / "app/games").rglob("*.yaml")):
        if path.parent.name != "rulebook":
            name = path.relative_to(TOP).as_posix()
            yield from in_mappings(read_yaml(path), name)


def in_mappings(data: object, place: str) -> Iterator[Text]:
    """Texts below keys such as `en`, `es`, `name_en` and `title_es`, and pairs of them."""
    if isinstance(data, list):
        for one in data:
            yield from in_mappings(one, place)
    for key, value in data.items() if isinstance(data, dict) else ():
        where, ending = f"{place}:{key}", str(key).rpartition("_")[2]
        if ending in LANGUAGES:
            yield from (Text(where, ending, one) for one in strings_in(value))
        elif key in PAIRED and isinstance(value, list):
            yield from (Text(where, *one) for one in zip(LANGUAGES, value, strict=True))
        else:
            yield from in_mappings(value, where)


def strings_in(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, (dict, list)):
        for one in data.values() if isinstance(data, dict) else data:
            yield from strings_in(one)
