"""The dominant growth of a region, and trails out of its clearings."""

from __future__ import annotations

from collections.abc import Iterable

from shapely import unary_union
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import SEA
from app.games.heart_of_africa.terrain.country import Country
from app.kernel.space.plane import Point as Spot
from app.kernel.space.plane import angle_to, point_at


def add_carpet(
    country: Country, kind: str, keep_free: Iterable[BaseGeometry], least: float
) -> None:
    """The dominant growth: the whole table except roads, rivers, villages and clearings, down
    to its share.
    """
    frame = country.table.buffer(8, join_style="mitre")
    firm = unary_union(
        [
            LineString(shapes.beyond(road.path, country.table)).buffer(
                shapes.ROAD_WIDTH / 2 + 0.15, quad_segs=2
            )
            for road in country.of("road")
        ]
    )
    ground = frame.difference(unary_union([firm, country.under("river", SEA), country.glades]))
    for clearing in keep_free:
        left = ground.difference(clearing)
        if (left & country.table).area >= least * country.size:
            ground = left
    for part in shapes.parts(shapes.soft(ground, 0.55) & country.table):
        for whole in opened_up(country, part, frame):
            if whole.area >= 22:
                country.add(kind, whole)


def opened_up(country: Country, part: Polygon, frame: Polygon) -> list[Polygon]:
    """The parts of a patch after every clearing inside it has a trail out of it."""
    for _ in range(12):
        if not part.interiors:
            break
        hole = Polygon(part.interiors[0])
        rest = unary_union(
            [
                frame.difference(shapes.without_holes(part)),
                *(Polygon(one) for one in part.interiors[1:]),
            ]
        )
        start, end = nearest_spots(hole, rest)
        trail = LineString(
            shapes.winding(
                country.chance,
                point_at(start, angle_to(end, start), 1),
                point_at(end, angle_to(start, end), 1),
                0.7,
                6.0,
            )
        )
        found = part.difference(trail.buffer(0.85, quad_segs=2))
        pieces = shapes.parts(found)
        if len(pieces) > 1:
            return [whole for piece in pieces for whole in opened_up(country, piece, frame)]
        part = pieces[0]
    return [shapes.without_holes(part)]


def nearest_spots(one: BaseGeometry, other: BaseGeometry) -> tuple[Spot, Spot]:
    """The nearest points of two shapes."""
    a, b = nearest_points(one, other)
    return a.coords[0], b.coords[0]
