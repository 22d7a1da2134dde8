"""Value of a place for a unit: distance to its aim, danger, attacks and shots from there."""

from __future__ import annotations

import random

import msgspec

from app.games.cry_havoc import move_reach, orders
from app.games.cry_havoc.occupancy import (
    figures,
    hexes_of,
    is_mounted,
    may_strike_across,
    the_ground,
    unable_to_act,
)
from app.games.cry_havoc.state import Battle, Unit
from app.games.cry_havoc.tables import TERRAIN
from app.games.cry_havoc.tactics.aims import Aim, Aims
from app.games.cry_havoc.tactics.danger import Foe, danger
from app.games.cry_havoc.tactics.striking import shots_of
from app.games.cry_havoc.tactics.tempers import SENSIBLE, Temper
from app.games.cry_havoc.tactics.ways import FAR, costs_to
from app.games.cry_havoc.tactics.worth import strike_value
from app.kernel.offers import Reach
from app.kernel.space.hexes import Hex, are_adjacent

TOGETHER = 0.85
"""Factor for an attack that needs friends who have not come yet."""


STRIKE, SHOOT_NOW, SHOOT_LATER = 0.7, 1.0, 0.5


IN_THE_DOOR = 0.8
"""Cost of a rider who blocks a door for friends."""


GROUND = {"+": 0.25, "0": 0.0, "-": -0.25}


LOOKED_AT = 14
"""Number of best places from which a shooter's shots are weighed."""


Place = tuple[Hex, ...]


class Plan(msgspec.Struct, frozen=True):
    """Facts common to all units of a side in one decision."""

    battle: Battle
    seat: str
    side: str
    aims: Aims
    foes: list[Foe]
    friends: list[Unit]
    enemies: list[Unit]
    nerves: float
    temper: Temper = SENSIBLE


def best_stop(
    plan: Plan, unit: Unit, order: orders.Move | orders.Ride, aim: Aim, chance: random.Random
) -> tuple[float, Reach] | None:
    """Best place in reach with its value; a shooter also weighs shots from the most promising
    places.
    """
    places = {hexes[0]: (hexes, reach) for hexes, reach in move_reach.stops(plan.battle, order)}
    stops = [
        (value_of(plan, unit, hexes, aim) + plan.temper.noise * chance.random(), hexes, reach)
        for hexes, reach in places.values()
    ]
    stops.sort(key=lambda stop: (-stop[0], stop[1]))
    if unit.weapon:
        stops = [
            (value + prospect(plan, unit, hexes), hexes, reach)
            for value, hexes, reach in stops[:LOOKED_AT]
        ]
    best = max(stops, key=lambda stop: (stop[0], stop[1]), default=None)
    return (best[0], best[2]) if best else None


def value_of(plan: Plan, unit: Unit, hexes: Place, aim: Aim) -> float:
    """Value of the hexes for the unit: distance to the aim, danger, ground and attacks."""
    ground = the_ground(plan.battle)
    way = costs_to(ground, aim.goals, is_mounted(unit)).get(hexes[0], FAR) if aim.goals else 0
    value = -aim.pull * way - plan.nerves * aim.caution * danger(
        plan.battle, unit, hexes, plan.foes, plan.friends
    )
    if is_mounted(unit) and {ground.entrance(hex_) for hex_ in hexes} != {""}:
        value -= IN_THE_DOOR
    if any(foe.points.get(hexes[0], FAR) <= foe.reach + 2 for foe in plan.foes):
        value += min(GROUND[TERRAIN[ground.kind(hex_)]["combat"]] for hex_ in hexes)
    return value + STRIKE * max(
        0.0,
        max(
            (blow(plan, unit, hexes, enemy) for enemy in plan.enemies if is_near(hexes, enemy)),
            default=0.0,
        ),
    )


def is_near(hexes: Place, enemy: Unit) -> bool:
    return any(are_adjacent(here, there) for here in hexes for there in hexes_of(enemy))


def blow(plan: Plan, unit: Unit, hexes: Place, enemy: Unit) -> float:
    """Value of an attack on that enemy from there, with adjacent friends or all that could come."""
    ground = the_ground(plan.battle)
    if not any(
        may_strike_across(ground, here, there) for here in hexes for there in hexes_of(enemy)
    ):
        return 0.0
    if is_mounted(unit) and ground.kind(enemy.hex or "") in ("trees", "interior"):
        return 0.0
    there = msgspec.structs.replace(unit, hex=hexes[0], rear=hexes[1] if len(hexes) > 1 else None)
    ready = [
        friend
        for friend in plan.friends
        if friend.id != unit.id
        and not friend.attacked
        and not friend.busy
        and not unable_to_act(friend)
        and any(
            may_strike_across(ground, one, other)
            for one in hexes_of(friend)
            for other in hexes_of(enemy)
        )
    ]
    coming = [
        friend
        for friend in plan.friends
        if friend.id != unit.id
        and friend not in ready
        and not friend.moved
        and plan.aims.get(friend.id, Aim()).prey == enemy.id
        and is_coming(plan, friend, enemy)
    ][:3]
    alone = strike_value(plan.battle, [there], [enemy], roughly=True)
    joined = strike_value(plan.battle, [there, *ready], [enemy], roughly=True) if ready else alone
    hoped = (
        TOGETHER * strike_value(plan.battle, [there, *ready, *coming], [enemy], roughly=True)
        if coming
        else joined
    )
    return max(alone, joined, hoped)


def is_coming(plan: Plan, friend: Unit, enemy: Unit) -> bool:
    ways = costs_to(the_ground(plan.battle), frozenset(hexes_of(enemy)), is_mounted(friend))
    return ways.get(friend.hex or "", FAR) <= figures(friend)[2] + 1


def prospect(plan: Plan, unit: Unit, hexes: Place) -> float:
    """Value of the best shot from there: in the second fire for a bow, later for a crossbow."""
    if not unit.weapon or unit.ammo == 0:
        return 0.0
    there = msgspec.structs.replace(unit, hex=hexes[0], rear=None)
    battle = msgspec.structs.replace(plan.battle, units={**plan.battle.units, unit.id: there})
    best = max((value for value, _, _ in shots_of(battle, there)), default=0.0)
    return best * (SHOOT_NOW if unit.weapon == "bow" else SHOOT_LATER)
