"""Flat-top hexes with printed labels "CCRR": column and row from 01, even columns half a hex lower.

In the whole-number plane the centre of a hex is (3q, 2r + q) with its axial q, r. Its corners lie
at (+-2, 0) and (+-1, +-1) from the centre. Lines between such points can be tested exactly, without
rounding. y grows to the south.
"""

from __future__ import annotations

from functools import cache
from typing import NewType

Hex = str
Hexes = NewType("Hexes", int)
Whole = tuple[int, int]

SIDES = ("N", "NE", "SE", "S", "SW", "NW")
ACROSS: dict[str, Whole] = {
    "N": (0, -2),
    "NE": (3, -1),
    "SE": (3, 1),
    "S": (0, 2),
    "SW": (-3, 1),
    "NW": (-3, -1),
}
BACK = {"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"}
CORNERS: tuple[Whole, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_FIRST_CORNER = dict(zip(SIDES, range(6), strict=True))


@cache
def hex_centre(label: Hex) -> Whole:
    """Centre in the whole-number plane."""
    column, row = int(label[:2]) - 1, int(label[2:]) - 1
    return 3 * column, 2 * row + column % 2


def label_at(point: Whole) -> Hex:
    """Label of the hex with this centre."""
    column = point[0] // 3
    return f"{column + 1:02d}{(point[1] - column % 2) // 2 + 1:02d}"


@cache
def hex_beside(label: Hex, side: str) -> Hex:
    x, y = hex_centre(label)
    dx, dy = ACROSS[side]
    return label_at((x + dx, y + dy))


@cache
def hexes_around(label: Hex) -> tuple[tuple[str, Hex], ...]:
    """Pairs (side, hex) for the six sides, clockwise from north; some hexes may lie off a map."""
    return tuple((side, hex_beside(label, side)) for side in SIDES)


@cache
def side_towards(label: Hex, other: Hex) -> str | None:
    """Common side of two hexes, seen from the first; None if they are not adjacent."""
    return next((side for side, there in hexes_around(label) if there == other), None)


def are_adjacent(label: Hex, other: Hex) -> bool:
    return side_towards(label, other) is not None


@cache
def hexes_to(label: Hex, other: Hex) -> Hexes:
    """Distance in hexes, with the last hex counted."""
    (ax, ay), (bx, by) = hex_centre(label), hex_centre(other)
    q = (bx - ax) // 3
    r = (by - ay - q) // 2
    return Hexes(max(abs(q), abs(r), abs(q + r)))


def side_ends(label: Hex, side: str) -> tuple[Whole, Whole]:
    """Both corners of a hexside in the whole-number plane, clockwise."""
    x, y = hex_centre(label)
    first = _FIRST_CORNER[side]
    (ax, ay), (bx, by) = CORNERS[first], CORNERS[(first + 1) % 6]
    return (x + ax, y + ay), (x + bx, y + by)
