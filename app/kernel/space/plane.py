"""Continuous table. Points are in inches, x to the east, y to the north.

Angles are in degrees anticlockwise; 0 is +x and 90 is +y. Places are rounded to 1/1000 in, so that
a record reads back as it was written. Bases are discs, hulls are oriented rectangles. Distances run
from edge to edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

Point = tuple[float, float]
Path = tuple[Point, ...]

CONTACT = 0.05
"""Largest gap (inches) between bases in contact."""
GRACE = 0.01
"""Tolerance in favour of "within" (inches)."""
FINE = 1e-9
PLACES = 3


class Base(msgspec.Struct, frozen=True):
    """Base of a piece: a disc of `radius` inches, or a hull with `length` and `beam` along
    `heading`.
    """

    at: Point
    radius: float = 0.0
    heading: float = 0.0
    length: float = 0.0
    beam: float = 0.0

    @property
    def is_hull(self) -> bool:
        return self.length > 0

    @property
    def corners(self) -> Path:
        """Four corners of a hull, starting at its port bow."""
        ahead, aside = unit_vector(self.heading), unit_vector(self.heading + 90)
        return tuple(
            (
                self.at[0] + a * ahead[0] * self.length / 2 + b * aside[0] * self.beam / 2,
                self.at[1] + a * ahead[1] * self.length / 2 + b * aside[1] * self.beam / 2,
            )
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        )


def on_grid(point: Sequence[float]) -> Point:
    """Point rounded to 1/1000 in, without a negative zero."""
    return (round(float(point[0]), PLACES) + 0.0, round(float(point[1]), PLACES) + 0.0)


def unit_vector(angle: float) -> Point:
    return (math.cos(math.radians(angle)), math.sin(math.radians(angle)))


def inches_to(a: Point, b: Point) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


def angle_to(a: Point, b: Point) -> float:
    """Direction from a to b, in degrees from 0 up to 360."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 360


def compass(direction: float) -> float:
    """Compass direction (clockwise from north) of an angle.

    The function is its own inverse.
    """
    return (90 - direction) % 360


def angle_between(a: float, b: float) -> float:
    """Smaller angle between two directions, 0 to 180 degrees."""
    return abs((a - b + 180) % 360 - 180)


def point_at(point: Point, direction: float, length: float) -> Point:
    """Point at `length` inches in a direction."""
    ahead = unit_vector(direction)
    return (point[0] + ahead[0] * length, point[1] + ahead[1] * length)


def turned_by(point: Point, about: Point, angle: float) -> Point:
    """Point turned about another, anticlockwise, by degrees."""
    cos, sin = unit_vector(angle)
    x, y = point[0] - about[0], point[1] - about[1]
    return (about[0] + x * cos - y * sin, about[1] + x * sin + y * cos)


def mean_of(points: Iterable[Point]) -> Point:
    """Mean of some points."""
    points = tuple(points)
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


# ---------------------------------------------------------------------- paths
def path_length(path: Sequence[Point]) -> float:
    return sum((inches_to(a, b) for a, b in pairwise(path)), 0.0)


def place_along(path: Sequence[Point], length: float) -> Point:
    """Point after `length` inches of the path; its end if the path is shorter."""
    left = length
    for a, b in pairwise(path):
        leg = inches_to(a, b)
        if leg > FINE and left <= leg:
            return (a[0] + (b[0] - a[0]) * left / leg, a[1] + (b[1] - a[1]) * left / leg)
        left -= leg
    return path[-1]


def cut_path(path: Sequence[Point], length: float) -> Path:
    """First `length` inches of the path."""
    done, kept = 0.0, [path[0]]
    for a, b in pairwise(path):
        leg = inches_to(a, b)
        if done + leg >= length:
            kept.append(place_along((a, b), length - done))
            return tuple(kept)
        kept.append(b)
        done += leg
    return tuple(kept)


def nearest_on_segment(point: Point, a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square < FINE * FINE:
        return a
    share = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square))
    return (a[0] + dx * share, a[1] + dy * share)


def nearest_on_path(point: Point, path: Sequence[Point]) -> Point:
    """Nearest point of a path; a path may be a single point."""
    if len(path) == 1:
        return path[0]
    return min(
        (nearest_on_segment(point, a, b) for a, b in pairwise(path)),
        key=lambda near: inches_to(point, near),
    )


def distance_to_path(point: Point, path: Sequence[Point]) -> float:
    """Distance of a point to a path. It is asked for most often, so it makes no points."""
    if len(path) == 1:
        return inches_to(point, path[0])
    x, y = point[0], point[1]
    least = math.inf
    for a, b in pairwise(path):
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy
        share = 0.0
        if square >= FINE * FINE:
            share = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / square))
        least = min(least, math.hypot(a[0] + dx * share - x, a[1] + dy * share - y))
    return least


def first_within(path: Sequence[Point], centre: Point, reach: float) -> float | None:
    """Length of the path until it first comes within `reach` inches of a point.

    0.0 if it starts there; None if it never does.
    """
    done = 0.0
    if inches_to(path[0], centre) <= reach:
        return 0.0
    for a, b in pairwise(path):
        leg = inches_to(a, b)
        if leg > FINE:
            ux, uy = (b[0] - a[0]) / leg, (b[1] - a[1]) / leg
            along = (centre[0] - a[0]) * ux + (centre[1] - a[1]) * uy
            off = (centre[0] - a[0]) ** 2 + (centre[1] - a[1]) ** 2 - along * along
            half = reach * reach - off
            if half >= 0:
                enters = along - math.sqrt(half)
                if -FINE <= enters <= leg:
                    return done + max(enters, 0.0)
        done += leg
    return None


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Common point of the segments ab and cd; None if there is none or they are parallel."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = rx * sy - ry * sx
    if abs(across) < FINE:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    if -FINE <= t <= 1 + FINE and -FINE <= u <= 1 + FINE:
        return (a[0] + t * rx, a[1] + t * ry)
    return None


