"""Cheapest paths of a unit."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from app.games.cry_havoc import move_reach
from app.games.cry_havoc.occupancy import figures, is_mounted
from app.games.cry_havoc.state import Battle, Unit
from app.kernel.space.hexes import Hex, hexes_around

Ways = list[tuple[int, tuple[Hex, ...]]]


def spread(battle: Battle, unit: Unit, begun: Ways, most_points: int | None = None) -> Ways:
    """Cheapest paths of a unit from those `begun`, the cheapest first; riders go forward only.

    `most_points` replaces the points of the unit.
    """
    has = figures(unit)[2] if most_points is None else most_points
    steps, tail = move_reach.Steps(battle, unit), 1 + is_mounted(unit)
    queue = [(cost, way) for cost, way in begun if cost <= has]
    heapify(queue)
    found: dict[tuple[Hex, ...], tuple[int, tuple[Hex, ...]]] = {}
    while queue:
        cost, way = heappop(queue)
        if way[-tail:] in found:
            continue
        found[way[-tail:]] = (cost, way)
        for side, there in hexes_around(way[-1]):
            price = None if there in way[-tail:] else steps.price(way[-1], side, there)
            if price is not None and cost + price <= has:
                heappush(queue, (cost + price, (*way, there)))
    return list(found.values())
