"""A table with the ground of its pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from shapely import unary_union
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.land import Land, Piece
from app.games.heart_of_africa.tables import REGIONS, TERRAIN_DATA, TERRAIN_NAMES
from app.games.heart_of_africa.terrain.shapes import area, parts, sides_of
from app.kernel.say import Say, say
from app.kernel.space.plane import GRACE

PLACEMENT: dict[str, Any] = TERRAIN_DATA["placement"]


WATERCOURSES = ("stream", "river")


SEA = "sea_or_lake"


STEADY = frozenset(
    {"stream", "river", "ford", "road", SEA}
)  # kinds with rules of their own for size


ADDED = frozenset({"camp", "kraal", "smoke"})  # placed by the defender or by the battle


DEFENDED = ("planned_attack", "raid")


TOUCH = 0.5
"""Pieces with a gap of at most this touch on a drawn map (inches)."""


SLACK = 0.05
"""Tolerance in favour of a drawn shape (inches)."""


EDGE_NAMES = {
    "south": say("south", "sur"),
    "north": say("north", "norte"),
    "west": say("west", "oeste"),
    "east": say("east", "este"),
}


class Chart:
    """A table with the ground of its pieces, computed once."""

    def __init__(self, land: Land, region: str, scenario: str):
        self.land, self.scenario = land, scenario
        self.region: Mapping[str, Any] = REGIONS.get(region) or {}
        """The row of the region in the table; empty when none was chosen."""
        self.table: Polygon = Polygon(
            ((0, 0), (land.width, 0), (land.width, land.depth), (0, land.depth))
        )
        self.size = self.table.area
        self.ground: dict[str, BaseGeometry] = {
            piece.id: area(piece.outline) & self.table for piece in land.pieces
        }

    def of(self, *kinds: str) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.land.pieces if piece.kind in kinds)

    def together(self, pieces: Iterable[Piece]) -> float:
        """The square inches under some pieces, ground that lies under two of them counted once."""
        return unary_union([self.ground[piece.id] for piece in pieces]).area

    def touch(self, one: Piece, other: Piece) -> bool:
        return self.ground[one.id].distance(self.ground[other.id]) <= TOUCH

    def share(self, name: str, limit: str) -> float:
        return float(Fraction(str(PLACEMENT[name][limit]))) * self.size


def named(piece: Piece) -> Say:
    return say(
        "{what} {id}", "{what} {id}", what=TERRAIN_NAMES.get(piece.kind, piece.kind), id=piece.id
    )


def inches(number: float) -> float:
    return round(number + 0.0, 1)


def percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 1)


def mean_width(piece: Piece) -> float:
    """The usual width of a strip (inches)."""
    bed = area(piece.outline)
    return bed.area / length_of(piece) if length_of(piece) > 0 else 0.0


def length_of(piece: Piece) -> float:
    """The inches of a strip along its middle line; without one, along its outline."""
    if len(piece.path) > 1:
        return LineString(piece.path).length
    bed = area(piece.outline)
    longer, shorter = sides_of(bed)
    bent = (bed.length / 2 + (max(0.0, (bed.length / 2) ** 2 - 4 * bed.area)) ** 0.5) / 2
    return longer if bed.area > 0.9 * longer * shorter else bent


def _beside_a_village(chart: Chart, tilled: Piece) -> bool:
    return any(
        chart.ground[village.id].distance(chart.ground[tilled.id]) <= 12 + GRACE
        for village in chart.of("village")
    )


def ended(chart: Chart, course: Piece, at: Iterable[Piece]) -> int:
    """Number of ends of a strip that lie at the table edge or at one of these pieces."""
    goals: BaseGeometry = unary_union(
        [chart.table.exterior, *(chart.ground[piece.id] for piece in at if piece.id != course.id)]
    )
    if len(course.path) > 1:
        reach = max(TOUCH, mean_width(course) / 2)
        return sum(
            goals.distance(Point(end)) <= reach or not chart.table.covers(Point(end))
            for end in (course.path[0], course.path[-1])
        )
    met = chart.ground[course.id].buffer(TOUCH / 2) & goals.buffer(TOUCH / 2)
    return len(parts(met))


def _lines_the_shore(chart: Chart, piece: Piece) -> bool:
    return piece.kind == "rocky_ground" and any(
        chart.touch(piece, water) for water in chart.of(SEA)
    )


def _region(chart: Chart) -> Say:
    return say(chart.region["name_en"], chart.region["name_es"])


def _kinds(kinds: Iterable[str]) -> tuple[Say, ...]:
    return tuple(TERRAIN_NAMES[kind] for kind in kinds)
