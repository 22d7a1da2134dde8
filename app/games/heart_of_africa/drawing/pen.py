"""The strokes of the map: hachures, tree tops, tufts, banks. All on the page: tenths of inches, y
downwards.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.kernel.scene import Measure, Point
from app.kernel.space.plane import Point as Inches
from app.kernel.strokes import left_of, num, part_way, poly, signed_area, spaced_at, xy

TENTHS = 10.0
LIGHT = (-0.6, -0.8)
"""Light from the north-west, as usual on old maps."""
Line = Sequence[Point]


def on_page(point: Inches, depth: float) -> Point:
    """A place of the table (inches, north upwards) on the page."""
    return (point[0] * TENTHS, (depth - point[1]) * TENTHS)


def nearest_on_line(point: Point, line: Line) -> Point:
    """The nearest point of a line."""
    return (
        min(
            (nearest_on(point, a, b) for a, b in pairwise(line)),
            key=lambda spot: math.dist(point, spot),
        )
        if len(line) > 1
        else line[0]
    )


def nearest_on(point: Point, a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy or 1)
    return part_way(a, b, min(1.0, max(0.0, share)))


def normals(line: Line) -> Iterator[tuple[Point, Point]]:
    """Each point of an open line with the unit vector to the left of the way."""
    for place, spot in enumerate(line):
        yield spot, left_of(line[max(place - 1, 0)], line[min(place + 1, len(line) - 1)])


def offset_line(line: Line, by: float) -> list[Point]:
    """The line moved sideways."""
    return [(spot[0] + way[0] * by, spot[1] + way[1] * by) for spot, way in normals(line)]


# ---------------------------------------------------------------------- relief
def hachure_wedge(top: Point, foot: Point, width: float) -> str:
    """One hachure: thick where it is steep and high, a hair where it ends."""
    length = math.dist(top, foot) or 1
    nx, ny = -(foot[1] - top[1]) / length * width / 2, (foot[0] - top[0]) / length * width / 2
    return poly([(top[0] + nx, top[1] + ny), (top[0] - nx, top[1] - ny), foot])


def slope_shade(top: Point, foot: Point) -> float:
    """Shade of a slope: 0 if it faces the light, 1 if it faces away from it."""
    length = math.dist(top, foot) or 1
    return 0.5 - 0.5 * (
        (foot[0] - top[0]) / length * LIGHT[0] + (foot[1] - top[1]) / length * LIGHT[1]
    )


Rows = Sequence[tuple[float, float]]


def hachures(
    tops: Line, feet: Line, pen: random.Random, width: float, rows: Rows = ((0, 0.62), (0.5, 1))
) -> str:
    """Rows of strokes from the top line to the foot line, fewer and thinner on the lit side."""
    out = []
    for row, (begin, stop) in enumerate(rows):
        for number, (top, foot) in enumerate(zip(tops, feet, strict=True)):
            dark = slope_shade(top, foot)
            if pen.random() < 0.3 * (1 - dark) or (row and number % 2):
                continue
            start = part_way(top, foot, begin + (pen.uniform(-0.08, 0.1) if row else 0))
            end = part_way(top, foot, stop - pen.uniform(0, 0.3))
            out.append(hachure_wedge(start, end, width * (0.4 + 0.6 * dark) * (0.65 if row else 1)))
    return "".join(out)


# ---------------------------------------------------------------------- plants, smoke
def cloud(points: Line, bump: float, pen: random.Random) -> str:
    """A closed scalloped line: tree tops, smoke."""
    spots = spaced_at(points, bump)
    sweep = 1 if signed_area(points) > 0 else 0
    out = ["M" + xy(spots[0])]
    for a, b in zip(spots, [*spots[1:], spots[0]], strict=True):
        bend = num(math.dist(a, b) * pen.uniform(0.54, 0.68))
        out.append(f"A{bend} {bend} 0 0 {sweep} {xy(b)}")
    return "".join(out) + "Z"


# ---------------------------------------------------------------------- water
def flow(line: Line, half: float, pen: random.Random, rows: int) -> str:
    """Short strokes along a stream."""
    out = []
    for row in range(rows):
        spots = spaced_at(
            offset_line(line, half * (2 * (row + 0.5) / rows - 1) * 0.8), 5, closed=False
        )
        place = pen.randrange(1, 4)
        while place < len(spots) - 3:
            length = pen.randrange(2, 4)
            out.append(poly(spots[place : place + length], closed=False))
            place += length + pen.randrange(2, 6)
    return "".join(out)


def measure_of(depth: float, in_centimetres: bool = False) -> Measure:
    """Scale of a table so many units deep. The ruler of a table in inches names centimetres too."""
    origin = (0.0, depth * TENTHS)
    if in_centimetres:
        return Measure(TENTHS, origin, " cm")
    return Measure(TENTHS, origin, "″", (" cm", 2.54))
