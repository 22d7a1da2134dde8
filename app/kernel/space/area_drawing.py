"""Positions of areas on a drawing, apart from their graph. Lengths are units of the drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.kernel.scene import Point
from app.kernel.space.areas import AreaKey, Edge


class AreaDrawing(msgspec.Struct, frozen=True):
    """Centre of each area, and the outline of those that have one.

    `bends` are points between the ends of an edge that is drawn bent, by (start, end).
    """

    centres: Mapping[AreaKey, Point]
    outlines: Mapping[AreaKey, tuple[Point, ...]] = {}
    bends: Mapping[tuple[AreaKey, AreaKey], tuple[Point, ...]] = {}

    def line_of(self, edge: Edge) -> tuple[Point, ...]:
        """Points of the drawn edge, from centre to centre."""
        there = self.bends.get((edge.start, edge.end), ())
        back = self.bends.get((edge.end, edge.start), ())
        between = there or tuple(reversed(back))
        return (self.centres[edge.start], *between, self.centres[edge.end])


def is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """True if a point lies inside a closed outline."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
    return odd
