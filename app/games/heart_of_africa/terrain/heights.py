"""Hills, kopjes, escarpments, ravines, rocks along a shore."""

from __future__ import annotations

from shapely import unary_union, voronoi_polygons
from shapely.geometry import LineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import DEFENDED, SEA
from app.games.heart_of_africa.terrain.country import NOTHING, OPPOSITE, Country
from app.games.heart_of_africa.terrain.courses import add_course
from app.games.heart_of_africa.terrain.hills import add_kopje, add_mesa, add_plateau, with_crest
from app.games.heart_of_africa.terrain.water import lines_of
from app.kernel.space.plane import angle_to, point_at


def heights(country: Country, odds: float, flat: float = 0.45) -> None:
    """An escarpment: a plateau that runs off the table, or a flat-topped hill with one easy
    slope.
    """
    if not country.happens(odds):
        return
    chance = country.chance
    off = country.no_room()
    for _ in range(10):
        if country.happens(flat):
            at = country.anywhere(country.table.buffer(-13))
            shape = shapes.blob(
                chance,
                at,
                chance.uniform(23, 30),
                chance.uniform(18, 22),
                chance.uniform(0, 180),
                0.09,
            )
            if (
                country.table.buffer(-0.5).covers(shape)
                and not shape.intersects(off)
                and shape.intersection(country.strips).area < 15
                and add_mesa(country, shape, chance.uniform(4.7, 5.6))
            ):
                return
        else:
            edge = chance.choice(country.flanks)
            share = chance.choice((0.0, 0.12, 0.5, 0.88, 1.0))
            at = country.on_edge(edge, share)
            found = add_plateau(
                country,
                at,
                chance.uniform(24, 31),
                chance.uniform(13, 18),
                0 if edge in ("south", "north") else 90,
                chance.uniform(5.0, 7.0),
                chance.uniform(4, 6) if country.happens(0.5) else 0.0,
            )
            if scarp_fits(country, found, off):
                return


def scarp_fits(country: Country, scarps: list[Piece], off: BaseGeometry) -> bool:
    """True if an escarpment keeps off this ground and none of its pieces is too short; otherwise it
    is removed.
    """
    ground = unary_union(
        [country.ground[piece.id] for piece in scarps]
        + [shapes.area(piece.high) for piece in scarps]
    )
    if (
        scarps
        and not ground.intersects(off)
        and all(shapes.sides_of(country.ground[piece.id])[0] >= 12.2 for piece in scarps)
    ):
        return True
    for piece in scarps:
        country.remove(piece)
    return False


def scarp_inland(country: Country, inland: str) -> None:
    """High ground behind the coast, off the table on the inland side."""
    chance = country.chance
    off = country.no_room()
    for _ in range(8):
        at = country.on_edge(inland, chance.choice((0.1, 0.5, 0.9)) + chance.uniform(-0.1, 0.1))
        found = add_plateau(
            country,
            at,
            chance.uniform(22, 30),
            chance.uniform(9, 14),
            0 if inland in ("south", "north") else 90,
            chance.uniform(4.8, 6.2),
            chance.uniform(4, 6) if country.happens(0.4) else 0.0,
        )
        if scarp_fits(country, found, off):
            return


def small_kopje(country: Country) -> Piece | None:
    """A steep hill apart from others, away from the base lines."""
    chance = country.chance
    off = country.no_room().union(country.under("low_hill").buffer(0.6))
    inside = country.table.buffer(-7).difference(country.strips)
    for _ in range(16):
        shape = shapes.blob(
            chance,
            country.anywhere(inside),
            chance.uniform(14, 18),
            chance.uniform(12.5, 15),
            chance.uniform(0, 180),
            0.12,
        )
        if (
            country.table.covers(shape)
            and not shape.intersects(off)
            and shape.intersection(country.strips).area < 6
        ):
            return add_kopje(country, shape)
    return None


def ravine(country: Country) -> Piece | None:
    """A dry bed that comes in over the table edge, or down to river or coast."""
    chance = country.chance
    off = country.no_room().union(country.under("low_hill"))
    for _ in range(14):
        edge = chance.choice(list(OPPOSITE))
        mouth = country.on_edge(edge, chance.uniform(0.12, 0.88))
        head = point_at(
            mouth,
            {"south": 90, "north": 270, "west": 0, "east": 180}[edge] + chance.uniform(-50, 50),
            chance.uniform(20, 33),
        )
        if not country.table.buffer(-5).covers(Point(head)) or LineString([mouth, head]).buffer(
            5
        ).intersects(off):
            continue
        found = add_course(
            country, "ravine", mouth, head, (2.5, 4.8), chance.uniform(1.5, 2.6), 11.0
        )
        if found and not country.ground[found.id].intersects(off):
            return found
        if found:
            country.remove(found)
    return None


