"""OpenAPI document: FastAPI's own, with the orders and views of each box."""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence, Set
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from app.kernel import clock_orders
from app.kernel.contract import Game
from app.services.play.orders import PLATFORM_ORDERS
from app.web.api.authentication import required_asker

ABOUT = """All acts of the pages, for programs, with the same visibility and the same refusals.

Send a personal token (`Authorization: Bearer …`) from the page of your account; cookies are ignored.
Without a token you are an anonymous visitor and can only read. Sentences come in the language of
`Accept-Language` (`en`, `es`), else of the account. Errors come as `application/problem+json`. The
guide, with examples: docs/api.md."""
GIVEN = tuple(kind for kind in PLATFORM_ORDERS if kind not in clock_orders.SERVER_ONLY)
"""Orders of the platform that a player may give."""
WHERE = "#/components/schemas/{}"


def operation_id(route: APIRoute) -> str:
    """Name of an operation in generated code: "games_look"."""
    return f"{route.tags[0]}_{route.name}"


def install_document(api: FastAPI, shelf: Mapping[str, Game], routes: Sequence[APIRoute]) -> None:
    """Make the document on first request."""

    def load_document() -> dict[str, Any]:
        if api.openapi_schema is None:
            api.openapi_schema = openapi_document(api, shelf, routes)
        return api.openapi_schema

    api.openapi = load_document  # type: ignore[method-assign] # as the FastAPI documentation proposes


def openapi_document(
    api: FastAPI, shelf: Mapping[str, Game], routes: Sequence[APIRoute]
) -> dict[str, Any]:
    found: dict[str, Any] = with_references(
        get_openapi(
            title=api.title,
            version=api.version,
            description=ABOUT,
            routes=api.routes,
            servers=[{"url": "/api/v1"}],
        )
    )
    known = found["components"]["schemas"]
    orders, views = [WHERE.format(name) for name in _add_schemas(known, "", GIVEN)], []
    for key, box in shelf.items():
        orders += [WHERE.format(name) for name in _add_schemas(known, key, box.card.orders)]
        view = published_type(box)
        views += [
            WHERE.format(name)
            for name in _add_schemas(known, key, (view,) if view not in (None, Any) else ())
        ]
    known["Order"] = {
        "anyOf": [{"$ref": one} for one in orders],
        "description": "An order of the platform, or of the game.",
    }
    known["View"] = {
        "anyOf": [*({"$ref": one} for one in views), {"type": "null"}],
        "description": "What a viewer knows of a game, as the game has it.",
    }
    closed = {
        operation_id(route)
        for route in routes
        if any(one.call is required_asker for one in route.dependant.dependencies)
    }
    for path in found["paths"].values():
        for operation in path.values():
            if operation["operationId"] not in closed:
                # Anonymous access is allowed.
                operation["security"] = [*operation.get("security", ()), {}]
    return found


def published_type(box: Game) -> Any:
    """Type of the views of a game in the API; None or Any if the game does not name it."""
    shown = typing.get_type_hints(box.published).get("return")
    return typing.get_type_hints(box.view).get("return") if shown is Any else shown


def with_references(schema: Any) -> Any:
    """Schema with references in place of names ("x-is")."""
    match schema:
        case {"x-is": name}:
            return {"$ref": WHERE.format(name)}
        case dict():
            return {key: with_references(inner) for key, inner in schema.items()}
        case list():
            return [with_references(inner) for inner in schema]
    return schema


def _add_schemas(known: dict[str, Any], box: str, kinds: tuple[type, ...]) -> list[str]:
    """Add the schemas of these kinds and their parts under names of their box; return the names of
    the kinds. A part of a view that has the name of an order gets a name of its own.
    """
    prefix = f"{box}." if box else "house."
    schemas, parts = (
        msgspec.json.schema_components(kinds, ref_template=f"#/components/schemas/{prefix}{{name}}")
        if kinds
        else ((), {})
    )
    named = {prefix + name: renamed(part, frozenset()) for name, part in parts.items()}
    taken = {name for name, part in named.items() if known.get(name, part) != part}
    known.update(
        {name + IN_VIEW * (name in taken): renamed(part, taken) for name, part in named.items()}
    )
    return [renamed(schema, taken)["$ref"].rsplit("/", 1)[1] for schema in schemas]


IN_VIEW = "InView"
"""Ending of the schema of a part of a view that has the name of an order."""


def renamed(schema: Any, taken: Set[str]) -> Any:
    """Schema with references to the new names of parts whose names were taken."""
    match schema:
        case {"$ref": str(address)} if address.rsplit("/", 1)[1] in taken:
            return {**schema, "$ref": address + IN_VIEW}
        case dict():
            return {key: renamed(inner, taken) for key, inner in schema.items()}
        case list() | tuple():
            return [renamed(inner, taken) for inner in schema]
    return schema
