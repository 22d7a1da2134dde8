"""Aims of the units by scenario: a place to reach, an enemy to catch, and the weight of danger."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from app.games.cry_havoc import plans
from app.games.cry_havoc.occupancy import (
    figures,
    hexes_of,
    is_animal,
    is_knight,
    is_living,
    is_mounted,
    is_prisoner,
    is_standing,
    leader_of,
    the_ground,
)
from app.games.cry_havoc.passage import terrain_cost
from app.games.cry_havoc.state import Battle, Unit
from app.games.cry_havoc.tactics.danger import enemies
from app.games.cry_havoc.tactics.ways import FAR, costs_to
from app.games.cry_havoc.tactics.worth import mules_to_stop, share_at_risk, worth
from app.kernel.space.hexes import Hex, hex_beside, hexes_to

PATIENCE, FIRST_MEETING, FARTHER = 2, 5, 3
WAITING_WINS = ("richard", "ambushers")
NEIGHBOURHOOD = 5
"""Reach of peasants for an attack, in points."""
KNIGHTLY, SORTIE = 1.0, 9
"""Caution of the village's knights, and their reach for prey in points."""
GANG = 5
WANTED_ODDS = 3


class Aim(msgspec.Struct, frozen=True):
    """Aim of a unit. `goals` are hexes to reach, `pull` the worth of a movement point nearer.

    `caution` weighs danger; `prey` is the id of an enemy.
    """

    goals: frozenset[Hex] = frozenset()
    pull: float = 0.0
    caution: float = 1.0
    prey: str = ""


Aims = dict[str, Aim]


def aims(battle: Battle, side: str) -> Aims:
    """Aim of every unit of the side that can act."""
    men = [
        unit
        for unit in battle.units.values()
        if unit.side == side
        and not is_animal(unit)
        and is_standing(unit)
        and not is_prisoner(unit)
        and unit.id != battle.facts.get("captive")
    ]
    return PARTS.get(side, hunt_all)(battle, side, men)


def impatience(battle: Battle, side: str) -> int:
    """Turns without a shot or an attack beyond a limit; 0 for a side that wins by waiting."""
    if side in WAITING_WINS:
        return 0
    return max(0, battle.turn - (battle.last_blow or FIRST_MEETING) - PATIENCE)


def nerves(battle: Battle, side: str) -> float:
    """Weight of danger, 0.1 to 1; it falls while nothing happens."""
    return max(0.1, 1.0 - 0.15 * impatience(battle, side))


def hunt_all(battle: Battle, side: str, men: list[Unit]) -> Aims:
    return hunt(battle, side, men)


def hunt(
    battle: Battle,
    side: str,
    men: Iterable[Unit],
    radius: int = FAR,
    caution: float = 1.0,
    pull: float = 0.35,
) -> Aims:
    """Aims of groups against the most valuable near enemies, with enough units each for good odds.

    `radius` is the farthest prey in points; it grows with the turns without combat.
    """
    left, radius = list(men), radius + FARTHER * impatience(battle, side)
    found = {unit.id: Aim(caution=1.4 * caution) for unit in left}
    prey = enemies(battle, side)
    while left and prey:
        rated = [
            (rating, target.id, gang)
            for target in prey
            for rating, gang in [gang_for(battle, target, left, radius)]
        ]
        rating, target_id, gang = max(rated, key=lambda one: (one[0], one[1]))
        if rating <= 0:
            break
        goals = frozenset(hexes_of(battle.units[target_id]))
        found |= {unit.id: Aim(goals, pull, caution, target_id) for unit in gang}
        left = [unit for unit in left if unit not in gang]
        prey = [target for target in prey if target.id != target_id]
    return found


