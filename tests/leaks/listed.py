"""List of outlets (outlets.yaml), and the outlets that the applications have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.kernel.data_tables import read_yaml
from app.services.notify import notifications
from app.services.notify.delivery_channels import webhooks
from app.settings import Settings

TOP = Path(__file__).parents[2]
LIST = Path(__file__).with_name("outlets.yaml")
KINDS = ("pages", "api", "ways", "notices", "frames")
BESIDES = {"log", "metrics", "mail", "daily"}
"""Outlets that stand in no table of routes: log lines, figures, mail."""


def groups() -> list[dict[str, Any]]:
    """Groups of the list: outlets with the `test` that asks them, or with the reason why they tell
    `nothing`.
    """
    return read_yaml(LIST)


def listed(kind: str, test: str = "") -> list[str]:
    """Outlets of a kind in the list; with `test` only those that it asks."""
    return [
        outlet
        for group in groups()
        if not test or group.get("test") == test
        for outlet in group.get(kind, ())
    ]


def there(app) -> dict[str, set[str]]:
    """All existing outlets by kind, from the route tables of the applications and the sources."""
    document = app.state.api.openapi()["paths"]
    return {
        "pages": {
            f"{method} {path}" for path, methods in routes(app.router.routes) for method in methods
        },
        "api": {
            f"{method.upper()} {path}"
            for path, operations in document.items()
            for method in operations
        }
        | {"GET /openapi.json"},
        "ways": {*webhooks.KINDS, "push", *BESIDES},
        "notices": set(named_in("app/services", r"Message\(\s*\"(\w+)\""))
        | set(notifications.EVENTS),
        "frames": set(named_in("app/web", r"event: (\w+)")),
    }


def routes(found) -> Iterator[tuple[str, set[str]]]:
    for route in found:
        if hasattr(route, "methods"):
            yield route.path, set(route.methods or ()) - {"HEAD"}


def named_in(folder: str, pattern: str) -> Iterator[str]:
    for path in sorted((TOP / folder).rglob("*.py")):
        yield from re.findall(pattern, path.read_text(encoding="utf-8"))


def an_app(folder: Path):
    """Application of which only the route tables are used."""
    from app.main import create_app

    return create_app(Settings(database_url=f"sqlite:///{folder}/outlets.db"))
