"""Assaults of the bot: exact chance and worth of each, and the guns that it waits for."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.games.africa_1859.counters import is_artillery, is_on_map
from app.games.africa_1859.fights.assault_fire import supporting_guns
from app.games.africa_1859.fights.assault_order import assault_of
from app.games.africa_1859.fights.branching import WHOLE
from app.games.africa_1859.fights.odds import assault_results, won
from app.games.africa_1859.fights.odds_policies import with_support
from app.games.africa_1859.ground import controller, distances_from
from app.games.africa_1859.orders import Assault
from app.games.africa_1859.state import War
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.tactics.estimates import assaults_from, opened, points_of
from app.games.africa_1859.tactics.tempers import Temper

OF_AN_ASSAULT = 20.0
"""Value that a good assault has more than other orders."""
PER_POINT = 4.0
"""Value of a point that an assault is expected to win."""
OF_GROUND = 0.5
"""Points of a space that scores nothing."""
BLUNDER = 0.2
"""Most that the estimate of the clash alone may fall short of the chance that is needed."""
GUNS_NEAR = 2
"""Edges from which guns are waited for."""


class Prospect(msgspec.Struct, frozen=True):
    """Exact chance to win an assault, and its expected points."""

    chance: float
    points: float


def prospect(war: War, order: Assault, side: str, temper: Temper) -> Prospect:
    """Prospect of an assault against the usual answers of the defender."""
    war = opened(war, order.space)
    results = assault_results(war, assault_of(war, order), with_support)
    chance = won(results) / WHOLE
    own = sum(ways * one.attacker_lost for one, ways in results.items()) / WHOLE
    enemy = sum(ways * one.defender_lost for one, ways in results.items()) / WHOLE
    target = order.path[-1]
    ground = points_of(war, target) if controller(war, target) != side else 0
    points = chance * (ground + OF_GROUND) + temper.step * (enemy - temper.own * own)
    return Prospect(chance, points)


def worthy_assaults(
    war: War, space: str, side: str, temper: Temper
) -> Iterator[tuple[float, Assault]]:
    """Assaults from a space that are likely enough to win, with their value."""
    for estimate, order in assaults_from(war, space, side):
        needed = needed_chance(war, order, side, temper)
        if estimate < needed - BLUNDER:
            continue
        found = prospect(war, order, side, temper)
        if found.chance >= needed and found.points > 0:
            yield OF_AN_ASSAULT + PER_POINT * found.points, order


def needed_chance(war: War, order: Assault, side: str, temper: Temper) -> float:
    """Least chance for an assault: less for a space that scores, more while guns are on the way."""
    needed = temper.chance - temper.worth * points_of(war, order.path[-1])
    is_early = turns_gone(war) < temper.patience
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