def shore_ravine(country: Country, edge: str) -> None:
    """A ravine that comes down to the water."""
    chance = country.chance
    sea = country.under(SEA)
    off = country.no_room().difference(sea.buffer(0.5)).union(country.under("low_hill"))
    out = {"south": 90, "north": 270, "west": 0, "east": 180}[edge]
    for _ in range(10):
        foot = country.on_edge(edge, chance.uniform(0.15, 0.85))
        head = point_at(foot, out + chance.uniform(-40, 40), chance.uniform(26, 36))
        if not country.table.buffer(-4).covers(Point(head)):
            continue
        dry = lines_of(
            LineString(
                shapes.winding(chance, head, foot, chance.uniform(1.2, 2.2), 11.0)
            ).difference(sea)
        )[0]
        if (
            dry.length < 16
            or dry.buffer(3).intersects(off)
            or Point(dry.coords[-1]).distance(sea) > 0.1
        ):
            continue
        path = dry.coords[::-1]
        bed = shapes.watercourse(
            chance,
            (point_at(path[0], angle_to(path[1], path[0]), 1.0), *path),
            (2.5, 4.4),
            country.table,
            True,
        ).difference(sea.buffer(-0.1))
        country.add("ravine", bed, path=shapes.as_path(path))
        return


def shore_rocks(country: Country, edge: str) -> None:
    """Rocks along the waterline."""
    chance = country.chance
    sea = country.under(SEA)
    keep = unary_union(
        [
            country.under("village", "cultivation").buffer(1),
            country.under("marsh", "jungle", "ravine", "river", "stream", "escarpment").buffer(0.6),
        ]
    )
    for _ in range(8):
        shape = shapes.blob(
            chance,
            country.on_shore(edge),
            chance.uniform(15, 22),
            chance.uniform(6, 9),
            0 if edge in ("south", "north") else 90,
            0.25,
        )
        ground = shapes.largest(
            (shape & country.table).difference(sea.buffer(-0.05)).difference(keep)
        )
        if (
            12.5 < shapes.sides_of(ground)[0] < 30
            and ground.area > 28
            and ground.distance(sea) < 0.2
        ):
            country.add("rocky_ground", ground)
            return


def massif(country: Country) -> list[Polygon]:
    """The feet of the hills: cells of a loose net, with valleys between them."""
    chance = country.chance
    columns, rows = max(2, round(country.width / 20)), max(2, round(country.depth / 20))
    dx, dy = country.width / columns, country.depth / rows
    sites = [
        (
            (i + 0.5 + (0.25 if j % 2 else -0.25) + chance.uniform(-0.22, 0.22)) * dx,
            (j + 0.5 + chance.uniform(-0.22, 0.22)) * dy,
        )
        for i in range(-2, columns + 2)
        for j in range(-2, rows + 2)
    ]
    net = [
        cell for cell in voronoi_polygons(MultiPoint(sites)).geoms if cell.intersects(country.table)
    ]
    cells: list[Polygon] = []
    for valley in (1.2, 1.0, 0.8, 0.6):
        cells = []
        for cell in net:
            feet = cell.buffer(-valley).buffer(-3.4, quad_segs=5).buffer(3.4, quad_segs=5)
            shape = (
                shapes.largest(
                    shapes.ragged(chance, shapes.largest(feet), 0.5, 9.0) & country.table
                )
                if feet.area > 30
                else NOTHING
            )
            if shape.area > 30 and min(shapes.sides_of(shape)) > 3:
                cells.append(shape)
        if (
            sum(cell.area for cell in cells)
            > (0.79 if country.scenario in DEFENDED else 0.74) * country.size
        ):
            break
    return sorted(cells, key=lambda cell: (round(cell.centroid.x, 3), round(cell.centroid.y, 3)))


def rise(country: Country, cell: Polygon) -> None:
    """Turns a cell of the massif into a hill: mostly a low hill, sometimes a kopje or a flat-topped
    hill.
    """
    whole = not cell.intersects(country.table.exterior)
    draw = country.chance.random()
    if whole and draw < 0.3 and not country.of("kopje") and add_kopje(country, cell):
        return
    if (
        whole
        and draw < 0.6
        and not country.of("escarpment")
        and cell.area > 230
        and add_mesa(country, cell, country.chance.uniform(5.0, 6.0))
    ):
        return
    piece = country.add("low_hill", cell)
    if piece:
        with_crest(country, piece)
