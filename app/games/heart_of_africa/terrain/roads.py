"""Roads that follow the country."""

from __future__ import annotations

from itertools import pairwise

from shapely import unary_union

from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.terrain import shapes
from app.games.heart_of_africa.terrain.country import Country
from app.games.heart_of_africa.terrain.ways import TOIL, Mesh
from app.kernel.space.plane import Point as Spot
from app.kernel.space.plane import path_length


def travel_costs(country: Country) -> Mesh:
    """The country as a mesh of travel costs."""
    mesh = Mesh(country.width, country.depth, 2.0)
    mesh.whims(country.chance)
    mesh.shun_the_rim(3.5)
    for kind, toil in TOIL.items():
        mesh.burden(country.under(kind).buffer(0.8), toil)
    mesh.burden(country.under("stream", "river").buffer(2.6), 2.5)
    mesh.burden(country.under("village").buffer(1.4), 6)
    mesh.burden(unary_union(country.summits()), 8)
    mesh.burden(country.under("cultivation"), 2)
    mesh.relieve(country.under("ford"), 3)
    return mesh


def add_road(country: Country, *through: Spot, most: float | None = None) -> Piece | None:
    """A track through these spots that follows the country, at most as long as the region
    allows.
    """
    mesh = travel_costs(country)
    line: list[Spot] = []
    for start, end in pairwise(through):
        leg = mesh.way(start, end)
        if leg is None:
            return None
        line += leg if not line else leg[1:]
    spots = [line[0], *shapes.resampled(line, 4.2)[1:-1], line[-1]]
    track = shapes.trembling(country.chance, shapes.rounded(spots, 2), 0.9)
    limit = min(country.room_for("road"), most or 1e9)
    if path_length(track) > limit:
        return None
    bed = shapes.strip(track, shapes.ROAD_WIDTH, country.table).difference(country.under("road"))
    if bed.distance(country.under("village")) < 0.15:
        return None
    return country.add("road", bed, path=shapes.as_path(track))
