"""Page of the API reference: the OpenAPI document in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from app.kernel.contract import Game
from app.kernel.data_tables import read_yaml
from app.kernel.game_files import file_beside
from app.kernel.say import Say, say

TAGS = {
    "account": say("Account", "Cuenta"),
    "boxes": say("Games on the shelf", "Juegos de la estantería"),
    "tables": say("Tables", "Mesas"),
    "wishes": say("Wishes for an opponent", "Búsquedas de rival"),
    "clubs": say("Clubs", "Clubes"),
    "games": say("Games", "Partidas"),
    "referees": say("Referees", "Árbitros"),
    "corrections": say("Corrections", "Correcciones"),
    "story": say("Own words and photographs", "Palabras propias y fotografías"),
    "standing": say("Standing orders", "Órdenes permanentes"),
    "sandboxes": say("Sandboxes", "Ensayos"),
    "armies": say("Armies", "Ejércitos"),
}
PARAMETERS = (
    say(
        '"return=representation": the answer also brings `game` and `offers` after the order.',
        '"return=representation": la respuesta trae también `game` y `offers` después de la orden.',
    ),
    say(
        "Fields of the answer, such as `number,game.view`; all of them, if it is not said.",
        "Campos de la respuesta, como `number,game.view`; todos, si falta.",
    ),
    say(
        'A piece ("A3"), a place ("36,24"), or both ("A3@36,24,90").',
        'Una ficha ("A3"), un lugar ("36,24") o las dos cosas ("A3@36,24,90").',
    ),
    say(
        "After which move; now, if it is not said.",
        "Después de qué jugada; si falta, después de la última.",
    ),
    say(
        'Once the game is over: with the eyes of this seat, or of a "spectator".',
        'Acabada la partida: lo que veía este asiento, o un espectador ("spectator").',
    ),
    say(
        "The number of a game, or the token of a private one.",
        "El número de una partida, o el token de una privada.",
    ),
)
"""Texts about parameters in the document, with their Spanish."""
PREFIX = "#/components/schemas/"
SPANISH_FILE = "spanish_schemas.yaml"
"""File with the Spanish of schemas: one beside this module, and one in the folder of each game."""
SPANISH = Path(__file__).with_name(SPANISH_FILE)
PARAGRAPH = "¶"
"""Sign before a new paragraph or an item of a list in the Spanish of a schema."""
ITEM = "- "
LINES = re.compile(r"\n\s*\n|\n(?=\s*- )")
"""Ends of a paragraph or an item in the English of a schema."""


@dataclass(frozen=True)
class Kind:
    """Type of a value in words. A part with `ref` names a schema that the page explains below."""

    parts: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class Part:
    """Parameter of an operation, or field of a schema."""

    name: str
    where: str
    kind: Kind
    required: bool
    says: str


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    says: str
    scope: str
    strangers: bool
    parts: tuple[Part, ...]
    body: Kind | None
    answer: Kind | None


Pieces = tuple[tuple[str, bool], ...]
"""Pieces of a sentence, each with true for a name of the document."""


@dataclass(frozen=True)
class Block:
    """Paragraph, or the items of a list."""

    is_list: bool
    lines: tuple[Pieces, ...]


@dataclass(frozen=True)
class Schema:
    """Schema of the document with its description."""

    name: str
    says: tuple[Block, ...]
    parts: tuple[Part, ...]
    kind: Kind | None


@dataclass(frozen=True)
class Reference:
    """Content of the reference page. `kinds` maps each game to the schemas of its orders
    and view.
    """

    chapters: tuple[tuple[str, Say, tuple[Operation, ...]], ...]
    schemas: tuple[Schema, ...]
    kinds: tuple[tuple[str, tuple[Schema, ...]], ...]


def describe_api(
    document: Mapping[str, Any], shelf: Mapping[str, Game], language: str
) -> Reference:
    spanish = spanish_schemas(shelf) if language == "es" else {}
    operations = [
        describe_operation(path, method, told, language)
        for path, methods in document["paths"].items()
        for method, told in methods.items()
    ]
    chapters = tuple(
        (tag, title, tuple(one for one in operations if one.id.startswith(f"{tag}_")))
        for tag, title in TAGS.items()
    )
    schemas = [
        describe_schema(name, told, spanish)
        for name, told in document["components"]["schemas"].items()
    ]
    boxes = sorted({one.name.split(".")[0] for one in schemas if "." in one.name})
    return Reference(
        chapters,
        tuple(one for one in schemas if "." not in one.name),
        tuple(
            (box, tuple(one for one in schemas if one.name.startswith(f"{box}."))) for box in boxes
        ),
    )


def describe_operation(path: str, method: str, told: Mapping[str, Any], language: str) -> Operation:
    scopes = [scope for one in told["security"] for scope in one.get("token", ())]
    parts = tuple(
        Part(
            one["name"],
            one["in"],
            kind_of_schema(one["schema"]),
            one.get("required", False),
            parameter_words(one.get("description", ""), language),
        )
        for one in told.get("parameters", ())
    )
    bodies = told.get("requestBody", {}).get("content", {}).values()
    body = next((one["schema"] for one in bodies), None)
    content: Mapping[str, Any] = next(
        (
            answer.get("content", {})
            for status, answer in told["responses"].items()
            if status.startswith("2")
        ),
        {},
    )
    answers = [
        kind_of_schema(one["schema"]) if one.get("schema") else Kind(((media, False),))
        for media, one in content.items()
    ]
    says = told["x-summary-es"] if language == "es" else told["summary"]
    return Operation(
        told["operationId"],
        method.upper(),
        path,
        says,
        scopes[0] if scopes else "",
        {} in told["security"],
        parts,
        kind_of_schema(body) if body else None,
        next(iter(answers), None),
    )


def parameter_words(text: str, language: str) -> str:
    """Text about a parameter in the language of the page."""
    return next((one.in_(language) for one in PARAMETERS if one.en == text), text)


def spanish_schemas(shelf: Mapping[str, Game]) -> Mapping[str, str]:
    """Spanish descriptions of the schemas, by name. The file of a game names its schemas without
    the key of the game.
    """
    found: dict[str, str] = dict(read_yaml(SPANISH))
    for key, game in shelf.items():
        path = file_beside(type(game), SPANISH_FILE)
        found |= {f"{key}.{name}": text for name, text in (read_yaml(path) if path else {}).items()}
    return found


def schema_paragraphs(name: str, text: str, spanish: Mapping[str, str]) -> list[str]:
    """Paragraphs and items about a schema; items begin with `ITEM`. A schema without Spanish has
    `text`.
    """
    translated = spanish.get(name) if text else None
    paragraphs = translated.split(PARAGRAPH) if translated else LINES.split(text)
    return [" ".join(paragraph.split()) for paragraph in paragraphs]


def blocks_of(paragraphs: Iterable[str]) -> Iterator[Block]:
    """Paragraphs, and items that follow one another as one list."""
    for is_list, those in groupby(filter(None, paragraphs), lambda one: one.startswith(ITEM)):
        lines = tuple(pieces_of(one.removeprefix(ITEM)) for one in those)
        if is_list:
            yield Block(is_list, lines)
        else:
            yield from (Block(is_list, (line,)) for line in lines)


def pieces_of(text: str) -> Pieces:
    """Words of a text, and the names between backticks."""
    return tuple((piece, bool(place % 2)) for place, piece in enumerate(text.split("`")))


def describe_schema(name: str, told: Mapping[str, Any], spanish: Mapping[str, str]) -> Schema:
    needed = told.get("required", ())
    parts = tuple(
        Part(field, "", kind_of_schema(one), field in needed, one.get("description", ""))
        for field, one in told.get("properties", {}).items()
    )
    says = tuple(blocks_of(schema_paragraphs(name, told.get("description", ""), spanish)))
    return Schema(name, says, parts, None if parts else kind_of_schema(told))


def kind_of_schema(told: Mapping[str, Any]) -> Kind:
    return Kind(tuple(_parts_of_schema(told)))


def _parts_of_schema(told: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    match told:
        case {"$ref": ref}:
            yield ref.removeprefix(PREFIX), True
        case {"anyOf": several}:
            yield from _joined_by(several, " | ")
        case {"enum": values}:
            yield (
                " | ".join(
                    f'"{value}"' if isinstance(value, str) else str(value) for value in values
                ),
                False,
            )
        case {"const": value}:
            yield f'"{value}"', False
        case {"prefixItems": several}:
            yield "(", False
            yield from _joined_by(several, ", ")
            yield ")", False
        case {"type": "array", "items": dict() as inner}:
            yield "[", False
            yield from _parts_of_schema(inner)
            yield "]", False
        case {"type": "object", "additionalProperties": dict() as inner}:
            yield "{… : ", False
            yield from _parts_of_schema(inner)
            yield "}", False
        case {"type": "object", "properties": dict() as fields}:
            for number, (name, inner) in enumerate(fields.items()):
                yield f"{', ' if number else '{'}{name}: ", False
                yield from _parts_of_schema(inner)
            yield "}", False
        case _:
            yield str(told.get("type", "…")), False


def _joined_by(several: list[Mapping[str, Any]], mark: str) -> Iterator[tuple[str, bool]]:
    for number, one in enumerate(several):
        if number:
            yield mark, False
        yield from _parts_of_schema(one)
