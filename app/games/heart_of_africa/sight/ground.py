"""HOA-TER: what lies on the table, and what it does to those who stand in it or go through it.
Sight has a chapter of its own.

A figure is where the centre of its base is. Slow ground, cover and hindrance to sight are three
things apart; which kind of country has which of them stands in the table of terrain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import msgspec
import numpy as np
import shapely

from app.games.heart_of_africa.figures import (
    base,
    has_moved,
    has_turned,
    is_baggage,
    is_gun,
    is_mounted,
    is_on_foot,
    is_target_mounted,
    is_vessel,
    radius,
)
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle, Figure, Fire, Land, Piece
from app.games.heart_of_africa.tables import ARCS, FIRE, TERRAIN
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import (
    CONTACT,
    FINE,
    Path,
    Point,
    angle_between,
    bearing,
    closed,
    distance,
    distance_to_path,
    gap,
    is_inside,
    is_within,
    moved,
    nearest_on_segment,
    path_length,
    quantised,
    segments_cross,
)
from app.kernel.space.sightlines import (
    Corners,
    Lines,
    Spans,
    boxes_of,
    crossings,
    meets_box,
    runs,
    united,
)

SLIGHT = 1e-3
"""Shorter stretches of a path than this are none (inches)."""
SLOW = frozenset(key for key, row in TERRAIN.items() if row["movement"] == "difficult")
CUT_BY_ROADS = frozenset(key for key, row in TERRAIN.items() if row.get("road_cuts_out"))
EASED_BY_ROADS = CUT_BY_ROADS | {
    key for key, row in TERRAIN.items() if row.get("road_cancels_slow")
}
WITH_SLOPES = ("escarpment", "kopje")
HEIGHTS = ("low_hill", *WITH_SLOPES)
WATER = ("river", "ford", "sea_or_lake", "stream")
ROAD_WIDTH = float(TERRAIN["road"]["width_ruling"])
KOPJE_PATH_WIDTH = float(TERRAIN["kopje"]["path"]["width_ruling"])
BANK_STRIP = float(TERRAIN["river"]["bank_strip_ruling"]["depth"])
FAR_OFF = 8.0  # fields and marsh cover only against those who are farther off
BANK_ARC = float(ARCS["bank_cover_half_angle"]["value"])
BURNING_TURNS = int(FIRE["burning_turns"])
SMOKE_LENGTH = {
    int(turn): float(inches) for turn, inches in FIRE["smoke_length_by_turn_of_fire"].items()
}
SMOKE_HALF_WIDTH = 2.0
ARTILLERY = ("artillery", "muzzle_loading_cannon", "gunboat")
ONE_BANK = 60.0  # an outline that turns more sharply than this goes round the end of the water


def enclosed(outline: Sequence[Point]) -> shapely.Geometry:
    """An outline as an area to measure; one that crosses itself is read as what it encloses."""
    return shapely.Polygon(outline).buffer(0)


def extent_of(piece: Piece) -> shapely.Geometry:
    return enclosed(piece.outline)


def kept(owner: Any, name: str, make: Callable[[Any], Any]) -> Any:
    """What was worked out of a piece, a table or a battle before: it lies with it and goes with
    it.
    """
    found = owner.__dict__.get(name)
    if found is None:
        found = owner.__dict__[name] = make(owner)
    return found


# ------------------------------------------------------------------------------------------------ t
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
    return piece.crest or max(combinations(piece.outline, 2), key=lambda ends: distance(*ends))


def rim_of(piece: Piece) -> Corners | None:
    """The top edge of an escarpment or kopje. A kopje is steep all round: its edge goes round its
    top.
    """
    if piece.kind not in WITH_SLOPES:
        return None
    if len(piece.high) > 2 and (piece.kind == "kopje" or len(piece.top_edge) < 2):
        return Corners(piece.high)
    return (
        Corners(piece.top_edge, closed=piece.kind == "kopje") if len(piece.top_edge) > 1 else None
    )


class Country:
    """The pieces of a table, sorted by what they do; `boxes` bound them."""

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

    return next(iter(kept(piece, "area", make)), None)


def country(land: Land) -> Country:
    return kept(land, "country", Country)


# ------------------------------------------------------------------------------------------------ w
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
    """Whether the edge of any difficult ground, or the rim of a ravine, is so near to a point."""
    kinds = SLOW_STRETCHES.keys() - {"low_hill"}
    return any(
        area.kind in kinds and distance_to_path(point, closed(area.points)) <= inches
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


# ------------------------------------------------------------------------------------------------ s
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
        runs(legs, rows, road.ring)
        for road, there in zip(land.areas, near, strict=True)
        if there and road.kind == "road"
    ]
    found = []
    for area, there in zip(land.areas, near, strict=True):
        slow = SLOW_STRETCHES.get(area.kind) if there else None
        if slow is not None:
            inches = slow(land, area, legs, roads)
            if inches > SLIGHT:
                found.append((area.piece, round(inches, 3)))
    return tuple(found)


def _inches(spans: Spans) -> float:
    return float((spans.stop - spans.start).sum())


def plain_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:  # noqa: ARG001 one call for all kinds
    """Jungle, grass, fords: wherever the path is in them, but for the roads."""
    return _inches(
        united(
            [runs(legs, np.arange(len(legs)), area.ring)],
            roads if area.kind in EASED_BY_ROADS else (),
        )
    )


def slope_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:  # noqa: ARG001
    """The slopes of an escarpment or kopje, not its top."""
    rows = np.arange(len(legs))
    top = [runs(legs, rows, area.high)] if area.high else []
    return _inches(
        united(
            [runs(legs, rows, area.ring)], [*top, *(roads if area.kind in EASED_BY_ROADS else ())]
        )
    )


def stream_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:
    """HOA-TER-26: any move that begins in a stream, crosses or enters it is slow; a road over it
    helps. It hides nobody.
    """
    return plain_stretch(land, area, legs, roads)


def ravine_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:  # noqa: ARG001
    """Crossing a rim is slow; a path along the bottom is not. A road takes the rim out of the
    way.
    """
    rows = np.arange(len(legs))
    inside = _inches(runs(legs, rows, area.ring, edges=True))
    if inside <= SLIGHT or inside >= float(legs.length.sum()) - SLIGHT:
        return 0.0
    row, along = crossings(legs, rows, area.ring)
    spots = [legs.place(r, a) for r, a in zip(row, along, strict=True)]
    eased = bool(spots) and all(any(road.has(spot) for road in land.roads) for spot in spots)
    return 0.0 if eased else inside


def water_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:  # noqa: ARG001
    """The edge of a river, outside its fords."""
    rows = np.arange(len(legs))
    return _inches(
        united(
            [runs(legs, rows, area.ring)], [runs(legs, rows, ford.ring) for ford in land.of("ford")]
        )
    )


def ford_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:
    """HOA-TER-31: a ford is crossed at the difficult rate. Whoever goes into it is rolled for once,
    however long he takes.
    """
    return plain_stretch(land, area, legs, roads)


def marsh_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:
    """HOA-TER-23: marsh slows, on a road too, and hides nobody; what it is combined with keeps its
    own effects.
    """
    return plain_stretch(land, area, legs, roads)


def hill_stretch(land: Country, area: Area, legs: Lines, roads: list[Spans]) -> float:  # noqa: ARG001
    """HOA-TER-02: a low hill neither slows nor covers; other country on it keeps its effects."""
    return 0.0


SLOW_STRETCHES: dict[str, Callable[[Country, Area, Lines, list[Spans]], float]] = {
    "jungle": plain_stretch,
    "long_grass": plain_stretch,
    "marsh": marsh_stretch,
    "stream": stream_stretch,
    "ford": ford_stretch,
    "escarpment": slope_stretch,
    "kopje": slope_stretch,
    "ravine": ravine_stretch,
    "river": water_stretch,
    "low_hill": hill_stretch,
}


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
        (area.piece, _inches(runs(legs, np.arange(len(legs)), area.ring)))
        for area in country(battle.land).of(*kinds)
    )
    return tuple((piece, inches) for piece, inches in found if inches > SLIGHT)


def crocodile_marshes(battle: Battle, path: Sequence[Point]) -> tuple[Piece, ...]:
    """HOA-TER-25: the infested marshes that a path runs through: a figure that goes through one
    rolls for the crocodiles.
    """
    return tuple(piece for piece, _ in pieces_along(battle, path, "marsh") if piece.crocodiles)


# ------------------------------------------------------------------------------------------------ w
def barred(battle: Battle, figure: Figure, path: Sequence[Point]) -> Refusal | None:
    """The first thing on the ground that forbids a path; None if nothing does."""
    return next(iter(bars(battle, figure, path)), None)


def bars(battle: Battle, figure: Figure, path: Sequence[Point]) -> tuple[Refusal, ...]:
    """All that the ground has against a path: marsh, water, kopje, fire. Boats have their own
    chapter.
    """
    if is_vessel(figure) or path_length(path) < SLIGHT:
        return ()
    land, legs = country(battle.land), Lines.along(path)
    near = meets_box(legs, np.arange(len(legs)), land.boxes).any(axis=0)
    areas = [area for area, there in zip(land.areas, near, strict=True) if there]
    return found_in(
        *(BARS[area.kind](battle, area, figure, path) for area in areas if area.kind in BARS),
        into_the_fire(battle, path),
    )


def _goes_through(area: Area, path: Sequence[Point]) -> bool:
    legs = Lines.along(path)
    return _inches(runs(legs, np.arange(len(legs)), area.ring)) > SLIGHT


def no_marsh(battle: Battle, area: Area, figure: Figure, path: Sequence[Point]) -> Refusal | None:  # noqa: ARG001
    """HOA-TER-24: mounted troops, baggage, cannon and machine guns never enter marsh, on a road
    either.
    """
    if is_on_foot(figure) or not _goes_through(area, path):
        return None
    return no(
        "HOA-TER-24",
        "Mounted troops, guns and baggage cannot enter marsh.",
        "Ni montados, ni cañones, ni bagaje entran en la marisma.",
    )


def no_river(battle: Battle, area: Area, figure: Figure, path: Sequence[Point]) -> Refusal | None:
    """HOA-TER-30: a river is crossed in boats or at fords only. Men on foot may use the strip of it
    along its banks.
    """
    land, legs = country(battle.land), Lines.along(path)
    rows = np.arange(len(legs))
    wet = united(
        [runs(legs, rows, area.ring)], [runs(legs, rows, ford.ring) for ford in land.of("ford")]
    )
    if _inches(wet) <= SLIGHT:
        return None
    if (
        is_on_foot(figure)
        and shapely.LineString(path).intersection(deep_water(battle, area)).length <= 5 * SLIGHT
    ):
        return None
    return no(
        "HOA-TER-30",
        "A river is crossed by boat or at a ford; on foot one may use the outermost {depth} in "
        "along its bank.",
        "Un río se cruza en bote o por un vado; a pie solo se pisa la orilla, hasta {depth} "
        "pulgada.",
        depth=BANK_STRIP,
    )


def deep_water(battle: Battle, area: Area) -> shapely.Geometry:
    """HOA-TER-32: of a river all but its fords and the outermost inch along its banks. It hides
    nobody.
    """

    def make(land: Land) -> shapely.Geometry:
        others = [
            shapely.Polygon(other.points)
            for other in country(land).of(*WATER)
            if other is not area and other.kind not in ("stream", "ford")
        ]
        table = shapely.box(0, 0, land.width, land.depth).exterior
        shore = shapely.Polygon(area.points).exterior.difference(
            shapely.unary_union([table, *others]).buffer(2 * SLIGHT)
        )
        fords = shapely.unary_union(
            [shapely.make_valid(shapely.Polygon(ford.points)) for ford in country(land).of("ford")]
        )
        return (
            shapely.Polygon(area.points)
            .difference(shore.buffer(BANK_STRIP + SLIGHT))
            .difference(fords)
        )

    return kept(battle.land, f"deep water {area.piece.id}", make)


def no_sea(battle: Battle, area: Area, figure: Figure, path: Sequence[Point]) -> Refusal | None:  # noqa: ARG001
    """Nobody walks into the sea or a great lake."""
    if not _goes_through(area, path):
        return None
    return no(
        "HOA-TER-33",
        "The sea and great lakes are for boats.",
        "En el mar y los grandes lagos solo entran barcos.",
    )


def no_climb(battle: Battle, area: Area, figure: Figure, path: Sequence[Point]) -> Refusal | None:  # noqa: ARG001
    """HOA-TER-10: a kopje may be too steep but for a path, or altogether. The path takes one foot
    base; mounted troops, guns and baggage may not use it.
    """
    if area.piece.variant not in ("path_only", "closed"):
        return None
    way = shapely.LineString(path)
    slope = shapely.Polygon(area.points)
    if area.piece.variant == "closed" or len(area.piece.path) < 2:
        climbs = way.intersection(slope).length > SLIGHT
        return (
            no(
                "HOA-TER-10",
                "This kopje is too steep for anyone.",
                "Nadie puede escalar este kopje.",
            )
            if climbs
            else None
        )
    if area.high is not None:
        slope = slope.difference(shapely.Polygon(area.piece.high))
    climbs = way.intersection(slope).length > SLIGHT
    if climbs and (is_mounted(figure) or is_gun(figure) or is_baggage(figure)):
        return no(
            "HOA-TER-10",
            "Mounted troops, guns and baggage cannot use the path up this kopje.",
            "Ni montados, ni cañones, ni bagaje suben por la senda de este kopje.",
        )
    strip = shapely.LineString(area.piece.path).buffer(KOPJE_PATH_WIDTH / 2 + SLIGHT, quad_segs=16)
    if climbs and way.intersection(slope.difference(strip)).length > 5 * SLIGHT:
        return no(
            "HOA-TER-10",
            "This kopje is climbed along its path only.",
            "Este kopje solo se sube por su senda.",
        )
    return None


BARS: dict[str, Callable[[Battle, Area, Figure, Sequence[Point]], Refusal | None]] = {
    "marsh": no_marsh,
    "river": no_river,
    "sea_or_lake": no_sea,
    "kopje": no_climb,
}


def burning(battle: Battle) -> tuple[Fire, ...]:
    """The fires that burn this turn: that of their beginning and three more."""
    return tuple(
        fire for fire in battle.fires if fire.lit <= battle.turn < fire.lit + BURNING_TURNS
    )


def burning_at(battle: Battle, point: Point) -> Fire | None:
    return next(
        (
            fire
            for fire in burning(battle)
            if len(fire.burning) > 2 and is_inside(fire.burning, point)
        ),
        None,
    )


def into_the_fire(battle: Battle, path: Sequence[Point]) -> Refusal | None:
    """A path may lead out of burning ground, not into it. Rooms are their building's affair."""
    fires = (fire for fire in burning(battle) if len(fire.burning) > 2 and "/" not in fire.target)
    return (
        in_flames()
        if any(next(entries(path, fire.burning), None) is not None for fire in fires)
        else None
    )


