"""Distances over the ground in movement points, units left out."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from app.games.cry_havoc.ground import WALL, WINDOW, Ground
from app.games.cry_havoc.passage import WINDOW_COST, terrain_cost
from app.kernel.space.hexes import Hex

FAR = 99


@lru_cache(maxsize=400)
def costs_to(ground: Ground, goals: frozenset[Hex], horse: bool) -> dict[Hex, int]:
    """Movement points from every hex to the nearest goal; a goal may be closed ground."""
    costs = dict.fromkeys(goals, 0)
    queue = [(0, goal) for goal in sorted(goals)]
    while queue:
        cost, here = heappop(queue)
        if cost > costs[here]:
            continue
        for side, there in ground.neighbours(here):
            price = step_cost(ground, here, side, horse, here in goals)
            closed = terrain_cost(ground, there, horse) is None
            if price is not None and not closed and cost + price < costs.get(there, FAR):
                costs[there] = cost + price
                heappush(queue, (cost + price, there))
    return costs


def step_cost(ground: Ground, into: Hex, side: str, horse: bool, is_goal: bool) -> int | None:
    """Points for the step into a hex across one of its sides; None if closed."""
    lies = ground.side(into, side)
    if lies == WALL or (lies == WINDOW and horse):
        return None
    if lies == WINDOW:
        return WINDOW_COST
    price = terrain_cost(ground, into, horse)
    return 1 if price is None and is_goal else price
