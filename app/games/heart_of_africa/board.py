"""Bases on the table at the moment of an order, read once for many checks of overlap."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from app.games.heart_of_africa.figures import (
    is_attendant,
    is_hidden,
    is_vessel,
    radius,
    visible_figures,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import GRACE, Path, Point, inches_to, on_grid


class Spot(NamedTuple):
    """A figure at its place, with half the width of its base."""

    figure: Figure
    at: Point
    radius: float


class Board(msgspec.Struct, frozen=True):
    """Bases on the ground for one side. Attendants block no move; hulls and figures aboard are on
    the water.
    """

    foes: tuple[Spot, ...]
    friends: tuple[Spot, ...]


def board(battle: Battle, side: str) -> Board:
    """The bases on the ground for a side, kept with the battle: visible enemies, and its own
    figures.
    """
    found: Board | None = battle.__dict__.get(f"board of {side}")
    if found is None:
        found = battle.__dict__[f"board of {side}"] = worked_out(battle, side)
    return found


def worked_out(battle: Battle, side: str) -> Board:
    """The bases on the ground for a side."""
    foes: list[Spot] = []
    friends: list[Spot] = []
    for figure in visible_figures(battle):
        if is_vessel(figure) or figure.aboard or is_attendant(figure):
            continue
        spot = Spot(figure, figure.position, radius(figure))
        (friends if figure.side == side else foes).append(spot)
    friends += [
        Spot(figure, figure.at, radius(figure))
        for figure in battle.figures.values()
        if figure.side == side
        and figure.at is not None
        and not figure.fate
        and is_hidden(battle, figure)
        and not is_attendant(figure)
    ]
    return Board(tuple(foes), tuple(friends))


def spots_near(spots: Iterable[Spot], path: Sequence[Point], reach: float) -> Iterator[Spot]:
    """The bases within `reach` inches of the bounding box of a path."""
    xs, ys = [x for x, _ in path], [y for _, y in path]
    west, east, south, north = min(xs) - reach, max(xs) + reach, min(ys) - reach, max(ys) + reach
    for spot in spots:
        (x, y), width = spot.at, spot.radius
        if west - width <= x <= east + width and south - width <= y <= north + width:
            yield spot


def same_floor(a: Figure, b: Figure) -> bool:
    """True if no part of a building lies between them: both outside, in the same room, or on the
    same roof.
    """
    return a.room == b.room and a.roof == b.roof


def on_top_of(
    spots: Iterable[Spot],
    figure: Figure,
    at: Point,
    moved: Mapping[str, Point],
    skip: Collection[str] = (),
) -> Figure | None:
    """A figure that a base at that place would overlap; `moved` are the places of figures that will
    stand elsewhere.
    """
    width = radius(figure)
    for other, place, half in spots:
        if other.id == figure.id or other.id in skip or not same_floor(figure, other):
            continue
        x, y = moved.get(other.id, place)
        if (
            abs(x - at[0]) < width + half
            and abs(y - at[1]) < width + half
            and inches_to(at, (x, y)) < width + half - GRACE
        ):
            return other
    return None


def points_around(around: Point, step: float = 0.1, widest: float = 4.0) -> Iterator[Point]:
    """Places round a point, nearest first."""
    yield on_grid(around)
    for ring in range(1, round(widest / step) + 1):
        far = ring * step
        spots = max(12, round(2 * math.pi * far / step / 2))
        for n in range(spots):
            turn = 2 * math.pi * n / spots
            yield on_grid((around[0] + far * math.cos(turn), around[1] + far * math.sin(turn)))


def nearest_free(
    battle: Battle,
    figure: Figure,
    around: Point,
    others: Sequence[Spot],
    moved: Mapping[str, Point] | None = None,
) -> Point:
    """The nearest place on the table where the base of a figure overlaps no other."""
    close = [spot for spot in others if spot.figure.id != figure.id]
    for spot in points_around(around):
        if (
            0 <= spot[0] <= battle.land.width
            and 0 <= spot[1] <= battle.land.depth
            and on_top_of(close, figure, spot, moved or {}) is None
        ):
            return spot
    return on_grid(around)


def every_base(battle: Battle) -> tuple[Spot, ...]:
    """Every base on the ground, of both sides, attendants included."""
    return tuple(
        Spot(figure, figure.position, radius(figure))
        for figure in visible_figures(battle)
        if not is_vessel(figure) and not figure.aboard
    )


def without_repeats(path: Iterable[Sequence[float]]) -> Path:
    """The path without points that repeat."""
    kept: list[Point] = []
    for x, y in path:
        spot = on_grid((x, y))
        if not kept or inches_to(kept[-1], spot) > 0.001:
            kept.append(spot)
    return tuple(kept)
