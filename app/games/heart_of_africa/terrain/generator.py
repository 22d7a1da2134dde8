"""Tables by chance: a recipe for each region, tried until the table obeys its region and can be played on.

The same seed gives the same table. Water comes first, then heights, village and roads, at last what grows; so the pieces belong together.
"""
from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
from shapely import unary_union, voronoi_polygons
from shapely.geometry import LineString, MultiPoint, Point, Polygon

from app.games.heart_of_africa.state import Land, Piece
from app.games.heart_of_africa.tables import SCENARIOS
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.country import NOTHING, OPPOSITE, Country
from app.games.heart_of_africa.terrain.findings import DEFENDED, SEA, findings
from app.games.heart_of_africa.terrain.ways import Mesh, reached
from app.kernel.space.plane import bearing, distance, moved
from app.kernel.space.plane import Point as Spot

ATTEMPTS = 40
SLOW = ("long_grass", "jungle", "marsh", "escarpment", "kopje", "stream", "river", "ravine", SEA)
STEEP = ("low_hill", "escarpment", "kopje", "ravine")


def generate(region: str, scenario: str, chance: Random, *, width: float = 72, depth: float = 48, owner: str = "B", attacker_edge: str = "south") -> Land:
    """A table of the region for the scenario: lawful and playable. A village of `owner` stands in his half where the scenario asks for one."""
    lawful: Land | None = None
    for _ in range(ATTEMPTS):
        country = Country(region, scenario, chance, (width, depth), owner, attacker_edge)
        RECIPES[region](country)
        land = country.land()
        if findings(land, region, scenario):
            continue
        if is_playable(land, scenario, country.attacker_edge):
            return land
        lawful = lawful or land
    if lawful is None:
        raise ValueError(f"no table of {width} x {depth} in for {region}, {scenario}")
    return lawful


# ------------------------------------------------------------------------------------------------ can it be played on?
def is_playable(land: Land, scenario: str, attacker_edge: str = "south") -> bool:
    """Whether troops find room to deploy, a village to fight for, and a way across for everybody."""
    country = Country(land.region or "savannah", scenario, Random(0), (land.width, land.depth), "", attacker_edge)  # noqa: S311 nothing is drawn
    mesh = Mesh(land.width, land.depth)
    barred, slow, village = (np.zeros_like(mesh.x, dtype=bool) for _ in range(3))
    easy = np.zeros_like(barred)
    for piece in land.pieces:
        under = mesh.under(shapes.area(piece.outline))
        if piece.kind in SLOW:
            slow |= under
        if piece.kind in ("river", SEA, "marsh") or piece.variant == "closed":
            barred |= under
        if piece.kind in ("road", "ford"):
            easy |= under
        if piece.kind == "village":
            village |= under
    barred &= ~_fords(land, mesh)
    fronts = country.fronts[:1] if scenario in DEFENDED else country.fronts
    for edge in fronts:
        strip = mesh.under(country.strip_at(edge))
        if (strip & (~slow | easy)).sum() < (0.18 if scenario == "ambush" else 0.3) * strip.sum():
            return False
    start = mesh.under(country.strip_at(country.fronts[0], 3))
    come_to = reached(~barred, start)
    goal = village if scenario in DEFENDED else mesh.under(country.strip_at(OPPOSITE[country.fronts[0]], 3))
    if (come_to & goal).sum() < 0.25 * goal.sum() or come_to.sum() < 0.8 * (~barred).sum():
        return False
    return scenario not in DEFENDED or any(piece.kind == "village" and country.half(OPPOSITE[attacker_edge]).covers(shapes.area(piece.outline))
                                           for piece in land.pieces)


def _fords(land: Land, mesh: Mesh) -> np.ndarray:
    return mesh.under(unary_union([shapes.area(piece.outline).buffer(0.8) for piece in land.pieces if piece.kind == "ford"]))


# ------------------------------------------------------------------------------------------------ what regions have in common
def stream_across(country: Country, most: float | None = None, between: tuple[str, str] | None = None) -> Piece | None:
    """A stream from one side of the table to another."""
    chance = country.chance
    limit = country.room_for("stream") if most is None else min(most, country.room_for("stream"))
    for _ in range(12):
        one, other = between or _two_sides(country)
        facing = OPPOSITE[one] == other
        a = country.on_edge(one, chance.uniform(0.2, 0.8))
        b = country.on_edge(other, chance.uniform(0.2, 0.8))
        if 22 < distance(a, b) < limit * (0.97 if facing else 1):
            found = country.course("stream", a, b, (1.3, 2.5), chance.uniform(2.2, 4.2), chance.uniform(11, 15), limit)
            if found:
                return found
    return None


def _two_sides(country: Country) -> tuple[str, str]:
    one = country.chance.choice(list(OPPOSITE))
    return one, country.chance.choice([edge for edge in OPPOSITE if edge != one])


def tributary(country: Country, main: Piece) -> Piece | None:
    """A second stream that ends in the first water, at an easy angle."""
    chance = country.chance
    limit = min(country.room_for("stream"), 60.0)
    water = country.ground[main.id]
    for _ in range(14):
        mouth = LineString(main.path).interpolate(chance.uniform(0.3, 0.7), normalized=True).coords[0]
        edge = chance.choice(list(OPPOSITE))
        spring = country.on_edge(edge, chance.uniform(0.12, 0.88))
        if not 16 < distance(mouth, spring) < limit:
            continue
        line = shapes.as_path(shapes.winding(chance, spring, mouth, chance.uniform(1.5, 3.0), 12.0))
        inside = all(-0.01 <= x <= country.width + 0.01 and -0.01 <= y <= country.depth + 0.01 for x, y in line)
        if inside and LineString(line[:-5]).distance(water) > 1.5 and LineString(line).length <= limit:
            return country.along("stream", line, (1.2, 1.9), water)
    return None


