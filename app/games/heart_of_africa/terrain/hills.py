"""Hills with their crests, steep hills, flat-topped hills and plateaus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.country import Country, Range
from app.kernel.space.plane import Path, angle_to, inches_to, point_at
from app.kernel.space.plane import Point as Spot


def add_hill(country: Country, length: Range, breadth: Range, **more: Any) -> Piece | None:
    found = country.settle("low_hill", length, breadth, **more)
    return with_crest(country, found) if found else None


def with_crest(country: Country, hill: Piece) -> Piece:
    """The hill with the crest along its greatest width."""
    crest = shapes.longest_chord(country.ground[hill.id], country.table)
    return country.replace(hill, Piece(hill.id, hill.kind, hill.outline, crest))


def add_kopje(country: Country, ground: Polygon) -> Piece | None:
    """A steep hill on this ground: climbable with a path, or closed."""
    top = shapes.inner(country.chance, ground, 4.2, 0.35)
    if top.area < 12 or not ground.buffer(-4).covers(top):
        return country.add("kopje", ground, variant="closed")
    rim = shapes.outline(top)
    variant = country.chance.choice(("climbable", "climbable", "path_only"))
    path: Path = ()
    if variant == "path_only":
        foot = min(
            shapes.resampled(ground.exterior.coords, 2.0),
            key=lambda spot: inches_to(spot, country.table.centroid.coords[0]),
        )
        summit = top.representative_point().coords[0]
        inside = point_at(foot, angle_to(foot, summit), top.distance(Point(foot)) + 1.2)
        head = inside if top.covers(Point(inside)) else summit
        below = point_at(foot, angle_to(summit, foot), 0.3)
        path = shapes.as_path(shapes.winding(country.chance, below, head, 0.5, 4.0))
    return country.add("kopje", ground, top_edge=rim, high=rim, variant=variant, path=path)


def add_mesa(country: Country, ground: Polygon, depth: float) -> Piece | None:
    """A flat-topped hill with an escarpment round it and one easier slope as a gap."""
    top = shapes.inner(country.chance, ground, depth, 0.4)
    if top.area < 40:
        return None
    centre = country.table.centroid.coords[0]
    towards = angle_to(top.centroid.coords[0], centre) + country.chance.uniform(-60, 60)
    found = shapes.ring_slope(ground, top, towards, country.chance.uniform(4.0, 6.0))
    if found is None:
        return None
    slope, edge = found
    return country.add(
        "escarpment",
        slope,
        top_edge=shapes.as_path(LineString(edge).simplify(shapes.FINE).coords),
        high=shapes.outline(top),
    )


def add_plateau(
    country: Country,
    centre: Spot,
    length: float,
    breadth: float,
    heading: float,
    slope: float,
    gap: float = 0.0,
) -> list[Piece]:
    """High ground that runs off the table, and the escarpment below it; with a gap, the
    escarpment is two pieces.
    """
    high = shapes.worn(shapes.blob(country.chance, centre, length, breadth, heading, 0.13), 1.6)
    outer = shapes.ragged(country.chance, high.buffer(slope, quad_segs=6), 0.5, 9.0)
    top = shapes.largest(high & country.table)
    below = shapes.largest(outer & country.table).difference(high)
    if top.area < 30 or below.is_empty:
        return []
    edge = joined_line(_lines(LineString(high.exterior.coords) & country.table.buffer(-0.01)))
    if edge is None:
        return []
    edges = [edge]
    if gap:
        at = edge.interpolate(country.chance.uniform(0.38, 0.62), normalized=True).coords[0]
        out = angle_to(top.centroid.coords[0], at)
        lane = LineString([point_at(at, out + 180, 3), point_at(at, out, slope + 4)]).buffer(
            gap / 2, cap_style="flat"
        )
        below, edges = below.difference(lane), _lines(edge.difference(lane))
    return _add_escarpments(country, below, edges, shapes.outline(top))


def _add_escarpments(
    country: Country, below: BaseGeometry, edges: Sequence[LineString], high: Path
) -> list[Piece]:
    """The parts of the slope that have an edge above them, as escarpments."""
    found = []
    for part in shapes.parts(below):
        own = [
            line
            for line in edges
            if line.distance(part) < 0.05
            and line.interpolate(0.5, normalized=True).distance(part) < 0.05
        ]
        if part.area > 20 and own:
            longest = max(own, key=lambda line: line.length)
            crest = shapes.as_path(longest.simplify(shapes.FINE).coords)
            found.append(country.add("escarpment", part, top_edge=crest, high=high))
    return [piece for piece in found if piece]


def _lines(shape: BaseGeometry) -> list[LineString]:
    """The lines of a shape that are longer than three inches."""
    return [
        line
        for line in getattr(shape, "geoms", (shape,))
        if isinstance(line, LineString) and line.length > 3
    ]


def joined_line(lines: Sequence[LineString]) -> LineString | None:
    """Lines that touch end to end, as one; None if they do not."""
    if not lines:
        return None
    merged = linemerge(list(lines)) if len(lines) > 1 else lines[0]
    return (
        merged
        if isinstance(merged, LineString)
        else max(merged.geoms, key=lambda line: line.length)
    )