def first_crossing(path: Sequence[Point], line: Sequence[Point]) -> Point | None:
    """First point at which a path crosses a line; None if there is none."""
    for a, b in pairwise(path):
        found = [
            spot for c, d in pairwise(line) if (spot := segments_cross(a, b, c, d)) is not None
        ]
        if found:
            return min(found, key=lambda spot: inches_to(a, spot))
    return None


# ---------------------------------------------------------------------- outlines
def is_inside(outline: Sequence[Point], point: Point) -> bool:
    """Return true if a point lies in a polygon, its edge included."""
    x, y = point
    inside, (px, py) = False, outline[-1]
    for qx, qy in outline:
        if (
            abs((qx - px) * (y - py) - (qy - py) * (x - px)) <= FINE * 10
            and min(px, qx) - FINE <= x <= max(px, qx) + FINE
            and min(py, qy) - FINE <= y <= max(py, qy) + FINE
        ):
            return True
        if (qy > y) != (py > y) and x < (px - qx) * (y - qy) / (py - qy) + qx:
            inside = not inside
        px, py = qx, qy
    return inside


def closed_path(outline: Sequence[Point]) -> Path:
    """Outline as a path that returns to its start."""
    return (*outline, outline[0])


def rect_path(x0: float, y0: float, x1: float, y1: float) -> Path:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def ellipse_path(cx: float, cy: float, rx: float, ry: float, corners: int = 64) -> Path:
    return tuple(
        on_grid(
            (
                cx + rx * math.cos(2 * math.pi * n / corners),
                cy + ry * math.sin(2 * math.pi * n / corners),
            )
        )
        for n in range(corners)
    )


# ---------------------------------------------------------------------- bases
def base_gap(a: Base, b: Base) -> float:
    """Distance between the nearest points of two bases; 0 if they overlap."""
    if not a.is_hull and not b.is_hull:
        return max(0.0, inches_to(a.at, b.at) - a.radius - b.radius)
    if a.is_hull and b.is_hull:
        if bases_overlap(a, b):
            return 0.0
        return min(
            *(distance_to_path(corner, closed_path(b.corners)) for corner in a.corners),
            *(distance_to_path(corner, closed_path(a.corners)) for corner in b.corners),
        )
    hull, disc = (a, b) if a.is_hull else (b, a)
    return max(0.0, gap_to_outline(disc, hull.corners))


def gap_to_outline(base: Base, outline: Sequence[Point]) -> float:
    """Distance from the edge of a disc to an area; 0 if they overlap."""
    if is_inside(outline, base.at):
        return 0.0
    return max(0.0, distance_to_path(base.at, closed_path(outline)) - base.radius)


def gap_to_line(base: Base, line: Sequence[Point]) -> float:
    """Distance from the edge of a base to a line; 0 if they meet."""
    if base.is_hull:
        if first_crossing(closed_path(base.corners), line) or any(
            is_inside(base.corners, point) for point in line
        ):
            return 0.0
        return min(
            *(distance_to_path(corner, line) for corner in base.corners),
            *(distance_to_path(point, closed_path(base.corners)) for point in line),
        )
    return max(0.0, distance_to_path(base.at, line) - base.radius)


def bases_overlap(a: Base, b: Base) -> bool:
    """Return true if two bases overlap; contact is no overlap."""
    if not a.is_hull and not b.is_hull:
        return inches_to(a.at, b.at) < a.radius + b.radius - GRACE
    if a.is_hull and b.is_hull:
        return (
            first_crossing(closed_path(a.corners), closed_path(b.corners)) is not None
            or is_inside(a.corners, b.at)
            or is_inside(b.corners, a.at)
        )
    hull, disc = (a, b) if a.is_hull else (b, a)
    return (
        is_inside(hull.corners, disc.at)
        or distance_to_path(disc.at, closed_path(hull.corners)) < disc.radius - GRACE
    )


def is_within(inches: float, limit: float) -> bool:
    """Return true if a distance is "within" a limit, which is included with a tolerance of `GRACE`
    inches.
    """
    return inches <= limit + GRACE


def set_against(base: Base, other: Base, start: Point) -> Point:
    """Spot at which a disc touches another base, coming from `start` (centre of the disc).

    Rounded as in `quantised`; the gap is at most 0.001 in.
    """
    if not other.is_hull:
        direction = angle_to(other.at, start)
        return on_grid(point_at(other.at, direction, base.radius + other.radius))
    near = nearest_on_path(start, closed_path(other.corners))
    return on_grid(point_at(near, angle_to(near, start), base.radius))


def touching_spots(radius: float, other: Base, spots: int = 48) -> tuple[Point, ...]:
    """Spots at which a disc of `radius` inches touches another base, evenly spaced.

    Round a disc the eastern spot is the first one.
    """
    if not other.is_hull:
        return tuple(
            on_grid(point_at(other.at, 360 * n / spots, radius + other.radius))
            for n in range(spots)
        )
    rim = closed_path(other.corners)
    whole = path_length(rim)
    found = []
    for n in range(spots):
        spot = place_along(rim, whole * n / spots)
        found.append(on_grid(point_at(spot, angle_to(other.at, spot), radius)))
    return tuple(found)
