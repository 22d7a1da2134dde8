"""Markers of the spaces that change: control, works, forts, camps, flags and victory points."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.africa_1859.drawing.names import Label
from app.games.africa_1859.drawing.position import SPAIN, BoardPosition, SpaceState
from app.games.africa_1859.drawing.sheet import PLATE, Sheet
from app.games.africa_1859.drawing.terrain_rings import draw_fort, draw_works
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import group, moved, path, tag, text, use

SHIELD = "M-8.5-9h17v9c0 5-4 8-8.5 10c-4.5-2-8.5-5-8.5-10z"
TENTS = (-42, 40)
FLAG = (-25, -25)
"""Places of camp and flag, from the middle of a space."""


def draw_markers(sheet: Sheet, position: BoardPosition, labels: Mapping[str, Label]) -> Ink:
    """Markers of all spaces. A flag stands on spaces without counters only."""
    held = position.held
    out = NOTHING
    for key, state in position.spaces.items():
        out += draw_space(sheet.at[key], sheet.front_of(key), state, key not in held)
    shields = in_layers(
        draw_points(label.shield, position.spaces[key].points)
        for key, label in labels.items()
        if label.shield and position.spaces[key].points
    )
    return group(out + shields, "af-markers", aria_hidden="true")


def draw_space(at: Point, front: Point, state: SpaceState, is_bare: bool) -> Ink:
    """Markers of one space."""
    x, y = at
    out = draw_fort(at) if state.has_fort else NOTHING
    out += draw_works(at, front) if state.has_works else NOTHING
    out += tag("circle", klass=f"af-ring is-{state.control}", cx=x, cy=y, r=PLATE)
    if state.control == SPAIN:
        out += tag("circle", klass="af-ring2", cx=x, cy=y, r=PLATE - 4)
    if state.camp:
        out += use(f"af-tents-{state.camp}", round(x + TENTS[0]), round(y + TENTS[1]))
    if is_bare:
        out += use(f"af-flag-{state.control}", round(x + FLAG[0]), round(y + FLAG[1]))
    return out


def draw_points(at: Point, points: int) -> Ink:
    """Shield with the victory points of a space."""
    return group(path(SHIELD) + text(str(points), None, 0, 5), "af-points", transform=moved(at))