def river_across(country: Country, between: tuple[str, str] | None = None) -> Piece | None:
    """A river from side to side, with two fords or three."""
    chance = country.chance
    one, other = between or chance.choice((("west", "east"), ("south", "north"), ("west", "east"), ("west", "north"), ("south", "east")))
    if country.happens(0.5):
        one, other = other, one
    for _ in range(8):
        a, b = country.on_edge(one, chance.uniform(0.35, 0.65)), country.on_edge(other, chance.uniform(0.35, 0.65))
        river = country.course("river", a, b, (3.5, 5.2), chance.uniform(3.0, 5.0), chance.uniform(18, 24))
        if river:
            return river
    return None


def fords(country: Country, river: Piece, least: int = 2) -> None:
    """Fords where tracks cross the river, and more until there are enough, well apart."""
    line = LineString(river.path)
    taken: list[float] = []
    for road in country.of("road"):
        for crossing in shapes_points(LineString(road.path) & line):
            if country.ford(river, crossing, 3.6):
                taken.append(line.project(Point(crossing)))
    shares = [0.22, 0.78, 0.5, 0.36, 0.64]
    wanted = max(least, round(line.length / 30))
    for share in shares:
        at = line.length * min(0.9, max(0.1, share + country.chance.uniform(-0.06, 0.06)))
        if len(taken) < wanted and all(abs(at - other) > 13 for other in taken) and country.ford(river, line.interpolate(at).coords[0], 3.4):
            taken.append(at)


def shapes_points(crossing: object) -> list[Spot]:
    """The single points of a crossing of two lines."""
    return [one.coords[0] for one in getattr(crossing, "geoms", (crossing,)) if isinstance(one, Point)]


def village_for(country: Country, near: object = NOTHING, fields: tuple[int, int] = (1, 3)) -> Piece | None:
    """The village that the scenario asks for, in its owner's half; else one somewhere between the fronts."""
    within = country.table
    if country.scenario in DEFENDED:
        within = country.half(OPPOSITE[country.attacker_edge])
    else:
        within = within.difference(country.strips.buffer(1.5, cap_style="square", join_style="mitre"))
    return country.village(near if not near.is_empty else within.centroid, within, country.chance.randint(*fields))


def wants_village(country: Country, odds: float) -> bool:
    return country.scenario in DEFENDED or country.happens(odds)


def roads_past(country: Country, home: Piece | None, ends: tuple[str, str] | None = None, branch: float = 0.4) -> None:
    """A track from side to side, past the gate of the village if there is one; perhaps a second that leaves it at a fork."""
    chance = country.chance
    for _ in range(6):
        one, other = ends or _road_sides(country)
        start, end = _way_out(country, one), _way_out(country, other)
        through = [start, end]
        if home:
            house = country.ground[home.id]
            toward = moved(house.centroid.coords[0], chance.uniform(0, 360), 30)
            gate = house.exterior.interpolate(house.exterior.project(Point(toward)))
            stop = moved(gate.coords[0], bearing(house.centroid.coords[0], gate.coords[0]), 1.5)
            if country.table.buffer(-2).covers(Point(stop)) and not Point(stop).within(country.under("stream", "river", "marsh", *STEEP).buffer(1.2)):
                through.insert(1, stop)
        main = country.road(*through)
        if main:
            break
    else:
        return
    if country.happens(branch) and country.room_for("road") > 14:
        for _ in range(5):
            fork = LineString(main.path).interpolate(chance.uniform(0.25, 0.75), normalized=True).coords[0]
            out = _way_out(country, chance.choice([edge for edge in OPPOSITE if edge not in (one, other)] or list(OPPOSITE)))
            if 12 < distance(fork, out) < country.room_for("road") * 0.85 and country.road(fork, out):
                break


def _road_sides(country: Country) -> tuple[str, str]:
    """Sides that a track joins: with the march in an Ambush, else any two, mostly those of the two armies."""
    if country.scenario == "ambush" or country.happens(0.55):
        return country.fronts[0], country.fronts[1]
    if country.happens(0.5) and len(country.flanks) > 1 and country.room_for("road") > 1.15 * country.width:
        return country.flanks[0], country.flanks[1]
    return country.fronts[0], country.chance.choice(country.flanks)


def _way_out(country: Country, edge: str) -> Spot:
    """A spot on a side where a track may leave the table: no water, no steep ground."""
    bad = country.under("stream", "river", SEA, "marsh", "village", *STEEP).buffer(1.6)
    spots = [country.on_edge(edge, country.chance.uniform(0.15, 0.85)) for _ in range(8)]
    return next((spot for spot in spots if not Point(spot).within(bad)), spots[0])


