"""Streams, rivers, marshes: added first, with the pieces along them."""

from __future__ import annotations

from shapely import unary_union
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import SEA
from app.games.heart_of_africa.terrain.country import NOTHING, OPPOSITE, STEEP, Country
from app.games.heart_of_africa.terrain.courses import add_course, add_course_along
from app.games.heart_of_africa.terrain.growth import (
    grow,
)
from app.games.heart_of_africa.terrain.hills import with_crest
from app.games.heart_of_africa.terrain.ways import Mesh
from app.kernel.space.plane import Point as Spot
from app.kernel.space.plane import angle_to, inches_to, point_at


def two_sides(country: Country) -> tuple[str, str]:
    one = country.chance.choice(list(OPPOSITE))
    return one, country.chance.choice([edge for edge in OPPOSITE if edge != one])


def lengthwise(country: Country) -> tuple[str, str]:
    """The direction in which a long stream crosses, mostly parallel to the fronts."""
    return (
        (country.flanks[0], country.flanks[1])
        if len(country.flanks) > 1 and country.happens(0.65)
        else two_sides(country)
    )


def stream_across(
    country: Country, most: float | None = None, between: tuple[str, str] | None = None
) -> Piece | None:
    """A stream from one side of the table to another."""
    chance = country.chance
    limit = country.room_for("stream") if most is None else min(most, country.room_for("stream"))
    for _ in range(12):
        one, other = between or two_sides(country)
        facing = OPPOSITE[one] == other
        a = country.on_edge(one, chance.uniform(0.2, 0.8))
        b = country.on_edge(other, chance.uniform(0.2, 0.8))
        if 22 < inches_to(a, b) < limit * (0.97 if facing else 1):
            found = add_course(
                country,
                "stream",
                a,
                b,
                (1.3, 2.5),
                chance.uniform(2.2, 4.2),
                chance.uniform(11, 15),
                limit,
            )
            if found:
                return found
    return None


def tributary(country: Country, main: Piece) -> Piece | None:
    """A second stream that ends in the first water, at an easy angle."""
    chance = country.chance
    limit = min(country.room_for("stream"), 60.0)
    water = country.ground[main.id]
    for _ in range(14):
        mouth = (
            LineString(main.path).interpolate(chance.uniform(0.3, 0.7), normalized=True).coords[0]
        )
        edge = chance.choice(list(OPPOSITE))
        spring = country.on_edge(edge, chance.uniform(0.12, 0.88))
        if not 16 < inches_to(mouth, spring) < limit:
            continue
        line = shapes.as_path(shapes.winding(chance, spring, mouth, chance.uniform(1.5, 3.0), 12.0))
        inside = all(
            -0.01 <= x <= country.width + 0.01 and -0.01 <= y <= country.depth + 0.01
            for x, y in line
        )
        if (
            inside
            and LineString(line[:-5]).distance(water) > 1.5
            and LineString(line).length <= limit
        ):
            return add_course_along(country, "stream", line, (1.2, 1.9), water)
    return None


def river_across(country: Country, between: tuple[str, str] | None = None) -> Piece | None:
    """A river from side to side, with two fords or three."""
    chance = country.chance
    one, other = between or chance.choice(
        (
            ("west", "east"),
            ("south", "north"),
            ("west", "east"),
            ("west", "north"),
            ("south", "east"),
        )
    )
    if country.happens(0.5):
        one, other = other, one
    for _ in range(8):
        a, b = (
            country.on_edge(one, chance.uniform(0.35, 0.65)),
            country.on_edge(other, chance.uniform(0.35, 0.65)),
        )
        river = add_course(
            country, "river", a, b, (3.5, 5.2), chance.uniform(3.0, 5.0), chance.uniform(18, 24)
        )
        if river:
            return river
    return None


def lines_of(shape: BaseGeometry) -> list[LineString]:
    return [
        one
        for one in getattr(shape, "geoms", (shape,))
        if isinstance(one, LineString) and not one.is_empty
    ]


def low_marsh(country: Country, crocodiles: float = 0.3) -> Piece | None:
    """Wet ground along a stretch of the water; without water, in the lowest corner."""
    chance = country.chance
    courses = country.of("stream") or country.of("river")
    keep = unary_union(
        [
            country.under("village", "cultivation").buffer(1.5),
            country.under("escarpment", "kopje", "ravine"),
            *country.summits(),
        ]
    )
    if courses:
        line = courses[0].path
        whole = LineString(line).length
        for _ in range(8):
            long = min(chance.uniform(17, 26), whole * 0.5)
            at = chance.uniform(0.05, 0.95) * (whole - long)
            shape = shapes.swamp(
                chance, shapes.stretch(line, at, at + long), (8, 13), country.table
            )
            if courses[0].kind == "river":
                shape = shapes.largest(shape.difference(country.under("river")))
            if (
                not shape.intersects(keep)
                and 12.2 < shapes.sides_of(shape)[0] < 47
                and shape.intersection(country.strips).area < 60
            ):
                return country.add("marsh", shape, crocodiles=country.happens(crocodiles))
        return None
    return country.settle(
        "marsh", (15, 22), (10, 14), off=keep, shy=4.0, crocodiles=country.happens(crocodiles)
    )


