"""HOA-STR, HOA-ART, pages 10 and 15: Vessels: their units, the waters they float on, and the effect
of the current.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import shapely

from app.games.heart_of_africa.figures import base, hull_size
from app.games.heart_of_africa.land import Land, Piece
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import ground, smoke
from app.games.heart_of_africa.sight.ground import extent_of
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import PROFILES
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import (
    GRACE,
    Base,
    Path,
    Point,
    angle_to,
    base_gap,
    distance_to_path,
    inches_to,
    is_inside,
    is_within,
    path_length,
    place_along,
    unit_vector,
)

WATERS = ("river", "sea_or_lake")
GUNBOAT, DHOW, CANOE = "gunboat", "dhow", "canoe"
NARROWEST = float(PROFILES[GUNBOAT].row["min_river_width_in"])
STICKS_ON = frozenset(PROFILES[GUNBOAT].row["aground_on_2d6"])
SOUNDING = 0.5
"""Interval along a course at which the depth is checked (inches)."""
SHORE = 0.02
LINK = 4.0
"""The widest gap between the boats of a unit (inches)."""


def boats_under(battle: Battle, men: Iterable[Figure]) -> tuple[Figure, ...]:
    """The vessels that carry some of these figures, without Gunboats, which have their own
    activation.
    """
    keys = dict.fromkeys(figure.aboard for figure in men if figure.aboard)
    return tuple(battle.figures[key] for key in keys if battle.figures[key].type != GUNBOAT)


def is_chain(bases: Sequence[Base]) -> bool:
    """True if bases are linked by gaps of at most 4 in."""
    left, linked = list(bases[1:]), [bases[0]]
    for one in linked:
        near = [other for other in left if is_within(base_gap(one, other), LINK)]
        linked += near
        left = [other for other in left if other not in near]
    return not left


def water_of_land(land: Land) -> shapely.Geometry:
    """All water on which a hull may lie."""
    return ground.kept_with(
        land,
        "water",
        lambda land: shapely.unary_union(
            [
                extent_of(piece).buffer(0)
                for piece in land.pieces
                if piece.kind in WATERS and len(piece.outline) > 2
            ]
        ).buffer(SHORE),
    )


def is_afloat(battle: Battle, vessel: Figure, at: Point, heading: float) -> bool:
    """True if the whole hull lies on water."""
    return water_of_land(battle.land).covers(shapely.Polygon(hull_at(vessel, at, heading)))


def hull_at(vessel: Figure, at: Point, heading: float) -> Path:
    """The corners of a hull at another place."""
    length, beam = hull_size(vessel)
    ahead, aside = unit_vector(heading), unit_vector(heading + 90)
    return tuple(
        (
            at[0] + a * ahead[0] * length / 2 + b * aside[0] * beam / 2,
            at[1] + a * ahead[1] * length / 2 + b * aside[1] * beam / 2,
        )
        for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    )


def in_water(battle: Battle, point: Point) -> bool:
    """True if a place lies in a river, the sea or a great lake."""
    return any(
        piece.kind in WATERS and is_inside(piece.outline, point)
        for piece in battle.land.pieces
        if len(piece.outline) > 2
    )


def near_land(battle: Battle, vessel: Figure, reach: float) -> bool:
    """True if the bank is within reach of a hull."""
    land = battle.land
    table = shapely.box(0, 0, land.width, land.depth)
    shore = table.difference(water_of_land(land))
    return bool(shore.distance(shapely.Polygon(base(vessel).corners)) <= reach + GRACE + SHORE)


def unfit(
    battle: Battle, vessel: Figure, at: Point, heading: float, way: Sequence[Point] = ()
) -> Refusal | None:
    """HOA-ART-15: The whole hull lies on the sea, a great lake or a river. A Gunboat needs a river
    at least 6 in wide where both banks are on the table. A narrower stretch is closed to it.

    `way` is the course that leads there.
    """
    if not is_afloat(battle, vessel, at, heading) or any(
        not _on_water(battle, spot) for spot in places_along(way)
    ):
        return high_and_dry()
    if vessel.type != GUNBOAT:
        return None
    length = hull_size(vessel)[0]
    ahead = unit_vector(heading)
    keel = [
        (at[0] + ahead[0] * length * n / 16, at[1] + ahead[1] * length * n / 16)
        for n in range(-8, 9)
    ]
    narrow = min(
        (
            width
            for spot in (*places_along(way), *keel)
            if (width := width_at(battle, spot)) is not None
        ),
        default=math.inf,
    )
    if narrow >= NARROWEST - SHORE:
        return None
    return no(
        "HOA-ART-15",
        "The river is {width} in wide there; a Gunboat needs {needs}.",
        "El río mide ahí {width:pulgada+s} de ancho; una Cañonera necesita {needs}.",
        width=round(narrow, 1),
        needs=NARROWEST,
    )


def high_and_dry() -> Refusal:
    """Refusal of a course that leaves the water, or the table."""
    return no(
        "HOA-ART-15",
        "The hull has to lie on water all the way.",
        "El casco debe estar en el agua en todo momento.",
    )


def places_along(way: Sequence[Point]) -> Iterator[Point]:
    """Places along a course, close to one another."""
    whole = path_length(way) if len(way) > 1 else 0.0
    steps = max(1, math.ceil(whole / SOUNDING))
    return (place_along(way, whole * n / steps) for n in range(steps + 1)) if whole else iter(())


def _on_water(battle: Battle, spot: Point) -> bool:
    return bool(water_of_land(battle.land).covers(shapely.Point(spot)))


def river_at(battle: Battle, spot: Point) -> Piece | None:
    """The river at a place, unless that is a lake or the sea."""
    there = [
        piece
        for piece in battle.land.pieces
        if piece.kind in WATERS and is_inside(piece.outline, spot)
    ]
    return there[0] if there and all(piece.kind == "river" for piece in there) else None


def width_at(battle: Battle, spot: Point) -> float | None:
    """The width of the river at a place, from bank to bank; None on a lake, and where a bank is off
    the table.
    """
    river = river_at(battle, spot)
    if river is None:
        return None
    current = current_at(river, spot)
    angles = (
        [angle_to((0.0, 0.0), current) + 90]
        if current is not None
        else [180.0 * n / 12 for n in range(12)]
    )
    widths = [
        width for angle in angles if (width := _water_across(battle, spot, angle)) is not None
    ]
    return min(widths, default=None)


def _water_across(battle: Battle, spot: Point, angle: float) -> float | None:
    """The length of water on a line through a place; None if it runs to the edge of the table."""
    land = battle.land
    x, y = unit_vector(angle)
    far = land.width + land.depth
    line = shapely.LineString(
        [(spot[0] - far * x, spot[1] - far * y), (spot[0] + far * x, spot[1] + far * y)]
    )
    wet = line.intersection(water_of_land(land))
    here = min(getattr(wet, "geoms", [wet]), key=lambda part: part.distance(shapely.Point(spot)))
    if here.is_empty or here.geom_type != "LineString":
        return None
    ends = here.coords[0], here.coords[-1]
    edge = 2 * SHORE
    if any(
        px <= edge or py <= edge or px >= land.width - edge or py >= land.depth - edge
        for px, py in ends
    ):
        return None
    return here.length - 2 * SHORE


def current_at(river: Piece, spot: Point) -> Point | None:
    """The direction of the current at a place of a river, along its middle line."""
    if len(river.path) < 2:
        return river.flow
    a, b = min(pairwise(river.path), key=lambda leg: distance_to_path(spot, leg))
    along = unit_vector(angle_to(a, b))
    if river.flow is None:
        return along
    down = (river.path[-1][0] - river.path[0][0]) * river.flow[0] + (
        river.path[-1][1] - river.path[0][1]
    ) * river.flow[1]
    return along if down >= 0 else (-along[0], -along[1])


def goes_upstream(battle: Battle, way: Sequence[Point]) -> bool:
    """HOA-ART-16: Downstream a vessel moves as in the open, upstream as in difficult ground. A
    course against the current at any point is upstream as a whole. On lake and sea, and across the
    stream, it moves as in the open; in the dark never.
    """
    if smoke.is_dark(battle):
        return True
    for one, two in pairwise(way):
        course = unit_vector(angle_to(one, two))
        steps = max(1, math.ceil(inches_to(one, two) / SOUNDING))
        for n in range(steps):
            spot = place_along((one, two), inches_to(one, two) * (n + 0.5) / steps)
            river = river_at(battle, spot)
            current = current_at(river, spot) if river is not None else None
            if current is not None and course[0] * current[0] + course[1] * current[
                1
            ] < -GRACE * math.hypot(*current):
                return True
    return False


def is_on_a_river(battle: Battle, way: Sequence[Point]) -> bool:
    """True if some part of a course lies in a river."""
    return any(river_at(battle, spot) is not None for spot in places_along(way))