def in_flames() -> Refusal:
    """What is said of whoever would go into a fire."""
    return no(
        "HOA-FIR-06", "The path leads into burning ground.", "El camino entra en terreno en llamas."
    )


def entries(path: Sequence[Point], outline: Path) -> Iterator[float]:
    """After how many inches a path comes into an outline from outside, each time; where it begins
    inside, that is none.
    """
    legs = Lines.along(path)
    before = np.concatenate([[0.0], np.cumsum(legs.length)[:-1]])
    spans = runs(legs, np.arange(len(legs)), Corners(outline))
    reached = 0.0
    for start, stop in sorted(
        (before[row] + start, before[row] + stop)
        for row, start, stop in zip(spans.row, spans.start, spans.stop, strict=True)
    ):
        if start > reached + SLIGHT and stop - start > SLIGHT:
            yield float(start)
        reached = max(reached, stop)


# ------------------------------------------------------------------------------------------------ c
class Stand(msgspec.Struct, frozen=True):
    """A target in a piece of country: where its base is, who shoots at it (None: nobody in
    particular), whether it has stayed there (`still`) and has not even turned (`steady`).
    """

    figure: Figure
    at: Point
    shooter: Figure | None
    still: bool
    steady: bool
    off: float | None = None

    @property
    def on_foot(self) -> bool:
        return is_on_foot(self.figure) and not is_target_mounted(self.figure)

    @property
    def is_far(self) -> bool:
        """Whether the shooter is more than 8 in away."""
        if self.shooter is None or self.shooter.at is None:
            return True
        return not is_within(
            gap(base(self.figure, self.at), base(self.shooter)) if self.off is None else self.off,
            FAR_OFF,
        )


