"""Titles of sides for texts outside the game page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.kernel import log_lines
from app.kernel.contract import Game
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.play import game_setup
from app.store import records
from app.store.transactions import UnitOfWork

UNSETTLED = say("side not settled yet", "bando por decidir")


def side_title(box: Game, game: records.Game, side: str, state: Any = None) -> Say:
    """Title of a side; the terms of a battle of a long game may name it."""
    return titles_by_terms(box, game).get(side) or log_lines.side_title(
        box, game.scenario, side, state
    )


def present_title(services: Services, work: UnitOfWork, game: records.Game, side: str) -> Say:
    """Title of a side of a begun game, by its present position."""
    box = services.box(game)
    return side_title(box, game, side, services.histories.of(work, box, game).now.state)


def titles_by_terms(box: Game, game: records.Game) -> Mapping[str, Say]:
    """Titles that the terms of a game give to sides: those of a battle of a long game.

    A side has no name while the choices of the players may still settle it (CAR-LOB-13).
    """
    if game.is_child_battle:
        return box.side_titles(game.terms)
    if game.status == "open" and game_setup.settles_sides(box, game):
        plot = box.card.scenario(game.scenario)
        return {one.key: UNSETTLED for one in plot.sides if one.competes} if plot else {}
    return {}
