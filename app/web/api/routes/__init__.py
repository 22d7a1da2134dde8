"""Routes of the API: each reads a request, calls a service and returns plain data."""

from __future__ import annotations

from typing import Any


def op(en: str, es: str, **extra: Any) -> dict[str, Any]:
    """Summary of a route in both languages and more of its document, as arguments of the
    decorator.
    """
    return {"summary": en, "openapi_extra": {"x-summary-es": es, **extra}}
