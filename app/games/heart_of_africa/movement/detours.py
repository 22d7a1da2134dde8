"""Detours: ways over one or two way-points beside enemy bases, works, forbidden and difficult
ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import shapely

from app.games.heart_of_africa.movement.obstacles import CLEAR, Obstacles
from app.games.heart_of_africa.movement.regions import FAR, Numbers, legs_of
from app.kernel.space.plane import Path, Point, on_grid

MOST_POINTS = 24
"""Largest number of way-points considered at once."""
CORNERS = 8
WINDING = 1.8
"""A detour may be this many times as long as the direct way, plus 2 in."""


class Web:
    """The way-points round the obstacles between some figures and their goals, and the cost of the
    lines between them.
    """

    def __init__(
        self,
        obstacles: Obstacles,
        starts: Sequence[Point],
        goals: Sequence[Point],
        reach: float,
        burden: float,
        *,
        foes: bool = True,
    ):
        self.obstacles, self.burden, self.foes = obstacles, burden, foes
        everything = np.asarray([*starts, *goals], dtype=float)
        self.box = (*(everything.min(axis=0) - reach), *(everything.max(axis=0) + reach))
        self.points = self.chosen(starts, goals)
        n = len(self.points)
        self.between = np.zeros((n, n))
        if n > 1:
            one, two = np.triu_indices(n, 1)
            self.between[one, two] = self.between[two, one] = self.costs(
                np.hstack([self.points[one], self.points[two]])
            )

    def costs(self, legs: Numbers) -> Numbers:
        """Costs of straight lines: their inches, those in difficult ground several times; infinite
        for barred lines.
        """
        found = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
        found[self.obstacles.are_barred(legs, foes=self.foes)] = FAR
        free = np.flatnonzero(found < FAR)
        if self.burden > 1 and len(free):
            found[free] += (self.burden - 1) * self.obstacles.slow_inches(legs[free])
        return found

    def chosen(self, starts: Sequence[Point], goals: Sequence[Point]) -> Numbers:
        """The way-points nearest to the straight way, without those on which no figure can
        stand.
        """
        points = np.array(list(self.candidates()), dtype=float).reshape(-1, 2)
        west, south, east, north = self.box
        x, y = points[:, 0], points[:, 1]
        inside = (x >= max(west, 0)) & (x <= min(east, self.obstacles.battle.land.width))
        inside &= (y >= max(south, 0)) & (y <= min(north, self.obstacles.battle.land.depth))
        points = points[inside]
        if self.foes and len(points) and len(self.obstacles.foes):
            foes = self.obstacles.foes
            gaps = (
                np.hypot(points[:, 0, None] - foes[:, 0], points[:, 1, None] - foes[:, 1])
                - foes[:, 2]
            )
            points = points[gaps.min(axis=1) >= self.obstacles.width + CLEAR]
        if len(points) and not self.obstacles.barred.is_empty:
            points = points[~self.obstacles.barred.has(points)]
        if len(points) > MOST_POINTS:
            a, b = np.mean(np.asarray(starts), axis=0), np.mean(np.asarray(goals), axis=0)
            winding = np.hypot(*(points - a).T) + np.hypot(*(points - b).T)
            points = points[np.argsort(winding, kind="stable")[:MOST_POINTS]]
        return points

    def candidates(self) -> Iterator[Point]:
        west, south, east, north = self.box
        width = self.obstacles.width
        if self.foes:
            for x, y, half in self.obstacles.foes:
                if west <= x <= east and south <= y <= north:
                    yield from round_about(
                        (x, y), (half + width + CLEAR) / math.cos(math.pi / CORNERS) + 0.01
                    )
        for end in self.obstacles.ends:
            yield from round_about(end, (width + 0.01) / math.cos(math.pi / CORNERS) + 0.01)
        for x0, y0, x1, y1 in self.obstacles.houses:
            yield from (
                (x0 - width, y0 - width),
                (x1 + width, y0 - width),
                (x1 + width, y1 + width),
                (x0 - width, y1 + width),
            )
        window, slow = shapely.box(*self.box), self.obstacles.slow_parts
        for region in (
            self.obstacles.barred,
            self.obstacles.hazards,
            *((slow,) if self.burden > 1 else ()),
        ):
            for corners in region.corners_in(window):
                yield from map(tuple, corners.tolist())

    def ways(self, starts: Sequence[Point], goals: Sequence[Point]) -> list[tuple[Path, float]]:
        """For each figure the cheapest way from its start to its goal over up to two way-points,
        and its cost (inf: none).
        """
        straight = self.costs(legs_of(starts, goals))
        if not len(self.points):
            return [
                ((start, goal), float(cost))
                for start, goal, cost in zip(starts, goals, straight, strict=True)
            ]
        out, home = self.costs_of_fan(starts), self.costs_of_fan(goals)
        found: list[tuple[Path, float]] = []
        for row, (start, goal) in enumerate(zip(starts, goals, strict=True)):
            best = float(straight[row])
            way: Path = (start, goal)
            whole = out[row][:, None] + self.between + home[row][None, :]
            one, two = np.unravel_index(int(np.argmin(whole)), whole.shape)
            if whole[one, two] < best - 0.1:
                best = float(whole[one, two])
                over = (one,) if one == two else (one, two)
                way = (start, *(on_grid(self.points[spot]) for spot in over), goal)
            found.append((way, best))
        return found

    def costs_of_fan(self, ends: Sequence[Point]) -> Numbers:
        """Costs of the lines from each end to every way-point; equal ends are judged once."""
        different = list(dict.fromkeys(ends))
        row = {end: number for number, end in enumerate(different)}
        places = np.asarray(different, dtype=float).reshape(-1, 2)
        legs = np.hstack(
            [np.repeat(places, len(self.points), axis=0), np.tile(self.points, (len(places), 1))]
        )
        costs = self.costs(legs).reshape(len(places), len(self.points))
        return costs[[row[end] for end in ends]]


def round_about(at: Point, far: float) -> Iterator[Point]:
    for n in range(CORNERS):
        turn = 2 * math.pi * (n + 0.5) / CORNERS
        yield (at[0] + far * math.cos(turn), at[1] + far * math.sin(turn))