def covers(
    battle: Battle, figure: Figure, at: Point, shooter: Figure | None, off: float | None = None
) -> tuple[tuple[str, Piece], ...]:
    """The country that covers a figure at a place against a shooter (`off`: so far away, if his
    shot does not run from his base). Fields, marsh and banks cover only where it stands now.
    """
    if figure.aboard:
        return ()
    here = figure.at == at and not has_moved(figure)
    stand = Stand(figure, at, shooter, here, here and not has_turned(figure), off)
    found = []
    for area in areas_at(country(battle.land), at):
        rule, shelters = COVER.get(area.kind, ("", None))
        if shelters is not None and shelters(battle, area, stand):
            found.append((rule, area.piece))
    return tuple(found)


def in_long_grass(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 one call for all kinds
    """HOA-TER-13: long grass slows and gives nobody cover."""
    return False


def on_slope(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001
    """HOA-TER-07: the slope of an escarpment slows, and covers everyone on it."""
    return not area.is_high_at(stand.at)


def on_kopje(battle: Battle, area: Area, stand: Stand) -> bool:
    """HOA-TER-09: the slopes of a kopje are those of an escarpment; its top is rocky ground, in
    cover for men on foot, not slow.
    """
    return stand.on_foot if area.is_high_at(stand.at) else on_slope(battle, area, stand)


def in_jungle(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001
    """HOA-TER-11: jungle slows, and covers everyone inside it, mounted or not."""
    return True


def among_rocks(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001
    """HOA-TER-16: rocky ground neither slows nor hides; it covers men on foot."""
    return stand.on_foot


def in_fields(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001
    """HOA-TER-18: fields cover a man on foot who has not moved this turn (he may have turned) from
    more than 8 in away.
    """
    return stand.on_foot and stand.still and stand.is_far


def in_village(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001
    """HOA-TER-22: whoever is seen in a village is in cover, except from Artillery and Gunboats."""
    return stand.shooter is None or stand.shooter.type not in ARTILLERY


def in_marsh(battle: Battle, area: Area, stand: Stand) -> bool:
    """As in the fields."""
    return in_fields(battle, area, stand)


def in_ravine(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001
    """HOA-TER-28: a ravine is a strip between two rims: crossing a rim is slow, the rocky bottom is
    not and covers men on foot.
    """
    return stand.on_foot


def at_the_bank(battle: Battle, area: Area, stand: Stand) -> bool:
    """HOA-TER-27: a man on foot in a watercourse who neither moved nor turned, touches the bank and
    faces out over it, is covered against shots from his front half.
    """
    if not (stand.on_foot and stand.steady):
        return False
    if area.kind == "ford" and any(
        river.has(stand.at) for river in country(battle.land).of("river")
    ):
        return False  # the banks are those of the river
    if (
        stand.shooter is not None
        and stand.shooter.at is not None
        and angle_between(bearing(stand.at, stand.shooter.at), stand.figure.facing)
        > BANK_ARC + FINE
    ):
        return False
    reach = radius(stand.figure) + CONTACT + FINE
    edges = [(a, b, bank) for a, b, bank in banks_of(area, battle.land) if bank >= 0]
    touched = {
        bank
        for a, b, bank in edges
        if distance(stand.at, nearest_on_segment(stand.at, a, b)) <= reach
    }
    return bool(touched) and left_over(area, battle.land, stand.at, stand.figure.facing) in touched


def banks_of(area: Area, land: Land) -> list[tuple[Point, Point, int]]:
    """The edges of a watercourse, each with the number of its bank: edges on the rim of the table
    are none (-1); a sharp corner ends a bank.
    """
    corners = [*area.points, area.points[0]]
    edges = [(a, b) for a, b in pairwise(corners) if distance(a, b) > FINE]
    turns = [
        angle_between(bearing(*edges[n - 1]), bearing(*edges[n])) > ONE_BANK
        for n in range(len(edges))
    ]
    first = next((n for n, turn in enumerate(turns) if turn), 0)
    found, number = [], 0
    for n in (*range(first, len(edges)), *range(first)):
        number += turns[n]
        a, b = edges[n]
        found.append((a, b, -1 if _is_rim(a, b, land) else number))
    return found


def _is_rim(a: Point, b: Point, land: Land) -> bool:
    return any(
        abs(a[axis] - limit) <= SLIGHT and abs(b[axis] - limit) <= SLIGHT
        for axis, limits in ((0, (0.0, land.width)), (1, (0.0, land.depth)))
        for limit in limits
    )


def left_over(area: Area, land: Land, at: Point, facing: float) -> int | None:
    """The bank over which one who walks straight ahead leaves a watercourse."""
    x0, y0, x1, y1 = area.ring.box
    far = moved(at, facing, float(x1 - x0 + y1 - y0) + 1)
    met = [
        (distance(at, spot), bank)
        for a, b, bank in banks_of(area, land)
        if (spot := segments_cross(at, far, a, b)) is not None
    ]
    return min(met)[1] if met else None


COVER: dict[str, tuple[str, Callable[[Battle, Area, Stand], bool]]] = {
    "escarpment": ("HOA-TER-07", on_slope),
    "kopje": ("HOA-TER-09", on_kopje),
    "jungle": ("HOA-TER-11", in_jungle),
    "long_grass": ("HOA-TER-13", in_long_grass),
    "rocky_ground": ("HOA-TER-16", among_rocks),
    "cultivation": ("HOA-TER-18", in_fields),
    "village": ("HOA-TER-22", in_village),
    "marsh": ("HOA-TER-23", in_marsh),
    "ravine": ("HOA-TER-28", in_ravine),
    "stream": ("HOA-TER-27", at_the_bank),
    "ford": ("HOA-TER-27", at_the_bank),
    "river": ("HOA-TER-32", at_the_bank),
}


# ------------------------------------------------------------------------------------------------ n
def is_dark(battle: Battle) -> bool:
    """Whether it is night this turn."""
    return battle.conditions.is_dark(battle.turn)


def smoke_of(fire: Fire, wind: int | None, turn: int) -> tuple[Point, float]:
    """HOA-FIR-07: from the second turn of a fire its smoke reaches 4 in farther downwind each turn,
    2 in to each side of its axis.

    The far end of the axis and its length; no length before the wind is known, or once the smoke
    has gone.
    """
    length = SMOKE_LENGTH.get(turn - fire.lit + 1, 0.0) if wind is not None else 0.0
    return quantised(moved(fire.origin, wind or 0, length)), length


def smoke_axis(battle: Battle, fire: Fire) -> dict[str, Any]:
    """The axis of the smoke of a fire: its length and far end; empty without smoke."""
    end, length = smoke_of(fire, battle.wind, battle.turn)
    return {"length": length, "end": end} if length else {}


def smoke(battle: Battle) -> tuple[Path, ...]:
    """The outlines of all smoke on the table."""
    return tuple(outline for _, outline in smoke_clouds(battle))


def smoke_clouds(battle: Battle) -> tuple[tuple[Fire, Path], ...]:
    """Each fire that smokes, with the outline of its smoke."""
    found = []
    for fire in battle.fires:
        _, length = smoke_of(fire, battle.wind, battle.turn)
        if length and battle.wind is not None:
            end = moved(fire.origin, battle.wind, length)
            found.append(
                (
                    fire,
                    tuple(
                        quantised(moved(spot, battle.wind + turn, SMOKE_HALF_WIDTH))
                        for spot, turn in (
                            (fire.origin, -90),
                            (end, -90),
                            (end, 90),
                            (fire.origin, 90),
                        )
                    ),
                )
            )
    return tuple(found)


behind_work = lines.behind_work
"""The work, fence or breach at which a figure stands and which its line to a point crosses."""
