"""Context of the printed sheet of a battle on a real table."""

from __future__ import annotations

from dataclasses import dataclass

import segno

from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say
from app.services.container import Services
from app.services.play import battle_codes
from app.services.watch.battle_rosters import Roster, load_rosters
from app.services.watch.reading_pages import GamePages

ROWS, BOXES, USUAL_TURNS = 10, 12, 12
"""Blank rows of the roster, boxes of fallen figures in each, and turns without a limit."""


@dataclass(frozen=True)
class BattleSheet:
    """Sheet of one player. `link` is the address of the form for the result, `square` its QR code
    as an image. `code` and `short_link` lead there too. `roster` is empty if none was brought.
    """

    side: str
    points: int
    turns: range
    link: str
    square: str
    code: Say
    short_link: str
    roster: Roster
    rows: int = ROWS
    boxes: int = BOXES


def battle_sheet(
    services: Services,
    told: GamePages,
    battle: BattlePage,
    side: str,
    base_url: str,
    language: str,
) -> BattleSheet:
    """Sheet of the side; of the viewer, or of the attacker, if the side does not fight."""
    mine, game = told.look.viewer.side or "", told.look.game
    chosen = next((key for key in (side, mine) if key in battle.sides), battle.sides[0])
    points = next((tally.total for key, tally in battle.points if key == chosen), 0)
    link = f"{base_url}/games/{game.address}/battles/{battle.key}/result"
    square = segno.make_qr(link, error="m").svg_data_uri(dark="#000", light="#fff", omitsize=True)
    return BattleSheet(
        chosen,
        points,
        range(1, (battle.turns or USUAL_TURNS) + 1),
        link,
        square,
        battle_codes.code_words(battle_codes.code_of_battle(services, game.id, battle.key)),
        f"{base_url}/r".partition("://")[2],
        load_rosters(services, told.look, battle, language).get(chosen, Roster()),
    )