def gates(country: Country, home: Piece | None) -> None:
    """The enclosure of a village: a gate to the nearest track, perhaps one to the fields or the water, perhaps a third. Some villages have none."""
    if home is None or country.happens(0.15):
        return
    house = country.ground[home.id]
    centre = house.centroid.coords[0]
    roads = country.under("road")
    first = shapes_nearest(house, roads) if not roads.is_empty and roads.distance(house) < 8 else country.table.centroid.coords[0]
    others = [shapes_nearest(house, country.ground[piece.id]) for piece in country.of("cultivation", "stream", "river") if house.distance(country.ground[piece.id]) < 10]
    opposite = moved(centre, bearing(first, centre), 20)
    spots = [first]
    if country.happens(0.75):
        spots.append(country.chance.choice([*others, opposite]))
    if country.happens(0.3):
        spots.append(opposite)
    country.fence(home, spots)


def shapes_nearest(house: Polygon, other: object) -> Spot:
    rim = house.exterior
    return rim.interpolate(rim.project(other.representative_point() if other.distance(rim) > 6 else _touching(rim, other))).coords[0]


def _touching(rim: object, other: object) -> Point:
    from shapely.ops import nearest_points  # noqa: PLC0415
    return nearest_points(rim, other)[0]


def openings(country: Country, length: tuple[float, float], deep: tuple[float, float]) -> list[Polygon]:
    """Open ground along the base lines, where growth leaves room for guns and mounted men; where a track comes in, if one does."""
    chance, found = country.chance, []
    for edge in country.fronts[:1] if country.scenario in DEFENDED else country.fronts:
        strip = country.strip_at(edge, 1)
        ends = [end for road in country.of("road") for end in (road.path[0], road.path[-1]) if strip.covers(Point(end))]
        at = ends[0] if ends else country.on_edge(edge, chance.uniform(0.3, 0.7))
        across = edge in ("south", "north")
        side = country.width if across else country.depth
        room = min(chance.uniform(*length), side * 0.72)
        middle = min(max((at[0] if across else at[1]) + chance.uniform(-0.25, 0.25) * room, room * 0.45), side - room * 0.45)
        found.append(shapes.worn(shapes.blob(chance, (middle, at[1]) if across else (at[0], middle), room, 2 * chance.uniform(*deep), 0 if across else 90, 0.12), 1.2))
    return found


def clearings(country: Country, count: int, size: tuple[float, float], off: object = NOTHING) -> list[Polygon]:
    """Glades beside the tracks and elsewhere, well apart."""
    found: list[Polygon] = []
    roads = country.of("road")
    for _ in range(count * 8):
        if len(found) == count:
            break
        if roads and country.happens(0.6):
            road = country.chance.choice(roads)
            at = moved(LineString(road.path).interpolate(country.chance.uniform(0.2, 0.8), normalized=True).coords[0], country.chance.uniform(0, 360), 3.0)
        else:
            at = country.anywhere(country.table.buffer(-6))
        long = country.chance.uniform(*size)
        glade = shapes.worn(shapes.blob(country.chance, at, long, long * country.chance.uniform(0.55, 0.85), country.chance.uniform(0, 180)), 1.0)
        if not glade.intersects(off) and all(glade.distance(other) > 9 for other in found):
            found.append(glade)
    return found


def grow(country: Country, kinds: tuple[str, ...], target: float, plant: Callable[[], Piece | None], tries: int = 14) -> None:
    """More pieces until these kinds cover the target share of the table."""
    for _ in range(tries):
        if country.covered(*kinds) >= target:
            return
        plant()


def spots_free(country: Country) -> object:
    """Where no hill, rock or wood may be put down: water, village, fields, steep ground."""
    return unary_union([country.under("stream", "ravine").buffer(1.0), country.under("river", SEA).buffer(0.3), country.under("village").buffer(2.0),
                        country.under("cultivation").buffer(0.4), country.under("escarpment", "kopje").buffer(0.4), *_tops(country)])


def _tops(country: Country) -> list[Polygon]:
    return [shapes.area(piece.high) for piece in country.pieces if piece.high]


# ------------------------------------------------------------------------------------------------ the six regions
def steppe(country: Country) -> None:
    """Bare hills, scarps, dry ravines and stones; hardly any water, a track or none."""
    chance, scale = country.chance, country.scale
    slots = 2
    if country.happens(0.3):
        stream_across(country, 46, chance.choice((("south", "west"), ("south", "east"), ("north", "west"), ("north", "east"))))
    home = None
    if wants_village(country, 0.3):
        slots -= country.scenario not in DEFENDED
        home = village_for(country, country.under("stream"), (0, 0))
    heights(country, 0.85)
    if slots and country.happens(0.6):
        slots -= bool(small_kopje(country))
    for _ in range(chance.randint(1, 2)):
        ravine(country)
    for _ in range(chance.randint(1, 2)):
        country.hill((17, 27), (12, 17), off=spots_free(country), shy=1.0, rough=0.13)
    if country.happens(0.75):
        short_track(country, home)
    gates(country, home)
    near = unary_union([country.under("escarpment", "kopje", "low_hill", "ravine")])
    common = ("low_hill", "escarpment", "ravine", "rocky_ground")
    off = spots_free(country)
    grow(country, common, chance.uniform(0.37, 0.46),
         lambda: country.settle("rocky_ground", (14, 27), (9, 15), off=off, near=near, avoid=country.under("low_hill"), shy=0.5, rough=0.24, cut=True)
         if country.happens(0.6) else country.hill((16, 26), (12, 16), off=unary_union([off, country.under("low_hill")]), shy=1.0, rough=0.13))
    if slots and country.happens(0.6):
        country.settle("long_grass", (14, 25), (9, 14), off=off.union(country.under("rocky_ground")), near=country.under("stream"), shy=4.0)
    del scale


