"""Villages with their fields and fences."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import unary_union
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.land import Piece, Work
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import SEA
from app.games.heart_of_africa.terrain.country import STEEP, Country
from app.kernel.space.plane import Point as Spot
from app.kernel.space.plane import point_at


def add_village(
    country: Country, near: BaseGeometry, within: BaseGeometry, fields: int
) -> Piece | None:
    """A village near water or road, with its fields round it."""
    off = unary_union(
        [
            country.under("stream", "river", "marsh").buffer(1.2),
            country.under("ravine", "low_hill", SEA).buffer(0.6),
            *(summit.buffer(0.6) for summit in country.summits()),
        ]
    )
    inside = within & country.table.buffer(-2.0)
    home = country.settle(
        "village",
        (13.2, 16.5),
        (10.5, 13.0),
        off=off,
        near=near,
        within=inside,
        shy=6.0,
        rough=0.1,
        tries=40,
        owner=country.owner,
    )
    if home is None:
        return None
    for _ in range(fields):
        add_field_beside(country, home)
    country.glades = unary_union(
        [
            country.glades,
            country.ground[home.id].buffer(2.2),
            country.under("cultivation").buffer(0.8),
        ]
    )
    return home


def add_field_beside(country: Country, home: Piece) -> Piece | None:
    house = country.ground[home.id]
    off = unary_union(
        [
            house.buffer(0.7),
            country.under("cultivation").buffer(0.8),
            country.under("stream", "river", "marsh").buffer(0.6),
            country.under(*STEEP, SEA),
            *country.summits(),
        ]
    )
    for _ in range(16):
        away = country.chance.uniform(0, 360)
        at = point_at(house.centroid.coords[0], away, country.chance.uniform(10, 14))
        shape = shapes.field(
            country.chance,
            at,
            country.chance.uniform(13, 16),
            country.chance.uniform(5.5, 8),
            away + 90 + country.chance.uniform(-15, 15),
        )
        if (
            country.table.buffer(-1).covers(shape)
            and not shape.intersects(off)
            and shape.distance(house) < 5
        ):
            return country.add("cultivation", shape)
    return None


def add_fence(country: Country, home: Piece, gates: Sequence[Spot]) -> None:
    """The enclosure of a village with gates towards these spots: a stretch of fence from each
    gate to the next.
    """
    ring = LineString(
        country.ground[home.id].buffer(-0.45, quad_segs=3).simplify(0.08).exterior.coords
    )
    whole = ring.length
    height = "man_high" if country.happens(0.7) else "higher"
    places = sorted(ring.project(Point(gate)) for gate in gates)
    chosen = [place for n, place in enumerate(places) if n == 0 or place - places[n - 1] > 6]
    if len(chosen) > 1 and chosen[0] + whole - chosen[-1] < 6:
        chosen.pop()
    widths = [country.chance.uniform(2.2, 2.9) for _ in chosen]
    twice = (*ring.coords[:-1], *ring.coords)
    for n, place in enumerate(chosen):
        after = chosen[(n + 1) % len(chosen)] + (whole if n + 1 == len(chosen) else 0)
        line = shapes.as_path(
            shapes.stretch(twice, place + widths[n] / 2, after - widths[(n + 1) % len(chosen)] / 2)
        )
        country.works.append(Work(f"{home.id}_fence_{n + 1}", "fence", country.owner, line, height))
