"""Obstacles for figures of one kind, computed for many straight lines at once. Drills and previews
use this approximation; the other modules of `movement` decide if a way is lawful.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from app.games.heart_of_africa.board import Board, Spot, board, same_floor
from app.games.heart_of_africa.figures import is_on_foot, radius
from app.games.heart_of_africa.land import BUILDINGS, FIXED_WORKS, Land, Work
from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.movement.allowances import allowance
from app.games.heart_of_africa.movement.regions import (
    BEGINS_IN,
    FAR,
    Numbers,
    entries,
    forbidden_ground,
    hazard_ground,
    legs_of,
    slow_ground,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import ground, lines, smoke
from app.games.heart_of_africa.sight.ground import enclosed_area
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import Roll
from app.kernel.space.plane import CONTACT, Path, Point, distance_to_path

Rolls = tuple[float | None, float | None]

CLEAR = CONTACT + 0.012
"""Distance that a draft keeps from enemy bases (inches)."""
SHY = 0.03
"""Distance before difficult or forbidden ground at which a draft stops (inches)."""
CELL = 0.4
"""Size of the squares of the map of difficult ground (inches)."""


def mapped(battle: Battle) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The difficult ground and the ravines as a map of small squares, for estimates."""

    def make(land: Land) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        across, up = math.ceil(land.width / CELL), math.ceil(land.depth / CELL)
        x, y = np.meshgrid(
            (np.arange(across) + 0.5) * CELL, (np.arange(up) + 0.5) * CELL, indexing="ij"
        )
        hollow = readied(
            shapely.unary_union(
                [enclosed_area(area.points) for area in ground.country(land).of("ravine")]
            )
        )
        slow = readied(shapely.unary_union(list(slow_ground(battle)[0].parts)))
        return shapely.contains_xy(slow, x, y), shapely.contains_xy(hollow, x, y)

    return ground.kept_with(battle.land, "slow map", make)


def readied(shape: shapely.Geometry) -> shapely.Geometry:
    shapely.prepare(shape)
    return shape


