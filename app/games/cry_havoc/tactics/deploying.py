"""Deployment of the bot: near a place of the scenario, behind cover, away from the enemy's
entry.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from app.games.cry_havoc import deployment
from app.games.cry_havoc.occupancy import is_animal, is_knight, is_mounted, the_ground
from app.games.cry_havoc.orders import Deploy
from app.games.cry_havoc.state import Battle, Unit
from app.kernel.contract import Order
from app.kernel.space.hexes import Hex, hexes_around, hexes_to


def deploy(battle: Battle, seat: str, chance: random.Random) -> Order | None:
    """Order for the next unit to deploy; None if all stand. Animals come first, then their
    leaders.
    """
    side = battle.seats[seat]
    waiting = sorted(
        deployment.to_deploy(battle, side, seat),
        key=lambda unit: (unit.id != battle.facts.get("captive"), not is_animal(unit), unit.id),
    )
    for unit in waiting:
        wishes = sorted(
            sorted(deployment.zone_of(battle, unit)),
            key=lambda hex_: (-wish(battle, unit, hex_) - 0.5 * chance.random(), hex_),
        )
        order = next(
            (
                order
                for hex_ in wishes
                for order in putting_down(unit, hex_)
                if not deployment.deploy_refusals(battle, order, seat)
            ),
            None,
        )
        if order is not None:
            return order
    return None


def putting_down(unit: Unit, hex_: Hex) -> list[Deploy]:
    if unit.kind == "horse" or is_mounted(unit):
        return [Deploy(unit.id, hex_, rear) for _, rear in hexes_around(hex_)]
    return [Deploy(unit.id, hex_)]


def wish(battle: Battle, unit: Unit, hex_: Hex) -> float:
    """Preference of the unit for the hex; higher is better."""
    return WISHES.get(unit.side or "", near_the_middle)(battle, unit, hex_)


def near_the_middle(battle: Battle, unit: Unit, hex_: Hex) -> float:  # noqa: ARG001 the same for all units
    return -hexes_to(hex_, f"{battle.map.cols // 2:02d}{battle.map.rows // 2:02d}")


def village(battle: Battle, unit: Unit, hex_: Hex) -> float:
    """Preference of the village: knights beside their horses, others far from the western road and
    behind walls.
    """
    ground = the_ground(battle)
    if is_knight(unit):
        horse = next(
            (
                other
                for other in battle.units.values()
                if other.of in (unit.id, unit.name) and other.hex
            ),
            None,
        )
        return -2.0 * hexes_to(hex_, horse.hex or "") if horse else 0.0
    column = int(hex_[:2])
    return (
        0.5 * column
        + (1.0 if ground.kind(hex_) == "interior" else 0.0)
        + 0.3 * friends_beside(battle, unit, hex_)
    )


def rebels(battle: Battle, unit: Unit, hex_: Hex) -> float:
    """Preference of the rebels: mules on the road with a unit or two each, the others towards the
    lord.
    """
    ground = the_ground(battle)
    column = int(hex_[:2])
    if unit.kind == "mule":
        return (6.0 if ground.cover_terrain(hex_) == "road" else 0.0) - abs(column - 6)
    mules = [mule.hex for mule in battle.units.values() if mule.kind == "mule" and mule.hex]
    beside = sum(1 for mule in mules if hexes_to(hex_, mule) == 1)
    crowd = sum(
        1
        for mule in mules
        for other in battle.units.values()
        if other.hex
        and not is_animal(other)
        and hexes_to(other.hex, mule) == 1
        and hexes_to(hex_, mule) == 1
    )
    return (
        3.0 * beside
        - 2.0 * crowd
        - 0.4 * abs(column - 10)
        - (0.3 * hexes_to(hex_, mules[0]) if mules else 0.0)
    )


def ambushers(battle: Battle, unit: Unit, hex_: Hex) -> float:
    """Preference of the ambushers: shooters four to six hexes from the road, others nearer, in
    cover.
    """
    ground = the_ground(battle)
    off = min(hexes_to(hex_, road) for road in ("1112", "1312", "1512"))
    wanted = 4 if unit.weapon else 3
    cover = {"trees": 0.8, "bush": 0.5, "embankment": 0.6}.get(ground.kind(hex_), 0.0)
    return -abs(off - wanted) + cover + 0.2 * friends_beside(battle, unit, hex_)


def richard(battle: Battle, unit: Unit, hex_: Hex) -> float:
    """Preference of Sir Richard's side: the lady inside the western house, her guards around
    her.
    """
    ground = the_ground(battle)
    lady = battle.units[battle.facts["captive"]]
    if unit.id == lady.id:
        return 2.0 * sum(
            1 for _, there in ground.neighbours(hex_) if ground.kind(there) == "interior"
        ) - 0.5 * int(hex_[:2])
    return -2.0 * hexes_to(hex_, lady.hex or hex_) + (0.5 if ground.house(hex_) else 0.0)


def friends_beside(battle: Battle, unit: Unit, hex_: Hex) -> int:
    return sum(
        1
        for other in battle.units.values()
        if other.side == unit.side and other.hex and hexes_to(other.hex, hex_) <= 2
    )


WISHES: dict[str, Callable[[Battle, Unit, Hex], float]] = {
    "village": village,
    "rebels": rebels,
    "ambushers": ambushers,
    "richard": richard,
}
