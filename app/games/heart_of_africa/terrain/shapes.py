"""Outlines of country: patches, winding lines, strips along them, heights. Chance is an argument;
all lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from random import Random

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, substring

from app.kernel.space.plane import (
    Path,
    angle_between,
    angle_to,
    inches_to,
    mean_of,
    on_grid,
    point_at,
    unit_vector,
)
from app.kernel.space.plane import Point as Spot

ROAD_WIDTH = 2.0
FINE = 0.06
"""Largest deviation of an outline when corners are left out (inches)."""
BEYOND = 4.0
"""Distance that a strip is drawn over the table edge before it is cut there (inches)."""


def as_path(points: Iterable[Sequence[float]]) -> Path:
    """Quantised, without points that fall together."""
    kept: list[Spot] = []
    for point in map(on_grid, points):
        if not kept or kept[-1] != point:
            kept.append(point)
    return tuple(kept)


def outline(shape: Polygon, fine: float = FINE) -> Path:
    """The rim of a polygon as plain data: anticlockwise, closing side left out, needless corners
    dropped.
    """
    rim = as_path(shape.simplify(fine).exterior.coords)[:-1]
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*rim, rim[0])))
    return rim if twice > 0 else rim[::-1]


def area(path: Sequence[Spot]) -> BaseGeometry:
    """The ground inside an outline; made valid where it crosses itself."""
    if len(path) < 3:
        return Polygon()
    shape = Polygon(path)
    return shape if shape.is_valid else shape.buffer(0)


def parts(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of a shape, the largest first."""
    found = [
        one
        for one in getattr(shape, "geoms", (shape,))
        if isinstance(one, Polygon) and not one.is_empty
    ]
    return sorted(found, key=lambda one: -one.area)


def largest(shape: BaseGeometry) -> Polygon:
    return next(iter(parts(shape)), Polygon())


def without_holes(shape: Polygon) -> Polygon:
    return Polygon(shape.exterior) if shape.interiors else shape


def sides_of(shape: BaseGeometry) -> tuple[float, float]:
    """The longer and the shorter side of the narrowest rectangle round a shape."""
    if shape.is_empty:
        return (0.0, 0.0)
    frame = shape.minimum_rotated_rectangle
    if not isinstance(frame, Polygon):
        return (frame.length, 0.0)
    a, b, c = frame.exterior.coords[:3]
    return max(inches_to(a, b), inches_to(b, c)), min(inches_to(a, b), inches_to(b, c))


def soft(shape: BaseGeometry, radius: float) -> BaseGeometry:
    """The shape with corners, notches and tongues narrower than twice the radius rounded off."""
    return (
        shape.buffer(-radius, quad_segs=4)
        .buffer(2 * radius, quad_segs=4)
        .buffer(-radius, quad_segs=4)
    )


def rounded(line: Sequence[Spot], times: int = 3) -> Path:
    """Corners cut off again and again until the line is a curve; both ends stay."""
    for _ in range(times):
        cut = [line[0]]
        for a, b in pairwise(line):
            cut += [
                (a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25),
                (a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75),
            ]
        line = [*cut, line[-1]]
    return tuple(line)


def resampled(line: Sequence[Spot], step: float) -> Path:
    """The same way with a point about every `step` inches."""
    track = LineString(line)
    count = max(1, round(track.length / step))
    spots = shapely.get_coordinates(
        shapely.line_interpolate_point(track, np.linspace(0, 1, count + 1), normalized=True)
    )
    return tuple(map(tuple, spots.tolist()))


def winding(chance: Random, start: Spot, end: Spot, sway: float, bend: float = 12.0) -> Path:
    """A way that winds up to about `sway` inches to both sides of the straight line, with a bend
    about every `bend` inches.
    """
    whole = inches_to(start, end)
    waves = [
        (whole / (bend * stretch), chance.uniform(0, 2 * math.pi), share)
        for stretch, share in (
            (chance.uniform(2.6, 3.4), 0.62),
            (chance.uniform(1.7, 2.3), 0.3),
            (chance.uniform(0.9, 1.3), 0.16),
        )
    ]
    ahead = angle_to(start, end)
    found = []
    steps = max(8, round(whole / 1.2))
    for n in range(steps + 1):
        t = n / steps
        window = min(1.0, 4 * t, 4 * (1 - t))
        aside = (
            sway
            * window
            * sum(
                share * math.sin(2 * math.pi * count * t + phase) for count, phase, share in waves
            )
        )
        found.append(point_at(point_at(start, ahead, whole * t), ahead + 90, aside))
    return tuple(found)


def trembling(chance: Random, line: Sequence[Spot], amount: float) -> Path:
    """A way with a few corners pushed aside, then rounded, as a track. The ends stay."""
    ways = resampled(line, 5.0)
    inner = [
        point_at(spot, chance.uniform(0, 360), chance.uniform(0.2, 1.0) * amount)
        for spot in ways[1:-1]
    ]
    return resampled(rounded((ways[0], *inner, ways[-1])), 1.4)


