"""HOA-TER-19: Lines of village enclosures."""

from __future__ import annotations

import shapely
from shapely.ops import substring

from app.kernel.space.plane import Path, Point, closed_path, on_grid

GATE = 2.0
"""Width of the gate of an enclosure (inches)."""
MOST_CORNERS = 40
TOLERANCES = (0.02, 0.05, 0.1, 0.2, 0.3)
"""Deviations of the line from the rim (inches), the smallest first."""


def enclosure(outline: Path, gate: Point) -> Path:
    """The line round a village, with a gate at the place of its rim that is nearest to a point."""
    rim = shapely.LineString(closed_path(outline))
    begin = rim.project(shapely.Point(gate)) + GATE / 2
    twice = shapely.LineString([*rim.coords, *rim.coords[1:]])
    whole = substring(twice, begin, begin + rim.length - GATE)
    lines = (whole.simplify(tolerance) for tolerance in TOLERANCES)
    line = next((one for one in lines if len(one.coords) <= MOST_CORNERS), whole)
    return tuple(on_grid((x, y)) for x, y in line.coords)
