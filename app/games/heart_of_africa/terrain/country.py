"""A table being laid out: its pieces so far, and the places for further ones."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import shapely
from shapely import prepare, unary_union
from shapely.geometry import MultiPoint, Polygon, box
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.land import EDGES, Land, Piece, Work
from app.games.heart_of_africa.tables import REGIONS
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import SEA
from app.kernel.space.plane import Point as Spot
from app.kernel.space.plane import inches_to, on_grid, path_length

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
FRONT = 6.0
"""The depth of the strip in which troops deploy (inches)."""
ROOM = 0.995
"""Factor that keeps lengths a little below the limit of a region."""
NOTHING = Polygon()
Range = tuple[float, float]
"""From the least to the most."""
STEEP = ("low_hill", "escarpment", "kopje", "ravine")


def fronts_of(
    scenario: str, size: tuple[float, float], attacker_edge: str
) -> tuple[str, tuple[str, str]]:
    """The attacker's side of the table in the scenario, and the two sides at which the troops
    deploy or enter, the attacker's first.
    """
    long_sides, short_sides = (
        (("south", "north"), ("west", "east"))
        if size[0] >= size[1]
        else (("west", "east"), ("south", "north"))
    )
    open_to_him = {"ambush": short_sides, "encounter": long_sides}.get(scenario, EDGES)
    edge = attacker_edge if attacker_edge in open_to_him else open_to_him[0]
    return edge, (edge, OPPOSITE[edge])


def strip_of(size: tuple[float, float], edge: str, deep: float) -> Polygon:
    """The ground along a side of the table."""
    width, depth = size
    return {
        "south": box(0, 0, width, deep),
        "north": box(0, depth - deep, width, depth),
        "west": box(0, 0, deep, depth),
        "east": box(width - deep, 0, width, depth),
    }[edge]


class Country:
    """The table while it is being laid out; only `land()` keeps its result."""

    def __init__(
        self,
        region: str,
        scenario: str,
        chance: Random,
        size: tuple[float, float],
        owner: str,
        attacker_edge: str,
    ):
        self.chance, self.region, self.scenario = chance, REGIONS[region], scenario
        self.width, self.depth = size
        self.owner = owner if scenario != "encounter" else ""
        self.table: Polygon = box(0, 0, *size)
        self.size = self.table.area
        self.scale = self.size / 3456
        self.pieces: list[Piece] = []
        self.works: list[Work] = []
        self.ground: dict[str, Polygon] = {}
        self.unions: dict[
            tuple[str, ...], BaseGeometry
        ] = {}  # computed since the last piece was added or removed
        self.names: Counter[str] = Counter()
        self.water_edge = ""
        self.glades: BaseGeometry = NOTHING  # ground that dominant growth leaves free
        self.attacker_edge, self.fronts = fronts_of(scenario, size, attacker_edge)
        self.flanks = tuple(edge for edge in OPPOSITE if edge not in self.fronts)
        self.strips = unary_union([self.strip_at(edge) for edge in self.fronts])

    def strip_at(self, edge: str, deep: float = FRONT) -> Polygon:
        return strip_of((self.width, self.depth), edge, deep)

    def half(self, edge: str) -> Polygon:
        """The half of the table next to a side."""
        return self.strip_at(edge, (self.depth if edge in ("south", "north") else self.width) / 2)

    def on_edge(self, edge: str, share: float) -> Spot:
        """A spot on a side, at a share of its length from its western or southern end."""
        return on_grid(
            {
                "south": (self.width * share, 0.0),
                "north": (self.width * share, self.depth),
                "west": (0.0, self.depth * share),
                "east": (self.width, self.depth * share),
            }[edge]
        )

    def anywhere(self, within: BaseGeometry | None = None) -> Spot:
        x0, y0, x1, y1 = (within or self.table).bounds
        return (self.chance.uniform(x0, x1), self.chance.uniform(y0, y1))

    def happens(self, odds: float) -> bool:
        return self.chance.random() < odds

    def of(self, *kinds: str) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.kind in kinds)

    def under(self, *kinds: str) -> BaseGeometry:
        if kinds not in self.unions:
            self.unions[kinds] = unary_union([self.ground[piece.id] for piece in self.of(*kinds)])
        return self.unions[kinds]

    def covered(self, *kinds: str) -> float:
        """The share of the table under these kinds together."""
        return self.under(*kinds).area / self.size

    def summits(self) -> list[Polygon]:
        """The heights with steep sides, as wholes."""
        return [
            MultiPoint((*piece.high, *piece.outline)).convex_hull
            for piece in self.pieces
            if piece.high
        ]

    def no_room(self) -> BaseGeometry:
        """Ground that no hill, rock or wood may cover: water, village, fields, steep ground."""
        return unary_union(
            [
                self.under("stream", "ravine").buffer(1.0),
                self.under("river", SEA).buffer(0.3),
                self.under("village").buffer(2.0),
                self.under("cultivation").buffer(0.4),
                self.under("escarpment", "kopje").buffer(0.4),
                *self.summits(),
            ]
        )

    def on_shore(self, edge: str) -> Spot:
        """A spot on the shore of the sea along that side."""
        seen = self.on_edge(OPPOSITE[edge], self.chance.uniform(0.15, 0.85))
        return min(
            shapes.resampled(shapes.largest(self.under(SEA)).exterior.coords, 2.0),
            key=lambda spot: inches_to(spot, seen),
        )

    def room_for(self, kind: str) -> float:
        """The inches of streams or roads that the region still allows."""
        return self.region[f"max_{kind}"] * ROOM - sum(
            path_length(piece.path) for piece in self.of(kind)
        )

    def add(self, kind: str, shape: BaseGeometry, **facts: Any) -> Piece | None:
        """The piece that this shape adds to the table, its largest part; None if nothing of it is
        left.
        """
        ground = shapes.without_holes(shapes.largest(shape & self.table))
        rim = shapes.outline(ground) if ground.area > 1 else ()
        if len(rim) < 3:
            return None
        self.names[kind] += 1
        piece = Piece(f"{kind}_{self.names[kind]}", kind, rim, **facts)
        self.pieces.append(piece)
        self.unions.clear()
        self.ground[piece.id] = shapes.largest(shapes.area(rim))
        return piece

    def remove(self, piece: Piece) -> None:
        self.pieces.remove(piece)
        self.unions.clear()
        del self.ground[piece.id]

    @staticmethod
    def _fits(
        shape: BaseGeometry,
        lying: BaseGeometry,
        whole: float,
        own: BaseGeometry,
        room: float,
        within: BaseGeometry | None,
    ) -> bool:
        """True if enough of the patch lies on the table, with `room` inches to its own kind."""
        return (
            lying.area >= 0.55 * whole
            and not own.intersects(shape)
            and (within is None or within.covers(lying))
            and room >= 2.0
            and 12.3 <= shapes.sides_of(lying)[0] <= 47.5
        )

    def settle(
        self,
        kind: str,
        length: Range,
        breadth: Range,
        *,
        off: BaseGeometry = NOTHING,
        near: BaseGeometry = NOTHING,
        within: BaseGeometry | None = None,
        avoid: BaseGeometry = NOTHING,
        shy: float = 3.0,
        rough: float = 0.2,
        tries: int = 15,
        cut: bool = False,
        **facts: Any,
    ) -> Piece | None:
        """A patch at the best of some places: off `off`, near `near`, away from its own kind and
        from deployment zones.

        With `cut`, ground that it may not lie on is cut out of it.
        """
        own = self.under(kind)
        prepare(off)
        prepare(own)
        best, best_worth = None, -1e9
        for n, at in enumerate(self.places(tries, within, off, own)):
            small = 1 - 0.35 * n / tries  # late tries are smaller, so that something fits
            shape = self._patch(at, length, breadth, small, rough)
            whole, is_off = shape.area, not off.intersects(shape)
            if not is_off and not cut:
                continue
            shape = shape if is_off else shapes.largest(shape.difference(off))
            lying = shape & self.table
            room = lying.distance(own) if not own.is_empty else 16
            if not self._fits(shape, lying, whole, own, room, within):
                continue
            worth = self._worth_of(lying, room, near, avoid, shy)
            if worth > best_worth:
                best, best_worth = shape, worth
        if best is None:
            return None
        worn = shapes.worn(best, shapes.sides_of(best)[1] / 12)
        ground = shapes.largest(worn.difference(off) & self.table)
        has_size = 12.1 <= shapes.sides_of(ground)[0] <= 47.8
        return self.add(kind, ground, **facts) if has_size else None

    def _patch(
        self, at: Spot, length: Range, breadth: Range, small: float, rough: float
    ) -> Polygon:
        """Random patch at a spot; `small` is the share of its drawn length and breadth in
        inches.
        """
        long, broad = (
            max(12.6, self.chance.uniform(*length) * small),
            max(7.0, self.chance.uniform(*breadth) * small),
        )
        return shapes.blob(
            self.chance,
            at,
            max(long, broad),
            min(long, broad),
            self.chance.uniform(0, 180),
            rough,
        )

    def _worth_of(
        self,
        lying: BaseGeometry,
        room: float,
        near: BaseGeometry,
        avoid: BaseGeometry,
        shy: float,
    ) -> float:
        """Worth of a patch, with a small random part; `room` is its distance to its own kind in
        inches.
        """
        worth = (
            self.chance.uniform(0, 0.4)
            - shy * lying.intersection(self.strips).area / lying.area
            + min(room, 16) / 14
        )
        worth += lying.area / 300 - (lying.distance(near) / 8 if not near.is_empty else 0)
        return worth - (
            2.2 * lying.intersection(avoid).area / lying.area if not avoid.is_empty else 0
        )

    def places(
        self, count: int, within: BaseGeometry | None, off: BaseGeometry, own: BaseGeometry
    ) -> list[Spot]:
        """Random places, each the best of four: off forbidden ground, away from pieces of the same
        kind.
        """
        spots = np.array([self.anywhere(within) for _ in range(4 * count)])
        room = (
            np.minimum(shapely.distance(own, shapely.points(spots)), 11)
            if not own.is_empty
            else np.zeros(len(spots))
        )
        worth = (room - 100 * shapely.contains_xy(off, spots[:, 0], spots[:, 1])).reshape(count, 4)
        return [
            tuple(spots[4 * n + int(best)].tolist()) for n, best in enumerate(worth.argmax(axis=1))
        ]

    @staticmethod
    def ground_of(piece: Piece) -> Polygon:
        return shapes.largest(shapes.area(piece.outline))

    def replace(self, old: Piece, new: Piece) -> Piece:
        self.pieces[self.pieces.index(old)] = new
        return new

    def land(self, name: str = "") -> Land:
        order = (
            SEA,
            "low_hill",
            "escarpment",
            "kopje",
            "ravine",
            "rocky_ground",
            "long_grass",
            "marsh",
            "jungle",
            "stream",
            "river",
            "ford",
            "cultivation",
            "village",
            "road",
        )
        return Land(
            float(self.width),
            float(self.depth),
            self.region["id"],
            tuple(sorted(self.pieces, key=lambda piece: order.index(piece.kind))),
            tuple(self.works),
            self.water_edge,
            name,
        )
