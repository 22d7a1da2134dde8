"""Search of the free place nearest to a goal, for figures of a unit that is laid out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import numpy as np

from app.games.heart_of_africa.figures import radius
from app.games.heart_of_africa.movement.charge_targets import to_faces
from app.games.heart_of_africa.movement.cohesion import LINK, groups
from app.games.heart_of_africa.movement.obstacles import Chart, Obstacles, is_crowded
from app.games.heart_of_africa.movement.regions import Numbers
from app.games.heart_of_africa.pieces import Figure
from app.kernel.space.plane import Point, on_grid

STEP = 0.25
"""Distance between two rings of places, in inches."""
RINGS = (0, 4, 12, 28, 56, 90, 120)
"""Rings at which one part of the search ends; the last is 30 inches away."""
AT_ONCE = 64
"""Places for which forbidden ground is asked at once; most figures stand at one of the first."""
APART = 0.01
"""Gap between two bases, in inches."""
MARGIN = 0.002
"""More than the rounding of a place to the grid moves it (inches)."""
SLACK = 0.1
"""Distance beyond the limit of cohesion up to which a place is judged exactly (inches)."""


@cache
def offsets(first: int, last: int) -> Numbers:
    """Places on rings round (0, 0), nearest first, as rows (x, y) in inches."""
    rows = [(0.0, 0.0)] if first == 0 else []
    for ring in range(max(first, 1), last):
        far = ring * STEP
        spots = max(12, round(2 * math.pi * far / STEP / 2))
        for n in range(spots):
            turn = 2 * math.pi * n / spots
            rows.append((far * math.cos(turn), far * math.sin(turn)))
    return np.array(rows).reshape(-1, 2)


class Ground:
    """Ground on which a unit is laid out. `taken` holds bases as rows (x, y, half width) in
    inches, `men` all figures of the unit.
    """

    def __init__(
        self,
        chart: Chart,
        men: Sequence[Figure],
        taken: Sequence[tuple[float, float, float]],
        allowed: Callable[[Figure, Point], bool],
    ):
        self._chart, self._men, self._allowed = chart, men, allowed
        self._taken = list(taken)

    def take(self, man: Figure, spot: Point) -> None:
        """Mark the place of a figure as taken."""
        self._taken.append((*spot, radius(man)))

    def room_for(self, man: Figure, goal: Point, mates: Mapping[str, Point]) -> Point | None:
        """The free place nearest to a goal at which a figure keeps cohesion with its mates."""
        obstacles = self._chart.obstacles(man)
        taken = np.array(self._taken, dtype=float).reshape(-1, 3)
        down = [one for one in self._men if one.id in mates]
        links = np.array([(*mates[one.id], radius(one)) for one in down], dtype=float)
        for spot in self._likely(man, goal, taken, links.reshape(-1, 3), obstacles):
            if (
                not self._allowed(man, spot)
                or is_crowded(spot, radius(man) + APART, taken)
                or not obstacles.is_free_at(spot)
            ):
                continue
            if down and len(groups([*down, man], {**mates, man.id: spot})) > 1:
                continue
            return spot
        return None

    @staticmethod
    def _likely(
        man: Figure, goal: Point, taken: Numbers, links: Numbers, obstacles: Obstacles
    ) -> Iterator[Point]:
        """Places round a goal, nearest first, without most of those that are certainly not free."""
        yield on_grid(goal)
        for first, last in zip((1, *RINGS[1:]), (*RINGS[1:], RINGS[-1] + 1), strict=True):
            spots = np.asarray(goal, dtype=float) + offsets(first, last)
            spots = linked(spots, links, radius(man))
            spots = uncrowded(clear_of_works(spots, obstacles), radius(man), taken)
            for begin in range(0, len(spots), AT_ONCE):
                some = spots[begin : begin + AT_ONCE].tolist()
                yield from open_ground([on_grid(spot) for spot in some], obstacles)


def linked(spots: Numbers, links: Numbers, width: float) -> Numbers:
    """Places near enough to one of the mates for cohesion, or all without mates."""
    if not len(links):
        return spots
    far = LINK + width + SLACK
    within = links[:, 2].max() + far
    low, high = links[:, :2].min(axis=0) - within, links[:, :2].max(axis=0) + within
    spots = spots[((spots >= low) & (spots <= high)).all(axis=1)]
    return spots[(squares(spots, links) <= (links[:, 2] + far) ** 2).any(axis=1)]


def clear_of_works(spots: Numbers, obstacles: Obstacles) -> Numbers:
    """Places on the table, without those at which a base clearly touches a work or a wall."""
    land = obstacles.battle.land
    low, high = -MARGIN, np.array([land.width, land.depth]) + MARGIN
    spots = spots[((spots >= low) & (spots <= high)).all(axis=1)]
    if not len(spots) or not len(obstacles.faces):
        return spots
    return spots[to_faces(spots, obstacles.faces) >= obstacles.width - MARGIN]


def open_ground(spots: Sequence[Point], obstacles: Obstacles) -> Iterator[Point]:
    """Places that no forbidden ground bars."""
    rows = np.array(spots, dtype=float).reshape(-1, 2)
    barred = obstacles.barred.has(rows) | obstacles.hazards.has(rows)
    return (spot for spot, is_barred in zip(spots, barred, strict=True) if not is_barred)


def uncrowded(spots: Numbers, width: float, taken: Numbers) -> Numbers:
    """Places without those at which a base clearly overlaps another."""
    if not len(spots) or not len(taken):
        return spots
    reach = width + taken[:, 2].max()
    low, high = spots.min(axis=0) - reach, spots.max(axis=0) + reach
    near = taken[((taken[:, :2] >= low) & (taken[:, :2] <= high)).all(axis=1)]
    return spots[(squares(spots, near) >= (near[:, 2] + width - MARGIN) ** 2).all(axis=1)]


def squares(spots: Numbers, others: Numbers) -> Numbers:
    """Squares of the distances between places and middles of bases."""
    dx, dy = spots[:, 0, None] - others[:, 0], spots[:, 1, None] - others[:, 1]
    found: Numbers = dx * dx + dy * dy
    return found
