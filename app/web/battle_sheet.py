"""Context of the printed sheet of a battle on a real table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import segno

from app.kernel.reading_pages import ArrivalBoxes, BattlePage, PlanZone, TablePlan
from app.kernel.say import Say
from app.services.container import Services
from app.services.play import battle_codes
from app.services.watch.battle_rosters import Roster, load_rosters
from app.services.watch.reading_pages import GamePages

ROWS, BOXES, USUAL_TURNS = 9, 12, 12
"""Blank rows of the roster, boxes of fallen figures in each, and turns without a limit."""
USUAL_UNITS, MOST_ARRIVALS = 8, 5
"""Units of an unknown roster, and the largest number of rows for arrivals."""
FOOT = 12
"""Inches between the lines of the plan."""


@dataclass(frozen=True)
class DrawnZone:
    """Zone with the middle of its label; all in inches."""

    zone: PlanZone
    width: float
    height: float
    middle: tuple[float, float]


@dataclass(frozen=True)
class PlanDrawing:
    """Plan of the table in inches. `grid` is the path of lines at each foot. `view_box` leaves room
    for the frame.
    """

    plan: TablePlan
    zones: Sequence[DrawnZone]
    grid: str
    view_box: str


@dataclass(frozen=True)
class ArrivalTable:
    """Rule of later arrivals, the turns with a box, and the rows to write units into."""

    boxes: ArrivalBoxes
    turns: range
    rows: int


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
    plan: PlanDrawing | None = None
    arrivals: ArrivalTable | None = None
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
    mine, game = battle.side_of(told.look.viewer.side or ""), told.look.game
    chosen = next((key for key in (side, mine) if key in battle.sides), battle.sides[0])
    points = next((tally.total for key, tally in battle.points if key == chosen), 0)
    link = f"{base_url}/games/{game.address}/battles/{battle.key}/result"
    roster = load_rosters(services, told.look, battle, language).get(chosen, Roster())
    return BattleSheet(
        chosen,
        points,
        range(1, (battle.turns or USUAL_TURNS) + 1),
        link,
        qr_square(link),
        battle_codes.code_words(battle_codes.code_of_battle(services, game.id, battle.key)),
        short_link(base_url),
        roster,
        plan_drawing(battle.plan) if battle.plan else None,
        arrival_table(battle, chosen, roster),
    )


def qr_square(link: str) -> str:
    """QR code of an address as an image in an address of its own."""
    return segno.make_qr(link, error="m").svg_data_uri(dark="#000", light="#fff", omitsize=True)


def short_link(base_url: str) -> str:
    """Address of the page for a code, without its scheme."""
    return f"{base_url}/r".partition("://")[2]


def plan_drawing(plan: TablePlan) -> PlanDrawing:
    """Zones as rectangles, and the grid."""
    zones = []
    for zone in plan.zones:
        left, top, right, bottom = zone.rect
        middle = ((left + right) / 2, (top + bottom) / 2)
        zones.append(DrawnZone(zone, right - left, bottom - top, middle))
    columns = (f"M{x} 0V{plan.depth:g}" for x in range(FOOT, int(plan.width), FOOT))
    lines = (f"M0 {y}H{plan.width:g}" for y in range(FOOT, int(plan.depth), FOOT))
    view_box = f"-0.5 -0.5 {plan.width + 1:g} {plan.depth + 1:g}"
    return PlanDrawing(plan, zones, "".join((*columns, *lines)), view_box)


def arrival_table(battle: BattlePage, side: str, roster: Roster) -> ArrivalTable | None:
    """Boxes of the side; None for a side whose units all deploy."""
    boxes = next((one for one in battle.arrivals if one.side == side), None)
    if boxes is None:
        return None
    half = (len(roster.units or range(USUAL_UNITS)) + 1) // 2
    rows = min(boxes.most_units or half, MOST_ARRIVALS)
    return ArrivalTable(boxes, range(boxes.first_turn, (battle.turns or USUAL_TURNS) + 1), rows)
