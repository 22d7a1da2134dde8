"""Danger of a unit in the other side's next phase, estimated from attacks and shots in reach."""

from __future__ import annotations

import msgspec

from app.games.cry_havoc import combat_rules
from app.games.cry_havoc.occupancy import (
    figures,
    hexes_of,
    is_animal,
    is_mounted,
    is_prisoner,
    is_standing,
    the_ground,
)
from app.games.cry_havoc.state import Battle, Unit
from app.games.cry_havoc.tables import TERRAIN
from app.games.cry_havoc.tactics.ways import FAR, costs_to
from app.games.cry_havoc.tactics.worth import share_at_risk, worth
from app.kernel.space.hexes import Hex, hexes_to

MOST_BLOWS, MOST_AT_A_RIDER = 3, 5
LIKELY = 0.5
"""Share of possible attacks that take place."""
ARROWS = 0.08
EXPOSED = {"interior": 0.2, "door": 0.4, "gate": 0.4, "trees": 0.6, "bush": 0.6, "embankment": 0.7}
BOWSHOT = 14


class Foe(msgspec.Struct, frozen=True):
    """Standing enemy: its attack, its movement, and the points from every hex to its own."""

    unit: Unit
    attack: int
    reach: int
    points: dict[Hex, int]


def foes(battle: Battle, side: str) -> list[Foe]:
    """Enemies of a side that could attack in their next phase."""
    ground = the_ground(battle)
    return [
        Foe(
            unit,
            figures(unit)[0],
            figures(unit)[2],
            costs_to(ground, frozenset(hexes_of(unit)), is_mounted(unit)),
        )
        for unit in enemies(battle, side)
        if is_standing(unit)
    ]


def enemies(battle: Battle, side: str) -> list[Unit]:
    """Living characters of the other side, except the captive and prisoners."""
    return [
        unit
        for unit in battle.units.values()
        if unit.side not in (None, side)
        and not is_animal(unit)
        and unit.hex
        and unit.state != "dead"
        and not is_prisoner(unit)
        and unit.id != battle.facts.get("captive")
    ]


def danger(
    battle: Battle, unit: Unit, hexes: tuple[Hex, ...], against: list[Foe], friends: list[Unit]
) -> float:
    """Average loss in these hexes before the unit's next phase."""
    ground = the_ground(battle)
    blows = sorted(
        (
            foe.attack
            for foe in against
            if min(foe.points.get(hex_, FAR) for hex_ in hexes) <= foe.reach + 1
        ),
        reverse=True,
    )
    value = worth(battle, unit)
    shift = {"+": -1, "0": 0, "-": 1}[
        min((TERRAIN[ground.kind(hex_)]["combat"] for hex_ in hexes), key="-0+".index)
    ]
    column = (
        sum(blows[: MOST_AT_A_RIDER if is_mounted(unit) else MOST_BLOWS])
        // max(1, figures(unit)[1])
        + shift
        if blows
        else 0
    )
    table = "against_mounted" if is_mounted(unit) else "against_foot"
    beside = sum(
        1
        for friend in friends
        if friend.id != unit.id and friend.hex and hexes_to(friend.hex, hexes[0]) <= 2
    )
    struck = (
        LIKELY * share_at_risk(table, min(column, len(combat_rules.COLUMNS))) / (1 + 0.2 * beside)
    )
    archers = sum(
        1
        for foe in against
        if foe.unit.weapon and hexes_to(foe.unit.hex or "", hexes[0]) <= BOWSHOT
    )
    return value * (
        struck + ARROWS * archers * min(EXPOSED.get(ground.kind(hex_), 1.0) for hex_ in hexes)
    )