def beyond(line: Sequence[Spot], table: Polygon) -> Path:
    """The line drawn on over the table edge at every end that lies on it."""
    rim = table.exterior
    first, last = line[0], line[-1]
    head = (
        [point_at(first, angle_to(line[min(2, len(line) - 1)], first), BEYOND)]
        if rim.distance(Point(first)) < 0.05
        else []
    )
    tail = (
        [point_at(last, angle_to(line[max(-3, -len(line))], last), BEYOND)]
        if rim.distance(Point(last)) < 0.05
        else []
    )
    return (*head, *line, *tail)


def strip(line: Sequence[Spot], width: float, table: Polygon) -> Polygon:
    """The ground along a line, evenly wide, cut at the table edge."""
    return largest(
        LineString(beyond(line, table)).buffer(
            width / 2, cap_style="flat", join_style="round", quad_segs=2
        )
        & table
    )


def watercourse(
    chance: Random,
    line: Sequence[Spot],
    widths: tuple[float, float],
    table: Polygon,
    rises: bool = False,
) -> Polygon:
    """The bed along a line with a width that varies between the two widths, cut at the table edge.
    One that `rises` gets narrow at the end of the line.
    """
    low, high = widths
    course = beyond(line, table)
    waves = [
        (chance.uniform(9, 14), chance.uniform(0, 6.3)),
        (chance.uniform(4, 7), chance.uniform(0, 6.3)),
    ]
    left, right = [], []
    done = 0.0
    for n, spot in enumerate(course):
        before, after = course[max(n - 1, 0)], course[min(n + 1, len(course) - 1)]
        done += inches_to(before, spot) if n else 0.0
        swell = (
            sum(math.sin(2 * math.pi * done / length + phase) for length, phase in waves) / 4 + 0.5
        )
        half = (low + (high - low) * swell) / 2
        if rises:
            half = min(half, low * 0.42 + 0.3 * inches_to(spot, course[-1]))
        ahead = angle_to(before, after)
        left.append(point_at(spot, ahead + 90, half))
        right.append(point_at(spot, ahead - 90, half))
    bed = Polygon((*left, *reversed(right)))
    if not bed.is_valid:
        bed = LineString(course).buffer((low + high) / 4, cap_style="flat", quad_segs=2)
    return largest((worn(bed, low / 3) if rises else bed) & table)


def stretch(line: Sequence[Spot], start: float, end: float) -> Path:
    """The part of a line between two of its lengths."""
    return tuple(substring(LineString(line), max(0.0, start), end).coords)


def blob(
    chance: Random, centre: Spot, length: float, breadth: float, heading: float, rough: float = 0.2
) -> Polygon:
    """A patch of country with lobes and bays, of about the given length and breadth, along
    `heading`.
    """
    turn = np.linspace(0, 2 * math.pi, max(32, round((length + breadth) * 1.1)), endpoint=False)
    reach = np.ones_like(turn)
    for k in range(2, 8):
        reach += (
            rough
            * chance.uniform(0.4, 1.0)
            / (k - 1) ** 0.8
            * np.cos(k * turn + chance.uniform(0, 2 * math.pi))
        )
    x, y = reach * np.cos(turn), reach * np.sin(turn)
    x = (x - x.min()) / (x.max() - x.min()) - 0.5
    y = (y - y.min()) / (y.max() - y.min()) - 0.5
    bow = chance.uniform(-0.22, 0.22) * length * (1 - breadth / length)
    x, y = x * length, y * breadth + bow * (4 * x * x - 0.5)
    ahead = unit_vector(heading)
    shape = Polygon(
        np.column_stack(
            (centre[0] + x * ahead[0] - y * ahead[1], centre[1] + x * ahead[1] + y * ahead[0])
        )
    )
    return shape if shape.is_valid else largest(shape.buffer(0))


def worn(shape: Polygon, radius: float) -> Polygon:
    """The shape without spikes and slits, and without holes."""
    return without_holes(largest(soft(shape, min(radius, 1.6))))


def ragged(chance: Random, shape: Polygon, amount: float, wave: float = 7.0) -> Polygon:
    """The same patch with an uneven rim: pushed in and out by up to `amount` inches, a bay about
    every `wave` inches.
    """
    rim = shape.exterior
    whole = rim.length
    waves = [
        (max(1, round(whole / (wave * size))), chance.uniform(0, 6.3), share)
        for size, share in ((1.6, 0.5), (1.0, 0.3), (0.6, 0.2))
    ]
    spots = resampled(rim.coords, 1.3)[:-1]
    pushed = []
    for n, spot in enumerate(spots):
        before, after = spots[n - 1], spots[(n + 1) % len(spots)]
        out = sum(
            share * math.sin(2 * math.pi * count * n / len(spots) + phase)
            for count, phase, share in waves
        )
        pushed.append(point_at(spot, angle_to(before, after) - 90, amount * out))
    found = Polygon(pushed)
    return worn(found if found.is_valid else largest(found.buffer(0)), 0.7)


