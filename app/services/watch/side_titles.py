"""Titles of sides for texts outside the game page."""

from __future__ import annotations

from typing import Any

from app.kernel import log_lines
from app.kernel.contract import Game
from app.kernel.say import Say
from app.store import records


def side_title(box: Game, game: records.Game, side: str, state: Any = None) -> Say:
    """Title of a side; the terms of a battle of a long game may name it."""
    titles = box.side_titles(game.terms) if game.is_child_battle else {}
    return titles.get(side) or log_lines.side_title(box, game.scenario, side, state)
