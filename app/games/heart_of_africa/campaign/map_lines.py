"""Lines between players on the map of a campaign. They end before the sign and the name of a
player.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from app.kernel.scene import Box, Point

LETTER_WIDTH = 15.0
"""Width of a letter of a name, in units of the map; small screens have the widest letters."""
SIGN_ABOVE, ROW_HEIGHT, TEXT_BELOW = 70.0, 31.0, 28.0
"""From a place up to the top of its sign, height of a row of text, and from there to the last
row.
"""
LEAST_HALF = 34.0


def tag_box(place: Point, rows: list[str]) -> Box:
    """Box round the sign of a player and the rows of text below it."""
    half = max(LEAST_HALF, *(len(row) * LETTER_WIDTH / 2 for row in rows))
    top = place[1] - SIGN_ABOVE
    height = SIGN_ABOVE + TEXT_BELOW + ROW_HEIGHT * (len(rows) - 1)
    return (place[0] - half, top, 2 * half, height)


def middle_of(box: Box) -> Point:
    """Middle of a box."""
    return (box[0] + box[2] / 2, box[1] + box[3] / 2)


def edge_towards(box: Box, goal: Point) -> Point:
    """Point where a straight line from the middle of the box to the goal leaves the box. A goal
    inside the box is answered as it is.
    """
    middle = middle_of(box)
    ahead = (goal[0] - middle[0], goal[1] - middle[1])
    shares = [size / 2 / abs(way) for size, way in zip(box[2:], ahead, strict=True) if way]
    share = min([1.0, *shares])
    return (middle[0] + ahead[0] * share, middle[1] + ahead[1] * share)


def curves(tags: Mapping[str, Box], stops: list[str], centre: Point) -> list[tuple[Point, ...]]:
    """Start, bend and end of each part of a line through players; it bends towards the centre."""
    parts: list[tuple[Point, ...]] = []
    for start, end in pairwise(stops):
        (x1, y1), (x2, y2) = middle_of(tags[start]), middle_of(tags[end])
        half = ((x1 + x2) / 2, (y1 + y2) / 2)
        pull = (half[0] + (centre[0] - half[0]) / 4, half[1] + (centre[1] - half[1]) / 4)
        parts.append((edge_towards(tags[start], pull), pull, edge_towards(tags[end], pull)))
    return parts


def path_of(parts: list[tuple[Point, ...]]) -> str:
    """Curves as one SVG path; it is lifted between two of them."""
    return "".join(
        f"M{start[0]:.1f} {start[1]:.1f}Q{pull[0]:.1f} {pull[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
        for start, pull, end in parts
    )
