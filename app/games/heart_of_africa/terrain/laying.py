"""A table laid out by hand: the pieces as placed, and the country that results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Annotated

import msgspec
from shapely import unary_union
from shapely.affinity import rotate
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.tables import REGIONS
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.carpets import opened_up
from app.games.heart_of_africa.terrain.chart import EDGE_NAMES, SEA
from app.games.heart_of_africa.terrain.country import Country
from app.games.heart_of_africa.terrain.courses import add_course_along, add_ford, add_sea
from app.games.heart_of_africa.terrain.hills import add_kopje, add_mesa, add_plateau, with_crest
from app.games.heart_of_africa.terrain.people import facing_rim
from app.games.heart_of_africa.terrain.villages import add_fence
from app.kernel.space.plane import Path, point_at
from app.kernel.space.plane import Point as Spot

CLEARING = "clearing"
GROWTH = ("jungle", "long_grass", "marsh")
LINES = ("stream", "river", "ravine", "road")
AREAS: dict[str, tuple[float, float]] = {
    "low_hill": (24, 15),
    "escarpment": (27, 20),
    "kopje": (16, 14),
    "rocky_ground": (20, 12),
    "long_grass": (28, 16),
    "jungle": (26, 16),
    "marsh": (20, 13),
    "cultivation": (14, 7),
    "village": (15, 12),
    CLEARING: (14, 10),
}
"""Kinds with the usual length and breadth of a piece."""
WIDTHS: dict[str, float] = {
    "stream": 2.0,
    "river": 4.4,
    "ravine": 3.6,
    "road": shapes.ROAD_WIDTH,
    SEA: 7.0,
    "ford": 4.0,
}
"""Kinds that have a width alone. The sea lies along the nearest side, a ford across the nearest
water.
"""
FIXED = ("road", "ford")
"""Kinds with a fixed width."""
ROUGH = {"escarpment": 0.1, "kopje": 0.12, "village": 0.1}
"""Raggedness of kinds that differ from the usual value."""
SNAP = 2.5
"""A line that ends this near to the edge of the table runs out over it (inches)."""
LEAST_PART = 22.0
"""Smaller parts of growth are dropped (square inches)."""
Inch = Annotated[float, msgspec.Meta(ge=-20, le=120)]


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A piece as a player placed it. `spots`: its middle, or the way of a line. `lot` is the seed
    of its outline. `special`: a village with a fence, a marsh with crocodiles. `by` is the side
    that placed it.
    """

    kind: str
    spots: Annotated[tuple[tuple[Inch, Inch], ...], msgspec.Meta(min_length=1, max_length=24)]
    length: Annotated[float, msgspec.Meta(ge=0, le=120)] = 0
    breadth: Annotated[float, msgspec.Meta(ge=0, le=120)] = 0
    turn: Annotated[float, msgspec.Meta(ge=0, lt=360)] = 0
    lot: Annotated[int, msgspec.Meta(ge=1, le=9999)] = 1
    special: bool = False
    by: str = ""

    @property
    def at(self) -> Spot:
        return self.spots[-1]

    @property
    def size(self) -> tuple[float, float]:
        """Length and breadth in inches, the usual ones by default."""
        length, breadth = AREAS.get(self.kind, (0.0, WIDTHS.get(self.kind, 0.0)))
        return self.length or length, self.breadth or breadth


class LaidOut(msgspec.Struct, frozen=True):
    """The table, and the ids of the pieces that each mark has become; none if nothing was left of
    it.
    """

    land: Land
    pieces: tuple[tuple[str, ...], ...]


def kinds_of(region: str) -> tuple[str, ...]:
    """Kinds of pieces for a region: its listed kinds, water and tracks, and clearings in its
    growth.
    """
    listed = REGIONS[region]
    own = dict.fromkeys(
        (*listed["dominant"], *listed["common"], *listed["permitted"], "stream", "road")
    )
    rocks = ("rocky_ground",) if SEA in own else ()
    return (*own, *(kind for kind in rocks if kind not in own), "ford", CLEARING)


