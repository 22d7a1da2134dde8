"""Marches in which each figure looks for a free place of its own.

A drill moves a unit by one vector, so a friend or a wall before one figure holds up the others.
Friends may be passed, and each figure has its own rate. So a crowd gets on if each figure takes the
free place in its reach that is nearest to the goal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from app.games.heart_of_africa.figures import is_attendant, radius
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.movement.cohesion import LINK
from app.games.heart_of_africa.movement.group_moves import GroupMove
from app.games.heart_of_africa.movement.obstacles import Measure, furthest
from app.games.heart_of_africa.movement.planned_moves import move_refusals
from app.games.heart_of_africa.movement.wishes import Wish
from app.games.heart_of_africa.orders import Manoeuvre, Move
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.ways import country_of
from app.kernel.space.plane import (
    Path,
    Point,
    angle_to,
    cut_path,
    inches_to,
    on_grid,
    path_length,
    point_at,
)

Numbers = NDArray[np.float64]
TURNS = tuple(sign * turn for turn in (0, 12, 25, 40, 60, 85) for sign in (1, -1))[1:]
"""Directions of the places that a figure tries, in degrees off its way to the goal."""
SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)
"""Distances of these places, as shares of each rate."""
APART = 0.02
"""Gap between two bases (inches)."""
TORN = 30.0
"""Cost of a place out of reach of the figures placed before, in inches of way."""


def find_own_ways(
    battle: Battle,
    side: str,
    who: str,
    goal: Point,
    own: Mapping[str, Path] = {},
    attack: Mapping[str, str] = {},
) -> Move | None:
    """The move in which each figure gets as near to a goal as it can. `own`: the ways of figures
    that attack, with their enemies in `attack`.
    """
    body = GroupMove(battle, who, side, own, attack)
    men = sorted(
        (man for man in body.men if man.at is not None and man.id not in body.engaged),
        key=lambda man: (inches_to(man.position, goal), man.id),
    )
    if not men:
        return None
    wishes = chosen_places(battle, body, men, goal)
    if not wishes:
        return None
    along = formations.follower_wishes(body, wishes, Manoeuvre(who, "displace", goal))
    ends = body.drawn([*wishes, *body.measured(along)])
    order = Move(who, {**own, **{key: way for key, (way, _) in ends.items()}}, {}, attack)
    return order if ends and not move_refusals(battle, order, side) else None


def chosen_places(
    battle: Battle, body: GroupMove, men: Sequence[Figure], goal: Point
) -> list[Wish]:
    """A free place for each figure, the nearest to the goal first."""
    moving = {man.id for man in men}
    taken = [(*spot.at, spot.radius) for spot in body.chart.others(body.all)]
    taken += [
        (*man.at, radius(man))
        for man in body.men
        if man.at is not None and man.id not in moving and not is_attendant(man)
    ]
    taken += [(*at, radius(battle.figures[key])) for key, at in body.own.items() if at is not None]
    waiting = {man.id: (*man.position, radius(man)) for man in men}
    placed: list[tuple[float, float, float]] = []
    wishes = []
    for man in men:
        del waiting[man.id]
        bases = np.array([*taken, *waiting.values(), *placed], dtype=float).reshape(-1, 3)
        spot = best_place(battle, body, man, goal, bases, np.array(placed).reshape(-1, 3))
        placed.append((*spot, radius(man)))
        if inches_to(man.position, spot) > APART:
            way = (man.position, spot)
            wishes.append(Wish(man, way, limit=path_length(way)))
    return wishes


def best_place(
    battle: Battle, body: GroupMove, man: Figure, goal: Point, bases: Numbers, mates: Numbers
) -> Point:
    """The free place in reach of a figure with the shortest way to the goal; its own if no other
    is nearer.
    """
    spots = places_in_reach(battle, body, man, goal)
    spots = spots[is_free(spots, radius(man) + APART, bases)]
    spots = np.vstack([np.asarray([man.position]), spots])
    cost = country_of(battle, man).far(spots, goal)
    if len(mates):
        off = (
            np.hypot(spots[:, 0, None] - mates[:, 0], spots[:, 1, None] - mates[:, 1]) - mates[:, 2]
        )
        cost = cost + TORN * (off.min(axis=1) > LINK + radius(man) - APART)
    best = spots[int(cost.argmin())]
    return on_grid((float(best[0]), float(best[1])))


def places_in_reach(battle: Battle, body: GroupMove, man: Figure, goal: Point) -> Numbers:
    """Places in a fan towards the goal that a figure reaches on a straight line."""
    here, rolls = man.position, body.rolls[man.id]
    rates = sorted({inches for inches in rolls if inches}, reverse=True)
    if not rates:
        return np.zeros((0, 2))
    ahead = country_of(battle, man).ahead(here, goal, max(*rates, 3.0))
    front = angle_to(here, ahead) if inches_to(here, ahead) > APART else 0.0
    ends = [
        on_grid(point_at(here, front + turn, rate * share - APART))
        for rate in rates
        for share in SHARES
        for turn in TURNS
        if rate * share > 0.2
    ]
    if inches_to(here, goal) <= rates[0]:
        ends.append(on_grid(goal))
    land = battle.land
    ends = [at for at in ends if 0 <= at[0] <= land.width and 0 <= at[1] <= land.depth]
    if not ends:
        return np.zeros((0, 2))
    slow = body.chart.starts_slow(man)
    ways = Measure(
        body.chart.obstacles(man), [(here, at) for at in ends], slow_from_start=[slow] * len(ends)
    )
    reached = []
    for at, whole, hard, creep in zip(ends, ways.whole, ways.hard, ways.slow, strict=True):
        far = min(whole, furthest(rolls, hard, creep))
        if far >= whole - 1e-6:
            reached.append(at)
        elif far >= hard - 1e-6 and hard > 0.2:
            reached.append(on_grid(cut_path((here, at), hard)[-1]))
    return np.array(reached, dtype=float).reshape(-1, 2)


def is_free(spots: Numbers, width: float, bases: Numbers) -> NDArray[np.bool_]:
    """Flags of the places at which a base overlaps no other."""
    if not len(bases) or not len(spots):
        return np.ones(len(spots), dtype=bool)
    off = np.hypot(spots[:, 0, None] - bases[:, 0], spots[:, 1, None] - bases[:, 1])
    return np.asarray((off >= bases[:, 2] + width).all(axis=1), dtype=bool)
