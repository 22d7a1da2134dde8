"""Value of places for a unit that deploys."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import numpy as np
import shapely
from numpy.typing import NDArray

from app.games.heart_of_africa.figures import is_gun, is_mounted, members, other_side, placed
from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.setup import auto_works
from app.games.heart_of_africa.setup.homes import home_of
from app.games.heart_of_africa.setup.scenarios import AMBUSH, has_home
from app.games.heart_of_africa.setup.sites import INCHES
from app.games.heart_of_africa.setup.table_edges import (
    FACING,
    OPPOSITE,
    Rect,
    from_edge,
    half,
    in_rect,
)
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.bot_view import covered, in_view
from app.games.heart_of_africa.tactics.destinations import FAR_EDGE
from app.games.heart_of_africa.tactics.strengths import is_for_close_combat, reach_of, shoots
from app.games.heart_of_africa.tactics.ways import country, kind_of
from app.kernel.space.plane import Point, mean_of, point_at

Numbers = NDArray[np.float64]


GRID = 1.5


TRIES = 6


def likely_home(battle: Battle, edge: str) -> Point:
    """The village in that half of the table, else the middle of it; for a march, the middle of the
    far edge.
    """
    rect = half(battle.land, edge)
    villages = [
        mean_of(piece.outline)
        for piece in battle.land.pieces
        if piece.kind == "village"
        and len(piece.outline) > 2
        and in_rect(rect, mean_of(piece.outline))
    ]
    if villages and has_home(battle):
        return villages[0]
    x0, y0, x1, y1 = rect
    centre = ((x0 + x1) / 2, (y0 + y1) / 2)
    if has_home(battle):
        return centre
    return {
        "west": (1.0, centre[1]),
        "east": (battle.land.width - 1, centre[1]),
        "south": (centre[0], 1.0),
        "north": (centre[0], battle.land.depth - 1),
    }[edge]


def net_of_places(rect: Rect) -> Numbers:
    x, y = np.meshgrid(
        np.arange(rect[0] + 1, rect[2] - 0.9, GRID), np.arange(rect[1] + 1, rect[3] - 0.9, GRID)
    )
    return np.column_stack((x.ravel(), y.ravel()))


def best_of(spots: Numbers, values: Numbers, chance: Random, least: float = -1e9) -> list[Point]:
    """A few of the best places, spread out."""
    if not len(spots):
        return []
    noisy = values + np.array([chance.uniform(0, 0.4) for _ in range(len(values))])
    found: list[Point] = []
    for n in np.argsort(-noisy, kind="stable"):
        at = (float(spots[n][0]), float(spots[n][1]))
        if values[n] < least or len(found) >= TRIES:
            break
        if all(math.dist(at, one) > 3 for one in found):
            found.append(at)
    return found


def place_merits(battle: Battle, side: str, unit: Unit, spots: Numbers, *, hidden: bool) -> Numbers:
    """Merits of places for a unit, by its part in the scenario and its weapons."""
    if not len(spots):
        return np.zeros(0)
    figures = members(battle, unit.id)
    worth = -crowding_penalties(battle, side, unit, spots)
    if battle.scenario == AMBUSH:
        return worth + beside_the_way(battle, side, unit, spots, hidden=hidden)
    if has_home(battle) and side != battle.attacker:
        return worth + round_home(battle, side, unit, figures, spots, hidden=hidden)
    return worth + on_the_line(battle, side, unit, figures, spots, hidden=hidden)


def crowding_penalties(battle: Battle, side: str, unit: Unit, spots: Numbers) -> Numbers:
    """Penalties of places for units too near to one another or too far apart."""
    price = np.zeros(len(spots))
    for mate in battle.units.values():
        men_ = placed(battle, mate.id) if mate.side == side and mate.id != unit.id else ()
        if men_:
            off = spots - np.asarray(mean_of(one.position for one in men_))
            far = np.hypot(off[:, 0], off[:, 1])
            price += np.maximum(0.0, 5.0 - far) * 0.8
    return price


def view_shares(battle: Battle, spots: Numbers, points: Sequence[Point], reach: float) -> Numbers:
    """The share of some points that can be seen from places, within range."""
    if not points:
        return np.zeros(len(spots))
    marks = np.asarray(points, dtype=float)
    off = spots[:, None, :] - marks[None, :, :]
    near = np.hypot(off[..., 0], off[..., 1]) <= reach
    return (in_view(battle, spots, marks) & near).mean(axis=1)


def approach_places(battle: Battle, side: str, goal: Point) -> list[Point]:
    """Places on the enemy's way to a goal: a fan between the goal and the enemy's edge."""
    ahead = FACING[battle.edges[side]]
    return [
        point_at(point_at(goal, ahead, out), ahead + 90, aside)
        for out in (6.0, 10.0, 14.0, 18.0)
        for aside in (-10.0, -5.0, 0.0, 5.0, 10.0)
    ]


def ambush_merits(forward: Numbers, aside: Numbers) -> Numbers:
    """Merits of ambushes 3 to 20 in before the home, best 6 in beside the way to it."""
    return np.where((forward > 3) & (forward < 20), 8.0 - np.abs(aside - 6) * 0.5, 0.0)


def round_home(
    battle: Battle,
    side: str,
    unit: Unit,
    figures: Sequence[Figure],
    spots: Numbers,
    *,
    hidden: bool,
) -> Numbers:
    """Merits of places in defence. Shooters have a view at the edge of the home or behind its
    walls, close-combat units stand behind them, ambushes beside the way.
    """
    piece = home_of(battle, side)
    goal = mean_of(piece.outline) if piece is not None else auto_works.heart(battle, side)
    facing = math.radians(FACING[battle.edges[side]])
    ahead = np.array([math.cos(facing), math.sin(facing)])
    off = spots - np.asarray(goal)
    forward = off @ ahead
    far = np.hypot(off[:, 0], off[:, 1])
    shape = shapely.Polygon(piece.outline) if piece is not None else shapely.Point(goal).buffer(6)
    rim = shapely.distance(shape.boundary, shapely.points(spots))
    inside = shapely.contains_xy(shape, spots[:, 0], spots[:, 1])
    if hidden:
        aside = np.abs(off @ np.array([-ahead[1], ahead[0]]))
        return ambush_merits(forward, aside) - 0.15 * np.maximum(0, far - 18)
    view = view_shares(
        battle, spots, approach_places(battle, side, goal), max(12.0, reach_of(battle, unit.id))
    )
    shelter = covered(battle, spots, np.ones(len(spots), dtype=bool))
    front = np.clip(forward, -8, 8) * 0.25
    walls = at_walls(battle, side, spots, ahead)
    if is_for_close_combat(battle, unit.id) or any(map(is_mounted, figures)):
        return front * 0.6 + 2.0 * inside - 0.35 * np.maximum(0, far - 9) + 0.8 * shelter
    stiff = any(map(is_gun, figures))
    return (
        front
        + 7.0 * view
        + 1.5 * shelter
        + np.where(inside & (rim < 2.2), 2.0, 0.0)
        + (0.0 if stiff else 5.0) * walls
        - 0.3 * np.maximum(0, far - 12)
    )


def at_walls(battle: Battle, side: str, spots: Numbers, ahead: Numbers) -> Numbers:
    """1 for places directly behind a wall of the own side, else 0."""
    found = np.zeros(len(spots))
    for work in battle.land.works:
        if work.owner == side and len(work.line) > 1 and work.kind in INCHES:
            centre = np.asarray(mean_of(work.line))
            off = spots - centre
            behind = -(off @ ahead)
            aside = np.abs(off @ np.array([-ahead[1], ahead[0]]))
            found = np.maximum(found, ((behind > 0.3) & (behind < 2.2) & (aside < 5)).astype(float))
    return found


def beside_the_way(
    battle: Battle, side: str, unit: Unit, spots: Numbers, *, hidden: bool
) -> Numbers:
    """Merits of places along the march of the column, in its middle and last third: close-combat
    units near it, shooters within good range.
    """
    start, end = battle.edges[other_side(side)], FAR_EDGE[battle.edges[other_side(side)]]
    way = column_lanes(battle, start, end)
    off = spots[:, None, :] - way[None, :, :]
    near = np.hypot(off[..., 0], off[..., 1]).min(axis=1)
    best = (
        4.0 if is_for_close_combat(battle, unit.id) else max(4.0, 0.5 * reach_of(battle, unit.id))
    )
    long = battle.land.width if start in ("west", "east") else battle.land.depth
    done = np.array([from_edge(battle.land, start, (float(x), float(y))) for x, y in spots]) / long
    place = np.where((done > 0.35) & (done < 0.8), 3.0, 0.0)
    shelter = covered(battle, spots, np.ones(len(spots), dtype=bool))
    view = view_shares(
        battle,
        spots,
        [(float(x), float(y)) for x, y in way[::2]],
        max(10.0, reach_of(battle, unit.id)),
    )
    return place - 0.5 * np.abs(near - best) + 3.0 * view + 1.5 * shelter + (6.0 if hidden else 0.0)


def column_lanes(battle: Battle, start: str, end: str) -> Numbers:
    """Ways across the table that a column might take: the easiest ones from the middle of one side
    to the other.
    """
    land = battle.land
    net_ = country(battle, "foot")
    found: list[Point] = []
    for share in (0.35, 0.5, 0.65):
        here = {
            "west": (1.0, land.depth * share),
            "east": (land.width - 1, land.depth * share),
            "south": (land.width * share, 1.0),
            "north": (land.width * share, land.depth - 1),
        }[start]
        goal = {
            "west": (1.0, land.depth * share),
            "east": (land.width - 1, land.depth * share),
            "south": (land.width * share, 1.0),
            "north": (land.width * share, land.depth - 1),
        }[end]
        for _ in range(40):
            found.append(here)
            if math.dist(here, goal) < 4:
                break
            here = net_.ahead(here, goal, 4.0)
    return np.asarray(found)


def on_the_line(
    battle: Battle,
    side: str,
    unit: Unit,
    figures: Sequence[Figure],
    spots: Numbers,
    *,
    hidden: bool,
) -> Numbers:
    """Merits of places in line: a short way to the goal, a view for shooters, riders on a wing, no
    unit in a corner.
    """
    land, goal = battle.land, goal_of_line(battle, side)
    far = country(battle, kind_of(figures[0])).far(spots, goal)
    worth = -0.25 * far
    depth = np.array([from_edge(land, battle.edges[side], (float(x), float(y))) for x, y in spots])
    if hidden:
        return worth + 9.0 + 0.2 * depth
    if shoots(battle, unit.id):
        fan = [
            (goal[0] + dx, goal[1] + dy)
            for dx in (-12.0, -6.0, 0.0, 6.0, 12.0)
            for dy in (-8.0, -3.0, 3.0)
        ]
        worth = worth + 3.0 * view_shares(battle, spots, fan, 40.0)
    if any(map(is_mounted, figures)):
        along = (
            spots[:, 0] / land.width
            if battle.edges[side] in ("south", "north")
            else spots[:, 1] / land.depth
        )
        worth = worth + 3.0 * np.abs(along - 0.5)
    return worth + 0.1 * depth


def goal_of_line(battle: Battle, side: str) -> Point:
    """Home that the side is to take, or its likely place; else the middle of the table."""
    piece = home_to_take(battle, side)
    if piece is not None:
        return mean_of(piece.outline)
    if has_home(battle):
        return likely_home(battle, OPPOSITE[battle.edges[side]])
    return battle.land.width / 2, battle.land.depth / 2


def home_to_take(battle: Battle, side: str) -> Piece | None:
    """The home of the defender, for the attacker only."""
    if has_home(battle) and side == battle.attacker:
        return home_of(battle, other_side(side))
    return None
