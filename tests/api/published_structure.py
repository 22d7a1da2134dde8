"""The structure of the OpenAPI document as text: addresses, parameters, fields and types, no words.

`python -m tests.api.published_structure` renews the stored text after an intended change.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from tests.sample_games import AREA_GAME, CAMPAIGN

STORED = Path(__file__).parent / "fixtures" / "api_structure.txt"
RENEW = "python -m tests.api.published_structure"
UNRELEASED = (f"{AREA_GAME}.", f"{CAMPAIGN}.")
"""Schemas of games that are not released yet; they may change freely."""
WORDS = {"description", "title", "examples"}
SHOWN = {
    *("$ref", "additionalProperties", "anyOf", "enum", "items", "prefixItems"),
    *("properties", "required", "type"),
}


def structure_of(document: dict[str, Any]) -> str:
    """One line for each operation and its parts, and one for each field of a schema."""
    lines = []
    for path, operations in sorted(document["paths"].items()):
        for method, operation in sorted(operations.items()):
            lines += [f"{method.upper()} {path}", *operation_lines(operation), ""]
    for name, schema in sorted(document["components"]["schemas"].items()):
        if not name.startswith(UNRELEASED):
            lines += [f"schema {name}{details_of(schema)}", *field_lines(schema), ""]
    return "\n".join(lines)


def operation_lines(operation: dict[str, Any]) -> list[str]:
    allowed = (str(one.get("token", "anonymous")) for one in operation.get("security", ()))
    lines = [f"  operation {operation['operationId']}", f"  security {' or '.join(allowed)}"]
    for one in operation.get("parameters", ()):
        needed = "" if one.get("required") else "?"
        lines.append(f"  {one['in']} {one['name']}{needed}: {type_of(one['schema'])}")
    body = operation.get("requestBody", {})
    lines += [
        f"  body{'' if body.get('required') else '?'} {kind}: {type_of(content.get('schema', {}))}"
        for kind, content in body.get("content", {}).items()
    ]
    answers: dict[str, list[str]] = {}
    for status, answer in sorted(operation["responses"].items()):
        content = answer.get("content", {})
        shown = (f"{kind}: {type_of(one.get('schema', {}))}" for kind, one in content.items())
        answers.setdefault(", ".join(shown), []).append(status)
    lines += [f"  {' '.join(statuses)} {shown}".rstrip() for shown, statuses in answers.items()]
    return lines


def field_lines(schema: dict[str, Any]) -> list[str]:
    if "properties" not in schema:
        options = [type_of(one) for one in schema.get("anyOf", ())]
        released = [one for one in options if not one.startswith(UNRELEASED)]
        return [f"  {one}" for one in released] or [f"  {type_of(schema)}"]
    needed = schema.get("required", ())
    return [
        f"  {name}{'' if name in needed else '?'}: {type_of(inner)}"
        for name, inner in sorted(schema["properties"].items())
    ]


def type_of(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": str(name)}:
            shown = name.rsplit("/", 1)[1]
        case {"anyOf": list(options)}:
            shown = " | ".join(map(type_of, options))
        case {"enum": list(values)}:
            shown = " | ".join(json.dumps(one) for one in sorted(values, key=str))
        case {"prefixItems": list(items)}:
            shown = f"({', '.join(map(type_of, items))})"
        case {"type": "array"}:
            shown = f"[{type_of(schema.get('items') or {})}]"
        case {"type": "object", "properties": dict(fields)}:
            needed = schema.get("required", ())
            shown = ", ".join(
                f"{name}{'' if name in needed else '?'}: {type_of(inner)}"
                for name, inner in fields.items()
            )
        case {"type": "object"}:
            inner = schema.get("additionalProperties", {})
            shown = f"{{{type_of(inner) if isinstance(inner, dict) else 'closed'}}}"
        case _:
            shown = str(schema.get("type", "any"))
    return shown + details_of(schema)


def details_of(schema: dict[str, Any]) -> str:
    """Bounds, patterns and defaults."""
    kept = {name: one for name, one in schema.items() if name not in WORDS | SHOWN}
    return f" {json.dumps(kept, sort_keys=True, ensure_ascii=False)}" if kept else ""


def main() -> None:
    from app.main import create_app
    from app.settings import Settings
    from tests.web.conftest import Client

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database_url=f"sqlite:///{folder}/club.db"))
        with Client(app, base_url="http://127.0.0.1:8000") as client:
            document = client.get("/api/v1/openapi.json").json()
    STORED.parent.mkdir(exist_ok=True)
    STORED.write_text(structure_of(document), encoding="utf-8")


if __name__ == "__main__":
    main()
