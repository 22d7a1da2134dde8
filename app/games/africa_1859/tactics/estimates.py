"""Estimates for the bot: legality of an order, strength of stacks, chance of an assault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from app.games.africa_1859.activation import opening_refusals, side_of
from app.games.africa_1859.counters import (
    combat_factor,
    is_cavalry,
    is_fighter,
    is_on_map,
    kind_of,
    leader_kind,
)
from app.games.africa_1859.evolve import with_phase
from app.games.africa_1859.fights.assault_fire import defending_guns, supporting_guns
from app.games.africa_1859.fights.assault_order import assault_of
from app.games.africa_1859.fights.clash import sum_of
from app.games.africa_1859.fights.clash_roll import lines_of_clash
from app.games.africa_1859.fights.designations import (
    attacking_vanguards,
    default_defence,
    default_screen,
)
from app.games.africa_1859.ground import (
    adjacent,
    controller,
    distances_from,
    has_cover,
    has_enemy_counter,
    is_enemy_held,
    leaders_at,
    map_of,
    rear_distance,
    terrain_defence,
    units_at,
)
from app.games.africa_1859.orders import Assault
from app.games.africa_1859.procedures import Roles
from app.games.africa_1859.sequence import ACTIONS
from app.games.africa_1859.stacking import most_fighters
from app.games.africa_1859.state import ENEMY_OF, Unit, War
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.victory import degree_of, points_tally, result_of
from app.kernel.contract import Order
from app.kernel.refusal import Refused, found_in

PAIRS = [(one, other) for one in range(1, 7) for other in range(1, 7)]
OF_SUDDEN = 12.0
"""Points that a sudden victory is worth, shared by the spaces of its list."""
LEAST_TO_DIVIDE = 3
"""Fighters of a group of which one may stay as a guard."""
PER_CAPTURE = 2.0
"""Points of a captured gun or convoy."""


def opened(war: War, space: str) -> War:
    """Position with a space open."""
    return war if war.phase.open == space else with_phase(war, open=space)


def may_open(war: War, space: str, side: str) -> bool:
    """Return true if the space is open or may be opened next."""
    return space == war.phase.open or not found_in(opening_refusals(war, space, side))


def is_legal(war: War, order: Order, seat: str) -> bool:
    """Return true if no rule refuses the order, with the opening of its space."""
    rules, named = ACTIONS[type(order)], getattr(order, "space", "")
    if named and not may_open(war, named, side_of(war, seat)):
        return False
    try:
        return not found_in(rules.refusals(opened(war, named) if named else war, order, seat))
    except Refused:
        return False


def free_fighters(war: War, space: str, side: str) -> list[Unit]:
    """Fighters of a space that may still fight in the own phase."""
    return [
        unit
        for unit in units_at(war, space, side)
        if is_fighter(war, unit) and not (unit.dem or unit.marker)
    ]


def strength_of(war: War, units: Iterable[Unit]) -> int:
    """Strength of a stack: combat factor times steps; demoralised units count nothing."""
    return sum(
        combat_factor(war, unit) * unit.steps
        for unit in units
        if is_fighter(war, unit) and not unit.dem
    )


def threat_to(war: War, space: str, side: str) -> int:
    """Strength of the strongest enemy stack beside a space."""
    stacks = (units_at(war, there, ENEMY_OF[side]) for there in adjacent(war, space))
    return max((strength_of(war, stack) for stack in stacks), default=0)


def ground_factor(war: War, space: str) -> float:
    """Factor by which the ground of a space strengthens its defender."""
    return 1 + 0.15 * (terrain_defence(war, space) + has_cover(war, space))


def is_within_reach(war: War, space: str, side: str, but: str = "") -> bool:
    """Return true if an enemy that stands elsewhere than in `but` could enter the space in one
    move.
    """
    near = distances_from(war, space, ENEMY_OF[side])
    return any(
        unit.side != side
        and is_on_map(unit)
        and is_fighter(war, unit)
        and not unit.dem
        and unit.at != but
        and 0 < near.get(unit.at, kind_of(war, unit).move + 1) <= kind_of(war, unit).move
        for unit in war.units.values()
    )


def points_of(war: War, space: str) -> int:
    """Control points of a space in the scenario."""
    scenario = scenario_of(war)
    return scenario.control.get(space, 0) if scenario else 0


def stakes_of(war: War, space: str) -> float:
    """Control points of a space, and its share in a sudden victory of either side."""
    scenario = scenario_of(war)
    lists = scenario.sudden.values() if scenario else ()
    return points_of(war, space) + sum(OF_SUDDEN / len(one) for one in lists if space in one)


def spaces_at_stake(war: War) -> list[str]:
    """Spaces with points or with a share in a sudden victory; on a bare map all spaces."""
    spaces = list(map_of(war).spaces)
    return [one for one in spaces if stakes_of(war, one)] if scenario_of(war) else spaces


def would_win(war: War, side: str) -> bool:
    """Return true if the side would win by its points if the game ended now."""
    points = {one: points_tally(war, one).total for one in ENEMY_OF}
    return degree_of(war, result_of(war, points))[0] == side


def is_in_the_half_of(war: War, space: str, side: str) -> bool:
    """Return true if a space is nearer to the rear of a side than to that of its enemy."""
    near, far = rear_distance(war, space, side), rear_distance(war, space, ENEMY_OF[side])
    return near is not None and (far is None or near < far)


def worth_a_guard(war: War, space: str, side: str) -> float:
    """Points that an enemy who enters a space may gain: for it, and for its guns and convoys."""
    captured = sum(not is_fighter(war, unit) for unit in units_at(war, space, side))
    return stakes_of(war, space) + PER_CAPTURE * captured


def assaults_from(war: War, space: str, side: str) -> Iterator[tuple[float, Assault]]:
    """Best assault on each adjacent enemy-held space, with the estimated chance to win."""
    fighters = free_fighters(war, space, side)
    leaders = [one for one in leaders_at(war, space, side) if not one.marker]
    foot = [unit for unit in fighters if not is_cavalry(war, unit)]
    if not leaders:
        fighters = [unit for unit in fighters if unit not in foot]
    if not fighters:
        return
    director = best_director(war, space, side)
    for target in adjacent(war, space):
        if is_enemy_held(war, target, side):
            group = chosen_group(war, fighters, target, side)
            found = best_assault(war, space, group, (target, director))
            if found is not None:
                yield found


def best_director(war: War, space: str, side: str) -> str:
    """Unmarked leader with the highest first factor; "" if there is none."""
    able = [one for one in leaders_at(war, space, side) if not one.marker]
    best = min(able, key=lambda one: (-leader_kind(war, one).a, one.id), default=None)
    return best.id if best else ""


def chosen_group(war: War, fighters: list[Unit], target: str, side: str) -> list[Unit]:
    """Group for a target: the strongest fighters that fit into it.

    Of three or more the weakest stays as a guard if an enemy could take points, guns or convoys.
    """
    by_strength = sorted(fighters, key=lambda unit: (-combat_factor(war, unit), -unit.steps))
    group = by_strength[: most_fighters(war, target, side)]
    space, others = fighters[0].at, units_at(war, fighters[0].at, side)
    stays = any(is_fighter(war, unit) and not unit.dem and unit not in group for unit in others)
    if len(group) < LEAST_TO_DIVIDE or stays or not worth_a_guard(war, space, side):
        return group
    return group[:-1] if is_within_reach(war, space, side) else group


def best_assault(
    war: War, space: str, group: list[Unit], aim: tuple[str, str]
) -> tuple[float, Assault] | None:
    """Chance and order with the best vanguard against a target; `aim` is target and director."""
    target, director = aim
    leaders = (director,) if director else ()
    best: tuple[float, Assault] | None = None
    for vanguard in attacking_vanguards(war, group, target):
        screen = default_screen(war, group, vanguard.id)
        order = Assault(
            tuple(unit.id for unit in group),
            (target,),
            vanguard.id,
            screen,
            leaders,
            director,
            space,
        )
        chance = chance_of(war, order)
        if best is None or chance > best[0]:
            best = chance, order
    return best


def chance_of(war: War, order: Assault) -> float:
    """Estimated chance to win an assault: the clash by the usual defence, without the fire
    before.
    """
    war = opened(war, order.space)
    assault = assault_of(war, order)
    side = ENEMY_OF[assault.attacker]
    usual = default_defence(war, assault.space, side)
    defenders = Roles(usual.leader, usual.vanguard, usual.screen)
    guns = bool(supporting_guns(war, assault)), bool(defending_guns(war, assault))
    assault = replace(
        assault,
        att=replace(assault.att, guns_fired=guns[0]),
        dfn=replace(defenders, guns_fired=guns[1]),
    )
    one, other = lines_of_clash(war, assault)
    ahead = sum_of(one) - sum_of(other)
    return sum(first + ahead > second for first, second in PAIRS) / len(PAIRS)


def is_quiet(war: War, space: str, side: str) -> bool:
    """Return true if no enemy counter is in the space and the side does not control it."""
    return not has_enemy_counter(war, space, side) and controller(war, space) != side