def swamps(country: Country, target: float, dry: BaseGeometry) -> None:
    """Marsh along the water and in hollows, clear of tracks and base lines, up to its share."""
    keep = unary_union(
        [
            country.under("village", "cultivation").buffer(1.6),
            country.under("road").buffer(1.8),
            country.under("low_hill").buffer(0.3),
            country.under("river"),
            country.under("ford").buffer(2.5),
            dry,
        ]
    )
    for reach in _swampy_reaches(country, keep):
        if country.covered("marsh") > target - 0.06:
            break
        _add_swamp_along(country, reach, keep)
    grow(country, ("marsh",), target, lambda: _add_hollow(country, keep), 60)


def _swampy_reaches(country: Country, keep: BaseGeometry) -> list[LineString]:
    """The four longest stretches of water that are clear of tracks."""
    reaches: list[LineString] = []
    for course in country.of("stream", "river"):
        wet = (
            LineString(course.path)
            .difference(country.under("road").buffer(4.0))
            .difference(keep if course.kind == "stream" else NOTHING)
        )
        reaches += [line for line in lines_of(wet) if line.length > 14]
    return sorted(reaches, key=lambda line: -line.length)[:4]


def _add_swamp_along(country: Country, reach: LineString, keep: BaseGeometry) -> None:
    """Add a marsh along a part of this stretch of water, off the ground of `keep`."""
    chance = country.chance
    long = min(reach.length - 1, chance.uniform(30, 42))
    start = chance.uniform(0, reach.length - long)
    ground = shapes.soft(
        shapes.swamp(
            chance, shapes.stretch(reach.coords, start, start + long), (10, 15), country.table
        ).difference(keep),
        0.8,
    )
    ground = shapes.largest(ground.difference(country.under("marsh").buffer(2.0)))
    if 12.2 < shapes.sides_of(ground)[0] < 47.5 and ground.area > 80:
        country.add("marsh", ground, crocodiles=country.happens(0.35))


def _add_hollow(country: Country, keep: BaseGeometry) -> Piece | None:
    """Add a marsh in a hollow anywhere off the ground of `keep`."""
    chance = country.chance
    shape = shapes.blob(
        chance,
        country.anywhere(),
        chance.uniform(18, 38),
        chance.uniform(12, 20),
        chance.uniform(0, 180),
        0.24,
    )
    ground = shapes.largest(
        shapes.soft(shape.difference(keep).difference(country.under("marsh").buffer(2.2)), 1.4)
        & country.table
    )
    if 14 < shapes.sides_of(ground)[0] < 47 and ground.area > max(100, 0.4 * shape.area):
        return country.add("marsh", ground, crocodiles=country.happens(0.2))
    return None


def galleries(country: Country, water: Piece, most: int) -> None:
    """Woods on both banks along most of the water, open where a track crosses."""
    chance = country.chance
    line = LineString(water.path)
    off = unary_union(
        [
            country.under("village", "cultivation").buffer(1.0),
            country.under("road").buffer(1.5),
            country.under("ford").buffer(2.0),
        ]
    )
    fronts = unary_union([country.strip_at(edge, 3.0) for edge in country.fronts])
    left = [
        piece
        for piece in lines_of(line.difference(off.buffer(1.0)).difference(fronts))
        if piece.length > 13
    ]
    broad = (4.6, 7.5) if water.kind == "stream" else (8.5, 11.5)
    for reach in sorted(left, key=lambda one: -one.length)[:most]:
        long = min(reach.length, chance.uniform(33, 43))
        start = chance.uniform(0, reach.length - long)
        shape = shapes.swamp(
            chance, shapes.stretch(reach.coords, start, start + long), broad, country.table
        ).difference(off)
        if water.kind == "river":
            shape = shape.difference(country.ground[water.id])
        if 12.2 < shapes.sides_of(shapes.largest(shape))[0] < 47.5:
            country.add("jungle", shapes.largest(shape))


