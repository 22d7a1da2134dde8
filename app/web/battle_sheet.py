"""Context of the printed sheet of a battle on a real table."""

from __future__ import annotations

from dataclasses import dataclass

import segno

from app.kernel.reading_pages import BattlePage
from app.services.watch.reading_pages import GamePages

ROWS, BOXES, USUAL_TURNS = 10, 12, 12
"""Blank rows of the roster, boxes of fallen figures in each, and turns without a limit."""


@dataclass(frozen=True)
class BattleSheet:
    """Sheet of one player. `link` is the address of the battle, `square` its QR code as an
    image.
    """

    side: str
    points: int
    turns: range
    link: str
    square: str
    rows: int = ROWS
    boxes: int = BOXES


def battle_sheet(told: GamePages, battle: BattlePage, side: str, base_url: str) -> BattleSheet:
    """Sheet of the side; of the viewer, or of the attacker, if the side does not fight."""
    mine = told.look.viewer.side or ""
    chosen = next((key for key in (side, mine) if key in battle.sides), battle.sides[0])
    points = next((tally.total for key, tally in battle.points if key == chosen), 0)
    link = f"{base_url}/games/{told.look.game.address}/battles/{battle.key}"
    square = segno.make_qr(link, error="m").svg_data_uri(dark="#000", light="#fff", omitsize=True)
    turns = range(1, (battle.turns or USUAL_TURNS) + 1)
    return BattleSheet(chosen, points, turns, link, square)
