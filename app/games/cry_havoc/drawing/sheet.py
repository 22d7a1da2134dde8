"""Map sheet for the drawing: centres of hexes, and the walls, crests and zones that follow from the
data.

A hex is flat-topped; its whole-number centre is X = 3q, Y = 2r + q (data file, `grid`). One X is 20
units and one Y is 34.641, so a hex is 80 x 69.3 units.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from app.kernel.scene import Point
from app.kernel.space import hexes as plane
from app.kernel.space.hexes import ACROSS, BACK, CORNERS, SIDES, Whole, hex_beside, hex_centre
from app.kernel.strokes import grown_by, joined_loops

UX, UY = 20.0, 34.641
FRAME = 14  # painted ground beyond the outermost corner


def units(w: tuple[float, float]) -> Point:
    return w[0] * UX, w[1] * UY


def centre(label: str) -> Point:
    return units(hex_centre(label))


def side_ends(label: str, side: str) -> tuple[Point, Point]:
    a, b = plane.side_ends(label, side)
    return units(a), units(b)


def corners(label: str, shrink: float = 0) -> list[Point]:
    w = hex_centre(label)
    ring = [units((w[0] + a, w[1] + b)) for a, b in CORNERS]
    return grown_by(ring, -shrink) if shrink else ring


def shores(hexes: Iterable[str]) -> list[list[Point]]:
    """Outlines of a set of hexes, as closed loops."""
    edges: dict[tuple[Whole, Whole], bool] = {}
    for label in sorted(set(hexes)):
        for side in SIDES:
            a, b = plane.side_ends(label, side)
            if (b, a) in edges:
                del edges[b, a]
            else:
                edges[a, b] = True
    return [[units(p) for p in loop] for loop in joined_loops(list(edges))]


class Sheet:
    """Entry of `maps.list`, or a plain map of columns and rows with or without terrain."""

    def __init__(self, data: Mapping[str, Any]):
        self.data = data
        self.id: str = str(data.get("id", "plain"))
        self.cols, self.rows = int(data["cols"]), int(data["rows"])
        self.labels = [
            f"{c:02d}{r:02d}" for c in range(1, self.cols + 1) for r in range(1, self.rows + 1)
        ]
        self.on_map = frozenset(self.labels)
        self.terrain = {
            h: kind for kind, hexes in (data.get("terrain") or {}).items() for h in hexes
        }
        self.high = frozenset(data.get("high_ground") or ())
        self.houses: list[Mapping[str, Any]] = list(data.get("buildings") or ())
        self.yards: list[Mapping[str, Any]] = list(data.get("courtyards") or ())
        self.house_corners = {c["hex"]: c["building"] for c in data.get("corners") or ()}
        self.zone: dict[str, str] = {}
        self.openings: dict[tuple[str, str], str] = {}
        for house in self.houses:
            for room in house["rooms"]:
                self.zone.update(dict.fromkeys(room["hexes"], f"{house['id']}/{room['id']}"))
            self._open("door", house.get("doors"))
            self._open("window", house.get("windows"))
        for yard in self.yards:
            self.zone.update(dict.fromkeys(yard["hexes"], yard["id"]))
            self._open("gate", yard.get("gates"))
            self._open("door", yard.get("doors"))
        w, h = 3 * (self.cols - 1), 2 * (self.rows - 1) + 1
        (x0, y0), (x1, y1) = units((-2, -1)), units((w + 2, h + 1))
        self.edges = (x0 - FRAME, y0 - FRAME, x1 + FRAME, y1 + FRAME)  # left, top, right, bottom

    def _open(self, kind: str, rows: Iterable[Mapping[str, str]] | None) -> None:
        self.openings.update({(row["hex"], row["side"]): kind for row in rows or ()})

    def of(self, kind: str) -> list[str]:
        return [h for h in self.labels if self.terrain.get(h) == kind]

    def house_of(self, label: str) -> str:
        """House around a hex, or ""; a yard is no house."""
        house, _, room = self.zone.get(label, "").partition("/")
        return house if room else ""

    def opening_at(self, label: str, side: str) -> str | None:
        return self.openings.get((label, side)) or self.openings.get(
            (hex_beside(label, side), BACK[side])
        )

    def beyond(self, hexes: Iterable[str]) -> set[str]:
        """Hexes, and those that would follow outside the map where they touch its edge."""
        inside = set(hexes)
        return inside | {
            there
            for h in inside
            for side in SIDES
            if (there := hex_beside(h, side)) not in self.on_map
        }

    @cached_property
    def walls(self) -> list[tuple[str, str, str | None]]:
        """Sides (hex, side, opening) between a room or yard and another zone, each once."""
        out = []
        for h in self.labels:
            for side in SIDES:
                there = hex_beside(h, side)
                mine, theirs = self.zone.get(h), self.zone.get(there)
                if (
                    mine is None
                    or mine == theirs
                    or (theirs is not None and (there, BACK[side]) < (h, side))
                ):
                    continue
                out.append((h, side, self.opening_at(h, side)))
        return out

    def crest_sides(self, label: str) -> list[str]:
        """Sides of an embankment hex with its upper edge."""
        if self.terrain.get(label) != "embankment":
            return []
        return [side for side in SIDES if hex_beside(label, side) in self.high]

    @cached_property
    def crests(self) -> dict[tuple[Whole, Whole], Point]:
        """Crest sides, clockwise round the bank, each with its direction downhill, away from the
        high neighbours.
        """
        out = {}
        for h in self.of("embankment"):
            up = self.crest_sides(h)
            x, y = (-sum(ACROSS[side][i] for side in up) * u for i, u in ((0, UX), (1, UY)))
            k = math.hypot(x, y) or 1
            out.update({plane.side_ends(h, side): (x / k, y / k) for side in up})
        return out
