"""Long ways across the country: distances from any place to a goal, round impassable and difficult
ground.
"""

from __future__ import annotations

import heapq

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.games.heart_of_africa.board import Board
from app.games.heart_of_africa.figures import is_gun, is_mounted, is_on_foot
from app.games.heart_of_africa.land import FIXED_WORKS, Land
from app.games.heart_of_africa.movement.obstacles import Obstacles
from app.games.heart_of_africa.movement.regions import FAR
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.scenarios import PLANNED_ATTACK
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.hurry import climbs_in
from app.kernel.space.plane import Point

CELL = 2.0
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
BURDEN = {"foot": 2.0, "storming": 2.0, "mounted": 3.5, "gun": 9.0}
"""Inches in the open that an inch of difficult ground is worth."""
STORMING = "storming"
"""Kind of troops on foot that climb a work rather than queue at its gate."""
CLIMBS = {"foot": 18.0, STORMING: 8.0}
"""Cost of climbing a work, in inches of open ground."""
Numbers = NDArray[np.float64]


def kind_of(figure: Figure) -> str:
    return (
        "gun"
        if is_gun(figure)
        else "mounted"
        if is_mounted(figure) or not is_on_foot(figure)
        else "foot"
    )


class Country:
    """The table as a grid of places for one kind of troops, with the cost from each to its
    neighbours.
    """

    def __init__(self, land: Land, kind: str):
        self.across, self.down = max(2, round(land.width / CELL)), max(2, round(land.depth / CELL))
        self.dx, self.dy = land.width / self.across, land.depth / self.down
        self.known: dict[int, Numbers] = {}
        x, y = np.meshgrid(
            (np.arange(self.across) + 0.5) * self.dx, (np.arange(self.down) + 0.5) * self.dy
        )
        self.centres: Numbers = np.column_stack((x.ravel(), y.ravel()))
        man = Figure(
            "scout of ways",
            {"mounted": "horseman", "gun": "artillery"}.get(kind, "spearman"),
            "A",
            at=(0.0, 0.0),
        )
        obstacles = Obstacles(Battle(land), man, Board((), ()))
        cells, ends = np.arange(len(self.centres)), self._neighbours()
        rows = np.vstack(
            [
                np.hstack([self.centres, self.centres[np.where(there >= 0, there, cells)]])
                for there in ends
            ]
        )
        cost = np.hypot(rows[:, 2] - rows[:, 0], rows[:, 3] - rows[:, 1])
        cost += (BURDEN[kind] - 1) * obstacles.slow_inches(rows)
        hard = obstacles.hard(rows, foes=False) < FAR
        if kind in CLIMBS:
            open_land = msgspec.structs.replace(
                land, works=tuple(work for work in land.works if work.kind not in FIXED_WORKS)
            )
            steep = Obstacles(Battle(open_land), man, Board((), ())).hard(rows, foes=False) < FAR
            cost[hard & ~steep] += CLIMBS[kind]
            hard = steep
        cost[hard] = 1e4
        steps = (
            tuple(zip(there.tolist(), part.tolist(), strict=True))
            for there, part in zip(ends, np.split(cost, len(STEPS)), strict=True)
        )
        self.links = list(zip(*steps, strict=True))

    def _neighbours(self) -> list[NDArray[np.intp]]:
        """For each step, the cell that it leads to from every cell; -1 beyond the table."""
        cells, found = np.arange(len(self.centres)), []
        for sx, sy in STEPS:
            column, row = cells % self.across + sx, cells // self.across + sy
            is_inside = (column >= 0) & (column < self.across) & (row >= 0) & (row < self.down)
            found.append(np.where(is_inside, row * self.across + column, -1))
        return found

    def cell(self, at: Point) -> int:
        column = min(self.across - 1, max(0, int(at[0] / self.dx)))
        return min(self.down - 1, max(0, int(at[1] / self.dy))) * self.across + column

    def costs(self, goal: Point) -> Numbers:
        """Costs of the way from every place to a goal."""
        start = self.cell(goal)
        if start not in self.known:
            if len(self.known) > 200:
                self.known.clear()
            best = [1e9] * len(self.centres)
            best[start] = 0.0
            waiting = [(0.0, start)]
            while waiting:
                so_far, here = heapq.heappop(waiting)
                if so_far > best[here]:
                    continue
                for there, inches in self.links[here]:
                    if there >= 0 and so_far + inches < best[there]:
                        best[there] = so_far + inches
                        heapq.heappush(waiting, (so_far + inches, there))
            self.known[start] = np.array(best)
        return self.known[start]

    def far(self, places: Numbers, goal: Point) -> Numbers:
        """Distances in inches from some places to a goal: by the grid, or straight if that is
        short.
        """
        costs = self.costs(goal)
        column = np.clip(((places[:, 0] / self.dx) - 0.5).astype(int), 0, self.across - 2)
        row = np.clip(((places[:, 1] / self.dy) - 0.5).astype(int), 0, self.down - 2)
        found = np.full(len(places), 1e9)
        for sx in (0, 1):
            for sy in (0, 1):
                cell = (row + sy) * self.across + column + sx
                found = np.minimum(found, costs[cell] + np.hypot(*(places - self.centres[cell]).T))
        straight = np.hypot(places[:, 0] - goal[0], places[:, 1] - goal[1])
        return np.where(
            straight < 2 * CELL,
            np.maximum(straight, np.minimum(found - CELL, straight * 1.5)),
            np.maximum(found, straight),
        )

    def ahead(self, start: Point, goal: Point, inches: float) -> Point:
        """The place after so many inches on the way to a goal."""
        if np.hypot(start[0] - goal[0], start[1] - goal[1]) <= max(inches, 2 * CELL):
            return goal
        costs = self.costs(goal)
        here = self.cell(start)
        last, done = start, 0.0
        for _ in range(200):
            near = [
                (costs[there] + inches_, there) for there, inches_ in self.links[here] if there >= 0
            ]
            if not near:
                return goal
            here = min(near)[1]
            spot = (float(self.centres[here][0]), float(self.centres[here][1]))
            done += float(np.hypot(spot[0] - last[0], spot[1] - last[1]))
            last = spot
            if done >= inches or costs[here] <= 0:
                return spot
        return goal


def storms_home(battle: Battle, side: str) -> bool:
    """True for the attacker of a village or camp, whose units crowd at its gates."""
    return battle.scenario == PLANNED_ATTACK and side == battle.attacker


def country_of(battle: Battle, figure: Figure) -> Country:
    """The table as a figure goes across it. Close-combat units climb the fence of a home rather
    than queue at its gate. Shooters would lose their shots, so they climb only when time runs out.
    """
    kind = kind_of(figure)
    climbs = (
        kind == "foot"
        and figure.unit in battle.units
        and storms_home(battle, figure.side)
        and climbs_in(battle, figure.unit)
    )
    return country(battle, STORMING if climbs else kind)


def country(battle: Battle, kind: str) -> Country:
    return kept_with(battle.land, f"ways of {kind}", lambda land: Country(land, kind))