class Obstacles:
    """Obstacles for figures of one width, kind and floor, for one side."""

    def __init__(self, battle: Battle, figure: Figure, grid: Board):
        self.battle, self.width, self.on_foot = battle, radius(figure), is_on_foot(figure)
        foes = [spot for spot in grid.foes if same_floor(figure, spot.figure)]
        self.foes = np.array([(*spot.at, spot.radius) for spot in foes], dtype=float).reshape(-1, 3)
        works = [work for work in battle.land.works if work.kind in FIXED_WORKS]
        self.faces = np.array(
            [(*a, *b) for work in works for a, b in pairwise(work.line)], dtype=float
        ).reshape(-1, 4)
        houses = [
            work for work in battle.land.works if work.kind in BUILDINGS and work.rect is not None
        ]
        walls = [(*a, *b) for house in houses for a, b in self.whole_walls(house)]
        self.faces = np.vstack([self.faces, np.array(walls, dtype=float).reshape(-1, 4)])
        self.houses = tuple(house.footprint for house in houses)
        self.ends = tuple(point for work in works for point in work.line)
        self.barred = forbidden_ground(battle, self.on_foot)
        self.hazards = hazard_ground(battle, self.width)
        self.slow_parts, self.rims = slow_ground(battle)
        self.dark = smoke.is_dark(battle)

    def whole_walls(self, house: Work) -> list[tuple[Point, Point]]:
        """The walls of a building without its breaches, which are open to figures on foot."""
        found = []
        for wall in lines.walls_of(house):
            line: shapely.Geometry = shapely.LineString((wall.a, wall.b))
            for hole in house.breaches if self.on_foot else ():
                if max(distance_to_path(end, (wall.a, wall.b)) for end in hole) <= CONTACT:
                    line = line.difference(shapely.LineString(hole).buffer(0.01))
            found += [
                (part.coords[0], part.coords[-1])
                for part in getattr(line, "geoms", [line])
                if not part.is_empty
            ]
        return found

    def hard(self, legs: Numbers, *, foes: bool = True, measured: bool = True) -> Numbers:
        """Inches along each line to the first obstacle: an enemy, a work, a wall, forbidden ground,
        the edge (inf: none).

        If not `measured`, forbidden ground bars a line from its start.
        """
        found = self.solid(legs, foes=foes)
        if measured:
            found = np.minimum(found, np.maximum(entries(legs, self.barred) - SHY, 0.0))
        else:
            found[self.barred.met_by_each(legs)] = 0.0
        if not self.hazards.is_empty:
            met = entries(legs, self.hazards)
            found = np.minimum(found, np.where(met > BEGINS_IN, np.maximum(met - SHY, 0.0), FAR))
        return found

    def are_barred(self, legs: Numbers, *, foes: bool) -> NDArray[np.bool_]:
        """Flags of the lines with an obstacle."""
        found = self.solid(legs, foes=foes) < FAR
        for is_barred in (self.barred.met_by_each, self.hazards.entered_by):
            found[~found] = is_barred(legs[~found])
        return found

    def solid(self, legs: Numbers, *, foes: bool) -> Numbers:
        """Inches along each line to an enemy, a work, a wall or the edge (inf: none)."""
        run = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
        span = np.where(run > 1e-9, run, 1.0)
        ux, uy = (legs[:, 2] - legs[:, 0]) / span, (legs[:, 3] - legs[:, 1]) / span
        found = self.edge(legs, ux, uy)
        if foes and len(self.foes):
            found = np.minimum(found, self.bases(legs, ux, uy, run))
        if len(self.faces):
            found = np.minimum(found, capsules(legs, ux, uy, self.faces, self.width))
        return np.where(found <= run, found, FAR)

    def edge(self, legs: Numbers, ux: Numbers, uy: Numbers) -> Numbers:
        with np.errstate(divide="ignore", invalid="ignore"):
            tx = np.where(
                ux > 1e-12,
                (self.battle.land.width - legs[:, 0]) / ux,
                np.where(ux < -1e-12, -legs[:, 0] / ux, FAR),
            )
            ty = np.where(
                uy > 1e-12,
                (self.battle.land.depth - legs[:, 1]) / uy,
                np.where(uy < -1e-12, -legs[:, 1] / uy, FAR),
            )
        return np.maximum(np.minimum(tx, ty), 0.0)

    def bases(self, legs: Numbers, ux: Numbers, uy: Numbers, run: Numbers) -> Numbers:
        """Inches along each line to an enemy base; a line may lead away from a base that it begins
        at.
        """
        foes = self.foes
        most = float(run.max(initial=0.0)) + 2
        near = (
            (foes[:, 0] >= legs[:, (0, 2)].min() - most)
            & (foes[:, 0] <= legs[:, (0, 2)].max() + most)
            & (foes[:, 1] >= legs[:, (1, 3)].min() - most)
            & (foes[:, 1] <= legs[:, (1, 3)].max() + most)
        )
        foes = foes[near]
        if not len(foes):
            return np.full(len(legs), FAR)
        dx, dy = foes[:, 0] - legs[:, 0, None], foes[:, 1] - legs[:, 1, None]
        along = dx * ux[:, None] + dy * uy[:, None]
        begins = dx * dx + dy * dy
        aside = np.maximum(begins - along * along, 0.0)
        square = (self.width + foes[:, 2] + CLEAR) ** 2
        found = np.full(len(legs), FAR)
        row, foe = np.nonzero((aside < square) & (along > 0))
        if len(row):
            ahead, off, reach = along[row, foe], aside[row, foe], square[foe]
            enters = ahead - np.sqrt(reach - off)
            begun = begins[row, foe]
            leaves = (begun <= reach) & (np.sqrt(off) >= np.sqrt(begun) - 0.015)
            np.minimum.at(found, row, np.where(leaves, FAR, np.maximum(enters, 0.0)))
        return found

    def slow(self, legs: Numbers) -> Numbers:
        """Inches along each line to difficult ground (0: begins there; inf: never)."""
        if self.dark:
            return np.zeros(len(legs))
        return np.minimum(entries(legs, self.slow_parts), entries(legs, self.rims))

    def slow_inches(self, legs: Numbers) -> Numbers:
        """Approximate inches of each line in difficult ground; a crossed rim counts 1."""
        run = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
        if self.dark or not len(legs) or (self.slow_parts.is_empty and self.rims.is_empty):
            return np.zeros(len(legs))
        slow, hollow = mapped(self.battle)
        steps = min(64, max(2, math.ceil(float(run.max()) / CELL)))
        share = (np.arange(steps) + 0.5) / steps
        column = np.clip(
            (legs[:, 0, None] + (legs[:, 2] - legs[:, 0])[:, None] * share) / CELL,
            0,
            slow.shape[0] - 1,
        ).astype(int)
        row = np.clip(
            (legs[:, 1, None] + (legs[:, 3] - legs[:, 1])[:, None] * share) / CELL,
            0,
            slow.shape[1] - 1,
        ).astype(int)
        rims = np.count_nonzero(np.diff(hollow[column, row], axis=1), axis=1)
        return slow[column, row].mean(axis=1) * run + rims

    def is_free_at(self, point: Point) -> bool:
        """True if ground, works and walls allow a figure at a place."""
        x, y = point
        if not (0 <= x <= self.battle.land.width and 0 <= y <= self.battle.land.depth):
            return False
        here = np.array([[x, y]])
        if self.barred.has(here)[0] or self.hazards.has(here)[0]:
            return False
        return all(
            distance_to_path(point, ((a, b), (c, d))) >= self.width for a, b, c, d in self.faces
        )