def laid_out(
    region: str,
    scenario: str,
    marks: Sequence[Mark],
    size: tuple[float, float] = (72, 48),
    owner: str = "B",
) -> LaidOut:
    """The country of these pieces: growth makes room for water, tracks, villages and clearings."""
    country = Country(region, scenario, Random(1), size, owner, "south")  # noqa: S311 every piece has a lot of its own
    found: list[tuple[str, ...]] = [() for _ in marks]
    for grows in (False, True):
        for number, mark in enumerate(marks):
            if (mark.kind in GROWTH) == grows and mark.kind != CLEARING:
                before = len(country.pieces)
                country.chance = Random(mark.lot)  # noqa: S311 as above
                (lay_growth if grows else LAID.get(mark.kind, lay_patch))(country, mark, marks)
                found[number] = tuple(piece.id for piece in country.pieces[before:])
    return LaidOut(country.land(), tuple(found))


Marks = Sequence[Mark]


def mark_outline(chance: Random, mark: Mark) -> Polygon:
    """The whole outline of a piece, before it is cut on the table."""
    length, breadth = mark.size
    if mark.kind == "cultivation":
        return shapes.field(chance, mark.at, length, breadth, mark.turn)
    return shapes.blob(
        chance,
        mark.at,
        max(length, breadth),
        min(length, breadth),
        mark.turn + (90 if breadth > length else 0),
        ROUGH.get(mark.kind, 0.2),
    )


def rim(mark: Mark) -> Path:
    """The outline of a piece one inch long and broad, not turned, about its middle."""
    (x, y), (length, breadth) = mark.at, mark.size
    whole = rotate(mark_outline(Random(mark.lot), mark), -mark.turn, (x, y))  # noqa: S311 every piece has a lot of its own
    return tuple(
        (round((east - x) / length, 3), round((north - y) / breadth, 3))
        for east, north in whole.simplify(0.15).exterior.coords[:-1]
    )


