"""Hills, escarpments and kopjes, drawn with hachures."""

from __future__ import annotations

import math
from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.drawing.pen import hachures, nearest_on_line, slope
from app.games.heart_of_africa.drawing.plots import (
    Plot,
    edges_inside,
    lines_of,
    wash,
)
from app.games.heart_of_africa.drawing.store import drawing_address
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import (
    left_of,
    part_way,
    path,
    poly,
    spaced_at,
)


def low_hill(it: Plot) -> Ink:
    """The wash of the slopes; its strokes follow after the growth on the hill."""
    around, tops, _ = slopes(it)
    pairs = list(zip(around, tops, strict=True))
    rings = in_layers(
        path(poly([part_way(spot, top, share) for spot, top in pairs]), "top")
        for share in (0.5, 0.8)
    )
    return wash(it) + rings


def relief(it: Plot) -> Ink:
    """Rings of hachures towards the crest; the crest as a line of dashes and dots."""
    around, _, crest = slopes(it)
    return (
        path(slope(around, crest, it.pen), "pen")
        + path(poly(it.outline), "edge")
        + path(poly(crest, closed=False), "crest")
    )


def slopes(it: Plot) -> tuple[list[Point], list[Point], list[Point]]:
    """Points round a hill, the points of its crest above them, and the crest."""
    around = spaced_at(it.outline, 12)
    crest = (
        it.line(it.piece.crest)
        if it.piece.crest
        else [shapely.get_coordinates(it.shape.centroid)[0].tolist()] * 2
    )
    return around, [nearest_on_line(spot, crest) for spot in around], crest


def downhill(
    it: Plot, rim: Sequence[Point], high: BaseGeometry | None
) -> tuple[list[Point], list[Point]]:
    """Points along the top edge, and the ends of the slope below them."""
    tops, feet = [], []
    spots = spaced_at(rim, 3, closed=False)
    for place, spot in enumerate(spots):
        nx, ny = left_of(spots[max(place - 1, 0)], spots[min(place + 1, len(spots) - 1)])
        beside = shapely.Point(spot[0] + nx * 2, spot[1] + ny * 2)
        if high.contains(beside) if high is not None else not it.shape.contains(beside):
            nx, ny = -nx, -ny
        ray = (
            shapely.LineString(
                [(spot[0] + nx * 0.5, spot[1] + ny * 0.5), (spot[0] + nx * 120, spot[1] + ny * 120)]
            )
            & it.shape
        )
        runs = [run for run in lines_of(ray) if math.dist(run[0], spot) < 4]
        if runs:
            tops.append(spot)
            feet.append(runs[0][-1])
    return tops, feet


def heights(it: Plot) -> tuple[BaseGeometry | None, list[list[Point]]]:
    """The high ground and the lines of its rim."""
    high = shapely.Polygon(it.line(it.piece.high)).buffer(0) if len(it.piece.high) > 2 else None
    if high is not None and (it.piece.kind == "kopje" or len(it.piece.top_edge) < 2):
        return high, [[(x, y) for x, y in high.exterior.coords]]
    edge = it.line(it.piece.top_edge)
    if it.piece.kind == "kopje" and len(edge) > 2 and edge[0] != edge[-1]:
        edge.append(edge[0])
    return high, [edge] if len(edge) > 1 else []


def escarpment(it: Plot) -> Ink:
    """One row of long hachures down from a thick rim."""
    high, rims = heights(it)
    out = path(poly(it.line(it.piece.high)), "top") if high is not None else NOTHING
    out += wash(it)
    for rim in rims:
        tops, feet = downhill(it, rim, high)
        out += path(hachures(tops, feet, it.pen, 1.7), "pen")
    return (
        out
        + path(edges_inside(it.shape, it.table), "edge")
        + path("".join(poly(rim, closed=False) for rim in rims), "rim")
    )


def kopje(it: Plot) -> Ink:
    """As an escarpment all round, with bare rock on top; a way up as a trail of dots."""
    high, rims = heights(it)
    out = wash(it)
    for rim in rims:
        tops, feet = downhill(it, rim, high)
        out += path(hachures(tops, feet, it.pen, 1.7), "pen")
    if high is not None:
        out += path(poly(it.line(it.piece.high)), "top") + path(
            poly(it.line(it.piece.high)), "tile", fill=f"url({drawing_address('p-rocky_ground')})"
        )
    out += path(poly(it.outline), "edge") + path(
        "".join(poly(rim, closed=False) for rim in rims), "rim"
    )
    return out + (
        path(poly(it.line(it.piece.path), closed=False), "way")
        if len(it.piece.path) > 1
        else NOTHING
    )
