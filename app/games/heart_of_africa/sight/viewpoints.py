"""Viewpoints of a look: a unit, a figure, a bare place, or a piece imagined at another place."""

from __future__ import annotations

import math

import msgspec

from app.games.heart_of_africa.drawing.places import spelled_point
from app.games.heart_of_africa.figures import home_of, is_attendant, is_hidden, placed
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.pieces import MOVED, ON_TABLE, Figure
from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import Point, mean_of, on_grid

LONGEST_WORD = 80


class Post(msgspec.Struct, frozen=True):
    """A viewpoint: the figures that look (empty for a bare place) and their place, on a table that
    may be imagined.

    `planned`: they stand at an imagined place. An ambush may have emerged. `facing` is None if the
    figures face different ways.
    """

    battle: Battle
    figures: tuple[Figure, ...]
    at: Point
    facing: float | None
    key: str
    place: str
    planned: bool = False
    emerged: bool = False

    @property
    def side(self) -> str:
        return self.figures[0].side if self.figures else ""


def post_of(view: View, place: str) -> Post | None:
    """The post of that address; None for hidden and invented pieces."""
    key, mark, word = place.rpartition("@")
    if not mark and (place in view.battle.units or place in view.battle.figures):
        key, word = place, ""
    if len(place) > LONGEST_WORD or (mark and not word):
        return None
    spot = spot_of(view.battle, word) if word else None
    if word and spot is None:
        return None
    if not key:
        return bare_post(view.battle, *spot) if spot is not None else None
    figures = figures_of(view.battle, key)
    if not figures:
        return None
    return (
        post_elsewhere(view.battle, key, figures, *spot)
        if spot is not None
        else where_it_stands(view.battle, key, figures)
    )


def spot_of(battle: Battle, word: str) -> tuple[Point, float | None] | None:
    """A place on the table, perhaps with a facing, from its word "x,y" or "x,y,facing"."""
    parts = word.split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        return None
    if not 2 <= len(numbers) <= 3 or not all(map(math.isfinite, numbers)):
        return None
    at = on_grid(numbers[:2])
    if not (0 <= at[0] <= battle.land.width and 0 <= at[1] <= battle.land.depth):
        return None
    return at, numbers[2] % 360 if len(numbers) == 3 else None


def figures_of(battle: Battle, key: str) -> tuple[Figure, ...]:
    """The figures that look. For a unit: its figures on the table, without attendants. For a figure
    not yet deployed: that figure.
    """
    if key in battle.units:
        return tuple(figure for figure in placed(battle, key) if not is_attendant(figure))
    figure = battle.figures.get(key)
    return (figure,) if figure is not None and not figure.fate else ()


def bare_post(battle: Battle, at: Point, facing: float | None) -> Post:
    word = spelled_point(at) if facing is None else f"{spelled_point(at)},{facing:g}"
    return Post(battle, (), at, facing, "", word)


def where_it_stands(battle: Battle, key: str, figures: tuple[Figure, ...]) -> Post | None:
    if any(figure.at is None for figure in figures):
        return None
    emerged = any(is_hidden(battle, figure) for figure in figures)
    battle = battle_shown(battle, figures)
    return Post(
        battle,
        figures,
        mean_of(figure.position for figure in figures),
        common_facing(figures),
        key,
        key,
        emerged=emerged,
    )


def post_elsewhere(
    battle: Battle, key: str, figures: tuple[Figure, ...], at: Point, facing: float | None
) -> Post:
    """The same piece as if it had moved to that place, as it stands now, all facing that way."""
    stood = [figure.at for figure in figures if figure.at is not None]
    centre = mean_of(stood) if stood else at
    moved = tuple(
        displaced_figure(battle, figure, (at[0] - centre[0], at[1] - centre[1]), at, facing)
        for figure in figures
    )
    emerged = any(is_hidden(battle, figure) for figure in figures)
    imagined = msgspec.structs.replace(
        battle, figures={**battle.figures, **{figure.id: figure for figure in moved}}
    )
    word = (
        f"{key}@{spelled_point(at)}" if facing is None else f"{key}@{spelled_point(at)},{facing:g}"
    )
    return Post(
        battle_shown(imagined, moved),
        moved,
        at,
        common_facing(moved),
        key,
        word,
        planned=True,
        emerged=emerged,
    )


def displaced_figure(
    battle: Battle, figure: Figure, by: Point, to: Point, facing: float | None
) -> Figure:
    here = on_grid((figure.at[0] + by[0], figure.at[1] + by[1])) if figure.at is not None else to
    on_table = on_grid(
        (min(max(here[0], 0.0), battle.land.width), min(max(here[1], 0.0), battle.land.depth))
    )
    moves = figure.at is not None and battle.turn > 0 and on_table != figure.at
    return msgspec.structs.replace(
        figure,
        at=on_table,
        facing=figure.facing if facing is None else facing,
        where=ON_TABLE,
        room="",
        roof="",
        aboard="",
        began=figure.began or figure.at if moves else figure.began,
        contact_at_start=() if moves else figure.contact_at_start,
        did=(*figure.did, MOVED) if moves and MOVED not in figure.did else figure.did,
    )


def battle_shown(battle: Battle, figures: tuple[Figure, ...]) -> Battle:
    """The table with the units of these figures in plain view."""
    hidden = {home_of(battle, figure) for figure in figures if is_hidden(battle, figure)}
    if not hidden:
        return battle
    units = {
        key: msgspec.structs.replace(unit, where=ON_TABLE) if key in hidden else unit
        for key, unit in battle.units.items()
    }
    return msgspec.structs.replace(battle, units=units)


def common_facing(figures: tuple[Figure, ...]) -> float | None:
    """The way that all of them face, if it is one."""
    first = figures[0].facing
    return (
        first
        if all(abs((figure.facing - first + 180) % 360 - 180) < 1 for figure in figures)
        else None
    )
