"""Moves of the bot for guns, convoys and leaders: they follow the fighters to the front."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from app.games.africa_1859.counters import is_artillery, is_convoy, kind_of, leader_kind
from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.ground import (
    adjacent,
    bars_wheels,
    is_beside_enemy,
    is_enemy_held,
    leaders_at,
    map_of,
    units_at,
)
from app.games.africa_1859.orders import Move
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import SPAIN, Leader, Unit, War
from app.games.africa_1859.supply import has_supply
from app.games.africa_1859.tactics.estimates import is_within_reach, strength_of
from app.kernel.space.areas import Traveller

OF_THE_FRONT = 6.0
"""Pull of a stack beside an enemy on guns and convoys, beside its strength."""
PER_STRENGTH = 0.1
"""Pull of each point of strength of a stack."""
PER_EDGE = 2.0
"""Pull that is lost with each edge from a stack."""
OF_FOLLOWING = 1.0
"""Value of a move after the fighters, beside the pull that it gains."""
OF_ESCORT = 10.0
"""Value that a move has more if it leaves a space that an enemy can enter for one with fighters."""


def followers_from(
    war: War, space: str, side: str, pulls: dict[str, float]
) -> Iterator[tuple[float, Move]]:
    """Moves of the guns, convoys and leaders of a space; `pulls` are those of the own stacks."""
    for unit in units_at(war, space, side):
        is_able = not (unit.dem or unit.marker)
        if is_able and (is_artillery(war, unit) or brings_supply(war, unit)):
            yield from after_the_fighters(war, unit, pulls)
    yield from leaders_to_stacks(war, space, side)


def brings_supply(war: War, unit: Unit) -> bool:
    """Return true for a Spanish convoy of the campaign."""
    return unit.side == SPAIN and is_convoy(war, unit) and has_supply(war)


def pulls_of_stacks(war: War, side: str) -> dict[str, float]:
    """Pull of each own stack of fighters: its strength, and more beside an enemy."""
    found = {}
    for space in map_of(war).spaces:
        strength = strength_of(war, units_at(war, space, side))
        if strength:
            found[space] = PER_STRENGTH * strength + OF_THE_FRONT * is_beside_enemy(
                war, space, side
            )
    return found


def after_the_fighters(
    war: War, unit: Unit, pulls: dict[str, float]
) -> Iterator[tuple[float, Move]]:
    """Moves of a gun or convoy towards the stacks that pull most; it enters no unguarded danger."""
    start = pull_at(war, unit, unit.at, pulls)
    is_alone = not free_of_need(war, unit.at, unit.side)
    for there in adjacent(war, unit.at):
        if is_enemy_held(war, there, unit.side) or bars_wheels(war, unit.at, there, unit):
            continue
        is_safe = free_of_need(war, there, unit.side)
        gain = pull_at(war, unit, there, pulls) - start + OF_ESCORT * (is_alone and is_safe)
        if is_safe and gain > 0 and has_room(war, unit.side, there, [unit.id]):
            yield OF_FOLLOWING + gain, Move((unit.id,), (there,), space=unit.at)


def free_of_need(war: War, space: str, side: str) -> bool:
    """Return true if fighters guard the space or no enemy can enter it."""
    guards = strength_of(war, units_at(war, space, side))
    return bool(guards) or not is_within_reach(war, space, side)


def pull_at(war: War, unit: Unit, space: str, pulls: dict[str, float]) -> float:
    """Most that a stack pulls a gun or convoy that stands in a space."""
    edges = edges_from(war.terms.data, war.terms.map, space, kind_of(war, unit).travels_as)
    found = (pull - PER_EDGE * edges[stack] for stack, pull in pulls.items() if stack in edges)
    return max(found, default=0.0)


@cache
def edges_from(version: int, key: str, space: str, unit_class: str) -> dict[str, int]:
    """Edges to each space that a class of unit reaches on a map, without regard to units."""
    graph = VERSIONS[version].maps[key].graph
    return dict(graph.distances(space, Traveller("", unit_class)))


# --- Leaders
def leaders_to_stacks(war: War, space: str, side: str) -> Iterator[tuple[float, Move]]:
    """Moves of leaders that their space does not need to stacks without one, within two edges."""
    for leader in spare_leaders(war, space, side):
        for middle in adjacent(war, space):
            ends = (end for end in adjacent(war, middle) if end != space)
            for path in ((middle,), *((middle, end) for end in ends)):
                stack = strength_of(war, units_at(war, path[-1], side))
                if stack and not leaders_at(war, path[-1], side):
                    value = 2.0 + stack / 10 - len(path)
                    yield value, Move((), path, (leader.id,), space=space)


def spare_leaders(war: War, space: str, side: str) -> list[Leader]:
    """Leaders without marker, all but the best if fighters stand with them."""
    ranked = sorted(
        leaders_at(war, space, side), key=lambda one: (-leader_kind(war, one).a, one.id)
    )
    needed = 1 if strength_of(war, units_at(war, space, side)) else 0
    return [one for one in ranked[needed:] if not one.marker]