def heights(country: Country, odds: float, flat: float = 0.45) -> None:
    """An escarpment: a plateau that runs off the table, or a flat-topped hill with one easy slope."""
    if not country.happens(odds):
        return
    chance = country.chance
    off = spots_free(country)
    for _ in range(10):
        if country.happens(flat):
            at = country.anywhere(country.table.buffer(-13))
            shape = shapes.blob(chance, at, chance.uniform(23, 30), chance.uniform(18, 22), chance.uniform(0, 180), 0.09)
            if country.table.buffer(-0.5).covers(shape) and not shape.intersects(off) and shape.intersection(country.strips).area < 15 \
                    and country.mesa(shape, chance.uniform(4.7, 5.6)):
                return
        else:
            edge = chance.choice(country.flanks)
            share = chance.choice((0.0, 0.12, 0.5, 0.88, 1.0))
            at = country.on_edge(edge, share)
            shape = shapes.blob(Random(1), at, 46, 30, 0)  # noqa: S311 only to see whether there is room
            before = list(country.pieces)
            found = country.plateau(at, chance.uniform(24, 31), chance.uniform(13, 18), 0 if edge in ("south", "north") else 90, chance.uniform(5.0, 7.0),
                                    chance.uniform(4, 6) if country.happens(0.5) else 0.0)
            ground = unary_union([country.ground[piece.id] for piece in found] + [shapes.area(piece.high) for piece in found])
            if found and not ground.intersects(off) and all(shapes.sides_of(country.ground[piece.id])[0] >= 12.2 for piece in found):
                return
            for piece in found:
                if piece not in before:
                    country.remove(piece)


def small_kopje(country: Country, near: object = NOTHING) -> Piece | None:
    chance = country.chance
    off = spots_free(country).union(country.under("low_hill").buffer(0.6))
    inside = country.table.buffer(-7).difference(country.strips)
    for _ in range(16):
        shape = shapes.blob(chance, country.anywhere(inside), chance.uniform(14, 18), chance.uniform(12.5, 15), chance.uniform(0, 180), 0.12)
        if country.table.covers(shape) and not shape.intersects(off) and shape.intersection(country.strips).area < 6:
            return country.kopje(shape)
    del near
    return None


def ravine(country: Country) -> Piece | None:
    """A dry bed that comes in over the table edge, or down to river or coast."""
    chance = country.chance
    off = spots_free(country).union(country.under("low_hill"))
    for _ in range(14):
        edge = chance.choice(list(OPPOSITE))
        mouth = country.on_edge(edge, chance.uniform(0.12, 0.88))
        head = moved(mouth, {"south": 90, "north": 270, "west": 0, "east": 180}[edge] + chance.uniform(-50, 50), chance.uniform(20, 33))
        if not country.table.buffer(-5).covers(Point(head)) or LineString([mouth, head]).buffer(5).intersects(off):
            continue
        found = country.course("ravine", mouth, head, (2.5, 4.8), chance.uniform(1.5, 2.6), 11.0)
        if found and not country.ground[found.id].intersects(off):
            return found
        if found:
            country.remove(found)
    return None


def short_track(country: Country, home: Piece | None) -> None:
    """Where only a few inches of road are allowed: a track to the village, or across a corner."""
    chance = country.chance
    for _ in range(10):
        edge = chance.choice(country.fronts if country.happens(0.5) else country.flanks)
        start = _way_out(country, edge)
        if home:
            house = country.ground[home.id]
            stop = shapes_nearest(house.buffer(0.9), Point(start))
        else:
            stop = _way_out(country, chance.choice([side for side in OPPOSITE if side not in (edge, OPPOSITE[edge])]))
        if 15 < distance(start, stop) < 40 and country.road(start, stop):
            return


def savannah(country: Country) -> None:
    """Low hills and long grass, water with trees along it, the road and its village."""
    chance = country.chance
    slots = 2
    draw = chance.random()
    water = None
    if draw < 0.22:
        water = river_across(country)
        slots -= bool(water)
    elif draw < 0.75:
        water = stream_across(country)
        if water and country.happens(0.3):
            tributary(country, water)
    home = None
    if wants_village(country, 0.5):
        slots -= country.scenario not in DEFENDED
        home = village_for(country, country.under("stream", "river"))
    extras = [one for one, odds in (("kopje", 0.45), ("escarpment", 0.25), ("jungle", 0.8 if water else 0.4), ("marsh", 0.35 if water else 0.1))
              if country.happens(odds)]
    chance.shuffle(extras)
    extras = extras[:slots]
    if "escarpment" in extras:
        heights(country, 1.0, 0.7)
        if len(country.of("escarpment")) > 1:
            extras = extras[:1] if "escarpment" in extras[:1] else ["escarpment"]
    if "kopje" in extras:
        small_kopje(country)
    if "marsh" in extras:
        low_marsh(country)
    off = spots_free(country)
    for _ in range(chance.randint(2, 3)):
        country.hill((16, 26), (12, 17), off=unary_union([off, country.under("marsh")]), shy=1.0, rough=0.13)
    roads_past(country, home)
    for river in country.of("river"):
        fords(country, river)
    gates(country, home)
    woods = NOTHING
    if "jungle" in extras:
        off = unary_union([country.under("village", "cultivation").buffer(2), country.under("river", "escarpment", "kopje"), *_tops(country)])
        country.settle("jungle", (17, 28), (9, 14), off=off, near=country.under("stream", "marsh", "river"), shy=4.0, rough=0.26)
        woods = country.under("jungle").buffer(0.5)
    off = unary_union([country.under("river", SEA, "escarpment", "kopje", "marsh"), country.under("village").buffer(2), country.under("cultivation").buffer(0.5),
                       woods, *_tops(country)])
    grow(country, ("low_hill", "long_grass"), chance.uniform(0.38, 0.47), lambda: country.settle("long_grass", (15, 32), (9, 17), off=off, avoid=country.under("low_hill"), shy=2.2, rough=0.26, cut=True))


