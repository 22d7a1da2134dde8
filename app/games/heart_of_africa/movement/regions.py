"""Regions of slow, forbidden and dangerous ground, and the places where paths enter them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.movement.hazards import TRAP_RADIUS
from app.games.heart_of_africa.sight import ground, impassable
from app.games.heart_of_africa.sight.ground import enclosed_area
from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import Point

Numbers = NDArray[np.float64]


FAR = math.inf
BESIDE = 0.12
"""Distance of a way-point from the obstacle (inches)."""
BEGINS_IN = 1e-6
"""Inches to a region up to which a line begins in it."""


def slow_ground(battle: Battle) -> tuple[Region, Region]:
    """All difficult ground as one region, and the rims of the ravines; the parts that roads ease
    are cut out.
    """

    def make(land: Land) -> tuple[Region, Region]:
        country = ground.country(land)
        roads = shapely.unary_union([enclosed_area(road.points) for road in country.roads])
        fords = shapely.unary_union([enclosed_area(ford.points) for ford in country.of("ford")])
        slow = []
        for area in country.areas:
            if area.kind not in ground.SLOW and area.kind != "river":
                continue
            shape = enclosed_area(area.points)
            if area.high is not None:
                shape = shape.difference(enclosed_area(area.piece.high))
            if area.kind == "river":
                shape = shape.difference(fords)
            slow.append(shape.difference(roads) if area.kind in ground.EASED_BY_ROADS else shape)
        rims = shapely.unary_union(
            [enclosed_area(area.points).boundary for area in country.of("ravine")]
        ).difference(roads)
        return Region(shapely.unary_union(slow).buffer(-0.01)), Region(rims)

    return ground.kept_with(battle.land, "slow ground", make)


def forbidden_ground(battle: Battle, on_foot: bool) -> Region:
    """All ground that figures on foot, or all others, may not enter."""

    def make(land: Land) -> Region:
        country = ground.country(land)
        fords = shapely.unary_union([enclosed_area(ford.points) for ford in country.of("ford")])
        barred = [enclosed_area(area.points) for area in country.of("sea_or_lake")]
        barred += [] if on_foot else [enclosed_area(area.points) for area in country.of("marsh")]
        barred += [
            impassable.deep_water(battle, area)
            if on_foot
            else enclosed_area(area.points).difference(fords)
            for area in country.of("river")
        ]
        barred += [
            steep_ground(area, on_foot)
            for area in country.of("kopje")
            if area.piece.variant in ("path_only", "closed")
        ]
        return Region(shapely.unary_union(barred).buffer(-0.002))

    return ground.kept_with(battle.land, f"forbidden ground {on_foot}", make)


def steep_ground(area: ground.Area, on_foot: bool) -> shapely.Geometry:
    """The slopes of a kopje that can be climbed only along a path, or not at all."""
    slope = enclosed_area(area.points)
    if area.piece.variant == "closed" or len(area.piece.path) < 2:
        return slope
    if area.high is not None:
        slope = slope.difference(enclosed_area(area.piece.high))
    return (
        slope.difference(
            shapely.LineString(area.piece.path).buffer(impassable.KOPJE_PATH_WIDTH / 2)
        )
        if on_foot
        else slope
    )


def hazard_ground(battle: Battle, width: float) -> Region:
    """Ground that drafts avoid: ground that burns this turn, and known stake traps."""
    burning = [
        enclosed_area(fire.burning)
        for fire in impassable.burning_fires(battle)
        if len(fire.burning) > 2 and "/" not in fire.target
    ]
    stakes = [
        shapely.Point(work.at).buffer(TRAP_RADIUS + width)
        for work in battle.land.works
        if work.kind == "stake_trap" and work.shown and work.at
    ]
    return Region(shapely.unary_union([*burning, *stakes]))


class Region:
    """Ground in several parts, with an index for queries by many lines at once."""

    def __init__(self, shape: shapely.Geometry):
        self.parts = np.array(
            [part for part in shapely.get_parts(shape) if not part.is_empty], dtype=object
        )
        self.tree = shapely.STRtree(self.parts)
        self._corners: dict[int, Numbers] = {}

    @property
    def is_empty(self) -> bool:
        return not len(self.parts)

    def corners_in(self, window: shapely.Geometry) -> list[Numbers]:
        """Places outside the corners of each part that may lie in a window."""
        return [self._corners_of(number) for number in self.tree.query(window).tolist()]

    def _corners_of(self, number: int) -> Numbers:
        if number not in self._corners:
            wider = self.parts[number].buffer(BESIDE, join_style="mitre", mitre_limit=2)
            outline = wider.simplify(BESIDE - 0.04).exterior
            self._corners[number] = shapely.get_coordinates(outline)[:-1]
        return self._corners[number]

    def met_by(self, ways: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[Any]]:
        """Indices of the lines that run in it, and the stretch of each in one of its parts."""
        rows, parts = self.tree.query(ways, predicate="intersects")
        stretches = shapely.intersection(ways[rows], self.parts[parts])
        real = ~shapely.is_empty(stretches)
        return rows[real], stretches[real]

    def met_by_each(self, legs: Numbers) -> NDArray[np.bool_]:
        """Flags of the lines that run in it."""
        found = np.zeros(len(legs), dtype=bool)
        if len(legs) and not self.is_empty:
            found[self.tree.query(line_strings(legs), predicate="intersects")[0]] = True
        return found

    def entered_by(self, legs: Numbers) -> NDArray[np.bool_]:
        """Flags of the lines that run into it from outside."""
        found = np.zeros(len(legs), dtype=bool)
        if self.is_empty or not len(legs):
            return found
        rows, parts = self.tree.query(line_strings(legs), predicate="intersects")
        apart = shapely.distance(shapely.points(legs[rows, :2]), self.parts[parts])
        found[rows] = True
        found[rows[apart <= BEGINS_IN]] = False
        return found

    def has(self, points: Numbers) -> NDArray[np.bool_]:
        """Flags of the places that lie in it."""
        found = np.zeros(len(points), dtype=bool)
        found[self.tree.query(shapely.points(points), predicate="intersects")[0]] = True
        return found


def legs_of(starts: Sequence[Point], ends: Sequence[Point]) -> Numbers:
    """Straight lines as rows (x, y, x, y)."""
    return np.hstack(
        [
            np.asarray(starts, dtype=float).reshape(-1, 2),
            np.asarray(ends, dtype=float).reshape(-1, 2),
        ]
    )


def line_strings(legs: Numbers) -> NDArray[Any]:
    return shapely.linestrings(legs.reshape(-1, 2, 2))


def entries(legs: Numbers, region: Region) -> Numbers:
    """Inches along each line to the first point in a region (inf: never)."""
    found = np.full(len(legs), FAR)
    if region.is_empty or not len(legs):
        return found
    rows, stretches = region.met_by(line_strings(legs))
    np.minimum.at(found, rows, shapely.distance(shapely.points(legs[rows, :2]), stretches))
    return found
