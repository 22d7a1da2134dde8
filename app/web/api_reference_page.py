"""Page of the API reference: the OpenAPI document in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

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
PREFIX = "#/components/schemas/"


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


@dataclass(frozen=True)
class Schema:
    """Schema of the document. `says` holds its paragraphs as pieces of text and names."""

    name: str
    says: tuple[tuple[tuple[str, bool], ...], ...]
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


def describe_api(document: Mapping[str, Any], language: str) -> Reference:
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
        describe_schema(name, told) for name, told in document["components"]["schemas"].items()
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
            one.get("description", ""),
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


def describe_schema(name: str, told: Mapping[str, Any]) -> Schema:
    needed = told.get("required", ())
    parts = tuple(
        Part(field, "", kind_of_schema(one), field in needed, one.get("description", ""))
        for field, one in told.get("properties", {}).items()
    )
    paragraphs = [
        " ".join(paragraph.split()) for paragraph in told.get("description", "").split("\n\n")
    ]
    says = tuple(
        tuple((piece, bool(place % 2)) for place, piece in enumerate(paragraph.split("`")))
        for paragraph in paragraphs
        if paragraph
    )
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
