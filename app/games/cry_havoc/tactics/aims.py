"""What each man is about: a place to get to, an enemy to catch, and how much he dares; by
scenario.
"""

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
from app.games.cry_havoc.tactics.worth import share_at_risk, worth
from app.kernel.space.hexes import Hex, distance, neighbour

PATIENCE, FIRST_MEETING, FARTHER = 2, 5, 3
WAITING_WINS = ("richard", "ambushers")
NEIGHBOURHOOD = 5
"""How far peasants go, in points, to fall upon somebody."""
KNIGHTLY, SORTIE = 1.0, 9
"""How careful the knights of the village are, and how far from their aim they go for prey."""
GANG = 5
WANTED_ODDS = 3


class Aim(msgspec.Struct, frozen=True):
    """`goals` are where he wants to be, `pull` what a movement point nearer is worth; `caution`
    weighs danger; `prey` is an enemy.
    """

    goals: frozenset[Hex] = frozenset()
    pull: float = 0.0
    caution: float = 1.0
    prey: str = ""


Aims = dict[str, Aim]


def aims(battle: Battle, side: str) -> Aims:
    """An aim for every man of the side who can act."""
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
    """Turns without a shot or a blow, a few forgiven, for a side that does not win by waiting."""
    if side in WAITING_WINS:
        return 0
    return max(0, battle.turn - (battle.last_blow or FIRST_MEETING) - PATIENCE)


def nerves(battle: Battle, side: str) -> float:
    """How much danger counts: less and less while nothing happens."""
    return max(0.1, 1.0 - 0.15 * impatience(battle, side))


# ------------------------------------------------------------------------------------------------ h


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
    """Gangs against the enemies that are worth most and nearest: as many men for each as it takes
    to get good odds.

    `radius` is how far they go for prey, in points; farther, the longer nothing has happened.
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
    """The nearest men who together beat the target, and how good a plan that is: worth times harm,
    over the way there.
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


# ------------------------------------------------------------------------------------------------ t


def mercenaries(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """They hunt; the sergeants hunt too, but take care of themselves, for with both of them the
    raid is lost.
    """
    found = hunt(battle, side, men, caution=0.8)
    return {
        unit.id: msgspec.structs.replace(
            found[unit.id], caution=1.3 if unit.kind == "sergeant" else found[unit.id].caution
        )
        for unit in men
    }


def village(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Behind the walls of the yard and the manor, where one gate lets in one man at a time; upon
    whoever comes near enough to be ganged up on.
    """
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
    """The yards of the map, and the houses that open into them; any house where there is no
    yard.
    """
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
            neighbour(hex_, side) in yards
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


def rebels(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """The nearest man goes to each mule and takes it out; the others keep the lord's men off their
    backs.
    """
    drivers = drivers_of(battle, men)
    found = hunt(battle, side, [unit for unit in men if unit.id not in drivers], radius=6)
    return found | drivers


def drivers_of(battle: Battle, men: list[Unit]) -> Aims:
    """Who leads a mule makes for an edge, who has been told off for one makes for it."""
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


def convoy(battle: Battle, side: str, men: list[Unit]) -> Aims:  # noqa: ARG001 every part is handed its side
    """Eastwards, and no dallying."""
    goals = edge_hexes(battle, ("east",))
    return {unit.id: Aim(goals, 0.6, 0.35 if unit.kind != "archer" else 0.5) for unit in men}


def ambushers(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """The shooters stay where they are, the others fall upon what comes near."""
    found = hunt(battle, side, [unit for unit in men if not unit.weapon], radius=14, caution=0.6)
    return found | {unit.id: Aim(caution=1.0) for unit in men if unit.weapon}


def gilbert(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """To the lady; who has her by the hand makes for the east, the others deal with her guards or
    clear the way.
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
    """A rider does not get into houses, and Sir Gilbert is not to be lost: he waits near by, or
    rides down whoever is in the open.
    """
    ground = the_ground(battle)
    if aim.prey and not ground.house(battle.units[aim.prey].hex or ""):
        return msgspec.structs.replace(aim, caution=1.2)
    near = frozenset(
        hex_
        for hex_ in ground.hexes
        if distance(hex_, lady.hex or "") in (4, 5) and terrain_cost(ground, hex_, horse=True)
    )
    return Aim(near if ground.house(lady.hex or "") else aim.goals, 0.3, 1.2)


def richard(battle: Battle, side: str, men: list[Unit]) -> Aims:
    """Round the lady; upon whoever comes near, and above all upon whoever leads her away."""
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
    """They fight; towards the end the nearest of them makes for the cross."""
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
    "rebels": rebels,
    "convoy": convoy,
    "ambushers": ambushers,
    "gilbert": gilbert,
    "richard": richard,
    "watch": watch_and_raiders,
    "raiders": watch_and_raiders,
}