def gang_for(
    battle: Battle, target: Unit, men: list[Unit], radius: int
) -> tuple[float, list[Unit]]:
    """Nearest units that beat the target together, and a rating: worth times harm, over the
    distance.
    """
    ground = the_ground(battle)
    goals = frozenset(hexes_of(target))
    on_foot, on_horse = costs_to(ground, goals, False), costs_to(ground, goals, True)
    shut = ground.kind(target.hex or "") in ("trees", "interior")
    able = [unit for unit in men if not (shut and is_mounted(unit))]
    ways = sorted(
        ((on_horse if is_mounted(unit) else on_foot).get(unit.hex or "", FAR), unit.id, unit)
        for unit in able
    )
    gang: list[tuple[int, Unit]] = []
    defence = max(1, figures(target)[1])
    for way, _, unit in ways:
        if (
            way > radius
            or way >= FAR
            or len(gang) == GANG
            or strength(gang) >= WANTED_ODDS * defence
        ):
            break
        if not unit.weapon or way <= 1:
            gang.append((way, unit))
    column = strength(gang) // defence
    if not gang or column < 1:
        return 0.0, []
    turns = 1 + sum(way / max(1, figures(unit)[2]) for way, unit in gang) / len(gang)
    table = "against_mounted" if is_mounted(target) else "against_foot"
    return worth(battle, target) * share_at_risk(table, column) / (turns * len(gang) ** 0.5), [
        unit for _, unit in gang
    ]


def strength(gang: list[tuple[int, Unit]]) -> int:
    return sum(figures(unit)[0] for _, unit in gang)


