"""Conditions that stop a march order: changes since it was given, as far as its side knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from app.games.heart_of_africa.conditional_orders.plans import March, Task, Watch
from app.games.heart_of_africa.conditional_orders.words import AMBUSH, CONTACT, LOST, NEAR
from app.games.heart_of_africa.figures import (
    enemies,
    is_attendant,
    is_independent,
    members,
    opponents,
    placed,
    radius,
)
from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.pieces import AMBUSH as HIDDEN
from app.games.heart_of_africa.pieces import ON_TABLE, Figure
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import Roll
from app.kernel.space.plane import Path, Point, cut_path, distance_to_path, mean_of

Stop = tuple[str, str, str]
"""The condition, the own unit concerned, and the enemy."""


def visible_pieces(battle: Battle, side: str) -> Iterator[str]:
    """The visible units and single figures of a side."""
    for unit in battle.units.values():
        if unit.side == side and unit.where == ON_TABLE and men_of(battle, unit.id):
            yield unit.id
    for figure in battle.figures.values():
        if (
            figure.side == side
            and is_independent(figure)
            and figure.at is not None
            and not figure.fate
        ):
            yield figure.id


def men_of(battle: Battle, who: str) -> list[Figure]:
    """The figures of a unit, or the single figure, on the table."""
    some = placed(battle, who) if who in battle.units else (battle.figures[who],)
    return [one for one in some if one.at is not None and not one.fate and not is_attendant(one)]


def place_of(battle: Battle, who: str) -> Point | None:
    """The middle of a unit on the table, or the place of a single figure."""
    spots = [man.position for man in men_of(battle, who)]
    return mean_of(spots) if spots else None


def goal_of(battle: Battle, task: Task) -> Point | None:
    """The present goal of a task; None for a charge, or if the unit to follow is gone."""
    if not task.after or task.to is None:
        return task.to
    beside = place_of(battle, task.after)
    if beside is None:
        return None
    return (
        min(max(beside[0] + task.to[0], 0.0), battle.land.width),
        min(max(beside[1] + task.to[1], 0.0), battle.land.depth),
    )


def watch_at_start(battle: Battle, side: str, tasks: Sequence[Task], within: int) -> Watch:
    """The side's knowledge when it gives its order."""
    ways = {task.who: task for task in tasks}
    near = tuple(
        (who, by)
        for who in visible_pieces(battle, side)
        for by in enemies_near(battle, who, within, ways.get(who))
    )
    return Watch(
        lost_units(battle, side),
        hidden_enemies(battle, side),
        tuple(units_in_contact(battle, side)),
        near,
    )


def lost_units(battle: Battle, side: str) -> tuple[str, ...]:
    """The units of the side that have no figures left."""
    return tuple(
        unit.id
        for unit in battle.units.values()
        if unit.side == side and not members(battle, unit.id)
    )


def hidden_enemies(battle: Battle, side: str) -> int:
    """Number of enemy units in ambush, which is public."""
    return sum(unit.side != side and unit.where == HIDDEN for unit in battle.units.values())


def units_in_contact(battle: Battle, side: str) -> list[str]:
    """The units and single figures of the side that are in contact with the enemy."""
    return [
        who
        for who in visible_pieces(battle, side)
        if any(opponents(battle, man) for man in men_of(battle, who))
    ]


def enemies_near(battle: Battle, who: str, within: float, task: Task | None = None) -> list[str]:
    """The enemy units and single figures within so many inches of a unit, the nearest first. Its
    way in one move counts too.
    """
    men = men_of(battle, who)
    foes = [foe for foe in enemies(battle, men[0].side) if not is_attendant(foe)] if men else []
    if not foes:
        return []
    mine, theirs = np.array([man.at for man in men]), np.array([foe.at for foe in foes])
    off = mine[:, None, :] - theirs[None, :, :]
    wide = (
        np.array([radius(man) for man in men])[:, None]
        + np.array([radius(foe) for foe in foes])[None, :]
    )
    gaps = (np.hypot(off[..., 0], off[..., 1]) - wide).min(axis=0)
    goal = goal_of(battle, task) if task is not None else None
    way = next_stretch(men, goal) if goal is not None else ()
    if way:
        gaps = np.minimum(gaps, [distance_to_path(foe.position, way) - radius(foe) for foe in foes])
    return list(
        dict.fromkeys(
            foes[n].unit or foes[n].id for n in np.argsort(gaps, kind="stable") if gaps[n] <= within
        )
    )


def next_stretch(men: Sequence[Figure], goal: Point) -> Path:
    """The part of the straight way to a place that a unit may cover in one move."""
    return cut_path(
        (mean_of(man.position for man in men), goal),
        max(largest_roll(dice_columns(man)[0]) for man in men),
    )


def largest_roll(roll: Roll | None) -> float:
    """Largest result of a roll (inches)."""
    return 0.0 if roll is None else float(roll.total(*(6,) * roll.dice))


def march_alarm(battle: Battle, side: str, march: March) -> Stop | None:
    """A unit lost, an ambush sprung or a unit charged since the order was given, in this order."""
    known = march.watch
    gone = [who for who in lost_units(battle, side) if who not in known.lost]
    if LOST in march.stops and gone:
        return LOST, gone[0], ""
    if AMBUSH in march.stops and hidden_enemies(battle, side) < known.hidden:
        return AMBUSH, "", ""
    chargers = {task.who for task in march.tasks if task.target}
    held = (
        [who for who in units_in_contact(battle, side) if who not in (*known.touched, *chargers)]
        if CONTACT in march.stops
        else []
    )
    return (CONTACT, held[0], "") if held else None


def new_enemy_near(battle: Battle, march: March, who: str, task: Task | None = None) -> Stop | None:
    """An enemy near a unit that was not near it when the order was given."""
    if NEAR not in march.stops:
        return None
    fresh = [
        by
        for by in enemies_near(battle, who, march.within, task)
        if (who, by) not in march.watch.near
    ]
    return (NEAR, who, fresh[0]) if fresh else None
