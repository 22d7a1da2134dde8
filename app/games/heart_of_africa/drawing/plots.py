"""A piece of ground on the page: its outline, its lines, and the textures that fill it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.drawing.pen import on_page
from app.games.heart_of_africa.drawing.store import drawing_address
from app.games.heart_of_africa.land import Land, Piece
from app.games.heart_of_africa.sight.ground import area_of
from app.kernel.scene import Ink, Point
from app.kernel.strokes import (
    hand_for,
    path,
    poly,
)

TILED = {
    "jungle": "jungle",
    "long_grass": "long_grass",
    "rocky_ground": "rocky_ground",
    "cultivation": "cultivation",
    "marsh": "marsh",
}
"""Kinds whose texture is a repeating fill of the store."""
GROWN = "cultivation"
"""Kind of growth above which relief and marsh are drawn again, so that it does not hide them."""


class Plot(NamedTuple):
    """A piece on the page: its outline, its lines, its shape, the table round it, and the pen that
    draws it.
    """

    piece: Piece
    outline: list[Point]
    shape: BaseGeometry
    table: BaseGeometry
    depth: float
    pen: random.Random

    def line(self, points: Sequence[Point]) -> list[Point]:
        return [on_page(point, self.depth) for point in points]


def plot(piece: Piece, land: Land) -> Plot | None:
    area = area_of(piece)
    if area is None:
        return None
    outline = [on_page(point, land.depth) for point in area.points]
    table = shapely.box(0, 0, land.width * 10, land.depth * 10)
    return Plot(
        piece,
        outline,
        shapely.Polygon(outline).buffer(0),
        table,
        land.depth,
        hand_for("country", piece.id),
    )


def lines_of(shape: BaseGeometry) -> list[list[Point]]:
    """The lines of a geometry."""
    parts = getattr(shape, "geoms", [shape])
    return [
        [(x, y) for x, y in part.coords]
        for part in parts
        if part.geom_type in ("LineString", "LinearRing") and part.length > 0
    ]


def edges_inside(shape: BaseGeometry, table: BaseGeometry) -> str:
    """The boundary of a shape, without the stretches along the edge of the table."""
    inside = (
        shapely.line_merge(shape.boundary & table.buffer(-0.5))
        if shape.boundary.geom_type != "LineString"
        else shape.boundary & table.buffer(-0.5)
    )
    return "".join(poly(found, closed=False) for found in lines_of(inside))


def wash(it: Plot) -> Ink:
    return path(poly(it.outline), "wash")


def tiled(it: Plot, kind: str) -> Ink:
    """The texture of a kind inside the outline."""
    return path(poly(it.outline), "tile", fill=f"url({drawing_address(f'p-{kind}')})")


def sprinkled(it: Plot, gap: float, margin: float) -> list[Point]:
    """Places inside the outline on a shaken grid, none nearer to the edge than the margin."""
    inner = it.shape.buffer(-margin)
    x0, y0, x1, y1 = it.shape.bounds
    found = []
    for row in range(int((y1 - y0) / gap) + 1):
        for column in range(int((x1 - x0) / gap) + 1):
            spot = (
                x0 + (column + 0.5 + it.pen.uniform(-0.22, 0.22)) * gap,
                y0 + (row + 0.5 + it.pen.uniform(-0.22, 0.22)) * gap,
            )
            if inner.contains(shapely.Point(spot)):
                found.append(spot)
    return found