def low_marsh(country: Country, crocodiles: float = 0.3) -> Piece | None:
    """Wet ground along a stretch of the water; without water, in the lowest corner."""
    chance = country.chance
    courses = country.of("stream") or country.of("river")
    keep = unary_union([country.under("village", "cultivation").buffer(1.5), country.under("escarpment", "kopje", "ravine"), *_tops(country)])
    if courses:
        line = courses[0].path
        whole = LineString(line).length
        for _ in range(8):
            long = min(chance.uniform(17, 26), whole * 0.5)
            at = chance.uniform(0.05, 0.95) * (whole - long)
            shape = shapes.swamp(chance, shapes.stretch(line, at, at + long), (8, 13), country.table)
            if courses[0].kind == "river":
                shape = shapes.largest(shape.difference(country.under("river")))
            if not shape.intersects(keep) and 12.2 < shapes.sides_of(shape)[0] < 47 and shape.intersection(country.strips).area < 60:
                return country.add("marsh", shape, crocodiles=country.happens(crocodiles))
        return None
    return country.settle("marsh", (15, 22), (10, 14), off=keep, shy=4.0, crocodiles=country.happens(crocodiles))


def prairie(country: Country) -> None:
    """Grass over the heads of men, woods along the water, tracks and clearings."""
    chance = country.chance
    slots = 2
    draw = chance.random()
    water = None
    if draw < 0.15:
        water = river_across(country)
        slots -= bool(water)
    elif draw < 0.9:
        water = stream_across(country)
    home = None
    if wants_village(country, 0.4):
        slots -= country.scenario not in DEFENDED
        home = village_for(country, country.under("stream", "river"), (1, 2))
    if slots and country.happens(0.35):
        slots -= bool(country.hill((17, 25), (12, 16), off=spots_free(country), shy=1.0, rough=0.13))
    roads_past(country, home, branch=0.7)
    for river in country.of("river"):
        fords(country, river)
    gates(country, home)
    if water and slots:
        galleries(country, water, slots)
    woods = country.under("jungle")
    free = [woods, *openings(country, (34, 42), (6.2, 7.5)), *clearings(country, 8, (8, 14), country.under("jungle"))]
    country.carpet("long_grass", free, 0.676)


def galleries(country: Country, water: Piece, most: int) -> None:
    """Woods on both banks along most of the water, open where a track crosses."""
    chance = country.chance
    line = LineString(water.path)
    off = unary_union([country.under("village", "cultivation").buffer(1.0), country.under("road").buffer(1.5), country.under("ford").buffer(2.0)])
    fronts = unary_union([country.strip_at(edge, 3.0) for edge in country.fronts])
    left = [piece for piece in getattr(line.difference(off.buffer(1.0)).difference(fronts), "geoms", None) or [line.difference(off.buffer(1.0)).difference(fronts)]
            if piece.length > 13]
    broad = (4.6, 7.5) if water.kind == "stream" else (8.5, 11.5)
    for reach in sorted(left, key=lambda one: -one.length)[:most]:
        long = min(reach.length, chance.uniform(33, 43))
        start = chance.uniform(0, reach.length - long)
        shape = shapes.swamp(chance, shapes.stretch(reach.coords, start, start + long), broad, country.table).difference(off)
        if water.kind == "river":
            shape = shape.difference(country.ground[water.id])
        if 12.2 < shapes.sides_of(shapes.largest(shape))[0] < 47.5:
            country.add("jungle", shapes.largest(shape))


def forest(country: Country) -> None:
    """Jungle with swamps along the streams, a track cut through, a few clearings."""
    chance = country.chance
    slots = 2
    water = river_across(country) if country.happens(0.2) else stream_across(country, between=_along(country))
    if water is None:
        return
    slots -= water.kind == "river"
    if water.kind == "stream" and country.happens(0.55):
        tributary(country, water)
    home = None
    if wants_village(country, 0.5):
        slots -= country.scenario not in DEFENDED
        home = village_for(country, country.under("stream", "river"), (1, 2))
    if slots and country.happens(0.4):
        slots -= bool(country.hill((17, 25), (12, 16), off=spots_free(country), shy=1.0, rough=0.13))
    roads_past(country, home, branch=0.25)
    for river in country.of("river"):
        fords(country, river)
    gates(country, home)
    dry = openings(country, (32, 38), (5.8, 7.0))
    swamps(country, chance.uniform(0.35, 0.38), unary_union(dry))
    meadows = [shapes.soft(country.ground[piece.id].buffer(-2.3), 0.4) for piece in country.of("marsh")[:1]] if country.happens(0.7) else []
    country.carpet("jungle", [*dry, *clearings(country, 2, (9, 14)), *meadows, *clearings(country, 2, (8, 12))], 0.676)


