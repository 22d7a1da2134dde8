"""Sheet of a map: where its spaces, its coast and its frame lie. Lengths are units of the drawing.

The data file places the spaces on a sheet of 1000 x 700. Decoration is read from `scenery.yaml`.
No rule reads it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.games.africa_1859.data_file import VERSIONS, Map, Space
from app.kernel.data_tables import read_yaml
from app.kernel.scene import Point
from app.kernel.space.area_drawing import AreaDrawing, is_inside

SCALE = 1.25
"""Units of the drawing in one unit of the data file."""
PLATE = 35.0
"""Radius of the plate of a space; a counter of 50 stands on it."""
TITLE_LINES = (-26, 2, 44)
"""Base lines of the title of a map, below its place."""
SCENERY: Mapping[str, Any] = read_yaml(Path(__file__).with_name("scenery.yaml"))


def scaled(points: Sequence[Sequence[float]]) -> list[Point]:
    """Points of the scenery in units of the drawing."""
    return [(x * SCALE, y * SCALE) for x, y in points]


class Sheet:
    """Map with its decoration. `at` are the middles of the spaces, `box` the neat line."""

    def __init__(self, map_: Map) -> None:
        self.key = map_.key
        self.map = map_
        self.spaces: Mapping[str, Space] = map_.spaces
        self.scenery: Mapping[str, Any] = SCENERY[map_.key]
        points = scaled([space.point for space in map_.spaces.values()])
        self.at: dict[str, Point] = dict(zip(map_.spaces, points, strict=True))
        x0, y0, x1, y1 = (value * SCALE for value in self.scenery["frame"])
        self.box = (x0, y0, x1, y1)
        self.coast = scaled(self.scenery.get("coast", ()))
        self.land = [*self.coast, *scaled(self.scenery.get("close", ()))]

    @property
    def drawing(self) -> AreaDrawing:
        """Positions of the areas for the kernel."""
        return AreaDrawing(self.at)

    def is_land(self, point: Point) -> bool:
        """Return true for a point on land; a map without a coast is land everywhere."""
        return not self.coast or is_inside(point, self.land)

    def is_clear(self, point: Point, by: float, but: str = "") -> bool:
        """Return true if the point is farther than `by` from all plates except one."""
        return all(math.dist(point, at) > by for key, at in self.at.items() if key != but)

    def front_of(self, space: str) -> Point:
        """Direction in which works face: the nearest coast or rear of the other side."""
        x, y = self.at[space]
        mine = self.spaces[space].camp or "M"
        foes = [
            self.at[key]
            for key, one in self.spaces.items()
            if one.coast or one.rear not in ("", mine)
        ]
        tx, ty = min(foes or [(self.box[2], y)], key=lambda at: math.dist(at, (x, y)))
        return tx - x, ty - y


@lru_cache(maxsize=32)
def sheet_of(version: int, map_key: str) -> Sheet:
    """Sheet of a map of a version of the data."""
    return Sheet(VERSIONS[version].maps[map_key])