def lay_patch(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 the contract of this table of functions
    country.add(mark.kind, mark_outline(country.chance, mark))


def lay_hill(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 - all kinds of terrain share one signature
    found = country.add("low_hill", mark_outline(country.chance, mark))
    if found:
        with_crest(country, found)


def lay_scarp(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 - all kinds of terrain share one signature
    """A flat-topped hill. One that reaches over the edge of the table is high ground with a slope
    below it.
    """
    whole = mark_outline(country.chance, mark)
    if country.table.covers(whole):
        add_mesa(country, whole, 5.0)
        return
    length, breadth = mark.size
    add_plateau(country, mark.at, max(14.0, length - 11), max(8.0, breadth - 11), mark.turn, 5.5)


def lay_kopje(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 - all kinds of terrain share one signature
    add_kopje(country, shapes.largest(mark_outline(country.chance, mark) & country.table))


def lay_fields(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 - all kinds of terrain share one signature
    country.add("cultivation", mark_outline(country.chance, mark))


def lay_village(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 - all kinds of terrain share one signature
    """A village; a fence round it has two gates, one of them towards the middle of the table."""
    home = country.add("village", mark_outline(country.chance, mark), owner=country.owner)
    if home and mark.special:
        ground = country.ground[home.id]
        add_fence(
            country,
            home,
            [
                facing_rim(ground, country.table.centroid),
                point_at(ground.centroid.coords[0], mark.turn, 30),
            ],
        )


def lay_sea(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 - all kinds of terrain share one signature
    add_sea(country, nearest_edge(country, mark.at), mark.size[1])


def nearest_edge(country: Country, at: Spot) -> str:
    gaps = gaps_to(country, at)
    return min(EDGE_NAMES, key=lambda edge: gaps[edge])


def gaps_to(country: Country, at: Spot) -> dict[str, float]:
    """Distances of a spot from each side of the table in inches."""
    return {
        "west": at[0],
        "east": country.width - at[0],
        "south": at[1],
        "north": country.depth - at[1],
    }


def lay_ford(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 - all kinds of terrain share one signature
    courses = [
        (LineString(course.path).distance(shapes.shapely.Point(mark.at)), course.id, course)
        for course in country.of("river", "stream")
    ]
    if courses:
        add_ford(country, min(courses)[2], mark.at, 3.6)


def way_of(country: Country, mark: Mark) -> Path:
    """The curved way of a line through its spots; an end near the edge of the table runs out over
    it.
    """
    spots = [
        snapped_spot(country, spot) if place in (0, len(mark.spots) - 1) else spot
        for place, spot in enumerate(mark.spots)
    ]
    if len(spots) < 2 or LineString(spots).length < 3:
        return ()
    return shapes.as_path(
        shapes.resampled(shapes.rounded(spots, 3) if len(spots) > 2 else spots, 1.4)
    )


def snapped_spot(country: Country, spot: Spot) -> Spot:
    """The spot, moved to the nearest side if that is near."""
    (x, y), gaps = spot, gaps_to(country, spot)
    edge = min(gaps, key=lambda one: gaps[one])
    if gaps[edge] > SNAP:
        return (x, y)
    return {
        "west": (0.0, y),
        "east": (country.width, y),
        "south": (x, 0.0),
        "north": (x, country.depth),
    }[edge]


def lay_watercourse(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 - all kinds of terrain share one signature
    way, broad = way_of(country, mark), mark.size[1]
    greater = {"stream": ("river", SEA), "ravine": ("river", SEA), "river": (SEA,)}[mark.kind]
    if way:
        add_course_along(
            country, mark.kind, way, (broad * 0.85, broad * 1.15), country.under(*greater)
        )


def lay_road(country: Country, mark: Mark, marks: Marks) -> None:  # noqa: ARG001 - all kinds of terrain share one signature
    way = way_of(country, mark)
    if way:
        country.add(
            "road",
            shapes.strip(way, shapes.ROAD_WIDTH, country.table).difference(country.under("road")),
            path=way,
        )


def lay_growth(country: Country, mark: Mark, marks: Marks) -> None:
    """Wild growth, off firm ground and clearings; dominant growth may be divided into several
    pieces.
    """
    firm = unary_union(
        [
            country.under("road").buffer(0.15),
            country.under("river", SEA),
            country.under("village").buffer(2.0),
            country.under("cultivation").buffer(0.4),
            *country.summits(),
            *cleared_ground(marks),
        ]
    )
    ground = (mark_outline(country.chance, mark) & country.table).difference(firm)
    frame = country.table.buffer(8, join_style="mitre")
    grown = sorted(
        (
            whole
            for part in shapes.parts(shapes.soft(ground, 0.4))
            for whole in opened_up(country, part, frame)
        ),
        key=lambda one: -one.area,
    )
    many = mark.kind in country.region["dominant"]
    for part in grown if many else grown[:1]:
        if part.area >= LEAST_PART:
            country.add(
                mark.kind, part, **({"crocodiles": mark.special} if mark.kind == "marsh" else {})
            )


def cleared_ground(marks: Marks) -> list[BaseGeometry]:
    """The ground that was cleared by hand."""
    return [mark_outline(Random(mark.lot), mark) for mark in marks if mark.kind == CLEARING]  # noqa: S311 - play needs no secrecy


LAID: dict[str, Callable[[Country, Mark, Marks], None]] = {
    "low_hill": lay_hill,
    "escarpment": lay_scarp,
    "kopje": lay_kopje,
    "cultivation": lay_fields,
    "village": lay_village,
    SEA: lay_sea,
    "ford": lay_ford,
    "stream": lay_watercourse,
    "river": lay_watercourse,
    "ravine": lay_watercourse,
    "road": lay_road,
}