def _along(country: Country) -> tuple[str, str]:
    """The direction in which a long stream crosses: mostly past the fronts, not through them."""
    return (country.flanks[0], country.flanks[1]) if len(country.flanks) > 1 and country.happens(0.65) else _two_sides(country)


def swamps(country: Country, target: float, dry: object) -> None:
    """Marsh along the water and in hollows, clear of tracks and base lines, until it has its share."""
    chance = country.chance
    keep = unary_union([country.under("village", "cultivation").buffer(1.6), country.under("road").buffer(1.8), country.under("low_hill").buffer(0.3),
                        country.under("river"), country.under("ford").buffer(2.5), dry])
    reaches = []
    for course in country.of("stream", "river"):
        dry = LineString(course.path).difference(country.under("road").buffer(4.0)).difference(keep if course.kind == "stream" else NOTHING)
        reaches += [line for line in getattr(dry, "geoms", (dry,)) if line.length > 14]
    for reach in sorted(reaches, key=lambda line: -line.length)[:4]:
        if country.covered("marsh") > target - 0.06:
            break
        long = min(reach.length - 1, chance.uniform(30, 42))
        start = chance.uniform(0, reach.length - long)
        ground = shapes.soft(shapes.swamp(chance, shapes.stretch(reach.coords, start, start + long), (10, 15), country.table).difference(keep), 0.8)
        ground = shapes.largest(ground.difference(country.under("marsh").buffer(2.0)))
        if 12.2 < shapes.sides_of(ground)[0] < 47.5 and ground.area > 80:
            country.add("marsh", ground, crocodiles=country.happens(0.35))

    def hollow() -> Piece | None:
        shape = shapes.blob(chance, country.anywhere(), chance.uniform(20, 36), chance.uniform(13, 20), chance.uniform(0, 180), 0.24)
        ground = shapes.largest(shapes.soft(shape.difference(keep).difference(country.under("marsh").buffer(2.2)), 1.4) & country.table)
        if 14 < shapes.sides_of(ground)[0] < 47 and ground.area > 120 and ground.area > 0.45 * shape.area:
            return country.add("marsh", ground, crocodiles=country.happens(0.2))
        return None
    grow(country, ("marsh",), target, hollow, 30)


def mountain(country: Country) -> None:
    """Hill beside hill with narrow valleys; streams and tracks keep to the valleys, woods and stones to the slopes."""
    chance = country.chance
    cells = massif(country)
    home = None
    slots = 2
    if wants_village(country, 0.35):
        slots -= country.scenario not in DEFENDED
    chosen = village_cell(country, cells) if country.scenario in DEFENDED or slots < 2 else None
    for n, cell in enumerate(cells):
        if cell is not chosen:
            height(country, cell, n)
    if chosen is not None:
        home = village_for_valley(country, chosen)
    valley_stream(country)
    roads_past(country, home, branch=0.3)
    gates(country, home)
    off = unary_union([country.under("village").buffer(2), country.under("cultivation").buffer(0.4), country.under("escarpment", "kopje", "stream"), *_tops(country)])
    common = ("jungle", "rocky_ground")
    grow(country, common, chance.uniform(0.36, 0.43), lambda: slope_growth(country, off), 26)
    if slots and country.happens(0.35):
        country.settle("long_grass", (14, 22), (9, 13), off=off.union(country.under(*common)), shy=3.0)


def slope_growth(country: Country, off: object) -> Piece | None:
    kind = country.chance.choice(("jungle", "rocky_ground"))
    other = country.under("rocky_ground" if kind == "jungle" else "jungle").buffer(0.6)
    shy = 2.5 if kind == "jungle" else 0.3
    return country.settle(kind, (18, 36), (11, 19), off=unary_union([off, other]), shy=shy, rough=0.24, cut=True)


def massif(country: Country) -> list[Polygon]:
    """The feet of the hills: cells of a loose net, with valleys between them."""
    chance = country.chance
    columns, rows = max(2, round(country.width / 20)), max(2, round(country.depth / 20))
    dx, dy = country.width / columns, country.depth / rows
    sites = [((i + 0.5 + (0.25 if j % 2 else -0.25) + chance.uniform(-0.22, 0.22)) * dx, (j + 0.5 + chance.uniform(-0.22, 0.22)) * dy)
             for i in range(-2, columns + 2) for j in range(-2, rows + 2)]
    net = [cell for cell in voronoi_polygons(MultiPoint(sites)).geoms if cell.intersects(country.table)]
    cells: list[Polygon] = []
    for valley in (1.2, 1.0, 0.8, 0.6):
        cells = []
        for cell in net:
            feet = cell.buffer(-valley).buffer(-3.4, quad_segs=5).buffer(3.4, quad_segs=5)
            shape = shapes.largest(shapes.ragged(chance, shapes.largest(feet), 0.5, 9.0) & country.table) if feet.area > 30 else NOTHING
            if shape.area > 30 and min(shapes.sides_of(shape)) > 3:
                cells.append(shape)
        if sum(cell.area for cell in cells) > (0.79 if country.scenario in DEFENDED else 0.74) * country.size:
            break
    return sorted(cells, key=lambda cell: (round(cell.centroid.x, 3), round(cell.centroid.y, 3)))


