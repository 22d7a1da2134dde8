"""Moves of the bot: stacks towards the spaces that score, without leaving supply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.counters import leader_kind
from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.ground import (
    adjacent,
    controller,
    distances_from,
    is_enemy_held,
    leaders_at,
    map_of,
    units_at,
)
from app.games.africa_1859.orders import Move
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import ENEMY_OF, SPAIN, Leader, Unit, War
from app.games.africa_1859.supply import (
    barred_spaces,
    has_supply,
    is_supply_source,
    scenario_of,
)
from app.games.africa_1859.tactics.estimates import (
    free_fighters,
    ground_factor,
    is_in_the_half_of,
    is_quiet,
    spaces_at_stake,
    stakes_of,
    strength_of,
)
from app.games.africa_1859.tactics.prospects import Prospects, stack_at, stack_of
from app.games.africa_1859.tactics.tempers import Temper
from app.kernel.space.areas import Traveller

PER_EDGE = 2.0
"""Worth of a goal that is lost with each edge from it."""
OF_THE_ENEMY = 20.0
"""Worth of a space as a goal that the side does not control, beside its stakes."""
PER_DEFENDER = 0.15
"""Worth of a goal that is lost with each point of strength of its defenders."""
PER_UNIT = 0.1
"""Value of each fighter that goes along."""
OF_ENTRY, OF_BARE_GROUND = 6.0, 4.0
"""Value of control of a space that a move takes, beside its stakes; the second if it leaves
stakes.
"""
LEAST_THREAT = 0.25
"""Chance of an enemy from which on a space of the side is a goal."""
OF_SUPPLY = 8.0
"""Value of supply in a space for a stack that goes there."""


class Plan(msgspec.Struct, frozen=True):
    """Worth of each space as a goal, and the prospects of the stacks."""

    worth: Mapping[str, float]
    prospects: Prospects


def plan_of(war: War, side: str, temper: Temper) -> Plan:
    """Plan of a side: goals are spaces at stake that it lacks, and own ones in danger."""
    prospects, worth = Prospects(war, side), dict[str, float]()
    for goal in spaces_at_stake(war):
        weight = goal_weight(war, goal, side, prospects, temper)
        for space, edges in distances_from(war, goal, side).items() if weight else ():
            worth[space] = max(worth.get(space, 0.0), weight - PER_EDGE * edges)
    for space in spaces_in_supply(war) if side == SPAIN else ():
        worth[space] = worth.get(space, 0.0) + OF_SUPPLY
    return Plan(worth, prospects)


def goal_weight(war: War, space: str, side: str, prospects: Prospects, temper: Temper) -> float:
    """Weight of a space at stake as a goal of the side; 0 if its guard is strong enough."""
    stakes = stakes_of(war, space)
    if controller(war, space) != side:
        if temper.keeps_back and is_in_the_half_of(war, space, ENEMY_OF[side]):
            return 0.0
        defence = strength_of(war, units_at(war, space, ENEMY_OF[side]))
        lost = PER_DEFENDER * defence * ground_factor(war, space)
        return max(0.0, OF_THE_ENEMY + stakes - lost)
    threat = prospects.threat_from_afar(space, stack_at(war, space, side))
    return threat * (temper.hold + stakes) if threat >= LEAST_THREAT else 0.0


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
    """Moves of the stack of a space, or of a part of it, to better spaces, with their value."""
    fighters = free_fighters(war, space, side)
    ranked = sorted(
        leaders_at(war, space, side), key=lambda one: (-leader_kind(war, one).a, one.id)
    )
    leaders = tuple(one for one in ranked if not one.marker)
    for there in adjacent(war, space):
        if is_enemy_held(war, there, side):
            continue
        gain = plan.worth.get(there, 0.0) - plan.worth.get(space, 0.0)
        gain += worth_of_entry(war, (space, there), side)
        for group in divisions(fitting(war, fighters, there, side)):
            whole = len(group) == len(fighters)
            going = leaders if whole else leaders[:1]
            weighed = weight_of(war, (space, there), (group, going), plan.prospects, temper)
            order = Move(
                tuple(unit.id for unit in group),
                (there,),
                tuple(one.id for one in going),
                space=space,
            )
            yield gain + weighed + PER_UNIT * len(group), order


def worth_of_entry(war: War, way: tuple[str, str], side: str) -> float:
    """Value of control of the space in which a move ends; `way` are its start and end.

    Ground that scores nothing is worth less to a stack that holds ground that scores.
    """
    start, end = way
    if not is_quiet(war, end, side):
        return 0.0
    holds = stakes_of(war, start) and controller(war, start) == side
    stakes = stakes_of(war, end)
    return OF_ENTRY + stakes if stakes or not holds else OF_BARE_GROUND


def divisions(fighters: list[Unit]) -> list[list[Unit]]:
    """Groups of a stack that may go: all, all but the weakest, the strongest half, or one."""
    ranked = sorted(fighters, key=lambda unit: (-unit.steps, unit.id))
    sizes = {len(ranked), len(ranked) - 1, (len(ranked) + 1) // 2, 1} - {0}
    return [ranked[:size] for size in sorted(sizes, reverse=True) if 0 < size <= len(ranked)]


def weight_of(
    war: War,
    way: tuple[str, str],
    moved: tuple[Sequence[Unit], Sequence[Leader]],
    prospects: Prospects,
    temper: Temper,
) -> float:
    """Value of a move for the danger where it ends, to the guard that stays, and for assaults to
    come.

    `way` are its start and end; `moved` are its fighters and leaders.
    """
    (start, end), side = way, moved[0][0].side
    gone = {one.id for part in moved for one in part}
    before = [stack_at(war, one, side) for one in way]
    left = stack_of(
        war,
        (one for one in units_at(war, start, side) if one.id not in gone),
        (one for one in leaders_at(war, start, side) if one.id not in gone),
        before[0].supplied,
    )
    joined = stack_of(
        war,
        (*units_at(war, end, side), *moved[0]),
        (*leaders_at(war, end, side), *moved[1]),
        before[1].supplied,
    )
    ahead = prospects.danger(end, joined) - prospects.danger(end, before[1])
    behind = prospects.danger(start, left) - prospects.danger(start, before[0])
    hoped = max(prospects.outlook(start, left), prospects.outlook(end, joined)) - max(
        prospects.outlook(one, stack) for one, stack in zip(way, before, strict=True)
    )
    return temper.mass * hoped - temper.caution * ahead - temper.guard * behind


def fitting(war: War, fighters: list[Unit], space: str, side: str) -> list[Unit]:
    """Fighters that fit into a space, the strongest first."""
    going: list[Unit] = []
    for unit in fighters:
        if has_room(war, side, space, [one.id for one in (*going, unit)]):
            going.append(unit)
    return going
