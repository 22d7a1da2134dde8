"""HOA-STR-05, HOA-ART-15: Berths, the places on the water where a hull is put down: the requested
one, or the nearest lawful one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import shapely

from app.games.heart_of_africa.buildings_and_boats.vessels import (
    GUNBOAT,
    NARROWEST,
    SHORE,
    current_at,
    river_at,
    unfit,
    water_of_land,
)
from app.games.heart_of_africa.figures import base, hull_size, is_vessel, visible_figures
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import ON_TABLE, Figure
from app.games.heart_of_africa.presentation.naming import called, heading_words
from app.games.heart_of_africa.setup.table_edges import FACING
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.kernel.space.plane import Point, angle_between, angle_to, bases_overlap, inches_to, on_grid

NEAR = 6.0
"""Largest distance from the requested place to lawful water at which a hull is moved there
(inches).
"""
FINE_STEP, COARSE_STEP = 0.25, 0.5
"""Steps between places tried near the requested place, and on the whole table (inches)."""
TURN = 15
"""Step between headings that are tried (degrees)."""
AT_ONCE = 256
MOST_SOUNDED = 200
"""Number of places at which the width of the river is measured before a heading is given up."""

Rect = tuple[float, float, float, float]
Lawful = Callable[[Point, float], bool]


class Berth(NamedTuple):
    """The middle of a hull (inches) and its heading (angle of the plane)."""

    at: Point
    heading: float


# ----------------------------------------------------------------------------- where a hull may lie
def berth(
    battle: Battle,
    vessel: Figure,
    to: Point,
    heading: float | None,
    rect: Rect,
    lawful: Lawful,
    *,
    within: float = NEAR,
) -> Berth | None:
    """The lawful berth nearest to a place, at most `within` inches away; None if there is none.

    `rect` is the ground that the hull must touch; `lawful` checks the rest of the zone. Without a
    `heading` the hull lies along the channel of a river, elsewhere towards the enemy. It lies
    across only if it does not fit otherwise.
    """
    spots = nearest_first(battle.land, vessel, to, rect, within)
    others = list(others_on_the_water(battle, vessel))
    ahead = FACING[battle.edges[vessel.side]]
    for wanted in [lambda _: heading] if heading is not None else headings_to_try(battle, ahead):
        found = next(berths_among(battle, vessel, spots, wanted, others, lawful), None)
        if found is not None:
            return found
    return None


def headings_to_try(battle: Battle, ahead: float) -> Iterator[Callable[[Point], float]]:
    """The headings to be tried, each as a function of the place: along the channel, towards the
    enemy, then with growing differences.
    """
    yield lambda spot: along_the_channel(battle, spot, ahead)
    for turn in range(0, 91, TURN):
        for side in dict.fromkeys((turn, -turn)):
            yield fixed_heading((ahead + side) % 360)


def fixed_heading(heading: float) -> Callable[[Point], float]:
    """The same heading (degrees) at every place."""
    return lambda _: heading


def along_the_channel(battle: Battle, spot: Point, ahead: float) -> float:
    """The direction of the river at a place, up or down, closer to `ahead`; on lake and sea `ahead`
    itself.
    """
    river = river_at(battle, spot)
    current = current_at(river, spot) if river is not None else None
    if current is None:
        return ahead
    down = angle_to((0.0, 0.0), current)
    best: float = min(down, (down + 180) % 360, key=lambda way: (angle_between(way, ahead), way))
    return round(best, 3)


def berths_among(
    battle: Battle,
    vessel: Figure,
    spots: np.ndarray,
    heading: Callable[[Point], float],
    others: Sequence[Figure],
    lawful: Lawful,
) -> Iterator[Berth]:
    """The berths among some places, in their order."""
    wet, sounded = water_of_land(battle.land), 0
    shapely.prepare(wet)
    for start in range(0, len(spots), AT_ONCE):
        some = [on_grid((x, y)) for x, y in spots[start : start + AT_ONCE]]
        angles = [heading(spot) for spot in some]
        for n in np.flatnonzero(shapely.covers(wet, hull_outlines(vessel, some, angles))):
            at, angle = some[n], angles[n]
            if not lawful(at, angle) or hull_overlaps(vessel, at, angle, others) is not None:
                continue
            if unfit(battle, vessel, at, angle) is None:
                yield Berth(at, angle)
            sounded += 1
            if sounded > MOST_SOUNDED:
                return


def hull_outlines(vessel: Figure, spots: Sequence[Point], angles: Sequence[float]) -> np.ndarray:
    """The outlines of a hull at some places."""
    length, beam = hull_size(vessel)
    turn = np.radians(np.asarray(angles))[:, None]
    ahead, aside = np.array([1, -1, -1, 1]) * length / 2, np.array([1, 1, -1, -1]) * beam / 2
    middle = np.asarray(spots, dtype=float)
    x = middle[:, :1] + ahead * np.cos(turn) - aside * np.sin(turn)
    y = middle[:, 1:] + ahead * np.sin(turn) + aside * np.cos(turn)
    return shapely.polygons(np.stack((x, y), axis=-1))


def nearest_first(land: Land, vessel: Figure, to: Point, rect: Rect, within: float) -> np.ndarray:
    """The places where the middle of a hull might lie, the nearest to `to` first."""
    length, beam = hull_size(vessel)
    deep = navigable_water(land, vessel.type == GUNBOAT, beam)
    if deep.is_empty:
        return np.zeros((0, 2))
    if within <= NEAR:
        line = np.arange(-within, within + FINE_STEP / 2, FINE_STEP)
        xs, ys = np.meshgrid(to[0] + line, to[1] + line)
    else:
        x0, y0, x1, y1 = deep.bounds
        xs, ys = np.meshgrid(
            np.arange(x0, x1 + COARSE_STEP, COARSE_STEP),
            np.arange(y0, y1 + COARSE_STEP, COARSE_STEP),
        )
    spots = np.column_stack((np.append(xs.ravel(), to[0]), np.append(ys.ravel(), to[1])))
    far = np.hypot(spots[:, 0] - to[0], spots[:, 1] - to[1])
    reach = math.hypot(length, beam) / 2
    x0, y0, x1, y1 = rect
    near = (
        (far <= within)
        & (spots[:, 0] >= x0 - reach)
        & (spots[:, 0] <= x1 + reach)
        & (spots[:, 1] >= y0 - reach)
        & (spots[:, 1] <= y1 + reach)
    )
    spots, far = spots[near], far[near]
    wet = shapely.contains_xy(deep, spots[:, 0], spots[:, 1])
    spots, far = spots[wet], far[wet]
    return spots[np.argsort(far, kind="stable")]


def navigable_water(land: Land, wide: bool, beam: float) -> shapely.Geometry:
    """The water at least half a beam from its bank.

    `wide`: only where the river is as wide as a Gunboat needs, the ground beyond the table counted
    as water.
    """

    def made(land: Land) -> shapely.Geometry:
        deep = water_of_land(land).buffer(-beam / 2 + SHORE)
        if wide and not deep.is_empty:
            table = shapely.box(0, 0, land.width, land.depth)
            beyond = table.buffer(4 * NARROWEST, join_style="mitre").difference(table)
            half = NARROWEST / 2 - 2 * SHORE
            deep &= (water_of_land(land) | beyond).buffer(-half).buffer(half + 2 * SHORE)
        shapely.prepare(deep)
        return deep

    return kept_with(land, f"navigable {beam:g} {wide}", made)


# --------------------------------------------------------------------------- whom it would lie over
def others_on_the_water(battle: Battle, vessel: Figure) -> Iterator[Figure]:
    """The bases that a hull may not lie over: all visible ones there, except those aboard."""
    return (
        figure for figure in visible_figures(battle) if figure.id != vessel.id and not figure.aboard
    )


def hull_overlaps(
    vessel: Figure, at: Point, heading: float, others: Iterable[Figure]
) -> Figure | None:
    """The figure or hull that a hull would overlap."""
    mine = base(vessel, at, heading)
    reach = math.hypot(mine.length, mine.beam)
    return next(
        (
            one
            for one in others
            if inches_to(at, one.position) < 2 * reach and bases_overlap(mine, base(one))
        ),
        None,
    )


def lies_over(battle: Battle, vessel: Figure, at: Point, heading: float) -> Refusal | None:
    """Refusal of a hull that would overlap another base."""
    one = hull_overlaps(vessel, at, heading, others_on_the_water(battle, vessel))
    if one is None:
        return None
    return no(
        "HOA-MOV-05",
        "{boat} would lie over {other}.",
        "{boat} quedaría encima de {other}.",
        boat=called(battle, vessel),
        other=called(battle, one),
    )


# ----------------------------------------------------------------------------------------- in words
def is_hull(men: Sequence[Figure]) -> bool:
    """True if the figures are a single vessel."""
    return len(men) == 1 and is_vessel(men[0])


def where_to(found: Berth) -> Say:
    """A berth in words, such as 30.2 / 4.1, bow to the north (0 degrees)."""
    return say(
        "{x} / {y}, bow to the {bow}",
        "{x} / {y}, con la proa al {bow}",
        x=round(found.at[0], 1),
        y=round(found.at[1], 1),
        bow=heading_words(found.heading),
    )


def nearest_berth_words(found: Berth | None) -> Say:
    """The nearest lawful place in words, for a refusal."""
    if found is None:
        return say(
            "No water of your zone has room for it.", "En el agua de tu zona no le queda sitio."
        )
    return say(
        "The nearest lawful place: {place}.",
        "El lugar permitido más cercano: {place}.",
        place=where_to(found),
    )


def vessels_filled(figures: Mapping[str, Figure]) -> dict[str, Figure]:
    """Positions of figures aboard at their vessel, canoe crews on their places."""
    found: dict[str, Figure] = {}
    seats: dict[str, int] = {}
    for key, figure in figures.items():
        if figure.aboard and figure.at is None:
            vessel = figures[figure.aboard]
            place = seats[figure.aboard] = seats.get(figure.aboard, -1) + 1
            at = vessel.at
            if vessel.type == "canoe" and at is not None:
                off = 0.6 * (place - 2)
                at = on_grid(
                    (
                        at[0] + off * math.cos(math.radians(vessel.facing)),
                        at[1] + off * math.sin(math.radians(vessel.facing)),
                    )
                )
            found[key] = msgspec.structs.replace(figure, at=at, where=ON_TABLE)
    return found