def height(country: Country, cell: Polygon, n: int) -> None:
    """What a cell of the massif becomes: mostly a low hill, here and there a kopje or a flat-topped hill."""
    whole = not cell.intersects(country.table.exterior)
    draw = country.chance.random()
    if whole and draw < 0.3 and not country.of("kopje") and country.kopje(cell):
        return
    if whole and draw < 0.6 and not country.of("escarpment") and cell.area > 230 and country.mesa(cell, country.chance.uniform(5.0, 6.0)):
        return
    piece = country.add("low_hill", cell)
    if piece:
        country.crested(piece)
    del n


def village_cell(country: Country, cells: list[Polygon]) -> Polygon | None:
    """The cell that is no hill, so that a village has room."""
    within = country.half(OPPOSITE[country.attacker_edge]) if country.scenario in DEFENDED else country.table.difference(country.strips)
    fitting = [cell for cell in cells if min(shapes.sides_of(cell & within)) > 12 and (cell & within).area > 160]
    return min(fitting, key=lambda cell: abs(cell.area - 260) + country.chance.uniform(0, 120), default=None)


def village_for_valley(country: Country, cell: Polygon) -> Piece | None:
    within = country.half(OPPOSITE[country.attacker_edge]) if country.scenario in DEFENDED else country.table
    return country.village(cell.centroid, cell.buffer(1.5) & within, country.chance.randint(0, 1))


def valley_stream(country: Country) -> None:
    """A stream that follows the valleys from side to side; the hills draw back from its bed."""
    chance = country.chance
    if country.happens(0.2):
        return
    mesh = Mesh(country.width, country.depth)
    mesh.whims(chance)
    mesh.burden(country.under("low_hill", "escarpment", "kopje", "village").buffer(0.5), 60)
    taken = country.under(*STEEP, "village").buffer(0.7)
    ways_out = {edge: [spot for share in range(4, 37) if not taken.contains(Point(spot := country.on_edge(edge, share / 40)))] for edge in OPPOSITE}
    for _ in range(6):
        ends = [ways_out[edge] for edge in _two_sides(country)]
        if not all(ends):
            continue
        line = mesh.way(chance.choice(ends[0]), chance.choice(ends[1]))
        if line is None:
            continue
        smooth = shapes.as_path(shapes.resampled(shapes.rounded((line[0], *shapes.resampled(line, 3.6)[1:-1], line[-1]), 3), 1.2))
        bed = shapes.watercourse(chance, smooth, (1.1, 1.8), country.table)
        steep = unary_union([country.under("escarpment", "kopje", "village", "cultivation"), *_tops(country)])
        if LineString(smooth).length > country.room_for("stream") or bed.intersects(steep) or LineString(smooth).length < 26:
            continue
        for hill in country.of("low_hill"):
            if country.ground[hill.id].intersects(bed.buffer(0.4)):
                country.remove(hill)
                cut = shapes.largest(shapes.soft(shapes.largest(country.ground_of(hill).difference(bed.buffer(0.4))), 0.6))
                again = country.add("low_hill", cut) if cut.area > 30 else None
                if again:
                    country.crested(again)
        country.along("stream", smooth, (1.1, 1.8))
        return


def coast(country: Country) -> None:
    """The shore of ocean or great lake: swamp at the river mouth, bush behind the beach, a scarp inland."""
    chance = country.chance
    edge = chance.choice(country.flanks)
    country.sea(edge, chance.uniform(5.5, 8.5))
    inland = OPPOSITE[edge]
    slots = 2
    draw = chance.random()
    water = None
    if draw < 0.2:
        water = river_across(country, (inland, edge))
        if water:
            slots -= 1
    elif draw < 0.8:
        water = stream_across(country, None, (chance.choice([side for side in OPPOSITE if side != edge]), edge))
    water = cut_at_the_shore(country, water) if water else None
    home = None
    if wants_village(country, 0.55):
        slots -= country.scenario not in DEFENDED
        home = village_for(country, country.under(SEA).union(country.under("river", "stream")))
    if country.happens(0.4):
        scarp_inland(country, inland)
    if water is None or country.happens(0.4):
        shore_ravine(country, edge)
    if slots and country.happens(0.5):
        slots -= bool(country.hill((16, 24), (12, 16), off=spots_free(country), shy=1.0, rough=0.13))
    mouth_marsh(country, edge, water)
    along = (country.fronts[0], country.fronts[1]) if country.happens(0.8) or country.scenario == "ambush" else (country.fronts[0], inland)
    roads_past(country, home, along, branch=0.35)
    for river in country.of("river"):
        fords(country, river)
    gates(country, home)
    off = unary_union([country.under("river", SEA, "escarpment", "kopje", "ravine"), country.under("village").buffer(2), country.under("cultivation").buffer(0.5),
                       *_tops(country)])
    grow(country, (SEA, "escarpment", "jungle", "marsh", "ravine"), chance.uniform(0.38, 0.46),
         lambda: country.settle("jungle", (17, 32), (10, 17), off=off, near=country.under("stream", "river", "marsh"), shy=2.6, rough=0.24, cut=True), 20)
    if slots and country.happens(0.5):
        country.settle("long_grass", (14, 26), (9, 14), off=off.union(country.under("jungle", "marsh")), shy=2.0, rough=0.26)
    if country.happens(0.5):
        shore_rocks(country, edge)