def valley_stream(country: Country) -> None:
    """A stream that follows the valleys from side to side; the hills keep off its bed."""
    chance = country.chance
    if country.happens(0.2):
        return
    mesh = Mesh(country.width, country.depth)
    mesh.whims(chance)
    mesh.burden(country.under("low_hill", "escarpment", "kopje", "village").buffer(0.5), 60)
    ways_out = _valley_ends(country)
    for _ in range(6):
        ends = [ways_out[edge] for edge in two_sides(country)]
        if not all(ends):
            continue
        line = mesh.way(chance.choice(ends[0]), chance.choice(ends[1]))
        if line is None:
            continue
        smooth = shapes.as_path(
            shapes.resampled(
                shapes.rounded((line[0], *shapes.resampled(line, 3.6)[1:-1], line[-1]), 3), 1.2
            )
        )
        bed = shapes.watercourse(chance, smooth, (1.1, 1.8), country.table)
        steep = unary_union(
            [country.under("escarpment", "kopje", "village", "cultivation"), *country.summits()]
        )
        if (
            LineString(smooth).length > country.room_for("stream")
            or bed.intersects(steep)
            or LineString(smooth).length < 26
        ):
            continue
        _keep_hills_off(country, bed.buffer(0.4))
        add_course_along(country, "stream", smooth, (1.1, 1.8))
        return


def _valley_ends(country: Country) -> dict[str, list[Spot]]:
    """Spots of each side where a valley can leave the table."""
    taken = country.under(*STEEP, "village").buffer(0.7)
    return {
        edge: [
            spot
            for share in range(4, 37)
            if not taken.contains(Point(spot := country.on_edge(edge, share / 40)))
        ]
        for edge in OPPOSITE
    }


def _keep_hills_off(country: Country, bed: BaseGeometry) -> None:
    """Cut the bed of a stream out of the hills; a hill that becomes too small is removed."""
    for hill in country.of("low_hill"):
        if not country.ground[hill.id].intersects(bed):
            continue
        country.remove(hill)
        cut = shapes.largest(
            shapes.soft(shapes.largest(country.ground_of(hill).difference(bed)), 0.6)
        )
        again = country.add("low_hill", cut) if cut.area > 30 else None
        if again:
            with_crest(country, again)


def cut_at_the_shore(country: Country, water: Piece) -> Piece | None:
    """The same stream or river as far as the sea."""
    sea = country.under(SEA)
    line = LineString(water.path).difference(sea)
    dry = max(lines_of(line), key=lambda one: one.length)
    path = list(dry.coords)
    if Point(path[0]).distance(sea) < 0.1:
        path.reverse()
    if Point(path[-1]).distance(sea) > 0.2 or len(path) < 6:
        country.remove(water)
        return None
    path.append(point_at(path[-1], angle_to(path[-2], path[-1]), 0.1))
    country.remove(water)
    country.names[water.kind] -= 1
    bed = country.ground_of(water).difference(sea.buffer(-0.12))
    again = country.add(water.kind, bed, path=shapes.as_path(path), flow=water.flow)
    if again is None:
        return None
    if again.flow:
        start, end = again.path[0], again.path[-1]
        long = inches_to(start, end)
        again = country.replace(
            again,
            Piece(
                again.id,
                again.kind,
                again.outline,
                path=again.path,
                flow=(round((end[0] - start[0]) / long, 3), round((end[1] - start[1]) / long, 3)),
            ),
        )
    return again


def mouth_marsh(country: Country, edge: str, water: Piece | None) -> None:
    """Mangrove and reeds: a marsh on the shore, at the mouth of water if there is one."""
    chance = country.chance
    sea = country.under(SEA)
    keep = unary_union(
        [
            country.under("village", "cultivation").buffer(1.6),
            country.under("river", "escarpment", "ravine"),
            country.under("low_hill").buffer(0.4),
            *country.summits(),
        ]
    )
    for _ in range(10):
        at = water.path[-1] if water and country.happens(0.8) else country.on_shore(edge)
        along = chance.uniform(-20, 20) + (0 if edge in ("south", "north") else 90)
        shape = shapes.blob(chance, at, chance.uniform(18, 28), chance.uniform(13, 18), along, 0.2)
        ground = shapes.largest(
            (shapes.soft(shape.difference(keep), 1.2) & country.table).difference(sea.buffer(-0.05))
        )
        if (
            12.5 < shapes.sides_of(ground)[0] < 47
            and ground.area > 75
            and ground.intersection(country.strips).area < 0.3 * ground.area
        ):
            country.add("marsh", ground, crocodiles=country.happens(0.3))
            return


def coast_water(country: Country, edge: str) -> Piece | None:
    """A river or a stream that comes down to the sea, or none."""
    draw = country.chance.random()
    water = None
    if draw < 0.2:
        water = river_across(country, (OPPOSITE[edge], edge))
    elif draw < 0.8:
        water = stream_across(
            country,
            None,
            (country.chance.choice([side for side in OPPOSITE if side != edge]), edge),
        )
    return cut_at_the_shore(country, water) if water else None
