"""HOA-DEP, HOA-SPC: Discovery and appearance of ambushes, and their places afterwards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from app.games.heart_of_africa.board import Spot, every_base, nearest_free, on_top_of
from app.games.heart_of_africa.events import AmbushRevealed, Place
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import followers_of, is_attendant, is_leader, placed, radius
from app.games.heart_of_africa.pieces import AMBUSH, SCOUT, Figure, Unit
from app.games.heart_of_africa.setup import ambushes
from app.games.heart_of_africa.sight import ground, visibility
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.space.plane import GRACE, Point, first_within, path_length, place_along

EVERYBODY_FINDS = 2.0
"""Distance at which any figure finds an ambush, in inches (p. 22)."""
TRAINED_EYE = 8.0
"""Distance at which a Scout or a Cunning Devil finds an ambush, in inches (p. 5, 11)."""
GLANCE = 0.5
"""Interval along a path at which visibility is checked (inches)."""
HIDING_GROUND = frozenset({"jungle", "long_grass", "ravine", "rocky_ground"})


def hidden_units(battle: Battle, from_side: str) -> Iterator[Unit]:
    """The units in ambush that figures of a side might find."""
    return (
        unit for unit in battle.units.values() if unit.side != from_side and unit.where == AMBUSH
    )


def scouts_eye(figure: Figure) -> float | None:
    """HOA-SPC-14: A Scout uncovers every enemy ambush within 8 in at any moment of movement,
    visible or not. The same holds when it is deployed.
    """
    return TRAINED_EYE if figure.type == SCOUT else None


def devils_eye(figure: Figure) -> float | None:
    """HOA-LDR-19: A Cunning Devil finds enemy ambushes at 8 in instead of 2 in all along the move,
    without seeing them.
    """
    return TRAINED_EYE if is_leader(figure) and "cunning_devil" in figure.traits else None


def finds_within(figure: Figure) -> float | None:
    """Distance in inches at which a figure finds an ambush; None if it never does."""
    if is_attendant(figure):
        return None
    return scouts_eye(figure) or devils_eye(figure) or EVERYBODY_FINDS


def is_behind(battle: Battle, unit: Unit) -> bool:
    """True if the unit is hidden behind a hill or the like, so that seeing it is finding it."""
    return unit.behind or not lies_in_growth(battle, unit)


def lies_in_growth(battle: Battle, unit: Unit) -> bool:
    """HOA-TER-15: An ambush in long grass, jungle, a ravine or rocks stays hidden while it neither
    moves nor shoots. It is found at the ordinary distances, not by being seen.
    """
    return any(
        piece.kind in HIDING_GROUND
        for figure in placed(battle, unit.id)
        for piece in ground.terrain_at(battle, figure.position)
    )


def found_along(
    battle: Battle, figure: Figure, way: Sequence[Point]
) -> tuple[float, tuple[str, ...]] | None:
    """HOA-DEP-10: An enemy figure, attendants excepted, finds an ambush within 2 in of one of its
    figures (a Scout or Cunning Devil: 8 in). An ambush behind a hill or the like is found when it
    can be seen.

    The length of the way after which the first is found, and the units found; None if there is
    none.
    """
    reach = finds_within(figure)
    if reach is None:
        return None
    found: dict[str, float] = {}
    for unit in hidden_units(battle, figure.side):
        lengths = [
            length
            for one in placed(battle, unit.id)
            if (length := comes_near(figure, one, way, reach)) is not None
        ]
        seen = first_sight(battle, figure, unit, way) if is_behind(battle, unit) else None
        if seen is not None:
            lengths.append(seen)
        if lengths:
            found[unit.id] = min(lengths)
    if not found:
        return None
    first = min(found.values())
    return first, tuple(unit for unit, length in found.items() if length <= first + 0.001)


def comes_near(figure: Figure, hidden: Figure, way: Sequence[Point], reach: float) -> float | None:
    """The length of the way after which a figure is within reach of a hidden one."""
    apart = reach + radius(figure) + radius(hidden)
    length = first_within(way, hidden.position, apart)
    return length if length is not None else first_within(way, hidden.position, apart + GRACE)


def first_sight(battle: Battle, figure: Figure, unit: Unit, way: Sequence[Point]) -> float | None:
    """The length of the way after which a figure sees one that no growth hides."""
    hidden = [one for one in placed(battle, unit.id) if not ambushes.is_in_cover(battle, one)]
    whole = path_length(way)
    steps = max(1, math.ceil(whole / GLANCE))
    lengths = [whole * n / steps for n in range(steps + 1)]
    places = [place_along(way, length) if length else way[0] for length in lengths]
    seen = visibility.seen_on_the_way(battle, figure, places, hidden).any(axis=1)
    return next(
        (length for length, sees in zip(lengths, np.atleast_1d(seen), strict=True) if sees), None
    )


def found_at(battle: Battle, figure: Figure) -> tuple[str, ...]:
    """The ambushes that a figure finds from where it stands."""
    if figure.at is None:
        return ()
    found = found_along(battle, figure, (figure.at, figure.at))
    return found[1] if found else ()


def discovery_events(battle: Battle, key: str) -> list[Event]:
    """Events of the ambushes that a figure finds at a new place."""
    happened: list[Event] = []
    for unit in found_at(battle, battle.figures[key]):
        happened += reveal(fold(battle, happened), unit, key, "found")
    return happened


def reveal(battle: Battle, unit: str, by: str = "", why: str = "") -> list[Event]:
    """HOA-DEP-09: A hidden unit is put on the table as a whole when one of its figures moves or
    shoots, and when it is found. So are the figures that go with its Leader. A figure whose place
    is taken stands as near to it as there is room.

    `by` found it ("": it shows itself); `why` is moved, shoots, found, broken.
    """
    places: dict[str, Point] = {}
    bases = every_base(battle)
    men = placed(battle, unit)
    hidden = (*men, *followers_of(battle, unit))
    for figure in hidden:
        at = figure.position
        if on_top_of(bases, figure, at, {}) is not None:
            at = nearest_free(battle, figure, at, (*bases, *hidden_spots(hidden, places)))
        places[figure.id] = at
    at_last: dict[str, Place] = {
        figure.id: (*places[figure.id], figure.facing) for figure in hidden
    }
    shocked = ambushes.shocked_units(
        battle, battle.units[unit].side, {man.id: places[man.id] for man in men}
    )
    pygmy = any(figure.type.startswith("pygmy") for figure in men)
    return [AmbushRevealed(unit, at_last, by, why, shocked, pygmy)]


def hidden_spots(hidden: Sequence[Figure], places: Mapping[str, Point]) -> tuple[Spot, ...]:
    """The hidden figures as bases: those already placed at their place, the others where
    they hid.
    """
    return tuple(Spot(one, places.get(one.id, one.position), radius(one)) for one in hidden)
