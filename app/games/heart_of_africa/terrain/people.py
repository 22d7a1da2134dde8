"""Villages and the tracks between them."""

from __future__ import annotations

from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.chart import DEFENDED, SEA
from app.games.heart_of_africa.terrain.country import NOTHING, OPPOSITE, STEEP, Country
from app.games.heart_of_africa.terrain.roads import add_road
from app.games.heart_of_africa.terrain.villages import add_fence, add_village
from app.kernel.space.plane import Point as Spot
from app.kernel.space.plane import angle_between, angle_to, inches_to, point_at


def wants_village(country: Country, odds: float) -> bool:
    """True if the scenario requires a village, else with this probability."""
    return country.scenario in DEFENDED or country.happens(odds)


def village_for(
    country: Country, near: BaseGeometry = NOTHING, fields: tuple[int, int] = (1, 3)
) -> Piece | None:
    """The required village in its owner's half; without a requirement, one between the fronts."""
    if country.scenario in DEFENDED:
        within = country.half(OPPOSITE[country.attacker_edge])
    else:
        within = country.table.difference(
            country.strips.buffer(1.5, cap_style="square", join_style="mitre")
        )
    return add_village(
        country,
        near if not near.is_empty else within.centroid,
        within,
        country.chance.randint(*fields),
    )


def village_cell(country: Country, cells: list[Polygon]) -> Polygon | None:
    """The cell without a hill, as room for a village."""
    within = (
        country.half(OPPOSITE[country.attacker_edge])
        if country.scenario in DEFENDED
        else country.table.difference(country.strips)
    )
    fitting = [
        cell
        for cell in cells
        if min(shapes.sides_of(cell & within)) > 12 and (cell & within).area > 160
    ]
    return min(
        fitting,
        key=lambda cell: abs(cell.area - 260) + country.chance.uniform(0, 120),
        default=None,
    )


def village_in_valley(country: Country, cell: Polygon) -> Piece | None:
    within = (
        country.half(OPPOSITE[country.attacker_edge])
        if country.scenario in DEFENDED
        else country.table
    )
    return add_village(
        country, cell.centroid, cell.buffer(1.5) & within, country.chance.randint(0, 1)
    )


def roads_past(
    country: Country, home: Piece | None, ends: tuple[str, str] | None = None, branch: float = 0.4
) -> None:
    """A track from side to side, past the gate of the village if there is one; sometimes a second
    one from a fork.
    """
    sides = ends or _road_sides(country)
    main = next(
        filter(
            None,
            (_add_track(country, home, sides if ends else _road_sides(country)) for _ in range(6)),
        ),
        None,
    )
    if main is None:
        return
    if home and country.ground[home.id].distance(country.under("road")) > 3:
        add_spur(country, home, main)
    if country.happens(branch) and country.room_for("road") > 14:
        edges = [edge for edge in OPPOSITE if edge not in sides]
        for _ in range(5):
            fork = (
                LineString(main.path)
                .interpolate(country.chance.uniform(0.25, 0.75), normalized=True)
                .coords[0]
            )
            out = way_out(country, country.chance.choice(edges))
            if 12 < inches_to(fork, out) < country.room_for("road") * 0.85 and add_road(
                country, fork, out
            ):
                return


def _add_track(country: Country, home: Piece | None, sides: tuple[str, str]) -> Piece | None:
    """A track between two sides, by the village unless it would have to turn back there."""
    start, end = (way_out(country, edge) for edge in sides)
    stops = [
        stop
        for stop in (gate_places(country, home) if home else ())
        if angle_between(angle_to(stop, start), angle_to(stop, end)) > 85
    ]
    if stops:
        stop = min(
            stops,
            key=lambda spot: (
                inches_to(start, spot) + inches_to(spot, end) + country.chance.uniform(0, 6)
            ),
        )
        past = add_road(country, start, stop, end)
        if past and not doubles_back(past):
            return past
        if past:
            country.remove(past)
    return add_road(country, start, end)


