"""Slopes in light and shade: rings between foot and crest, and strokes on the dark side."""

from __future__ import annotations

import math
import random

from app.games.heart_of_africa.drawing.pen import LIGHT, Line
from app.kernel.scene import Ink, in_layers
from app.kernel.strokes import group, line, part_way, path, poly

RINGS = 9
FOOT_STEP = 9.0
"""Distance of the points round the foot of a slope, in tenths of an inch."""
TO_SHADE, TO_LIGHT = "translate(2.4 2.8)", "translate(-1.6 -2)"
"""Each ring is drawn twice: dark and moved away from the light, pale and moved towards it."""
ROWS = ((0.03, 0.3), (0.34, 0.6), (0.64, 0.88))
"""Beginning and end of the strokes, as shares of the way from the foot to the crest."""
BARELY_DARK, DARK = 0.12, 0.25


def shaded_slope(foot: Line, tops: Line, pen: random.Random) -> Ink:
    """Rings and strokes of a slope; each point of the foot has its point of the crest."""
    rings = in_layers(
        path(poly([part_way(a, b, step / RINGS) for a, b in zip(foot, tops, strict=True)]), "ring")
        for step in range(1, RINGS)
    )
    bold, fine = slope_strokes(foot, tops, pen)
    return (
        group(rings, "shade", transform=TO_SHADE)
        + group(rings, "lit", transform=TO_LIGHT)
        + path(bold, "hach bold")
        + path(fine, "hach")
    )


def slope_strokes(foot: Line, tops: Line, pen: random.Random) -> tuple[str, str]:
    """Strokes down a slope: bold where it faces away from the light, few and short where it faces
    the light.
    """
    bold: list[str] = []
    fine: list[str] = []
    for low, high in ROWS:
        for place, (start, top) in enumerate(zip(foot, tops, strict=True)):
            fall = math.dist(start, top)
            if fall < 6:
                continue
            shade = darkness((start[0] - top[0]) / fall, (start[1] - top[1]) / fall)
            if shade < BARELY_DARK and (place % 3 or low > 0.1):
                continue
            lower = part_way(start, top, low + pen.uniform(-0.02, 0.02))
            upper = part_way(start, top, high + pen.uniform(-0.05, 0.05))
            stroke = line(part_way(upper, lower, 0.5 + 0.5 * max(0.0, shade)), upper)
            (bold if shade > DARK else fine).append(stroke)
    return "".join(bold), "".join(fine)


def darkness(dx: float, dy: float) -> float:
    """1 if a slope with this direction downhill faces away from the light, -1 if it faces it."""
    return -(dx * LIGHT[0] + dy * LIGHT[1])
