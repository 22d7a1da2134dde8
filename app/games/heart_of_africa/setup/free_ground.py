"""Free ground for the figures of a unit that is deployed together."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator

import numpy as np
import shapely

from app.games.heart_of_africa.board import board
from app.games.heart_of_africa.events import Place
from app.games.heart_of_africa.figures import is_on_foot, radius
from app.games.heart_of_africa.movement.cohesion import groups
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.places import ELBOW, company, is_follower
from app.games.heart_of_africa.setup.scenarios import WATER
from app.games.heart_of_africa.setup.table_edges import FACING, Rect
from app.games.heart_of_africa.sight.ground import extent_of
from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import GRACE, Point, on_grid

ROOM_TO_STAND = 0.15
"""Distance between neighbours in automatic deployment (inches)."""


TRIES = 24


Spots = np.ndarray


def closed_to(battle: Battle, figure: Figure, *, slow: bool) -> shapely.Geometry:
    """The ground where automatic deployment places no figure of that kind: water, barred ground,
    walls; with `slow` difficult ground too.
    """
    kinds = {*WATER, "kopje", "ravine"}
    if not is_on_foot(figure):
        kinds |= {"marsh"}
    if slow:
        kinds |= {"jungle", "marsh", "escarpment", "long_grass"}
    wide = radius(figure)
    shapes = [
        extent_of(piece).buffer(0.05)
        for piece in battle.land.pieces
        if piece.kind in kinds and len(piece.outline) > 2
    ]
    shapes += [
        shapely.LineString(work.line).buffer(wide + ELBOW)
        for work in battle.land.works
        if len(work.line) > 1
    ]
    shapes += [
        shapely.box(*work.rect).buffer(wide + ELBOW)
        for work in battle.land.works
        if work.rect is not None
    ]
    return shapely.unary_union(shapes)


def free_spots(
    battle: Battle,
    side: str,
    figure: Figure,
    rect: Rect,
    *,
    within: shapely.Geometry | None = None,
    slow: bool = False,
    clear: Iterable[tuple[Point, float]] = (),
) -> Spots:
    """A grid of free places for such a figure in a part of the table. `within`: only there;
    `clear`: far enough from those points.
    """
    wide = radius(figure)
    step = 2 * wide + ROOM_TO_STAND
    x0, y0, x1, y1 = (
        max(rect[0], wide),
        max(rect[1], wide),
        min(rect[2], battle.land.width - wide),
        min(rect[3], battle.land.depth - wide),
    )
    if x1 < x0 or y1 < y0:
        return np.zeros((0, 2))
    xs, ys = np.meshgrid(np.arange(x0, x1 + GRACE, step), np.arange(y0, y1 + GRACE, step))
    spots = np.column_stack((xs.ravel(), ys.ravel()))
    if within is not None and len(spots):
        spots = spots[shapely.contains_xy(within, spots[:, 0], spots[:, 1])]
    bad = closed_to(battle, figure, slow=slow)
    if not bad.is_empty and len(spots):
        shapely.prepare(bad)
        spots = spots[~shapely.contains_xy(bad, spots[:, 0], spots[:, 1])]
    grid = board(battle, side)
    apart = [(other.at, other.radius + wide + ELBOW) for other in (*grid.foes, *grid.friends)]
    for (x, y), far in (*apart, *clear):
        if not len(spots):
            break
        spots = spots[(spots[:, 0] - x) ** 2 + (spots[:, 1] - y) ** 2 > far * far]
    return spots


def formed_spots(spots: Spots, count: int, centre: Point, facing: float) -> Spots:
    """The given number of places round a centre, wider than deep, for figures with that facing."""
    ahead = (math.cos(math.radians(facing)), math.sin(math.radians(facing)))
    dx, dy = spots[:, 0] - centre[0], spots[:, 1] - centre[1]
    deep, across = dx * ahead[0] + dy * ahead[1], -dx * ahead[1] + dy * ahead[0]
    order = np.argsort((2.5 * deep) ** 2 + across**2, kind="stable")[:count]
    return spots[order]


def put_down(
    battle: Battle,
    side: str,
    who: str,
    rect: Rect,
    chance: random.Random,
    *,
    near: Point | None = None,
    within: shapely.Geometry | None = None,
    clear: Iterable[tuple[Point, float]] = (),
) -> dict[str, Place] | None:
    """Places for a unit or independent figure in a part of the table, near a point if one is given;
    None without room.
    """
    men = [figure for figure in company(battle, who) if not is_follower(battle, figure)]
    if not men:
        return None
    facing, clear = FACING[battle.edges[side]], tuple(clear)
    for slow in (False,) if within is not None else (True, False):
        spots = free_spots(
            battle, side, max(men, key=radius), rect, within=within, slow=slow, clear=clear
        )
        for centre in centres_to_try(spots, near, chance) if len(spots) >= len(men) else ():
            chosen = spots_by_rank(formed_spots(spots, len(men), centre, facing), facing)
            at = {figure.id: on_grid(spot) for figure, spot in zip(men, chosen, strict=True)}
            if who not in battle.units or len(groups(men, at)) <= 1:
                return {key: (*spot, facing) for key, spot in at.items()}
    return None


def centres_to_try(spots: Spots, near: Point | None, chance: random.Random) -> Iterator[Point]:
    """Centres to try: the named point, then places with growing distance from it."""
    if near is not None:
        yield near
    for attempt in range(1, TRIES):
        x, y = (float(one) for one in spots[chance.randrange(len(spots))])
        share = attempt / TRIES
        yield (
            (x, y)
            if near is None
            else (near[0] + (x - near[0]) * share, near[1] + (y - near[1]) * share)
        )


def spots_by_rank(spots: Spots, facing: float) -> list[tuple[float, float]]:
    """Places rank by rank from the front, each from the left."""
    ahead = (math.cos(math.radians(facing)), math.sin(math.radians(facing)))
    return sorted(
        ((float(x), float(y)) for x, y in spots),
        key=lambda at: (
            -round(at[0] * ahead[0] + at[1] * ahead[1], 1),
            round(at[0] * ahead[1] - at[1] * ahead[0], 2),
        ),
    )
