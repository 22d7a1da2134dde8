"""Ground under bases that stay, and under figures of a group that have their end already."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.games.heart_of_africa.movement.obstacles import is_crowded, last_free
from app.kernel.space.plane import Path, Point


class TakenGround:
    """Circles (x, y, radius in inches) on which no other base may end."""

    def __init__(self, circles: Sequence[tuple[float, float, float]], room_for: int):
        """Begin with these circles; at most `room_for` follow."""
        self._count = len(circles)
        self._rows = np.zeros((len(circles) + room_for, 3))
        self._rows[: self._count] = np.array(circles, dtype=float).reshape(-1, 3)

    def add(self, at: Point, radius: float) -> None:
        self._rows[self._count] = (*at, radius)
        self._count += 1

    def last_free(self, way: Path, inches: float, radius: float) -> float:
        """Longest part of the way, up to `inches`, at whose end a base of this radius is free."""
        return last_free(way, inches, radius, self._rows[: self._count])

    def is_crowded(self, at: Point, radius: float) -> bool:
        return is_crowded(at, radius, self._rows[: self._count])