def doubles_back(road: Piece) -> bool:
    """True if a track comes back close to itself."""
    spots = shapes.resampled(road.path, 2.0)
    return any(
        inches_to(one, other) < 4.5 for n, one in enumerate(spots) for other in spots[n + 6 :]
    )


def gate_places(country: Country, home: Piece) -> list[Spot]:
    """Dry and level spots just outside a village."""
    house = country.ground[home.id]
    wet = country.under("stream", "river", "marsh", *STEEP).buffer(1.2)
    spots = [_spot_before(house, country.chance.uniform(0, 360)) for _ in range(12)]
    return [
        spot
        for spot in spots
        if country.table.buffer(-2).covers(Point(spot)) and not Point(spot).within(wet)
    ]


def _spot_before(house: Polygon, towards: float) -> Spot:
    """A spot just outside a village in a direction."""
    centre = house.centroid.coords[0]
    gate = house.exterior.interpolate(
        house.exterior.project(Point(point_at(centre, towards, 30)))
    ).coords[0]
    return point_at(gate, angle_to(centre, gate), 1.9)


def add_spur(country: Country, home: Piece, main: Piece) -> None:
    """A side track from the road to the gate of the village."""
    line = LineString(main.path)
    for stop in sorted(gate_places(country, home), key=lambda spot: line.distance(Point(spot)))[:3]:
        if add_road(country, line.interpolate(line.project(Point(stop))).coords[0], stop):
            return


def _road_sides(country: Country) -> tuple[str, str]:
    """Sides that a track joins: with the march in an Ambush, else any two, mostly those of the two
    armies.
    """
    if country.scenario == "ambush" or country.happens(0.55):
        return country.fronts[0], country.fronts[1]
    if (
        country.happens(0.5)
        and len(country.flanks) > 1
        and country.room_for("road") > 1.15 * country.width
    ):
        return country.flanks[0], country.flanks[1]
    return country.fronts[0], country.chance.choice(country.flanks)


def way_out(country: Country, edge: str) -> Spot:
    """A spot on a side where a track may leave the table: no water, no steep ground."""
    bad = country.under("stream", "river", SEA, "marsh", "village", *STEEP).buffer(1.6)
    spots = [country.on_edge(edge, country.chance.uniform(0.15, 0.85)) for _ in range(8)]
    return next((spot for spot in spots if not Point(spot).within(bad)), spots[0])


def short_track(country: Country, home: Piece | None) -> None:
    """A track for regions with only a few inches of road: to the village, or across a corner."""
    chance = country.chance
    for _ in range(10):
        edge = chance.choice(country.fronts if country.happens(0.5) else country.flanks)
        start = way_out(country, edge)
        if home:
            house = country.ground[home.id]
            stop = facing_rim(house.buffer(0.9), Point(start))
        else:
            stop = way_out(
                country,
                chance.choice([side for side in OPPOSITE if side not in (edge, OPPOSITE[edge])]),
            )
        if 15 < inches_to(start, stop) < 40 and add_road(country, start, stop):
            return


def gates(country: Country, home: Piece | None) -> None:
    """The enclosure of a village: a gate to the nearest track, sometimes one to the fields or the
    water, and a third. Some villages have none.
    """
    if home is None or country.happens(0.15):
        return
    house = country.ground[home.id]
    centre = house.centroid.coords[0]
    roads = country.under("road")
    first = (
        facing_rim(house, roads)
        if not roads.is_empty and roads.distance(house) < 8
        else country.table.centroid.coords[0]
    )
    others = [
        facing_rim(house, country.ground[piece.id])
        for piece in country.of("cultivation", "stream", "river")
        if house.distance(country.ground[piece.id]) < 10
    ]
    opposite = point_at(centre, angle_to(first, centre), 20)
    spots = [first]
    if country.happens(0.75):
        spots.append(country.chance.choice([*others, opposite]))
    if country.happens(0.3):
        spots.append(opposite)
    add_fence(country, home, spots)


def facing_rim(house: Polygon, other: BaseGeometry) -> Spot:
    """The spot of the rim of a village that is nearest to a shape."""
    return nearest_points(house.exterior, other)[0].coords[0]
