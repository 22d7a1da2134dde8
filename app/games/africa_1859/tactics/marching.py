"""Moves of the bot: stacks towards the spaces that score, without leaving supply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.counters import leader_kind
from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.ground import (
    adjacent,
    controller,
    distances_from,
    is_beside_enemy,
    is_enemy_held,
    leaders_at,
    map_of,
    units_at,
)
from app.games.africa_1859.orders import Move
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import ENEMY_OF, SPAIN, Unit, War
from app.games.africa_1859.supply import (
    barred_spaces,
    has_supply,
    is_supply_source,
    scenario_of,
)
from app.games.africa_1859.tactics.estimates import (
    free_fighters,
    ground_factor,
    is_quiet,
    spaces_at_stake,
    stakes_of,
    strength_of,
    threat_to,
    worth_a_guard,
)
from app.games.africa_1859.tactics.tempers import Temper
from app.kernel.space.areas import Traveller

NEAR = 2
"""Edges within which an enemy threatens a space."""
PER_EDGE = 2.0
"""Worth of a goal that is lost with each edge from it."""
OF_THE_ENEMY = 20.0
"""Worth of a space as a goal that the side does not control, beside its stakes."""
PER_DEFENDER = 0.15
"""Worth of a goal that is lost with each point of strength of its defenders."""
OF_MASSING = 2.0
"""Value of joining a stronger own stack that stands beside an enemy."""
OF_SUPPLY = 8.0
"""Value of supply in a space for a stack that goes there."""


class Plan(msgspec.Struct, frozen=True):
    """Worth of each space as a goal, and strength of the strongest enemy stack near it."""

    worth: Mapping[str, float]
    threats: Mapping[str, int]


def plan_of(war: War, side: str, temper: Temper) -> Plan:
    """Plan of a side: goals are spaces at stake that it lacks, and own ones with too few guards."""
    threats, worth = threats_near(war, side), dict[str, float]()
    for goal in spaces_at_stake(war):
        weight = goal_weight(war, goal, side, guard_of(war, goal, threats, temper), temper)
        for space, edges in distances_from(war, goal, side).items() if weight else ():
            worth[space] = max(worth.get(space, 0.0), weight - PER_EDGE * edges)
    for space in spaces_in_supply(war) if side == SPAIN else ():
        worth[space] = worth.get(space, 0.0) + OF_SUPPLY
    return Plan(worth, threats)


def threats_near(war: War, side: str) -> dict[str, int]:
    """Strength of the strongest enemy stack that can come to a space within `NEAR` edges.

    It passes no space with own units.
    """
    enemy, found, graph = ENEMY_OF[side], dict[str, int](), map_of(war).graph
    held = frozenset(one for one in graph.keys if is_enemy_held(war, one, enemy))
    for start in graph.keys:
        strength = strength_of(war, units_at(war, start, enemy))
        for space in graph.reach(start, Traveller(enemy, stops=held), NEAR) if strength else ():
            found[space] = max(found.get(space, 0), strength)
    return found


def guard_of(war: War, space: str, threats: Mapping[str, int], temper: Temper) -> float:
    """Strength that a space at stake needs to be guarded against the enemies near it."""
    return temper.guard * threats.get(space, 0) / ground_factor(war, space)


def goal_weight(war: War, space: str, side: str, guard: float, temper: Temper) -> float:
    """Weight of a space at stake as a goal of the side; 0 if its guard is strong enough."""
    stakes = stakes_of(war, space)
    if controller(war, space) != side:
        defence = strength_of(war, units_at(war, space, ENEMY_OF[side]))
        lost = PER_DEFENDER * defence * ground_factor(war, space)
        return max(0.0, OF_THE_ENEMY + stakes - lost)
    is_guarded = strength_of(war, units_at(war, space, side)) >= guard
    return 0.0 if is_guarded else temper.hold + stakes


def spaces_in_supply(war: War) -> frozenset[str]:
    """Spaces in supply of a campaign while no storm blows; none in a battle."""
    scenario = scenario_of(war)
    if scenario is None or not has_supply(war):
        return frozenset()
    calm = replace(war, phase=replace(war.phase, storm=False))
    sources = frozenset(one for one in map_of(war).spaces if is_supply_source(calm, one))
    edges = scenario.campaign["supply"]["range"]
    return reached_from(war.terms.data, war.terms.map, (sources, barred_spaces(war)), edges)


@lru_cache(maxsize=256)
def reached_from(
    version: int, key: str, spaces: tuple[frozenset[str], frozenset[str]], edges: int
) -> frozenset[str]:
    """Spaces within so many edges of some; `spaces` are those and the spaces barred to supply."""
    sources, barred = spaces
    graph, supply = VERSIONS[version].maps[key].graph, Traveller(SPAIN, closed=barred)
    return frozenset(end for start in sources for end in graph.reach(start, supply, edges))


def moves_from(
    war: War, space: str, side: str, plan: Plan, temper: Temper
) -> Iterator[tuple[float, Move]]:
    """Moves of the stack of a space to better spaces, with their value."""
    fighters = free_to_go(war, space, side, guard_of(war, space, plan.threats, temper))
    ranked = sorted(
        leaders_at(war, space, side), key=lambda one: (-leader_kind(war, one).a, one.id)
    )
    leaders = tuple(one.id for one in ranked if not one.marker)
    for there in adjacent(war, space):
        if is_enemy_held(war, there, side):
            continue
        gain = plan.worth.get(there, 0.0) - plan.worth.get(space, 0.0)
        group = fitting(war, fighters, there, side)
        if group and is_safe(war, group, there, side, temper):
            bonus = 6.0 + stakes_of(war, there) if is_quiet(war, there, side) else 0.0
            if is_massing(war, space, there, side):
                bonus += OF_MASSING
            whole = len(group) == len(fighters)
            order = Move(
                tuple(unit.id for unit in group),
                (there,),
                leaders if whole else leaders[:1],
                space=space,
            )
            yield gain + bonus, order


def is_massing(war: War, space: str, there: str, side: str) -> bool:
    """Return true if a stack at the front that is joined is stronger than the one that goes."""
    joined = strength_of(war, units_at(war, there, side))
    return joined > strength_of(war, units_at(war, space, side)) and is_beside_enemy(
        war, there, side
    )


def free_to_go(war: War, space: str, side: str, guard: float) -> list[Unit]:
    """Fighters that need not stay: a guard stays with points, guns and convoys that are in danger."""
    free = free_fighters(war, space, side)
    if not guard or not worth_a_guard(war, space, side):
        return free
    staying = [unit for unit in units_at(war, space, side) if unit not in free]
    going = sorted(free, key=lambda unit: (-strength_of(war, [unit]), unit.id))
    while going and strength_of(war, staying) < max(guard, 1):
        staying.append(going.pop())
    return going


def fitting(war: War, fighters: list[Unit], space: str, side: str) -> list[Unit]:
    """Fighters that fit into a space, the strongest first."""
    going: list[Unit] = []
    for unit in fighters:
        if has_room(war, side, space, [one.id for one in (*going, unit)]):
            going.append(unit)
    return going


def is_safe(war: War, group: list[Unit], space: str, side: str, temper: Temper) -> bool:
    """Return true if the stack is strong enough for the enemies beside a space."""
    own = strength_of(war, (*group, *units_at(war, space, side)))
    return own * ground_factor(war, space) >= temper.caution * threat_to(war, space, side)
