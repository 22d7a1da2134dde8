"""Growth, and the openings in it."""

from __future__ import annotations

from collections.abc import Callable

from shapely import unary_union
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import DEFENDED, SEA
from app.games.heart_of_africa.terrain.country import NOTHING, Country
from app.kernel.space.plane import point_at


def openings(
    country: Country, length: tuple[float, float], deep: tuple[float, float]
) -> list[Polygon]:
    """Open ground along the base lines for guns and mounted figures, where a track comes in, if
    there is one. Lengths are those of a side of 72 in; a longer one has more.
    """
    chance, found = country.chance, []
    for edge in country.fronts[:1] if country.scenario in DEFENDED else country.fronts:
        strip = country.strip_at(edge, 1)
        ends = [
            end
            for road in country.of("road")
            for end in (road.path[0], road.path[-1])
            if strip.covers(Point(end))
        ]
        at = ends[0] if ends else country.on_edge(edge, chance.uniform(0.3, 0.7))
        across = edge in ("south", "north")
        side = country.width if across else country.depth
        room = min(chance.uniform(*length) * max(1.0, side / 72), side * 0.72)
        middle = min(
            max((at[0] if across else at[1]) + chance.uniform(-0.25, 0.25) * room, room * 0.45),
            side - room * 0.45,
        )
        centre, heading = ((middle, at[1]), 0) if across else ((at[0], middle), 90)
        found.append(
            shapes.worn(
                shapes.blob(chance, centre, room, 2 * chance.uniform(*deep), heading, 0.12), 1.2
            )
        )
    return found


def clearings(
    country: Country, count: int, size: tuple[float, float], off: BaseGeometry = NOTHING
) -> list[Polygon]:
    """Glades beside the tracks and elsewhere, well apart."""
    found: list[Polygon] = []
    roads = country.of("road")
    for _ in range(count * 8):
        if len(found) == count:
            break
        if roads and country.happens(0.6):
            road = country.chance.choice(roads)
            at = point_at(
                LineString(road.path)
                .interpolate(country.chance.uniform(0.2, 0.8), normalized=True)
                .coords[0],
                country.chance.uniform(0, 360),
                3.0,
            )
        else:
            at = country.anywhere(country.table.buffer(-6))
        long = country.chance.uniform(*size)
        glade = shapes.worn(
            shapes.blob(
                country.chance,
                at,
                long,
                long * country.chance.uniform(0.55, 0.85),
                country.chance.uniform(0, 180),
            ),
            1.0,
        )
        if not glade.intersects(off) and all(glade.distance(other) > 9 for other in found):
            found.append(glade)
    return found


def grow(
    country: Country,
    kinds: tuple[str, ...],
    target: float,
    plant: Callable[[], Piece | None],
    tries: int = 14,
) -> None:
    """More pieces until these kinds cover the target share of the table."""
    for _ in range(tries):
        if country.covered(*kinds) >= target:
            return
        plant()


def slope_growth(country: Country, off: BaseGeometry) -> Piece | None:
    """A wood or rocks on the slopes, without overlap."""
    kind = country.chance.choice(("jungle", "rocky_ground"))
    other = country.under("rocky_ground" if kind == "jungle" else "jungle").buffer(0.6)
    shy = 2.5 if kind == "jungle" else 0.3
    return country.settle(
        kind, (18, 36), (11, 19), off=unary_union([off, other]), shy=shy, rough=0.24, cut=True
    )


def rocks_below(country: Country, off: BaseGeometry, foot: BaseGeometry) -> Piece | None:
    """Rocks at the foot of heights."""
    return country.settle(
        "rocky_ground",
        (14, 27),
        (9, 15),
        off=off,
        near=foot,
        avoid=country.under("low_hill"),
        shy=0.5,
        rough=0.24,
        cut=True,
    )


def gallery_forest(country: Country) -> None:
    """Trees along the water, away from tended ground."""
    tended = unary_union(
        [
            country.under("village", "cultivation").buffer(2),
            country.under("river", "escarpment", "kopje"),
            *country.summits(),
        ]
    )
    country.settle(
        "jungle",
        (17, 28),
        (9, 14),
        off=tended,
        near=country.under("stream", "marsh", "river"),
        shy=4.0,
        rough=0.24,
    )


def bare_ground(country: Country, *more: str) -> BaseGeometry:
    """Ground without wild growth: water, rock faces, villages and fields."""
    return unary_union(
        [
            country.under("river", SEA, "escarpment", "kopje", *more),
            country.under("village").buffer(2),
            country.under("cultivation").buffer(0.5),
            *country.summits(),
        ]
    )


def coastal_bush(country: Country, bare: BaseGeometry) -> Piece | None:
    """Bush near the water."""
    return country.settle(
        "jungle",
        (17, 32),
        (10, 17),
        off=bare,
        near=country.under("stream", "river", "marsh"),
        shy=2.6,
        rough=0.24,
        cut=True,
    )
