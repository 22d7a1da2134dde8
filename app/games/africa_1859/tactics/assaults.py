"""Assaults of the bot: exact chance and worth of each, and the guns that it waits for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from app.games.africa_1859.counters import is_artillery, is_on_map
from app.games.africa_1859.fights.assault_fire import supporting_guns
from app.games.africa_1859.fights.assault_order import assault_of
from app.games.africa_1859.fights.branching import WHOLE
from app.games.africa_1859.fights.odds import (
    TooMuchWork,
    Work,
    assault_results,
    assault_won,
)
from app.games.africa_1859.fights.odds_policies import with_support
from app.games.africa_1859.ground import controller, distances_from, leaders_at, units_at
from app.games.africa_1859.orders import Assault
from app.games.africa_1859.state import ENEMY_OF, MOROCCO, SPAIN, War
from app.games.africa_1859.supply import is_supplied, scenario_of
from app.games.africa_1859.tactics.estimates import (
    assaults_from,
    chance_of,
    opened,
    points_of,
    stakes_of,
    worth_a_guard,
)
from app.games.africa_1859.tactics.prospects import Prospects, stack_at, stack_of
from app.games.africa_1859.tactics.tempers import Temper

OF_AN_ASSAULT = 20.0
"""Value that a good assault has more than other orders."""
PER_POINT = 4.0
"""Value of a point that an assault is expected to win."""
OF_LUCKY_LOSSES = 1.0
"""Most points that an assault is expected to win by the losses of both sides."""
OF_LOST_GROUND = 0.5
"""Part of the points of the ground that the chance of an enemy to take it back costs."""
OF_HUNGER = 1.5
"""Points that an assault is worth less if it leads out of supply."""
OF_GROUND = 0.5
"""Points of a space that scores nothing."""
BLUNDER = 0.05
"""Most that the estimate of the clash alone may fall short of the chance that is needed."""
MOST_WORK = 600
"""Courses and pairs of conditions that a decision may follow; beyond it the estimate counts."""
GUNS_NEAR = 2
"""Edges from which guns are waited for."""


def worthy_assaults(
    war: War, spaces: Iterable[str], side: str, temper: Temper
) -> Iterator[tuple[float, Assault]]:
    """Assaults from some spaces that are likely enough to win, with their value.

    The exact odds are worked out for those that the estimate of the clash alone allows.
    """
    work = Work(MOST_WORK)
    for space in spaces:
        for estimate, order in assaults_from(war, space, side):
            needed = needed_chance(war, order, side, temper)
            most = most_points(war, order, min(1.0, estimate + BLUNDER))
            if estimate < needed - BLUNDER or most <= 0:
                continue
            try:
                points = exact_points(war, order, temper, (needed, work))
            except TooMuchWork:
                points = estimate * ground_points(war, order, side) if estimate >= needed else 0.0
            if points > 0:
                yield OF_AN_ASSAULT + PER_POINT * points, order


def most_points(war: War, order: Assault, chance: float) -> float:
    """Most points that an assault is expected to win by its ground and its losses, at a chance."""
    side = war.units[order.units[0]].side
    return chance * ground_points(war, order, side) - given_up(war, order, side) + OF_LUCKY_LOSSES


def given_up(war: War, order: Assault, side: str) -> float:
    """Points of the space that the assault leaves, by the chance that enemies gain against its
    guard.

    Enemies in the target do not count if the target is worth as much as the space.
    """
    worth = worth_a_guard(war, order.space, side)
    if not worth:
        return 0.0
    is_a_swap = stakes_of(war, order.path[-1]) >= stakes_of(war, order.space)
    gone, but = {*order.units, *order.leaders}, order.path[-1] if is_a_swap else ""
    left = stack_of(
        war,
        (one for one in units_at(war, order.space, side) if one.id not in gone),
        (one for one in leaders_at(war, order.space, side) if one.id not in gone),
    )
    prospects = Prospects(war, side)
    before = prospects.threat(order.space, stack_at(war, order.space, side))
    return worth * max(0.0, prospects.threat(order.space, left, but) - before)


def exact_points(war: War, order: Assault, temper: Temper, terms: tuple[float, Work]) -> float:
    """Expected points of an assault: the ground if it is won, and the steps of both sides.

    `terms` are the least chance, below which it is worth nothing, and the work that may be done.
    Raises `TooMuchWork`.
    """
    needed, work = terms
    war = opened(war, order.space)
    assault = assault_of(war, order)
    weight = assault_won(war, assault, with_support, work)
    if weight < needed * WHOLE:
        return 0.0
    results = assault_results(war, assault, with_support, work)
    own = sum(ways * one.attacker_lost for one, ways in results.items()) / WHOLE
    enemy = sum(ways * one.defender_lost for one, ways in results.items()) / WHOLE
    side = assault.attacker
    ground = weight / WHOLE * ground_points(war, order, side)
    ground *= 1 - OF_LOST_GROUND * chance_to_lose(war, order, side, own)
    if side == SPAIN and not is_supplied(war, order.path[-1]):
        ground -= OF_HUNGER
    return ground - given_up(war, order, side) + temper.step * (enemy - temper.own * own)


def exact_chance(war: War, order: Assault) -> float:
    """Chance to win an assault with the support of all own guns, or its estimate if the exact odds
    take too long.
    """
    before = opened(war, order.space)
    try:
        return assault_won(before, assault_of(before, order), with_support, Work(MOST_WORK)) / WHOLE
    except TooMuchWork:
        return chance_of(war, order)


def chance_to_lose(war: War, order: Assault, side: str, lost: float) -> float:
    """Chance that an enemy stack takes the target back from the group, less the steps that it
    loses.

    Morocco ends the game, so it loses nothing that it takes in the last turn.
    """
    scenario, target = scenario_of(war), order.path[-1]
    if side == MOROCCO and scenario and war.turn == scenario.turns:
        return 0.0
    group = [war.units[key] for key in order.units]
    stack = stack_of(war, group, [war.leaders[key] for key in order.leaders])
    left = max(1, round(stack.steps - lost))
    return Prospects(war, side).threat(target, replace(stack, steps=left))


def ground_points(war: War, order: Assault, side: str) -> float:
    """Points that a won assault gains: those of the ground, of guns and of convoys."""
    target = order.path[-1]
    captured = worth_a_guard(war, target, ENEMY_OF[side]) - stakes_of(war, target)
    stakes = stakes_of(war, target) if controller(war, target) != side else 0
    return OF_GROUND + stakes + captured


def needed_chance(war: War, order: Assault, side: str, temper: Temper) -> float:
    """Least chance for an assault: less for a space that scores, more while guns are on the way."""
    gone = turns_gone(war)
    needed = temper.chance - temper.worth * points_of(war, order.path[-1]) - temper.haste * gone
    is_early = gone < temper.patience
    if is_early and temper.support and lacks_guns(war, order) and guns_come(war, order, side):
        needed += temper.support
    return needed


def lacks_guns(war: War, order: Assault) -> bool:
    """Return true if no gun supports the assault."""
    war = opened(war, order.space)
    return not supporting_guns(war, assault_of(war, order))


def guns_come(war: War, order: Assault, side: str) -> bool:
    """Return true if guns of the side are near the space from which the assault starts."""
    near = distances_from(war, order.space, side)
    return any(
        unit.side == side
        and is_on_map(unit)
        and is_artillery(war, unit)
        and near.get(unit.at, GUNS_NEAR + 1) <= GUNS_NEAR
        for unit in war.units.values()
    )


def turns_gone(war: War) -> float:
    """Share of the turns of the scenario that are over; 1 on a bare map."""
    scenario = scenario_of(war)
    return (war.turn - 1) / scenario.turns if scenario else 1.0
