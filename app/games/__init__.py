"""The shelf: every folder in here that offers a `GAME` or a `CAMPAIGN`. There is no list to edit.

A folder that offers `OVER_BATTLES` makes a game over the battles of all others.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from app.kernel.contract import Game


@cache
def shelf() -> dict[str, Game]:
    """Every box by its key."""
    boxes = [
        importlib.import_module(f"{__name__}.{found.name}")
        for found in pkgutil.iter_modules(__path__)
        if found.ispkg
    ]
    games = [
        getattr(box, name) for box in boxes for name in ("GAME", "CAMPAIGN") if hasattr(box, name)
    ]
    found = {game.card.key: game for game in games}
    over = [box.OVER_BATTLES(found) for box in boxes if hasattr(box, "OVER_BATTLES")]
    return found | {game.card.key: game for game in over}