def mercenaries(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Aims of the mercenaries: all hunt, the sergeants with more caution, for without both the raid
    is lost.
    """
    found = hunt(battle, side, men, caution=0.8)
    return {
        unit.id: msgspec.structs.replace(
            found[unit.id], caution=1.3 if unit.kind == "sergeant" else found[unit.id].caution
        )
        for unit in men
    }


def village(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Aims of the village: stay in the refuge with one gate, and attack enemies that come near."""
    peasants = [unit for unit in men if unit.kind == "peasant"]
    found = {unit.id: Aim(refuge(battle), 0.35, 1.5) for unit in men}
    for kind, radius, caution in (
        (peasants, NEIGHBOURHOOD, 1.2),
        ([unit for unit in men if is_knight(unit)], SORTIE, KNIGHTLY),
    ):
        found |= {
            key: aim for key, aim in hunt(battle, side, kind, radius, caution).items() if aim.prey
        }
    return found


def refuge(battle: Battle) -> frozenset[Hex]:
    """Yards of the map, and the houses that open into them; any house if there is no yard."""
    printed = battle.map
    yards = frozenset(hex_ for yard in printed.courtyards for hex_ in yard.hexes)
    ground = the_ground(battle)
    rooms = {
        house.id: frozenset(hex_ for _, hexes in house.rooms for hex_ in hexes)
        for house in printed.buildings
    }
    inside = [
        hexes
        for house, hexes in rooms.items()
        if any(
            hex_beside(hex_, side) in yards
            for own in printed.buildings
            if own.id == house
            for hex_, side in own.doors
        )
    ]
    return (
        yards.union(*inside)
        if yards
        else frozenset(hex_ for hex_ in ground.hexes if ground.house(hex_))
    )


def lord(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Aims of the lord's side: riders go for a mule while one is to be stopped, the others hunt."""
    goals = frozenset(hex_ for mule in mules_to_stop(battle) for hex_ in hexes_of(mule))
    riders = [unit for unit in men if goals and is_mounted(unit)]
    return hunt(battle, side, men) | {rider.id: Aim(goals, 1.0, 0.2) for rider in riders}


def rebels(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Aims of the rebels: the nearest unit leads each mule out; the others hunt."""
    drivers = drivers_of(battle, men)
    found = hunt(battle, side, [unit for unit in men if unit.id not in drivers], radius=6)
    return found | drivers


def drivers_of(battle: Battle, men: list[Unit]) -> Aims:
    """Aims of leaders of mules, who go to an edge, and of the nearest units to loose mules."""
    ground = the_ground(battle)
    ways_out = edge_hexes(battle, plans.PLANS[battle.scenario].side("rebels").leaves)
    found = {unit.id: Aim(ways_out, 1.0, 0.4) for unit in men if unit.leads}
    loose = [
        mule
        for mule in battle.units.values()
        if mule.kind == "mule" and is_living(mule) and leader_of(battle, mule) is None
    ]
    for mule in loose:
        ways = costs_to(ground, frozenset(hexes_of(mule)), False)
        near = sorted(
            (ways.get(unit.hex or "", FAR), unit.id)
            for unit in men
            if unit.id not in found and not unit.weapon and not unit.moved
        )
        if near:
            found[near[0][1]] = Aim(frozenset(hexes_of(mule)), 0.8, 0.5)
    return found


def convoy(battle: Battle, side: str, men: list[Unit]) -> Aims:  # noqa: ARG001 parts share one signature
    """Aims of the convoy: the east edge."""
    goals = edge_hexes(battle, ("east",))
    return {unit.id: Aim(goals, 0.6, 0.35 if unit.kind != "archer" else 0.5) for unit in men}


def ambushers(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Aims of the ambushers: shooters stay, the others hunt."""
    found = hunt(battle, side, [unit for unit in men if not unit.weapon], radius=14, caution=0.6)
    return found | {unit.id: Aim(caution=1.0) for unit in men if unit.weapon}


def gilbert(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Aims of Sir Gilbert's side: take the lady to the east edge, attack her guards or clear the
    path.
    """
    lady = battle.units[battle.facts["captive"]]
    if not lady.hex:
        return hunt(battle, side, men)
    holder = next((unit for unit in men if unit.leads == lady.id), None)
    east = edge_hexes(battle, ("east",))
    on_foot = Aim(east, 0.3, 0.6) if holder else Aim(frozenset(hexes_of(lady)), 0.4, 0.6)
    found = {unit.id: on_foot for unit in men}
    found |= {
        key: aim
        for key, aim in hunt(
            battle, side, [unit for unit in men if not unit.weapon], radius=7, caution=0.6
        ).items()
        if aim.prey
    }
    found |= {
        unit.id: msgspec.structs.replace(on_foot, pull=0.25, caution=1.0)
        for unit in men
        if unit.weapon
    }
    found |= {
        unit.id: at_a_distance(battle, lady, found[unit.id]) for unit in men if is_mounted(unit)
    }
    return found | ({holder.id: Aim(east, 1.2, 0.3)} if holder else {})


def at_a_distance(battle: Battle, lady: Unit, aim: Aim) -> Aim:
    """Aim of a rider such as Sir Gilbert: wait near the house, or attack an enemy in the open."""
    ground = the_ground(battle)
    if aim.prey and not ground.house(battle.units[aim.prey].hex or ""):
        return msgspec.structs.replace(aim, caution=1.2)
    near = frozenset(
        hex_
        for hex_ in ground.hexes
        if hexes_to(hex_, lady.hex or "") in (4, 5) and terrain_cost(ground, hex_, horse=True)
    )
    return Aim(near if ground.house(lady.hex or "") else aim.goals, 0.3, 1.2)


def richard(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Aims of Sir Richard's side: stay around the lady, attack near enemies, first the one who
    leads her.
    """
    lady = battle.units[battle.facts["captive"]]
    thief = leader_of(battle, lady) if lady.hex else None
    if thief:
        return {unit.id: Aim(frozenset(hexes_of(thief)), 0.7, 0.4, thief.id) for unit in men}
    ground = the_ground(battle)
    beside = frozenset(hex_ for _, hex_ in ground.neighbours(lady.hex)) if lady.hex else frozenset()
    found = {unit.id: Aim(beside, 0.5, 0.6) for unit in men}
    fighters = [unit for unit in men if not unit.weapon]
    return found | {
        key: aim
        for key, aim in hunt(battle, side, fighters[1:], radius=5, caution=0.7).items()
        if aim.prey
    }


def watch_and_raiders(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Aims of both sides: hunt; in the last two turns the nearest unit goes to the cross."""
    found = hunt(battle, side, men, caution=0.6)
    plan = plans.PLANS[battle.scenario]
    if plan.turn_limit and battle.turn >= plan.turn_limit - 1 and men:
        goals = frozenset({plan.cross})
        ways = costs_to(the_ground(battle), goals, False)
        nearest = min(men, key=lambda unit: (ways.get(unit.hex or "", FAR), unit.id))
        found[nearest.id] = Aim(goals, 1.5, 0.4)
    return found


def edge_hexes(battle: Battle, edges: tuple[str, ...]) -> frozenset[Hex]:
    ground = the_ground(battle)
    return frozenset(hex_ for hex_ in ground.hexes if set(edges) & set(ground.edges(hex_)))


PARTS: dict[str, Callable[[Battle, str, list[Unit]], Aims]] = {
    "mercenaries": mercenaries,
    "village": village,
    "lord": lord,
    "rebels": rebels,
    "convoy": convoy,
    "ambushers": ambushers,
    "gilbert": gilbert,
    "richard": richard,
    "watch": watch_and_raiders,
    "raiders": watch_and_raiders,
}