def cut_at_the_shore(country: Country, water: Piece) -> Piece | None:
    """The same stream or river as far as the sea."""
    sea = country.under(SEA)
    line = LineString(water.path).difference(sea)
    dry = max(getattr(line, "geoms", (line,)), key=lambda one: one.length)
    path = list(dry.coords)
    if Point(path[0]).distance(sea) < 0.1:
        path.reverse()
    if Point(path[-1]).distance(sea) > 0.2 or len(path) < 6:
        country.remove(water)
        return None
    path.append(moved(path[-1], bearing(path[-2], path[-1]), 0.5))
    country.remove(water)
    country.names[water.kind] -= 1
    bed = country.ground_of(water).difference(sea.buffer(-0.6))
    again = country.add(water.kind, bed, path=shapes.as_path(path), flow=water.flow)
    if again is None:
        return None
    if again.flow:
        start, end = again.path[0], again.path[-1]
        long = distance(start, end)
        again = country.replace(again, Piece(again.id, again.kind, again.outline, path=again.path,
                                             flow=(round((end[0] - start[0]) / long, 3), round((end[1] - start[1]) / long, 3))))
    return again


def scarp_inland(country: Country, inland: str) -> None:
    """High ground behind the coast, off the table on the inland side."""
    chance = country.chance
    off = spots_free(country)
    for _ in range(8):
        at = country.on_edge(inland, chance.choice((0.1, 0.5, 0.9)) + chance.uniform(-0.1, 0.1))
        found = country.plateau(at, chance.uniform(22, 30), chance.uniform(9, 14), 0 if inland in ("south", "north") else 90, chance.uniform(4.8, 6.2),
                                chance.uniform(4, 6) if country.happens(0.4) else 0.0)
        ground = unary_union([country.ground[piece.id] for piece in found] + [shapes.area(piece.high) for piece in found])
        if found and not ground.intersects(off) and all(shapes.sides_of(country.ground[piece.id])[0] >= 12.2 for piece in found):
            return
        for piece in found:
            country.remove(piece)


def shore_ravine(country: Country, edge: str) -> None:
    """A ravine that comes down to the water."""
    chance = country.chance
    sea = country.under(SEA)
    off = spots_free(country).difference(sea.buffer(0.5)).union(country.under("low_hill"))
    out = {"south": 90, "north": 270, "west": 0, "east": 180}[edge]
    for _ in range(10):
        foot = country.on_edge(edge, chance.uniform(0.15, 0.85))
        head = moved(foot, out + chance.uniform(-40, 40), chance.uniform(26, 36))
        if not country.table.buffer(-4).covers(Point(head)):
            continue
        line = LineString(shapes.winding(chance, head, foot, chance.uniform(1.2, 2.2), 11.0)).difference(sea)
        dry = max(getattr(line, "geoms", (line,)), key=lambda one: one.length)
        if dry.length < 16 or dry.buffer(3).intersects(off) or Point(dry.coords[-1]).distance(sea) > 0.1:
            continue
        path = (*dry.coords[:-1], dry.coords[-1])
        bed = shapes.watercourse(chance, (*path, moved(path[-1], bearing(path[-2], path[-1]), 1.0)), (2.5, 4.4), country.table).difference(sea.buffer(-0.3))
        country.add("ravine", bed, path=shapes.as_path(path))
        return


def mouth_marsh(country: Country, edge: str, water: Piece | None) -> None:
    """Mangrove and reeds: a marsh on the shore, where the water comes down if some does."""
    chance = country.chance
    sea = country.under(SEA)
    keep = unary_union([country.under("village", "cultivation").buffer(1.6), country.under("river", "escarpment", "ravine"), country.under("low_hill").buffer(0.4),
                        *_tops(country)])
    for _ in range(10):
        at = water.path[-1] if water and country.happens(0.8) else _on_shore(country, edge)
        shape = shapes.blob(chance, at, chance.uniform(18, 28), chance.uniform(13, 18), chance.uniform(-20, 20) + (0 if edge in ("south", "north") else 90), 0.2)
        ground = shapes.largest((shapes.soft(shape.difference(keep), 1.2) & country.table).difference(sea.buffer(-0.05)))
        if 12.5 < shapes.sides_of(ground)[0] < 47 and ground.area > 75 and ground.intersection(country.strips).area < 0.3 * ground.area:
            country.add("marsh", ground, crocodiles=country.happens(0.3))
            return


def shore_rocks(country: Country, edge: str) -> None:
    """Rocks along the waterline."""
    chance = country.chance
    sea = country.under(SEA)
    keep = unary_union([country.under("village", "cultivation").buffer(1), country.under("marsh", "jungle", "ravine", "river", "stream", "escarpment").buffer(0.6)])
    for _ in range(8):
        shape = shapes.blob(chance, _on_shore(country, edge), chance.uniform(15, 22), chance.uniform(6, 9), 0 if edge in ("south", "north") else 90, 0.25)
        ground = shapes.largest((shape & country.table).difference(sea.buffer(-0.05)).difference(keep))
        if 12.5 < shapes.sides_of(ground)[0] < 30 and ground.area > 28 and ground.distance(sea) < 0.2:
            country.add("rocky_ground", ground)
            return


def _on_shore(country: Country, edge: str) -> Spot:
    rim = country.under(SEA)
    seen = country.on_edge(OPPOSITE[edge], country.chance.uniform(0.15, 0.85))
    return min(shapes.resampled(rim.exterior.coords, 2.0), key=lambda spot: distance(spot, seen) - 0.0)


RECIPES: dict[str, Callable[[Country], None]] = {
    "steppe": steppe, "savannah": savannah, "prairie": prairie, "forest": forest, "mountain": mountain, "coast": coast}
SCENARIO_IDS = tuple(SCENARIOS)