def swamp(
    chance: Random, line: Sequence[Spot], breadth: tuple[float, float], table: Polygon
) -> Polygon:
    """Low ground on both banks of a stretch of water, rounded off at its ends, cut at the table
    edge.
    """
    spots = resampled(line, 1.5)
    least, most = breadth
    phase, length = chance.uniform(0, 6.3), chance.uniform(14, 22)
    discs = []
    for n, spot in enumerate(spots):
        t = n / max(1, len(spots) - 1)
        ends = math.sqrt(max(0.12, min(1.0, 5 * t, 5 * (1 - t))))
        swell = 0.5 + 0.5 * math.sin(2 * math.pi * n * 1.5 / length + phase)
        discs.append(Point(spot).buffer((least + (most - least) * swell) / 2 * ends, quad_segs=5))
    joined = discs[0]
    for disc, following in pairwise(discs):
        joined = joined.union(
            MultiPoint([*disc.exterior.coords, *following.exterior.coords]).convex_hull
        )
    return largest(ragged(chance, without_holes(largest(joined)), 0.7) & table)


def field(chance: Random, centre: Spot, length: float, breadth: float, heading: float) -> Polygon:
    """Tilled land: four sides that are not quite straight, corners slightly rounded."""
    corners = [
        (length / 2, breadth / 2),
        (-length / 2, breadth / 2),
        (-length / 2, -breadth / 2),
        (length / 2, -breadth / 2),
    ]
    skewed = [(x + chance.uniform(-0.9, 0.9), y + chance.uniform(-0.7, 0.7)) for x, y in corners]
    shape = Polygon([point_at(point_at(centre, heading, x), heading + 90, y) for x, y in skewed])
    return largest(shape.buffer(-0.9, join_style="mitre").buffer(0.9, quad_segs=3))


def longest_chord(shape: Polygon, table: Polygon) -> tuple[Spot, Spot]:
    """The longest straight line between two points of the outline that stays on the shape, not
    along the table edge.
    """
    rim = [
        on_grid(spot)
        for spot in resampled(shape.simplify(0.3).exterior.coords, max(1.0, shape.length / 44))[:-1]
    ]
    grown, inland = shape.buffer(0.05), min(3.0, sides_of(shape)[1] / 4)
    pairs = sorted(combinations(rim, 2), key=lambda pair: -inches_to(*pair))
    for near_rim in (False, True):
        for pair in pairs:
            if (
                near_rim or table.exterior.distance(Point(mean_of(pair))) >= inland
            ) and grown.covers(LineString(pair)):
                return min(pair), max(pair)
    return min(pairs[0]), max(pairs[0])


def inner(chance: Random, shape: Polygon, depth: float, rough: float) -> Polygon:
    """The flat ground on top of a height with slopes of about `depth` inches."""
    top = largest(shape.buffer(-depth - rough, quad_segs=6))
    return (
        ragged(chance, top.buffer(0.4, quad_segs=4).buffer(-0.4), rough, 9.0)
        if top.area > 12
        else top
    )


def ring_slope(
    outer: Polygon, top: Polygon, towards: float, gap: float
) -> tuple[Polygon, Path] | None:
    """The slope round a flat-topped hill with one gap towards a bearing, `gap` inches wide at the
    top; and its top edge.

    None if the gap divides the slope.
    """
    rim = LineString(top.exterior.coords)
    centre = top.centroid.coords[0]
    mouths = [
        spot
        for spot in resampled(rim.coords, 1.5)
        if angle_between(angle_to(centre, spot), towards) < 70
    ]
    if not mouths:
        return None
    mouth = min(mouths, key=lambda spot: outer.exterior.distance(Point(spot)))
    foot = outer.exterior.interpolate(outer.exterior.project(Point(mouth))).coords[0]
    out, wide = angle_to(mouth, foot), inches_to(mouth, foot)
    upper, lower = point_at(mouth, out, -1.2), point_at(mouth, out, wide + 3)
    lane = Polygon(
        [
            point_at(upper, out + 90, gap / 2),
            point_at(lower, out + 90, gap / 2 + 1.3),
            point_at(lower, out - 90, gap / 2 + 1.3),
            point_at(upper, out - 90, gap / 2),
        ]
    )
    slope, edge = outer.difference(top).difference(lane), rim.difference(lane)
    pieces = parts(slope)
    if not pieces or pieces[0].interiors or sum(one.area for one in pieces[1:]) > 0.5:
        return None
    merged = linemerge(list(edge.geoms)) if isinstance(edge, MultiLineString) else edge
    return (pieces[0], tuple(merged.coords)) if isinstance(merged, LineString) else None
