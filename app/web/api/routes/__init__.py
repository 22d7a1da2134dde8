"""Routes of the API: each reads a request, calls a service and returns plain data."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from app.web.api import problems, schema
from app.web.deferred_routes import DeferredRoute


def op(en: str, es: str, **extra: Any) -> dict[str, Any]:
    """Summary of a route in both languages and more of its document, as arguments of the
    decorator.
    """
    return {"summary": en, "openapi_extra": {"x-summary-es": es, **extra}}


def api_router(**given: Any) -> APIRouter:
    """Router of a part of the API, with the documented problems and the names of operations."""
    given.setdefault("route_class", DeferredRoute)
    return APIRouter(
        responses=problems.DOCUMENTED, generate_unique_id_function=schema.operation_id, **given
    )
