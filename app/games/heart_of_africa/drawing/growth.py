"""Growth and fields: long grass, jungle, rocks, cultivation and marsh."""

from __future__ import annotations

import math
import random

import shapely
from shapely.affinity import rotate

from app.games.heart_of_africa.drawing.pen import cloud
from app.games.heart_of_africa.drawing.plots import (
    TILED,
    Plot,
    edges_inside,
    lines_of,
    sprinkled,
    tiled,
    wash,
)
from app.kernel.scene import NOTHING, Ink, Point
from app.kernel.strokes import line, moved, num, path, poly, spaced_at

FURROW = 4.6
"""Distance of two furrows, in tenths of an inch."""
BED = 4
"""Of so many furrows, the first half is a bed of darker ground."""
CAST = "translate(2.6 3.2)"
"""Shadow of tall growth, away from the light."""


def growing(it: Plot) -> Ink:
    """Rocks: a repeating texture and its edge."""
    return tiled(it, TILED[it.piece.kind]) + path(edges_inside(it.shape, it.table), "edge")


def long_grass(it: Plot) -> Ink:
    """Grass in two tones, with a fringe of blades along its edge."""
    return (
        tiled(it, "long_grass")
        + path(tones(sprinkled(it, 42, 13), (12, 21), it.pen), "tone")
        + path(fringe(it), "blades")
        + path(edges_inside(it.shape, it.table), "edge")
    )


def fringe(it: Plot) -> str:
    """Blades that grow from the edge."""
    blades = []
    for x, y in spaced_at(it.outline, 5):
        tall = it.pen.uniform(3.0, 5.5)
        lean = it.pen.uniform(-2.2, 0.5)
        blades.append(f"M{num(x)} {num(y)}q-.4-{num(tall * 0.6)} {num(lean)}-{num(tall)}")
    return "".join(blades)


def tones(spots: list[Point], sizes: tuple[float, float], pen: random.Random) -> str:
    """Flat irregular patches round some places."""
    return "".join(patch(spot, pen.uniform(*sizes), pen) for spot in spots)


def patch(spot: Point, size: float, pen: random.Random) -> str:
    """One patch with eight corners, broader than deep."""
    corners = []
    for step in range(8):
        turn = math.tau * step / 8
        corners.append(
            (
                spot[0] + math.cos(turn) * size * pen.uniform(0.7, 1.2),
                spot[1] + math.sin(turn) * size * pen.uniform(0.45, 0.8),
            )
        )
    return poly(corners)


def jungle(it: Plot) -> Ink:
    """Tree tops seen from above, with a scalloped edge and a shadow."""
    return (
        path(poly(it.outline), "cast", transform=CAST)
        + tiled(it, "jungle")
        + path(cloud(it.outline, 7.2, it.pen), "edge")
    )


def cultivation(it: Plot) -> Ink:
    """Beds and furrows along the longer side of a field, and its hedge."""
    furrows = furrows_of(it)
    beds = "".join(line(*ends) for number, ends in furrows if number % BED < BED / 2)
    rows = "".join(line(*ends) for _, ends in furrows)
    return (
        wash(it)
        + path(beds, "bed")
        + path(rows, "furrow")
        + path(edges_inside(it.shape, it.table), "edge")
    )


def furrows_of(it: Plot) -> list[tuple[int, tuple[Point, Point]]]:
    """Furrows with their numbers, parallel to the longest side of the field."""
    ends = [*it.outline[1:], it.outline[0]]
    a, b = max(zip(it.outline, ends, strict=True), key=lambda side: math.dist(*side))
    turn = math.atan2(b[1] - a[1], b[0] - a[0])
    level = rotate(it.shape.buffer(-2), -turn, (0, 0), use_radians=True)
    if level.is_empty:
        return []
    x0, y0, x1, y1 = level.bounds
    found = []
    for number in range(int((y1 - y0) / FURROW) + 1):
        y = y0 + 1.5 + number * FURROW
        row = shapely.LineString([(x0, y), (x1, y)]) & level
        back = rotate(row, turn, (0, 0), use_radians=True)
        found += [(number, (run[0], run[-1])) for run in lines_of(back)]
    return found


def marsh(it: Plot) -> Ink:
    """Wet ground; pools and reeds follow after the growth in it."""
    return wash(it)


def pools(it: Plot) -> Ink:
    """Pools and reeds; one pool with a crocodile where there are any."""
    return growing(it) + (crocodiles(it) if it.piece.crocodiles else NOTHING)


def crocodiles(it: Plot) -> Ink:
    middle = it.shape.representative_point()
    return path(
        "M-14 0Q-8-4 0-3L6-3.4Q13-3 14-1Q13 1.5 6 1.4L-2 2.6Q-9 3-14 0ZM4-3.4V-5.2M6.4-3.4V-5",
        "croc",
        transform=moved((middle.x, middle.y)),
    )


def open_ground(width: float, depth: float, pen: random.Random) -> Ink:
    """Dark and pale patches of the bare table, in tenths of inches."""
    return path(tones(shaken_grid(width, depth, 80, pen), (24, 46), pen), "tone") + path(
        tones(shaken_grid(width, depth, 100, pen), (16, 34), pen), "tone pale"
    )


def shaken_grid(width: float, depth: float, gap: float, pen: random.Random) -> list[Point]:
    """Places about `gap` apart over the whole table."""
    return [
        ((column + pen.uniform(0.2, 0.8)) * gap, (row + pen.uniform(0.2, 0.8)) * gap)
        for row in range(math.ceil(depth / gap))
        for column in range(math.ceil(width / gap))
    ]