def capsules(legs: Numbers, ux: Numbers, uy: Numbers, faces: Numbers, wide: float) -> Numbers:
    """Inches along each line at which a disc of half width `wide` meets the face or the end of a
    stretch of work. A disc that touches it may move along it or away from it.
    """
    cx, cy = faces[:, 0], faces[:, 1]
    whole = np.hypot(faces[:, 2] - cx, faces[:, 3] - cy)
    vx, vy = (faces[:, 2] - cx) / whole, (faces[:, 3] - cy) / whole
    ox, oy = legs[:, 0, None] - cx, legs[:, 1, None] - cy
    off, along = oy * vx - ox * vy, ox * vx + oy * vy
    closing = uy[:, None] * vx - ux[:, None] * vy
    onward = ux[:, None] * vx + uy[:, None] * vy
    level = (along >= 0) & (along <= whole)
    begins = np.where(level, np.abs(off), np.hypot(off, np.where(along < 0, along, along - whole)))
    reach = np.where(begins <= wide + 0.004, np.minimum(begins - 1e-6, wide - 0.03), wide + 0.003)
    with np.errstate(divide="ignore", invalid="ignore"):
        meets = (np.sign(off) * reach - off) / closing
        at = along + meets * onward
    face = np.where(
        (np.abs(off) >= reach) & (off * closing < 0) & (meets >= 0) & (at >= 0) & (at <= whole),
        meets,
        FAR,
    )
    found = face
    for px, py in ((cx, cy), (faces[:, 2], faces[:, 3])):
        dx, dy = px - legs[:, 0, None], py - legs[:, 1, None]
        ahead = dx * ux[:, None] + dy * uy[:, None]
        aside = dx * dx + dy * dy - ahead * ahead
        enters = ahead - np.sqrt(np.maximum(reach * reach - aside, 0.0))
        found = np.minimum(found, np.where((aside < reach * reach) & (enters >= 0), enters, FAR))
    return found.min(axis=1)


class Chart:
    """A table for the moves of one side: bases, obstacles by kind of figure, and allowances."""

    def __init__(self, battle: Battle, side: str):
        self.battle, self.side, self.grid = battle, side, board(battle, side)
        self.known: dict[tuple[Any, ...], Obstacles] = {}
        self.mired: dict[str, bool] = {}

    def obstacles(self, figure: Figure) -> Obstacles:
        kind = (radius(figure), is_on_foot(figure), figure.room, figure.roof)
        if kind not in self.known:
            self.known[kind] = Obstacles(self.battle, figure, self.grid)
        return self.known[kind]

    def rolls(self, figure: Figure) -> Rolls:
        """The inches a figure may go, in the open and in difficult ground; before the dice, their
        average.
        """
        found = allowance(self.battle, figure)
        if found != (None, None) or self.battle.hand is not None:
            return found
        fast, slow = dice_columns(figure)
        return (
            None if smoke.is_dark(self.battle) else average_of_roll(fast),
            average_of_roll(slow),
        )

    def starts_slow(self, figure: Figure) -> bool:
        """True if a figure goes at the difficult rate wherever it goes."""
        if figure.id not in self.mired:
            self.mired[figure.id] = (
                self.battle.hand is not None and figure.id in self.battle.hand.slowed
            ) or (figure.at is not None and ground.slow_at(self.battle, figure.at) is not None)
        return self.mired[figure.id]

    def others(self, without: Collection[str]) -> list[Spot]:
        """The bases of the side's own figures, some left out."""
        return [spot for spot in self.grid.friends if spot.figure.id not in without]


