"""Ways of tracks: the cheapest way over the country, round hills and swamps, through gaps and over
fords.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping
from itertools import product
from random import Random

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from app.kernel.space.plane import Path, Point, inches_to, on_grid

Cell = tuple[int, int]
"""Column and row of a place of the mesh."""
STEP = 1.5
"""The usual width of a mesh (inches)."""
NEIGHBOURS = tuple(
    (dx, dy, math.hypot(dx, dy))
    for dx, dy in product((-2, -1, 0, 1, 2), repeat=2)
    if math.gcd(dx, dy) == 1
)
BARRED = 1e6
TOIL: Mapping[str, float] = {
    "low_hill": 1.6,
    "escarpment": 14,
    "kopje": 80,
    "marsh": 18,
    "river": 34,
    "stream": 6,
    "ravine": 16,
    "village": 12,
    "sea_or_lake": BARRED,
}
"""Extra cost of an inch on each kind of ground, compared with open country."""


class Mesh:
    """The table as a mesh of places with the cost of an inch of way there."""

    def __init__(self, width: float, depth: float, step: float = STEP):
        self.step = step
        self.columns, self.rows = max(4, round(width / step)), max(4, round(depth / step))
        self.dx, self.dy = width / self.columns, depth / self.rows
        self.x, self.y = np.meshgrid(
            (np.arange(self.columns) + 0.5) * self.dx, (np.arange(self.rows) + 0.5) * self.dy
        )
        self.toil = np.ones_like(self.x)

    def whims(self, chance: Random) -> None:
        """Adds random waves to the costs, so that tracks wind."""
        for _ in range(5):
            heading, length, phase = (
                chance.uniform(0, math.pi),
                chance.uniform(9, 20),
                chance.uniform(0, 2 * math.pi),
            )
            wave = np.sin(
                (self.x * math.cos(heading) + self.y * math.sin(heading)) * 2 * math.pi / length
                + phase
            )
            self.toil += 0.55 * (1 + wave)

    def shun_the_rim(self, within: float) -> None:
        width, depth = self.columns * self.dx, self.rows * self.dy
        near = np.minimum(np.minimum(self.x, width - self.x), np.minimum(self.y, depth - self.y))
        self.toil += np.where(near < within, 4.0, 0.0)

    def under(self, shape: BaseGeometry) -> np.ndarray:
        if shape.is_empty:
            return np.zeros_like(self.x, dtype=bool)
        shapely.prepare(shape)
        return shapely.contains_xy(shape, self.x, self.y)

    def burden(self, shape: BaseGeometry, toil: float) -> None:
        self.toil += np.where(self.under(shape), toil, 0.0)

    def relieve(self, shape: BaseGeometry, toil: float) -> None:
        """Limits the cost of an inch in a shape, such as a ford or a gap."""
        self.toil = np.where(self.under(shape), np.minimum(self.toil, toil), self.toil)

    def cell(self, spot: Point) -> Cell:
        return min(self.columns - 1, max(0, int(spot[0] / self.dx))), min(
            self.rows - 1, max(0, int(spot[1] / self.dy))
        )

    def way(self, start: Point, end: Point) -> Path | None:
        """The cheapest way between two spots; None if every way is barred."""
        first, last = self.cell(start), self.cell(end)
        before = self._cheapest_steps(first, last)
        if last not in before:
            return None
        track = [last]
        while track[-1] != first:
            track.append(before[track[-1]])
        spots = [((x + 0.5) * self.dx, (y + 0.5) * self.dy) for x, y in reversed(track)]
        inner = [
            spot
            for spot in spots[1:-1]
            if inches_to(spot, start) > self.step and inches_to(spot, end) > self.step
        ]
        return (on_grid(start), *inner, on_grid(end))

    def _cheapest_steps(self, first: Cell, last: Cell) -> dict[Cell, Cell]:
        """The cell before each cell that the search from `first` to `last` has reached (A*). The
        first one stands before itself.
        """
        toil = self.toil.tolist()
        best, before = {first: 0.0}, {first: first}
        waiting, done = [(0.0, first)], set()
        while waiting:
            _, here = heapq.heappop(waiting)
            if here == last:
                break
            if here in done:
                continue
            done.add(here)
            x, y = here
            for dx, dy, steps in NEIGHBOURS:
                there = (x + dx, y + dy)
                if (
                    not (0 <= there[0] < self.columns and 0 <= there[1] < self.rows)
                    or toil[there[1]][there[0]] >= BARRED
                ):
                    continue
                pays = (
                    toil[y][x] + toil[there[1]][there[0]] + 2 * toil[y + dy // 2][x + dx // 2]
                ) / 4
                so_far = best[here] + self.step * steps * pays
                if so_far < best.get(there, math.inf):
                    best[there], before[there] = so_far, here
                    heapq.heappush(
                        waiting,
                        (
                            so_far
                            + math.hypot(
                                (last[0] - there[0]) * self.dx, (last[1] - there[1]) * self.dy
                            ),
                            there,
                        ),
                    )
        return before


def reachable_places(open_: np.ndarray, start: np.ndarray) -> np.ndarray:
    """The open places of a mesh that can be reached from the starting ones, four neighbours at a
    time.
    """
    found = start & open_
    while True:
        grown = found.copy()
        grown[1:] |= found[:-1]
        grown[:-1] |= found[1:]
        grown[:, 1:] |= found[:, :-1]
        grown[:, :-1] |= found[:, 1:]
        grown &= open_
        if (grown == found).all():
            return found
        found = grown
