"""Straight lines over a hex map, in whole numbers.

Coordinates are twice those of the whole-number plane of `hexes`. The middle of a hexside then has
whole coordinates too, and no test rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cache, lru_cache

from app.kernel.space.hexes import (
    BACK,
    CORNERS,
    SIDES,
    Hex,
    Whole,
    hex_beside,
    hex_centre,
    label_at,
    side_ends,
)

Twice = Whole
Side = tuple[Hex, str]
"""Hexside, named from the hex north or west of it. Its S, SE or NE side is the N, NW or SW side of
another hex.
"""

_NAMED = ("NE", "SE", "S")
_STRAIGHTS = (((0, 1), 2), ((1, -1), 4), ((1, 1), 4))
"""Three pairs of opposite hexsides: a direction across them, and the distance of the sides from the
centre along it.
"""


@cache
def middle_of(hex_: Hex) -> Twice:
    x, y = hex_centre(hex_)
    return 2 * x, 2 * y


@cache
def ends_of(hex_: Hex, side: str) -> tuple[Twice, Twice]:
    """Both ends of a hexside."""
    (ax, ay), (bx, by) = side_ends(hex_, side)
    return (2 * ax, 2 * ay), (2 * bx, 2 * by)


@cache
def middle_of_side(hex_: Hex, side: str) -> Twice:
    (ax, ay), (bx, by) = side_ends(hex_, side)
    return ax + bx, ay + by


@cache
def named_side(hex_: Hex, side: str) -> Side:
    """Unique name of a hexside, given from either of its hexes."""
    return (hex_, side) if side in _NAMED else (hex_beside(hex_, side), BACK[side])


def side_of_line(a: Twice, b: Twice, c: Twice) -> int:
    """Orientation of c to the straight line through a and b. It is 0 on the line; the sign tells
    the side.
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def position_along(start: Twice, end: Twice, point: Twice) -> int:
    """Position of the point in the direction of the line: the scalar product with the line."""
    return (end[0] - start[0]) * (point[0] - start[0]) + (end[1] - start[1]) * (point[1] - start[1])


def segments_touch(start: Twice, end: Twice, a: Twice, b: Twice) -> bool:
    """Return true if the two segments share a point, ends included."""
    of_a, of_b = side_of_line(start, end, a), side_of_line(start, end, b)
    if (of_a > 0 and of_b > 0) or (of_a < 0 and of_b < 0):
        return False
    if of_a == 0 == of_b:
        far = position_along(start, end, end)
        one, other = sorted((position_along(start, end, a), position_along(start, end, b)))
        return one <= far and other >= 0
    of_start, of_end = side_of_line(a, b, start), side_of_line(a, b, end)
    return not ((of_start > 0 and of_end > 0) or (of_start < 0 and of_end < 0))


def line_separates(start: Twice, end: Twice, a: Twice, b: Twice) -> bool:
    """Return true if a and b lie on different sides of the straight line through start and end."""
    of_a, of_b = side_of_line(start, end, a), side_of_line(start, end, b)
    return (of_a < 0 < of_b) or (of_b < 0 < of_a)


def runs_along(start: Twice, end: Twice, a: Twice, b: Twice) -> bool:
    """Return true if the line covers some length of the segment from a to b."""
    if side_of_line(start, end, a) or side_of_line(start, end, b):
        return False
    one, other = sorted((position_along(start, end, a), position_along(start, end, b)))
    return one < position_along(start, end, end) and other > 0


def runs_through(start: Twice, end: Twice, hex_: Hex) -> bool:
    """Return true if the line has some length inside the hex; corners and sides are not inside."""
    x, y = middle_of(hex_)
    ax, ay, bx, by = start[0] - x, start[1] - y, end[0] - x, end[1] - y
    for (u, v), far in _STRAIGHTS:
        one, other = u * ax + v * ay, u * bx + v * by
        if (one >= far and other >= far) or (one <= -far and other <= -far):
            return False
    sides = [(bx - ax) * (2 * cy - ay) - (by - ay) * (2 * cx - ax) for cx, cy in CORNERS]
    return min(sides) < 0 < max(sides)


@lru_cache(maxsize=20000)
def crossed_hexes(start: Twice, end: Twice) -> tuple[Hex, ...]:
    """Hexes that the line crosses for some length, in order from the start."""
    found = [hex_ for hex_ in _hexes_about(start, end) if runs_through(start, end, hex_)]
    return tuple(sorted(found, key=lambda hex_: position_along(start, end, middle_of(hex_))))


@lru_cache(maxsize=20000)
def sides_followed(start: Twice, end: Twice) -> tuple[Side, ...]:
    """Hexsides that the line follows for some length, in order from the start."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if dy != 0 and abs(dx) != abs(dy):  # no hexside lies in that direction
        return ()
    found = {
        (hex_, side)
        for hex_ in _hexes_about(start, end)
        for side in _NAMED
        if runs_along(start, end, *ends_of(hex_, side))
    }
    return tuple(sorted(found, key=lambda side: position_along(start, end, middle_of_side(*side))))


def sides_touched(start: Twice, end: Twice, among: Set[Side]) -> tuple[Side, ...]:
    """Hexsides of `among` that share a point with the line, ends included, in order from the
    start.
    """
    beside = {named_side(hex_, side) for hex_ in crossed_hexes(start, end) for side in SIDES} | set(
        sides_followed(start, end)
    )
    found = [side for side in beside & among if segments_touch(start, end, *ends_of(*side))]
    return tuple(
        sorted(found, key=lambda side: (position_along(start, end, middle_of_side(*side)), side))
    )


def _hexes_about(start: Twice, end: Twice) -> Iterator[Hex]:
    """Hexes on or right beside the line.

    Each column has the rows between the heights of the line at both edges of the column.
    """
    (ax, ay), (bx, by) = sorted((start, end))
    for column in range(-(-(ax - 4) // 6), (bx + 4) // 6 + 1):
        if ax == bx:
            low, high = sorted((ay, by))
        else:
            heights = [
                ay * (bx - ax) + (by - ay) * (min(max(x, ax), bx) - ax)
                for x in (6 * column - 4, 6 * column + 4)
            ]
            low, high = min(heights) // (bx - ax), -(-max(heights) // (bx - ax))
        first = -(-(low - 2 - 2 * (column % 2)) // 4)
        for row in range(first, (high + 2 - 2 * (column % 2)) // 4 + 1):
            yield label_at((3 * column, 2 * row + column % 2))
