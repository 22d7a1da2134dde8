"""Moves of the bot: stacks towards the spaces that score, guns and leaders after the stacks."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859.counters import is_artillery, is_fighter
from app.games.africa_1859.ground import (
    adjacent,
    bars_wheels,
    controller,
    distances_from,
    has_cover,
    is_beside_enemy,
    is_enemy_held,
    leaders_at,
    terrain_defence,
    units_at,
)
from app.games.africa_1859.orders import Move
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import Unit, War
from app.games.africa_1859.tactics.estimates import (
    free_fighters,
    is_quiet,
    is_within_reach,
    points_of,
    scoring_spaces,
    strength_of,
    threat_to,
)
from app.games.africa_1859.tactics.tempers import Temper

NEAR = 3
"""Edges within which an enemy threatens a space."""
PER_EDGE = 2.0
"""Worth of a goal that is lost with each edge from it."""
OF_THE_ENEMY = 20.0
"""Worth of a space as a goal that the side does not control, beside its points."""
OF_MASSING = 2.0
"""Value of joining a stronger own stack that stands beside an enemy."""
OF_GUNS = 5.0
"""Value of a gun that follows the fighters to the front."""


def worth_of_spaces(war: War, side: str, temper: Temper) -> dict[str, float]:
    """Worth of each space as a goal: lost or enemy spaces that score, and own ones in danger."""
    goals = {
        space: weight
        for space in scoring_spaces(war)
        if (weight := goal_weight(war, space, side, temper)) > 0
    }
    worth: dict[str, float] = {}
    for goal, weight in goals.items():
        for space, edges in distances_from(war, goal, side).items():
            worth[space] = max(worth.get(space, 0.0), weight - PER_EDGE * edges)
    return worth


def goal_weight(war: War, space: str, side: str, temper: Temper) -> float:
    """Weight of a space that scores as a goal of the side; 0 if it needs no troops."""
    points = points_of(war, space)
    if controller(war, space) != side:
        return OF_THE_ENEMY + points
    reached = distances_from(war, space, side)
    near = any(
        edges <= NEAR and is_enemy_held(war, there, side) for there, edges in reached.items()
    )
    return temper.hold + points if near else 0.0


def moves_from(
    war: War, space: str, side: str, worth: dict[str, float], temper: Temper
) -> Iterator[tuple[float, Move]]:
    """Moves of the stack, of its guns and of its leaders to better spaces, with their value."""
    fighters = free_to_go(war, space, side, temper)
    leaders = tuple(one.id for one in leaders_at(war, space, side) if not one.marker)
    for there in adjacent(war, space):
        if is_enemy_held(war, there, side):
            continue
        gain = worth.get(there, 0.0) - worth.get(space, 0.0)
        group = fitting(war, fighters, there, side)
        if group and is_safe(war, group, there, side, temper):
            bonus = 6.0 + points_of(war, there) if is_quiet(war, there, side) else 0.0
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
        yield from guns_after(war, space, there, side)
    if not strength_of(war, units_at(war, space, side)):
        yield from leaders_after(war, space, side, leaders)


def is_massing(war: War, space: str, there: str, side: str) -> bool:
    """Return true if a stack at the front that is joined is stronger than the one that goes."""
    joined = strength_of(war, units_at(war, there, side))
    return joined > strength_of(war, units_at(war, space, side)) and is_beside_enemy(
        war, there, side
    )


def free_to_go(war: War, space: str, side: str, temper: Temper) -> list[Unit]:
    """Fighters that need not stay: in a space that scores a guard stays while an enemy can enter it."""
    free = free_fighters(war, space, side)
    if not points_of(war, space) or not is_within_reach(war, space, side):
        return free
    needed = temper.guard * threat_to(war, space, side) / ground_factor(war, space)
    staying = [unit for unit in units_at(war, space, side) if unit not in free]
    going = sorted(free, key=lambda unit: (-strength_of(war, [unit]), unit.id))
    while going and strength_of(war, staying) < max(needed, 1):
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


def ground_factor(war: War, space: str) -> float:
    """Factor by which the ground of a space strengthens its defender."""
    return 1 + 0.15 * (terrain_defence(war, space) + has_cover(war, space))


def guns_after(war: War, space: str, there: str, side: str) -> Iterator[tuple[float, Move]]:
    """Moves of guns into a space where own fighters stand nearer to the enemy."""
    if not any(is_fighter(war, unit) and not unit.dem for unit in units_at(war, there, side)):
        return
    if not is_beside_enemy(war, there, side) or is_beside_enemy(war, space, side):
        return
    for unit in units_at(war, space, side):
        able = is_artillery(war, unit) and not (unit.dem or unit.marker)
        if (
            able
            and bars_wheels(war, space, there, unit) is None
            and has_room(war, side, there, [unit.id])
        ):
            yield OF_GUNS, Move((unit.id,), (there,), space=space)


def leaders_after(
    war: War, space: str, side: str, leaders: tuple[str, ...]
) -> Iterator[tuple[float, Move]]:
    """Moves of leaders without troops to a stack without a leader, within two spaces."""
    for leader in leaders:
        for middle in adjacent(war, space):
            paths = [(middle,), *((middle, end) for end in adjacent(war, middle) if end != space)]
            for path in paths:
                stack = strength_of(war, units_at(war, path[-1], side))
                if stack and not leaders_at(war, path[-1], side):
                    value = 2.0 + stack / 10 - len(path)
                    yield value, Move((), path, (leader,), space=space)
