"""Automatic deployment of camps and works, and the ground of a side."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import shapely

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.land import TRAPS, Land, Work
from app.games.heart_of_africa.setup.camps_and_kraals import CAMP_RADIUS, camp_refusals
from app.games.heart_of_africa.setup.homes import home_of, needs_home
from app.games.heart_of_africa.setup.scenarios import has_home, zone_of
from app.games.heart_of_africa.setup.sites import BUILDINGS, INCHES, unbuilt, work_refusals
from app.games.heart_of_africa.setup.table_edges import FACING, OPPOSITE, Rect, half, strip
from app.games.heart_of_africa.sight.ground import extent_of
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import WORKS
from app.kernel.contract import Order
from app.kernel.space.plane import Point, mean_of, on_grid, point_at

TRIES = 12


def camp(battle: Battle, side: str, chance: Random) -> Order | None:
    """The order of a camp in the middle of the own half, if there is no village."""
    if not needs_home(battle, side):
        return None
    x0, y0, x1, y1 = half(battle.land, battle.edges[side])
    for n in range(3 * TRIES):
        wide, deep = (x1 - x0) / 2 - CAMP_RADIUS, (y1 - y0) / 2 - CAMP_RADIUS
        reach = min(1.0, 0.2 + n / TRIES)
        at = on_grid(
            (
                (x0 + x1) / 2 + chance.uniform(-wide, wide) * reach,
                (y0 + y1) / 2 + chance.uniform(-deep, deep) * reach,
            )
        )
        order = orders.PlaceCamp(at)
        if not camp_refusals(battle, order, side) and dry(battle.land, at):
            return order
    return None


def dry(land: Land, at: Point) -> bool:
    """True if firm ground lies under most of a camp there."""
    circle = shapely.Point(at).buffer(CAMP_RADIUS)
    wet = shapely.unary_union(
        [
            extent_of(piece)
            for piece in land.pieces
            if piece.kind in ("river", "sea_or_lake", "stream", "marsh", "kopje")
            and len(piece.outline) > 2
        ]
    )
    return circle.intersection(wet).area < 0.25 * circle.area


def works(battle: Battle, side: str, chance: Random) -> Order | None:
    """The next order of a bought work: buildings in the home, walls before it, traps in front."""
    for kind, number in unbuilt(battle, side).items():
        for _ in range(TRIES):
            work = BUILD[kind](battle, side, kind, number, chance)
            order = orders.PlaceWork(work)
            if not work_refusals(battle, order, side):
                return order
    return None


def heart(battle: Battle, side: str) -> Point:
    """The place that a defender holds: its village or camp, or the middle of its ground."""
    village = home_of(battle, side) if has_home(battle) and side != battle.attacker else None
    if village is not None:
        return mean_of(village.outline)
    x0, y0, x1, y1 = ground_of(battle, side)
    return ((x0 + x1) / 2, (y0 + y1) / 2)


def depth_of(battle: Battle, side: str) -> float:
    """Distance in inches from the middle of the home to its front."""
    village = home_of(battle, side) if has_home(battle) and side != battle.attacker else None
    if village is None:
        return 0.0
    x0, y0, x1, y1 = shapely.Polygon(village.outline).bounds
    return (y1 - y0) / 2 if battle.edges[side] in ("south", "north") else (x1 - x0) / 2


def wall(battle: Battle, side: str, kind: str, number: int, chance: Random) -> Work:
    """A straight wall across the front of the home, at most 12 in long, or through it."""
    ahead = FACING[battle.edges[side]]
    long = min(number, 12)
    spot = point_at(heart(battle, side), ahead, depth_of(battle, side) + chance.uniform(1, 3))
    x, y = point_at(spot, ahead + 90, chance.uniform(-12, 12))
    x0, y0, x1, y1 = ground_of(battle, side)
    spot = (min(max(x, x0 + 0.5), x1 - 0.5), min(max(y, y0 + 0.5), y1 - 0.5))
    return Work(
        "",
        kind,
        side,
        (
            on_grid(point_at(spot, ahead + 90, -long / 2)),
            on_grid(point_at(spot, ahead + 90, long / 2)),
        ),
    )


def building(battle: Battle, side: str, kind: str, number: int, chance: Random) -> Work:  # noqa: ARG001 one call for all kinds
    long, wide = WORKS["temba"]["size_in"]
    if chance.random() < 0.5:
        long, wide = wide, long
    x, y = heart(battle, side)
    x, y = x + chance.uniform(-16, 16), y + chance.uniform(-10, 10)
    gate = {"south": "south", "north": "north", "west": "west", "east": "east"}[battle.edges[side]]
    return Work(
        "",
        kind,
        side,
        rect=(
            round(x - long / 2, 1),
            round(y - wide / 2, 1),
            round(x + long / 2, 1),
            round(y + wide / 2, 1),
        ),
        gate=gate,
    )


def trap(battle: Battle, side: str, kind: str, number: int, chance: Random) -> Work:  # noqa: ARG001 - all steps of deployment share one signature
    ahead = FACING[battle.edges[side]]
    spot = point_at(heart(battle, side), ahead, depth_of(battle, side) + chance.uniform(1, 9))
    return Work("", kind, side, at=on_grid(point_at(spot, ahead + 90, chance.uniform(-18, 18))))


BUILD: dict[str, Callable[[Battle, str, str, int, Random], Work]] = {
    **dict.fromkeys(INCHES, wall),
    **dict.fromkeys(BUILDINGS, building),
    **dict.fromkeys(TRAPS, trap),
}


def ground_of(battle: Battle, side: str) -> Rect:
    """A side's ground as a rectangle, without the part that must be kept clear."""
    zone = zone_of(battle, side)
    if not zone.edge:
        return zone.rect
    rest = (
        {
            "south": battle.land.depth,
            "north": battle.land.depth,
            "west": battle.land.width,
            "east": battle.land.width,
        }[zone.edge]
        - zone.above
        - 0.1
    )
    return strip(battle.land, OPPOSITE[zone.edge], rest)