def average_of_roll(roll: Roll | None) -> float | None:
    """Average of a roll in inches."""
    return None if roll is None else max(0.0, 3.5 * roll.dice + roll.plus)


def furthest(rolls: Rolls, hard: float, slow: float) -> float:
    """Inches that a figure gets on a line that is barred after `hard` and difficult after `slow`
    inches.
    """
    fast, creep = rolls
    if slow == FAR:
        return max(0.0, min(hard, fast)) if fast is not None else 0.0
    dry = 0.0 if fast is None or slow <= 0 else max(0.0, min(hard, fast, slow - SHY))
    wet = 0.0 if creep is None or (slow > 0 and creep <= slow + 2 * SHY) else min(hard, creep)
    return max(dry, wet)


class Measure:
    """Ways of several legs measured at once: the length of each, the inches to an obstacle, and the
    inches to difficult ground.
    """

    def __init__(
        self,
        obstacles: Obstacles,
        ways: Sequence[Path],
        *,
        slow_from_start: Sequence[bool] = (),
        foes: bool = True,
    ):
        legs = legs_of([a for way in ways for a in way[:-1]], [b for way in ways for b in way[1:]])
        run = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
        hard, slow = obstacles.hard(legs, foes=foes), obstacles.slow(legs)
        self.whole: list[float] = []
        self.hard: list[float] = []
        self.slow: list[float] = []
        row = 0
        for number, way in enumerate(ways):
            done, first_hard, first_slow = 0.0, FAR, FAR
            for _ in way[1:]:
                first_hard = min(first_hard, done + float(hard[row]))
                first_slow = min(first_slow, done + float(slow[row]))
                done += float(run[row])
                row += 1
            self.whole.append(done)
            self.hard.append(first_hard)
            self.slow.append(0.0 if slow_from_start and slow_from_start[number] else first_slow)


def last_free(way: Path, length: float, width: float, taken: Numbers) -> float:
    """The greatest length of a way, at most `length`, at which a base overlaps none of `taken` (x,
    y, half width). `width` is half the width of the base; 0 if it has to stay in place.
    """
    if not len(taken):
        return length
    befores = np.cumsum([0.0, *(math.dist(a, b) for a, b in pairwise(way))])
    for number in range(len(way) - 2, -1, -1):
        begun = float(befores[number])
        if length <= begun:
            continue
        (ax, ay), (bx, by) = way[number], way[number + 1]
        run = float(befores[number + 1]) - begun
        if run < 1e-9:
            continue
        ux, uy = (bx - ax) / run, (by - ay) / run
        dx, dy = taken[:, 0] - ax, taken[:, 1] - ay
        along = dx * ux + dy * uy
        room = (taken[:, 2] + width + 0.002) ** 2 - (dx * dx + dy * dy - along * along)
        close = room > 0
        half = np.sqrt(room[close])
        opens, closes = along[close] - half, along[close] + half
        here = min(length, begun + run) - begun
        while here > 0:
            on = (opens < here - 1e-9) & (here < closes)
            if not on.any():
                return begun + here
            here = float(opens[on].min())
        length = begun
    return 0.0


def is_crowded(at: Point, width: float, taken: Numbers) -> bool:
    """True if a base at that place would overlap another."""
    return bool(len(taken)) and bool(
        (np.hypot(taken[:, 0] - at[0], taken[:, 1] - at[1]) < taken[:, 2] + width - 0.008).any()
    )


def spots_of(spots: Sequence[Spot]) -> Numbers:
    return np.array([(*spot.at, spot.radius) for spot in spots], dtype=float).reshape(-1, 3)
