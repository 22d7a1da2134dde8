"""Hills, escarpments and kopjes in light and shade."""

from __future__ import annotations

import math
from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.drawing.growth import CAST
from app.games.heart_of_africa.drawing.pen import hachures, nearest_on_line
from app.games.heart_of_africa.drawing.plots import (
    Plot,
    edges_inside,
    lines_of,
    wash,
)
from app.games.heart_of_africa.drawing.slopes import FOOT_STEP, shaded_slope
from app.games.heart_of_africa.drawing.store import drawing_address
from app.kernel.scene import NOTHING, Ink, Point
from app.kernel.strokes import (
    left_of,
    path,
    poly,
    spaced_at,
)


def low_hill(it: Plot) -> Ink:
    """The wash of the slopes; light and shade follow after the growth on the hill."""
    return wash(it)


def relief(it: Plot) -> Ink:
    """Light and shade of a low hill; the crest as a line of dashes and dots."""
    crest = (
        it.line(it.piece.crest)
        if it.piece.crest
        else [shapely.get_coordinates(it.shape.centroid)[0].tolist()] * 2
    )
    return (
        sloping(it, crest)
        + path(poly(it.outline), "edge")
        + path(poly(crest, closed=False), "crest")
    )


def sloping(it: Plot, crest: Sequence[Point]) -> Ink:
    """The slope between the outline of a piece and a line on its top."""
    foot = spaced_at(it.outline, FOOT_STEP)
    return shaded_slope(foot, [nearest_on_line(spot, crest) for spot in foot], it.pen)


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
    if high is not None and len(it.piece.top_edge) < 2:
        return high, [[(x, y) for x, y in high.exterior.coords]]
    edge = it.line(it.piece.top_edge)
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
    """Slopes all round below a cliff, with bare rock on top; a way up as a trail of dots."""
    out = wash(it)
    if len(it.piece.high) > 2:
        top = it.line(it.piece.high)
        rocks = f"url({drawing_address('p-rocky_ground')})"
        out += (
            sloping(it, [*top, top[0]])
            + path(poly(top), "cast", transform=CAST)
            + path(poly(top), "tile", fill=rocks)
            + path(poly(top), "rim")
        )
    return (
        out
        + path(poly(it.outline), "edge")
        + (
            path(poly(it.line(it.piece.path), closed=False), "way")
            if len(it.piece.path) > 1
            else NOTHING
        )
    )
