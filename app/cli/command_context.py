"""Shared by the commands: the registry of games, the settings, the services and an exit with a
sentence.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from app.games import shelf
from app.kernel.contract import Game
from app.services.container import Services
from app.settings import Settings
from app.store.engine import UnsafeDatabase


def exit_with_error(message: str) -> NoReturn:
    """Print the reason to standard error and end the command with status 2."""
    print(message, file=sys.stderr)
    raise SystemExit(2)


def box_of(key: str) -> Game:
    """Return the box with this key; stop if there is none."""
    boxes = shelf()
    if key not in boxes:
        exit_with_error(
            f"no game {key!r} is installed; installed: {', '.join(sorted(boxes)) or 'none'}"
        )
    return boxes[key]


def the_settings(**chosen: Any) -> Settings:
    """Read the settings from the environment; the given values override them."""
    try:
        return Settings(**chosen)
    except ValueError as wrong:
        exit_with_error(str(wrong))


@contextmanager
def open_services() -> Iterator[Services]:
    """Open the services on the database of the settings and close them at the end."""
    from app.main import create_services  # noqa: PLC0415 importing the web package is slow

    try:
        services = create_services(the_settings(), shelf())
    except UnsafeDatabase as unsafe:
        exit_with_error(f"the database cannot be used: {unsafe}")
    try:
        yield services
    finally:
        services.close()
