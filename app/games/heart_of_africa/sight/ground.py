"""HOA-TER: Terrain on the table and its effects on figures that stand in it or cross it. The
package `sight` decides visibility.

A figure is where the centre of its base is. Slow ground, cover and hindrance to sight are separate.
The table of terrain lists them for each kind of country.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import shapely

from app.games.heart_of_africa.land import Land, Piece
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import TERRAIN, rule_of
from app.kernel.space.plane import (
    FINE,
    Path,
    Point,
    closed_path,
    distance_to_path,
    inches_to,
    is_inside,
    path_length,
)
from app.kernel.space.sightlines import (
    Corners,
    Lines,
    Spans,
    boxes_of,
    line_crossings,
    meets_box,
    runs_in,
    union_of,
)

SLIGHT = 1e-3
"""Shorter stretches of a path are ignored (inches)."""
SLOW_RATE = "difficult"
SLOW = frozenset(key for key, row in TERRAIN.items() if row["movement"] == SLOW_RATE)
CUT_BY_ROADS = frozenset(key for key, row in TERRAIN.items() if row.get("road_cuts_out"))
EASED_BY_ROADS = CUT_BY_ROADS | {
    key for key, row in TERRAIN.items() if row.get("road_cancels_slow")
}
WITH_SLOPES = ("escarpment", "kopje")
HEIGHTS = ("low_hill", *WITH_SLOPES)
ROAD_WIDTH = float(TERRAIN["road"]["width_ruling"])


def enclosed_area(outline: Sequence[Point]) -> shapely.Geometry:
    """An outline as a shapely geometry; one that crosses itself is read as the area that it
    encloses.
    """
    return shapely.Polygon(outline).buffer(0)


def extent_of(piece: Piece) -> shapely.Geometry:
    return enclosed_area(piece.outline)


def kept_with(owner: Any, name: str, make: Callable[[Any], Any]) -> Any:
    """A value worked out once for a piece, a table or a battle. It is stored in the object's
    `__dict__` and lives as long as the object.
    """
    found = owner.__dict__.get(name)
    if found is None:
        found = owner.__dict__[name] = make(owner)
    return found


def kept_last(owner: Any, name: str, key: object, make: Callable[[], Any]) -> Any:
    """A value worked out for the last key, kept in the same way."""
    found = owner.__dict__.get(name)
    if found is None or found[0] != key:
        found = owner.__dict__[name] = (key, make())
    return found[1]


class Area:
    """A piece of terrain with its lines as numbers; `ring` is its outline."""

    __slots__ = ("crest", "high", "kind", "piece", "points", "rim", "ring")

    def __init__(self, piece: Piece, points: Path):
        self.piece, self.kind, self.points, self.ring = piece, piece.kind, points, Corners(points)
        self.high = Corners(piece.high) if len(piece.high) > 2 else None
        self.rim = rim_of(piece)
        self.crest = crest_of(piece)

    def has(self, point: Point) -> bool:
        x0, y0, x1, y1 = self.ring.box
        return (
            x0 - FINE <= point[0] <= x1 + FINE
            and y0 - FINE <= point[1] <= y1 + FINE
            and is_inside(self.points, point)
        )

    def is_high_at(self, point: Point) -> bool:
        return self.high is not None and is_inside(self.piece.high, point)


def crest_of(piece: Piece) -> tuple[Point, Point] | None:
    """The crest of a low hill: as drawn, else the greatest width of its outline."""
    if piece.kind != "low_hill" or len(piece.outline) < 3:
        return None
    return piece.crest or max(combinations(piece.outline, 2), key=lambda ends: inches_to(*ends))


def rim_of(piece: Piece) -> Corners | None:
    """The top edge of an escarpment or kopje as numbers."""
    lip = lip_of(piece)
    if not lip:
        return None
    closed = lip[0] == lip[-1]
    return Corners(lip[:-1] if closed else lip, closed=closed)


def lip_of(piece: Piece) -> Path:
    """The top edge of an escarpment or kopje, empty for other pieces. A kopje is steep all round:
    its edge goes round its top.
    """
    if piece.kind not in WITH_SLOPES:
        return ()
    if len(piece.high) > 2 and (piece.kind == "kopje" or len(piece.top_edge) < 2):
        return closed_path(piece.high)
    if len(piece.top_edge) < 2:
        return ()
    return closed_path(piece.top_edge) if piece.kind == "kopje" else piece.top_edge


class Country:
    """The pieces of a table, grouped by their effects; `boxes` holds their bounding boxes."""

    __slots__ = ("areas", "boxes", "by_kind", "roads")

    def __init__(self, land: Land):
        self.areas = tuple(area for piece in land.pieces if (area := area_of(piece)) is not None)
        self.boxes = boxes_of([area.ring for area in self.areas])
        self.by_kind: dict[str, tuple[Area, ...]] = {}
        for area in self.areas:
            self.by_kind[area.kind] = (*self.by_kind.get(area.kind, ()), area)
        self.roads = self.by_kind.get("road", ())

    def of(self, *kinds: str) -> tuple[Area, ...]:
        return tuple(area for kind in kinds for area in self.by_kind.get(kind, ()))


def area_of(piece: Piece) -> Area | None:
    """A piece as numbers; None if it has no extent. A road that is only a middle line is a strip of
    the usual width.
    """

    def make(piece: Piece) -> Any:
        points = piece.outline
        if len(points) < 3 and len(piece.path) > 1:
            strip = shapely.LineString(piece.path).buffer(ROAD_WIDTH / 2, quad_segs=16)
            points = tuple((x, y) for x, y in strip.exterior.coords[:-1])
        return (Area(piece, points),) if len(points) > 2 else ()

    return next(iter(kept_with(piece, "area", make)), None)


def country(land: Land) -> Country:
    return kept_with(land, "country", Country)


def terrain_at(battle: Battle, point: Point) -> tuple[Piece, ...]:
    """HOA-TER-01: a place has the effects of every piece under it, each its own mix of slow ground,
    cover and hindered sight.
    """
    return tuple(area.piece for area in areas_at(country(battle.land), point))


def areas_at(land: Country, point: Point) -> Iterator[Area]:
    """The pieces under a point, without those that a road is cut out of there."""
    under = [area for area in land.areas if area.has(point)]
    on_road = any(area.kind == "road" for area in under)
    return (area for area in under if not (on_road and is_cut_by_roads(area.kind)))


def is_cut_by_roads(kind: str) -> bool:
    """HOA-TER-34: a road is cut out of jungle, grass, fields, rocks and villages, for all their
    effects.

    Over streams, fords, escarpments and the rims of ravines it only undoes the slowing; on kopjes
    and in marshes it does nothing.
    """
    return kind in CUT_BY_ROADS


def slow_at(battle: Battle, point: Point) -> Piece | None:
    """The difficult ground that a point lies in, if any."""
    under = list(areas_at(country(battle.land), point))
    eased = any(area.kind == "road" for area in under)
    ford = any(area.kind == "ford" for area in under)
    return next(
        (
            area.piece
            for area in under
            if (area.kind in SLOW or (area.kind == "river" and not ford))
            and not (eased and area.kind in EASED_BY_ROADS)
            and not (area.kind in WITH_SLOPES and area.is_high_at(point))
        ),
        None,
    )


def is_slow_near(battle: Battle, point: Point, inches: float) -> bool:
    """True if the edge of difficult ground, or the rim of a ravine, is within `inches` of a
    point.
    """
    x, y = point

    def may_be_near(area: Area) -> bool:
        x0, y0, x1, y1 = area.ring.box
        aside, beyond = max(x0 - x, x - x1, 0.0), max(y0 - y, y - y1, 0.0)
        return math.hypot(aside, beyond) <= inches + FINE

    return any(
        area.kind in SLOW_KINDS
        and may_be_near(area)
        and distance_to_path(point, closed_path(area.points)) <= inches
        for area in country(battle.land).areas
    )


def on_height(battle: Battle, point: Point) -> Piece | None:
    """The hill, kopje or escarpment that a point lies on."""
    return height_of(country(battle.land), point)


def height_of(land: Country, point: Point) -> Piece | None:
    return next(
        (area.piece for area in land.of(*HEIGHTS) if area.has(point) or area.is_high_at(point)),
        None,
    )


def slow_pieces(battle: Battle, path: Sequence[Point]) -> tuple[tuple[Piece, float], ...]:
    """The difficult ground along a path, each piece with the inches that lie in it (a rim crossed:
    of the ravine).
    """
    if path_length(path) < SLIGHT:
        return ()
    land, legs = country(battle.land), Lines.along(path)
    rows = np.arange(len(legs))
    near = meets_box(legs, rows, land.boxes).any(axis=0)
    roads = [
        runs_in(legs, rows, road.ring)
        for road, there in zip(land.areas, np.atleast_1d(near), strict=True)
        if there and road.kind == "road"
    ]
    found = []
    for area, there in zip(land.areas, np.atleast_1d(near), strict=True):
        if not there or not (rate_of(area.kind)[0] == SLOW_RATE or area.kind in STRETCHES):
            continue
        inches = STRETCHES.get(area.kind, plain_stretch)(land, area, legs, roads)
        if inches > SLIGHT:
            found.append((area.piece, round(inches, 3)))
    return tuple(found)


def rate_of(kind: str) -> tuple[str, str]:
    """Rate of movement in a kind of terrain, as "open" or "difficult", with the rule of its row."""
    row = TERRAIN.get(kind, TERRAIN["open_ground"])
    return row["movement"], rule_of(row, "movement_rule")


def _inches(spans: Spans) -> float:
    return float((spans.stop - spans.start).sum())


def plain_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:  # noqa: ARG001 one call for all kinds
    """Jungle, grass, fords: wherever the path is in them, but for the roads."""
    return _inches(
        union_of(
            [runs_in(legs, np.arange(len(legs)), area.ring)],
            roads if area.kind in EASED_BY_ROADS else (),
        )
    )


def slope_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:  # noqa: ARG001 - all kinds of ground share one signature
    """The slopes of an escarpment or kopje, not its top."""
    rows = np.arange(len(legs))
    top = [runs_in(legs, rows, area.high)] if area.high else []
    return _inches(
        union_of(
            [runs_in(legs, rows, area.ring)],
            [*top, *(roads if area.kind in EASED_BY_ROADS else ())],
        )
    )


def ravine_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:  # noqa: ARG001 - all kinds of ground share one signature
    """The difficult part of a path through a ravine: crossing a rim is slow, a path along the
    bottom is not. A road removes the rim.
    """
    rows = np.arange(len(legs))
    inside = _inches(runs_in(legs, rows, area.ring, edges=True))
    if inside <= SLIGHT or inside >= float(legs.length.sum()) - SLIGHT:
        return 0.0
    row, along = line_crossings(legs, rows, area.ring)
    spots = [legs.place(r, a) for r, a in zip(row, along, strict=True)]
    eased = bool(spots) and all(any(road.has(spot) for road in land.roads) for spot in spots)
    return 0.0 if eased else inside


def water_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:  # noqa: ARG001 - all kinds of ground share one signature
    """The edge of a river, outside its fords."""
    rows = np.arange(len(legs))
    return _inches(
        union_of(
            [runs_in(legs, rows, area.ring)],
            [runs_in(legs, rows, ford.ring) for ford in land.of("ford")],
        )
    )


STRETCHES: dict[str, Callable[[Country, Area, Lines, list[Spans]], float]] = {
    "escarpment": slope_stretch,
    "kopje": slope_stretch,
    "ravine": ravine_stretch,
    "river": water_stretch,
}
"""Slow ground whose inches have conditions. In all other ground that the table of terrain calls
difficult the whole path is slow.
"""
SLOW_KINDS = SLOW | STRETCHES.keys()


def pieces_along(
    battle: Battle, path: Sequence[Point], *kinds: str
) -> tuple[tuple[Piece, float], ...]:
    """The pieces of some kinds that a path runs through, with the inches in each; roads change
    nothing here.
    """
    if len(path) < 2:
        return ()
    legs = Lines.along(path)
    found = (
        (area.piece, _inches(runs_in(legs, np.arange(len(legs)), area.ring)))
        for area in country(battle.land).of(*kinds)
    )
    return tuple((piece, inches) for piece, inches in found if inches > SLIGHT)


def crocodile_marshes(battle: Battle, path: Sequence[Point]) -> tuple[Piece, ...]:
    """HOA-TER-25: The infested marshes that a path runs through: a figure that goes through one
    rolls for the crocodiles.
    """
    return tuple(piece for piece, _ in pieces_along(battle, path, "marsh") if piece.crocodiles)


behind_work = lines.behind_work
"""Cached `lines.behind_work`: the work, fence or breach at which a figure stands and that its line
to a point crosses.
"""
