"""Room that the numbers of past events leave free: counters, ribbons of leaders, names of
spaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.africa_1859.drawing.names import Label
from app.games.africa_1859.drawing.position import BoardPosition
from app.games.africa_1859.drawing.sheet import PLATE, Sheet
from app.games.africa_1859.drawing.stacks import RIBBON, ribbon_half
from app.kernel.arrows import Disc

HIGH = 11.0
"""Half the height of a ribbon."""
STEP = 1.5
"""Radii from one disc of a row to the next."""


def kept_free(
    sheet: Sheet, labels: Mapping[str, Label], position: BoardPosition
) -> tuple[Disc, ...]:
    """Discs of all stacks, ribbons and names."""
    return (*stacks(sheet, position), *names(labels))


def stacks(sheet: Sheet, position: BoardPosition) -> Iterator[Disc]:
    """Discs of the spaces with counters, and of the ribbons above them."""
    for key, (x, y) in sheet.at.items():
        units, leaders = position.units_at(key), position.leaders_at(key)
        if units or leaders:
            yield (x, y), PLATE
        if units and leaders:
            half = ribbon_half(leaders)
            yield from row(x - half, x + half, y + RIBBON, HIGH)


def names(labels: Mapping[str, Label]) -> Iterator[Disc]:
    """Discs along the lines of all names, with the shields of their points."""
    for label in labels.values():
        left, _, right, _ = label.room
        for number in range(len(label.lines)):
            middle = label.y + number * (label.size + 1) - label.size * 0.3
            yield from row(left, right, middle, label.size * 0.5)


def row(left: float, right: float, y: float, radius: float) -> Iterator[Disc]:
    """Discs side by side that cover a line."""
    x, last = left + radius, max(left + radius, right - radius)
    while x < last:
        yield (x, y), radius
        x += STEP * radius
    yield (last, y), radius
