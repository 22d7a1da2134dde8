"""What several commands need: the shelf, the club, and a way to stop with a sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from app.games import shelf
from app.kernel.contract import Game
from app.services.container import Services
from app.settings import Settings
from app.store.engine import Unsafe


def stop(message: str) -> NoReturn:
    """End the command with status 2 and say why."""
    print(message, file=sys.stderr)
    raise SystemExit(2)


def box_of(key: str) -> Game:
    """The box of this key."""
    boxes = shelf()
    if key not in boxes:
        stop(f"no game {key!r} on the shelf; there are: {', '.join(sorted(boxes)) or 'none'}")
    return boxes[key]


def the_settings(**chosen: Any) -> Settings:
    """Those of the environment, with what was chosen besides."""
    try:
        return Settings(**chosen)
    except ValueError as wrong:
        stop(str(wrong))


@contextmanager
def open_services() -> Iterator[Services]:
    """The club on the database of the settings."""
    from app.main import create_services  # noqa: PLC0415 it loads the whole web, which takes time

    try:
        services = create_services(the_settings(), shelf())
    except Unsafe as unsafe:
        stop(f"the database is not fit to use: {unsafe}")
    try:
        yield services
    finally:
        services.close()
