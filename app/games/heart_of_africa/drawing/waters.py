"""Streams, rivers, fords, shores and ravines, drawn as strips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import shapely

from app.games.heart_of_africa.drawing.pen import flow, hachures, nearest_on_line
from app.games.heart_of_africa.drawing.plots import (
    Plot,
    edges_inside,
    lines_of,
    sprinkled,
    wash,
)
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import (
    left_of,
    line,
    num,
    part_way,
    path,
    poly,
    spaced_at,
    tag,
)

CURRENT, CURRENT_GAP, BARB = 22.0, 120.0, 5.5
"""Length of an arrow of the current, from one to the next, and its head: tenths of an inch."""


def width_of(it: Plot) -> float:
    """The usual width of a strip."""
    middle = it.line(it.piece.path)
    return it.shape.area / shapely.LineString(middle).length if len(middle) > 1 else 0.0


def stream(it: Plot) -> Ink:
    """One tone with a pale broken thread in the middle."""
    middle = it.line(it.piece.path)
    thread = path(poly(middle, closed=False), "thread") if len(middle) > 1 else NOTHING
    return wash(it) + thread


def river(it: Plot) -> Ink:
    """Deep in the middle, pale strokes along the current, and arrows if its direction is known."""
    middle = it.line(it.piece.path)
    if len(middle) < 2:
        return wash(it)
    width = width_of(it)
    course, rows = poly(middle, closed=False), max(2, round(width / 14))
    return (
        wash(it)
        + path(course, "deep", stroke_width=num(width * 0.5))
        + path(course, "deep", stroke_width=num(width * 0.25))
        + path(flow(middle, width / 2, it.pen, rows), "flow")
        + path(currents(middle, it.piece.flow), "current")
    )


def currents(middle: list[Point], direction: Point | None) -> str:
    """Arrows along a river in the direction of its current (inches, north upwards)."""
    if direction is None:
        return ""
    along = (middle[-1][0] - middle[0][0], middle[0][1] - middle[-1][1])
    if along[0] * direction[0] + along[1] * direction[1] < 0:
        return currents(middle[::-1], direction)
    course = shapely.LineString(middle)
    arrows = []
    for start in range(int(CURRENT_GAP / 2), int(course.length - CURRENT), int(CURRENT_GAP)):
        tail, tip = course.interpolate(start), course.interpolate(start + CURRENT)
        arrows.append(arrow((tail.x, tail.y), (tip.x, tip.y)))
    return "".join(arrows)


def arrow(tail: Point, tip: Point) -> str:
    """A shaft with an open head."""
    nx, ny = left_of(tail, tip)
    back = part_way(tip, tail, BARB / (math.dist(tail, tip) or 1))
    wings = [(back[0] + side * nx * BARB, back[1] + side * ny * BARB) for side in (-0.7, 0.7)]
    return line(tail, tip) + poly([wings[0], tip, wings[1]], closed=False)


def bank_strokes(plots: Sequence[Plot]) -> Ink:
    """Strokes of bare earth outside the banks of the rivers, none across a mouth."""
    rivers = [it for it in plots if it.piece.kind == "river"]
    waters = shapely.unary_union(
        [it.shape for it in plots if it.piece.kind in ("stream", "river", "ford", "sea_or_lake")]
    )
    strokes = []
    for it in rivers:
        for bank in lines_of(it.shape.boundary & it.table.buffer(-0.5)):
            spots = spaced_at(bank, 5.5, closed=False)
            for spot, ahead in pairwise(spots):
                nx, ny = left_of(spot, ahead)
                long = it.pen.uniform(2.2, 4.2)
                for side in (-long, long):
                    end = (spot[0] + nx * side, spot[1] + ny * side)
                    if not waters.intersects(shapely.Point(end)):
                        strokes.append(line(spot, end))
    return path("".join(strokes), "earth")


def sea_or_lake(it: Plot) -> Ink:
    """Water lines: the shore in wide strokes under narrower strokes of the water's own colour."""
    shore, clip = edges_inside(it.shape, it.table), f"hoa-k-{it.piece.id}"
    rings = in_layers(path(shore, f"ring r{number}{kind}") for number in range(5) for kind in "ab")
    return (
        tag("clipPath", path(poly(it.outline)), id=clip)
        + wash(it)
        + tag("g", rings, clip_path=f"url(#{clip})")
        + path(shore, "shore")
    )


def ford(it: Plot) -> Ink:
    """Shallow water: stepping stones between two dashed lines."""
    stones = "".join(f"M{num(x)} {num(y)}h.1" for x, y in sprinkled(it, 5.5, 2.5))
    return wash(it) + path(stones, "dots") + path(edges_inside(it.shape, it.table), "edge")


def ravine(it: Plot) -> Ink:
    """Two rims with hachures falling inwards to a stony bed."""
    middle = it.line(it.piece.path)
    rims = lines_of(it.shape.boundary & it.table.buffer(-0.5))
    strokes = ""
    for rim in rims:
        spots = spaced_at(rim, 3, closed=False)
        bed = [
            nearest_on_line(spot, middle)
            if len(middle) > 1
            else (it.shape.centroid.x, it.shape.centroid.y)
            for spot in spots
        ]
        strokes += hachures(
            spots,
            [part_way(spot, low, 0.62) for spot, low in zip(spots, bed, strict=True)],
            it.pen,
            1.5,
            ((0, 1),),
        )
    bed_stones = (
        "".join(f"M{num(x)} {num(y)}h.1" for x, y in spaced_at(middle, 8, closed=False)[1:-1])
        if len(middle) > 1
        else ""
    )
    return (
        wash(it)
        + path(strokes, "pen")
        + path(bed_stones, "bed")
        + path(edges_inside(it.shape, it.table), "rim")
    )
