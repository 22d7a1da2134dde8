"""A table being laid out: its pieces so far, and the places for further ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import shapely
from shapely import prepare, unary_union
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, nearest_points

from app.games.heart_of_africa.land import EDGES, Land, Piece, Work
from app.games.heart_of_africa.tables import REGIONS
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import SEA
from app.games.heart_of_africa.terrain.ways import TOIL, Mesh
from app.kernel.space.plane import Path, angle_to, inches_to, on_grid, path_length, point_at
from app.kernel.space.plane import Point as Spot

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
        for shape in (off, own):
            prepare(shape)
        best, best_worth = None, -1e9
        for n, at in enumerate(self.places(tries, within, off, own)):
            small = 1 - 0.35 * n / tries  # late tries are smaller, so that something fits
            long, broad = (
                max(12.6, self.chance.uniform(*length) * small),
                max(7.0, self.chance.uniform(*breadth) * small),
            )
            shape = shapes.blob(
                self.chance,
                at,
                max(long, broad),
                min(long, broad),
                self.chance.uniform(0, 180),
                rough,
            )
            whole = shape.area
            if off.intersects(shape) and cut:
                shape = shapes.largest(shape.difference(off))
            elif off.intersects(shape):
                continue
            lying = shape & self.table
            if (
                lying.area < 0.55 * whole
                or own.intersects(shape)
                or (within is not None and not within.covers(lying))
            ):
                continue
            room = lying.distance(own) if not own.is_empty else 16
            if room < 2.0 or not 12.3 <= shapes.sides_of(lying)[0] <= 47.5:
                continue
            worth = (
                self.chance.uniform(0, 0.4)
                - shy * lying.intersection(self.strips).area / lying.area
                + min(room, 16) / 14
            )
            worth += lying.area / 300 - (lying.distance(near) / 8 if not near.is_empty else 0)
            worth -= 2.2 * lying.intersection(avoid).area / lying.area if not avoid.is_empty else 0
            if worth > best_worth:
                best, best_worth = shape, worth
        if best is None:
            return None
        ground = shapes.largest(
            shapes.worn(best, shapes.sides_of(best)[1] / 12).difference(off) & self.table
        )
        return (
            self.add(kind, ground, **facts) if 12.1 <= shapes.sides_of(ground)[0] <= 47.8 else None
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

    def hill(self, length: Range, breadth: Range, **more: Any) -> Piece | None:
        found = self.settle("low_hill", length, breadth, **more)
        return self.crested(found) if found else None

    def crested(self, hill: Piece) -> Piece:
        """The hill with the crest along its greatest width."""
        crest = shapes.longest_chord(self.ground[hill.id], self.table)
        return self.replace(hill, Piece(hill.id, hill.kind, hill.outline, crest))

    @staticmethod
    def ground_of(piece: Piece) -> Polygon:
        return shapes.largest(shapes.area(piece.outline))

    def replace(self, old: Piece, new: Piece) -> Piece:
        self.pieces[self.pieces.index(old)] = new
        return new

    def kopje(self, ground: Polygon) -> Piece | None:
        """A steep hill on this ground: climbable with a path, or closed."""
        top = shapes.inner(self.chance, ground, 4.2, 0.35)
        if top.area < 12 or not ground.buffer(-4).covers(top):
            return self.add("kopje", ground, variant="closed")
        rim = shapes.outline(top)
        variant = self.chance.choice(("climbable", "climbable", "path_only"))
        path: Path = ()
        if variant == "path_only":
            foot = min(
                shapes.resampled(ground.exterior.coords, 2.0),
                key=lambda spot: inches_to(spot, self.table.centroid.coords[0]),
            )
            summit = top.representative_point().coords[0]
            inside = point_at(foot, angle_to(foot, summit), top.distance(Point(foot)) + 1.2)
            head = inside if top.covers(Point(inside)) else summit
            below = point_at(foot, angle_to(summit, foot), 0.3)
            path = shapes.as_path(shapes.winding(self.chance, below, head, 0.5, 4.0))
        return self.add("kopje", ground, top_edge=rim, high=rim, variant=variant, path=path)

    def mesa(self, ground: Polygon, depth: float) -> Piece | None:
        """A flat-topped hill with an escarpment round it and one easier slope as a gap."""
        top = shapes.inner(self.chance, ground, depth, 0.4)
        if top.area < 40:
            return None
        centre = self.table.centroid.coords[0]
        towards = angle_to(top.centroid.coords[0], centre) + self.chance.uniform(-60, 60)
        found = shapes.ring_slope(ground, top, towards, self.chance.uniform(4.0, 6.0))
        if found is None:
            return None
        slope, edge = found
        return self.add(
            "escarpment",
            slope,
            top_edge=shapes.as_path(LineString(edge).simplify(shapes.FINE).coords),
            high=shapes.outline(top),
        )

    def plateau(
        self,
        centre: Spot,
        length: float,
        breadth: float,
        heading: float,
        slope: float,
        gap: float = 0.0,
    ) -> list[Piece]:
        """High ground that runs off the table, and the escarpment below it; with a gap, the
        escarpment is two pieces.
        """
        high = shapes.worn(shapes.blob(self.chance, centre, length, breadth, heading, 0.13), 1.6)
        outer = shapes.ragged(self.chance, high.buffer(slope, quad_segs=6), 0.5, 9.0)
        top, below = (
            shapes.largest(high & self.table),
            shapes.largest(outer & self.table).difference(high),
        )
        if top.area < 30 or below.is_empty:
            return []
        edge = LineString(high.exterior.coords) & self.table.buffer(-0.01)
        lines = [
            line
            for line in getattr(edge, "geoms", (edge,))
            if isinstance(line, LineString) and line.length > 3
        ]
        whole = joined(lines)
        if whole is None:
            return []
        if gap:
            at = whole.interpolate(self.chance.uniform(0.38, 0.62), normalized=True).coords[0]
            out = angle_to(top.centroid.coords[0], at)
            lane = LineString([point_at(at, out + 180, 3), point_at(at, out, slope + 4)]).buffer(
                gap / 2, cap_style="flat"
            )
            below, rest = below.difference(lane), whole.difference(lane)
            lines = [line for line in getattr(rest, "geoms", (rest,)) if line.length > 3]
        else:
            lines = [whole]
        found = []
        for part in shapes.parts(below):
            own = [
                line
                for line in lines
                if line.distance(part) < 0.05
                and line.interpolate(0.5, normalized=True).distance(part) < 0.05
            ]
            if part.area > 20 and own:
                edge_of = max(own, key=lambda line: line.length)
                found.append(
                    self.add(
                        "escarpment",
                        part,
                        top_edge=shapes.as_path(edge_of.simplify(shapes.FINE).coords),
                        high=shapes.outline(top),
                    )
                )
        return [piece for piece in found if piece]

    def sea(self, edge: str, deep: float) -> Piece | None:
        """The strip of sea or great lake along one side."""
        far = 14.0  # the shore goes on beyond the table
        ends = {
            "south": ((-far, deep), (self.width + far, deep)),
            "north": ((-far, self.depth - deep), (self.width + far, self.depth - deep)),
            "west": ((deep, -far), (deep, self.depth + far)),
            "east": ((self.width - deep, -far), (self.width - deep, self.depth + far)),
        }[edge]
        shore = shapes.winding(self.chance, *ends, 1.9, 15.0)
        out = {"south": (0, -20), "north": (0, 20), "west": (-20, 0), "east": (20, 0)}[edge]
        rim = [(x + out[0], y + out[1]) for x, y in (shore[-1], shore[0])]
        self.water_edge = edge
        return self.add(SEA, Polygon((*shore, *rim)).buffer(0))

    def course(
        self,
        kind: str,
        start: Spot,
        end: Spot,
        widths: Range,
        sway: float,
        bend: float,
        most: float = 400.0,
    ) -> Piece | None:
        """A stream, river or ravine between two spots, not longer than `most`."""
        for damp in (1.0, 0.75, 0.5, 0.25):
            line = shapes.as_path(shapes.winding(self.chance, start, end, sway * damp, bend))
            if path_length(line) <= most and all(
                -0.01 <= x <= self.width + 0.01 and -0.01 <= y <= self.depth + 0.01 for x, y in line
            ):
                return self.along(kind, line, widths)
        return None

    def along(
        self, kind: str, line: Path, widths: Range, into: BaseGeometry = NOTHING
    ) -> Piece | None:
        bed = shapes.watercourse(
            self.chance, line, widths, self.table, kind == "ravine"
        ).difference(into)
        length = path_length(line)
        flow = (
            on_grid(
                (
                    (line[-1][0] - line[0][0]) / max(length, 1),
                    (line[-1][1] - line[0][1]) / max(length, 1),
                )
            )
            if kind == "river"
            else None
        )
        return self.add(kind, bed, path=line, flow=flow)

    def ford(self, river: Piece, at: Spot, length: float) -> Piece | None:
        """The stretch of a river round a spot, bank to bank, as a ford."""
        line = LineString(river.path)
        along = line.project(Point(at))
        if along < length or along > line.length - length:
            return None
        reach = shapes.stretch(river.path, along - length / 2, along + length / 2)
        across = LineString(reach).buffer(5.5, cap_style="flat", quad_segs=2)
        return self.add("ford", self.ground[river.id].buffer(0.15, quad_segs=2) & across)

    def village(self, near: BaseGeometry, within: BaseGeometry, fields: int) -> Piece | None:
        """A village near water or road, with its fields round it."""
        off = unary_union(
            [
                self.under("stream", "river", "marsh").buffer(1.2),
                self.under("ravine", "low_hill", SEA).buffer(0.6),
                *(summit.buffer(0.6) for summit in self.summits()),
            ]
        )
        inside = within & self.table.buffer(-2.0)
        home = self.settle(
            "village",
            (13.2, 16.5),
            (10.5, 13.0),
            off=off,
            near=near,
            within=inside,
            shy=6.0,
            rough=0.1,
            tries=40,
            owner=self.owner,
        )
        if home is None:
            return None
        for _ in range(fields):
            self.field_beside(home)
        self.glades = unary_union(
            [self.glades, self.ground[home.id].buffer(2.2), self.under("cultivation").buffer(0.8)]
        )
        return home

    def field_beside(self, home: Piece) -> Piece | None:
        house = self.ground[home.id]
        off = unary_union(
            [
                house.buffer(0.7),
                self.under("cultivation").buffer(0.8),
                self.under("stream", "river", "marsh").buffer(0.6),
                self.under(*STEEP, SEA),
                *self.summits(),
            ]
        )
        for _ in range(16):
            away = self.chance.uniform(0, 360)
            at = point_at(house.centroid.coords[0], away, self.chance.uniform(10, 14))
            shape = shapes.field(
                self.chance,
                at,
                self.chance.uniform(13, 16),
                self.chance.uniform(5.5, 8),
                away + 90 + self.chance.uniform(-15, 15),
            )
            if (
                self.table.buffer(-1).covers(shape)
                and not shape.intersects(off)
                and shape.distance(house) < 5
            ):
                return self.add("cultivation", shape)
        return None

    def fence(self, home: Piece, gates: Sequence[Spot]) -> None:
        """The enclosure of a village with gates towards these spots: a stretch of fence from each
        gate to the next.
        """
        ring = LineString(
            self.ground[home.id].buffer(-0.45, quad_segs=3).simplify(0.08).exterior.coords
        )
        whole = ring.length
        height = "man_high" if self.happens(0.7) else "higher"
        places = sorted(ring.project(Point(gate)) for gate in gates)
        chosen = [place for n, place in enumerate(places) if n == 0 or place - places[n - 1] > 6]
        if len(chosen) > 1 and chosen[0] + whole - chosen[-1] < 6:
            chosen.pop()
        widths = [self.chance.uniform(2.2, 2.9) for _ in chosen]
        twice = (*ring.coords[:-1], *ring.coords)
        for n, place in enumerate(chosen):
            after = chosen[(n + 1) % len(chosen)] + (whole if n + 1 == len(chosen) else 0)
            line = shapes.as_path(
                shapes.stretch(
                    twice, place + widths[n] / 2, after - widths[(n + 1) % len(chosen)] / 2
                )
            )
            self.works.append(Work(f"{home.id}_fence_{n + 1}", "fence", self.owner, line, height))

    def mesh(self) -> Mesh:
        """The country as a mesh of travel costs."""
        mesh = Mesh(self.width, self.depth, 2.0)
        mesh.whims(self.chance)
        mesh.shun_the_rim(3.5)
        for kind, toil in TOIL.items():
            mesh.burden(self.under(kind).buffer(0.8), toil)
        mesh.burden(self.under("stream", "river").buffer(2.6), 2.5)
        mesh.burden(self.under("village").buffer(1.4), 6)
        mesh.burden(unary_union(self.summits()), 8)
        mesh.burden(self.under("cultivation"), 2)
        mesh.relieve(self.under("ford"), 3)
        return mesh

    def road(self, *through: Spot, most: float | None = None) -> Piece | None:
        """A track through these spots that follows the country, at most as long as the region
        allows.
        """
        mesh = self.mesh()
        line: list[Spot] = []
        for start, end in pairwise(through):
            leg = mesh.way(start, end)
            if leg is None:
                return None
            line += leg if not line else leg[1:]
        spots = [line[0], *shapes.resampled(line, 4.2)[1:-1], line[-1]]
        track = shapes.trembling(self.chance, shapes.rounded(spots, 2), 0.9)
        limit = min(self.room_for("road"), most or 1e9)
        if path_length(track) > limit:
            return None
        bed = shapes.strip(track, shapes.ROAD_WIDTH, self.table).difference(self.under("road"))
        if bed.distance(self.under("village")) < 0.15:
            return None
        return self.add("road", bed, path=shapes.as_path(track))

    def carpet(self, kind: str, keep_free: Iterable[BaseGeometry], least: float) -> None:
        """The dominant growth: the whole table except roads, rivers, villages and clearings, down
        to its share.
        """
        frame = self.table.buffer(8, join_style="mitre")
        firm = unary_union(
            [
                LineString(shapes.beyond(road.path, self.table)).buffer(
                    shapes.ROAD_WIDTH / 2 + 0.15, quad_segs=2
                )
                for road in self.of("road")
            ]
        )
        ground = frame.difference(unary_union([firm, self.under("river", SEA), self.glades]))
        for clearing in keep_free:
            left = ground.difference(clearing)
            if (left & self.table).area >= least * self.size:
                ground = left
        for part in shapes.parts(shapes.soft(ground, 0.55) & self.table):
            for whole in self.opened(part, frame):
                if whole.area >= 22:
                    self.add(kind, whole)

    def opened(self, part: Polygon, frame: Polygon) -> list[Polygon]:
        """The parts of a patch after every clearing inside it has a trail out of it."""
        for _ in range(12):
            if not part.interiors:
                break
            hole = Polygon(part.interiors[0])
            rest = unary_union(
                [
                    frame.difference(shapes.without_holes(part)),
                    *(Polygon(one) for one in part.interiors[1:]),
                ]
            )
            start, end = nearest(hole, rest)
            trail = LineString(
                shapes.winding(
                    self.chance,
                    point_at(start, angle_to(end, start), 1),
                    point_at(end, angle_to(start, end), 1),
                    0.7,
                    6.0,
                )
            )
            found = part.difference(trail.buffer(0.85, quad_segs=2))
            pieces = shapes.parts(found)
            if len(pieces) > 1:
                return [whole for piece in pieces for whole in self.opened(piece, frame)]
            part = pieces[0]
        return [shapes.without_holes(part)]

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


def nearest(one: BaseGeometry, other: BaseGeometry) -> tuple[Spot, Spot]:
    """The nearest points of two shapes."""
    a, b = nearest_points(one, other)
    return a.coords[0], b.coords[0]


def joined(lines: Sequence[LineString]) -> LineString | None:
    """Lines that touch end to end, as one; None if they do not."""
    if not lines:
        return None
    merged = linemerge(list(lines)) if len(lines) > 1 else lines[0]
    return (
        merged
        if isinstance(merged, LineString)
        else max(merged.geoms, key=lambda line: line.length)
    )
