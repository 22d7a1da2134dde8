"""Bot before the battle: side of the table, order of march, works and the best places of units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import numpy as np
import shapely
from numpy.typing import NDArray

from app.games.heart_of_africa.figures import (
    is_gun,
    is_mounted,
    is_vessel,
    members,
    other,
    placed,
    radius,
)
from app.games.heart_of_africa.orders import ChooseSide, Deploy, MarchOrder, Pass, PlaceWork
from app.games.heart_of_africa.setup import ambushes, auto_deployment, deployment
from app.games.heart_of_africa.setup.homes import home
from app.games.heart_of_africa.setup.places import company, put_down
from app.games.heart_of_africa.setup.scenarios import (
    AMBUSH,
    ENCOUNTER,
    FACING,
    GUARD,
    OPPOSITE,
    Rect,
    edges_open,
    from_edge,
    half,
    has_home,
    in_rect,
    strip,
)
from app.games.heart_of_africa.setup.sites import BUILDINGS, INCHES, unbuilt, work_refusals
from app.games.heart_of_africa.state import SIDES_STEP, TRAPS, Battle, Figure, Unit, Work
from app.games.heart_of_africa.tactics.aims import (
    FAR_EDGE,
    army_worth,
    is_for_close_combat,
    reach_of,
    shoots,
)
from app.games.heart_of_africa.tactics.picture import covered, in_view
from app.games.heart_of_africa.tactics.ways import country, kind_of
from app.kernel.contract import Order
from app.kernel.space.plane import (
    Point,
    bearing,
    middle,
    moved,
    path_length,
    place_along,
    quantised,
)

Numbers = NDArray[np.float64]
GRID = 1.5
TRIES = 6
WHERE_TO_HIDE = 5.0
"""What a lair must be worth to be better than a place in the line."""


def deploy(battle: Battle, side: str, chance: Random) -> Order | None:
    """The next order before the battle."""
    if battle.step == SIDES_STEP:
        return sides(battle, side, chance)
    if side not in deployment.owing(battle):
        return None
    for plan in (auto_deployment.join, auto_deployment.camp, works, boats, men):
        order = plan(battle, side, chance)
        if order is not None:
            return order
    return (
        auto_deployment.next_order(battle, side, chance)
        if deployment.left(battle, side)
        else Pass()
    )


# ------------------------------------------------------------------------------------------------ s
def sides(battle: Battle, side: str, chance: Random) -> Order | None:
    """The edge with the best way to what one wants; a column from the end that gives it the easier
    march.
    """
    usual = auto_deployment.next_order(battle, side, chance)
    if isinstance(usual, ChooseSide):
        return ChooseSide(best_edge(battle, edges_open(battle), usual.edge))
    if isinstance(usual, MarchOrder):
        return MarchOrder(usual.order, best_edge(battle, edges_open(battle), usual.edge))
    return usual


def best_edge(battle: Battle, edges: Sequence[str], usual: str) -> str:
    """Of the edges nobody would call spoilt that with the shortest way; the house's own choice
    where they are alike.
    """
    fit = [edge for edge in edges if not auto_deployment.spoilt(battle, edge)]
    if not fit or battle.scenario == ENCOUNTER:
        return usual
    return min(fit, key=lambda edge: (round(way_from(battle, edge), 0), edge != usual, edge))


def way_from(battle: Battle, edge: str) -> float:
    """How long the way is from the better places of an edge to the village, or to the far side."""
    x0, y0, x1, y1 = strip(battle.land, edge, 6.0)
    starts = np.array(
        [(x, y) for x in np.linspace(x0 + 2, x1 - 2, 9) for y in np.linspace(y0 + 2, y1 - 2, 9)]
    )
    goal = likely_home(battle, OPPOSITE[edge])
    return float(np.sort(country(battle, "foot").far(starts, goal))[:20].mean())


def likely_home(battle: Battle, edge: str) -> Point:
    """The village in that half of the table, else the middle of it; for a march, the middle of the
    far edge.
    """
    rect = half(battle.land, edge)
    villages = [
        middle(piece.outline)
        for piece in battle.land.pieces
        if piece.kind == "village"
        and len(piece.outline) > 2
        and in_rect(rect, middle(piece.outline))
    ]
    if villages and has_home(battle):
        return villages[0]
    x0, y0, x1, y1 = rect
    centre = ((x0 + x1) / 2, (y0 + y1) / 2)
    if has_home(battle):
        return centre
    return {
        "west": (1.0, centre[1]),
        "east": (battle.land.width - 1, centre[1]),
        "south": (centre[0], 1.0),
        "north": (centre[0], battle.land.depth - 1),
    }[edge]


# ------------------------------------------------------------------------------------------------ w
def works(battle: Battle, side: str, chance: Random) -> Order | None:
    """Walls across the front of the home, traps on the way to it; what finds no place so is left to
    the house.
    """
    for kind, number in unbuilt(battle, side).items():
        for work in drawn_works(battle, side, kind, number):
            order = PlaceWork(work)
            if not work_refusals(battle, order, side):
                return order
    return auto_deployment.works(battle, side, chance)


def drawn_works(battle: Battle, side: str, kind: str, number: int) -> list[Work]:
    """Places for a work, the best first: from the middle of the front outwards."""
    ahead = FACING[battle.edges[side]]
    heart, depth = auto_deployment.heart(battle, side), auto_deployment.depth_of(battle, side)
    asides = (0.0, 5.0, -5.0, 9.0, -9.0, 13.0, -13.0)
    found = []
    for out in (1.2, 2.5, 4.0):
        for aside in asides:
            spot = moved(moved(heart, ahead, depth + out), ahead + 90, aside)
            if kind in INCHES:
                long = min(number, 12)
                ends = (
                    quantised(moved(spot, ahead + 90, -long / 2)),
                    quantised(moved(spot, ahead + 90, long / 2)),
                )
                found.append(Work("", kind, side, ends))
            elif kind in TRAPS:
                found.append(
                    Work("", kind, side, at=quantised(moved(spot, ahead, 3.0 + abs(aside) / 6)))
                )
    return [] if kind in BUILDINGS else found


# ------------------------------------------------------------------------------------------------ b
def boats(battle: Battle, side: str, chance: Random) -> Order | None:
    """Gunboats along the stream of the rivers in one's own ground, the one nearest to the heart of
    it; else as the house finds a place.
    """
    heart = auto_deployment.heart(battle, side)
    for unit in deployment.units_left(battle, side):
        hulls = [one for one in members(battle, unit) if is_vessel(one)]
        for spot, heading in moorings(battle, heart) if len(hulls) == 1 else ():
            order = Deploy(unit, {hulls[0].id: (*quantised(spot), round(heading, 1))})
            if not deployment.deploy_refusals(battle, order, side):
                return order
    return auto_deployment.boats(battle, side, chance)


def moorings(battle: Battle, heart: Point) -> list[tuple[Point, float]]:
    """Places in mid-stream, an inch apart, with the way the river runs there."""
    found = []
    for piece in battle.land.pieces:
        if piece.kind == "river" and len(piece.path) > 1:
            whole = path_length(piece.path)
            for n in range(2, int(whole) - 2):
                at = place_along(piece.path, float(n))
                found.append(
                    (
                        at,
                        bearing(place_along(piece.path, n - 2.0), place_along(piece.path, n + 2.0)),
                    )
                )
    return sorted(found, key=lambda one: math.dist(one[0], heart))


# ------------------------------------------------------------------------------------------------ m
def men(battle: Battle, side: str, chance: Random) -> Order | None:
    """The next unit: baggage where it has to be, then the units that are worth most; single figures
    as the house has it.
    """
    units = [battle.units[who] for who in deployment.units_left(battle, side)]
    troops = [
        unit
        for unit in units
        if unit.kind == "troops" and not any(is_vessel(one) for one in members(battle, unit.id))
    ]
    if any(unit.kind == "baggage" for unit in units) and battle.scenario != ENCOUNTER:
        return auto_deployment.next_order(battle, side, chance)
    for unit in sorted(troops, key=lambda unit: (-rank_of(battle, unit), unit.id)):
        if auto_deployment.found_full(battle, side, unit):
            break
        order = lie_in_wait(battle, side, unit, chance) or stand(battle, side, unit, chance)
        if order is not None:
            return order
    return None


def rank_of(battle: Battle, unit: Unit) -> float:
    """Who is put down first: guns, then shooters who need a view, then the dearest of the
    others.
    """
    stiff = any(is_gun(one) for one in members(battle, unit.id))
    return (
        (200.0 if stiff else 0.0)
        + (60.0 if shoots(battle, unit.id) else 0.0)
        + army_worth(battle, unit.id)
    )


def stand(battle: Battle, side: str, unit: Unit, chance: Random) -> Order | None:
    """At the best of the places where there is room for it."""
    guard = is_guard(battle, side, unit)
    rect = (
        strip(battle.land, battle.edges[side], GUARD)
        if guard
        else auto_deployment.ground_of(battle, side)
    )
    spots = net(rect)
    values = merits(battle, side, unit, spots, hidden=False)
    for spot in best_of(spots, values, chance):
        at = put_down(battle, side, unit.id, rect, chance, near=spot)
        if at is not None:
            order = Deploy(unit.id, at)
            if not deployment.deploy_refusals(battle, order, side):
                return order
    return None


def is_guard(battle: Battle, side: str, unit: Unit) -> bool:
    """Fighters go ahead of the rest in an Encounter, one unit of them."""
    if battle.scenario != ENCOUNTER or any(
        one.side == side and one.advance_guard for one in battle.units.values()
    ):
        return False
    fighters = [
        one
        for one in battle.units.values()
        if one.side == side
        and one.kind == "troops"
        and is_for_close_combat(battle, one.id)
        and not any(is_gun(man) or is_vessel(man) or man.role for man in members(battle, one.id))
    ]
    return (
        bool(fighters)
        and unit.id == min(fighters, key=lambda one: (army_worth(battle, one.id), one.id)).id
    )


def lie_in_wait(battle: Battle, side: str, unit: Unit, chance: Random) -> Order | None:
    """In a lair near the way the enemy will come, if there is a good one and the scenario lets
    it.
    """
    troops = company(battle, unit.id)
    if side == battle.attacker and battle.scenario != ENCOUNTER:
        return None
    if ambushes.too_many(battle, side) or any(
        is_gun(one) or is_vessel(one) or one.role for one in troops
    ):
        return None
    guard = battle.scenario == ENCOUNTER and not any(
        one.side == side and one.advance_guard for one in battle.units.values()
    )
    rect = (
        strip(battle.land, battle.edges[side], GUARD)
        if guard
        else auto_deployment.ground_of(battle, side)
    )
    cover = ambushes.hiding_ground(battle, all(map(ambushes.is_light, troops)))
    lair = (
        cover.intersection(shapely.box(*rect)).buffer(-(max(map(radius, troops)) + 0.02))
        if not cover.is_empty
        else cover
    )
    if lair.is_empty:
        return None
    spots = net(rect)
    spots = spots[shapely.contains_xy(lair, spots[:, 0], spots[:, 1])]
    values = merits(battle, side, unit, spots, hidden=True)
    for spot in best_of(spots, values, chance, least=WHERE_TO_HIDE):
        patch = next(
            (
                part
                for part in getattr(lair, "geoms", [lair])
                if part.distance(shapely.Point(spot)) < 0.01
            ),
            None,
        )
        at = (
            put_down(battle, side, unit.id, patch.bounds, chance, within=patch, near=spot)
            if patch is not None
            else None
        )
        if at is not None:
            order = Deploy(unit.id, at, ambush=True)
            if not deployment.deploy_refusals(battle, order, side):
                return order
    return None


# ------------------------------------------------------------------------------------------------ w
def net(rect: Rect) -> Numbers:
    x, y = np.meshgrid(
        np.arange(rect[0] + 1, rect[2] - 0.9, GRID), np.arange(rect[1] + 1, rect[3] - 0.9, GRID)
    )
    return np.column_stack((x.ravel(), y.ravel()))


def best_of(spots: Numbers, values: Numbers, chance: Random, least: float = -1e9) -> list[Point]:
    """A few of the best places, not all on one heap."""
    if not len(spots):
        return []
    noisy = values + np.array([chance.uniform(0, 0.4) for _ in range(len(values))])
    found: list[Point] = []
    for n in np.argsort(-noisy, kind="stable"):
        at = (float(spots[n][0]), float(spots[n][1]))
        if values[n] < least or len(found) >= TRIES:
            break
        if all(math.dist(at, one) > 3 for one in found):
            found.append(at)
    return found


def merits(battle: Battle, side: str, unit: Unit, spots: Numbers, *, hidden: bool) -> Numbers:
    """How good places are for a unit, by its part in the scenario and its arms."""
    if not len(spots):
        return np.zeros(0)
    figures = members(battle, unit.id)
    worth = -crowding(battle, side, unit, spots)
    if battle.scenario == AMBUSH:
        return worth + beside_the_way(battle, side, unit, spots, hidden=hidden)
    if has_home(battle) and side != battle.attacker:
        return worth + round_home(battle, side, unit, figures, spots, hidden=hidden)
    return worth + on_the_line(battle, side, unit, figures, spots, hidden=hidden)


def crowding(battle: Battle, side: str, unit: Unit, spots: Numbers) -> Numbers:
    """Units want elbow room, but not to be lost on the far wing."""
    price = np.zeros(len(spots))
    for mate in battle.units.values():
        men_ = placed(battle, mate.id) if mate.side == side and mate.id != unit.id else ()
        if men_:
            off = spots - np.asarray(middle(one.at for one in men_))  # type: ignore[misc]
            far = np.hypot(off[:, 0], off[:, 1])
            price += np.maximum(0.0, 5.0 - far) * 0.8
    return price


def lookout(battle: Battle, spots: Numbers, points: Sequence[Point], reach: float) -> Numbers:
    """The share of some points that can be seen from places, as far as the range goes."""
    if not points:
        return np.zeros(len(spots))
    marks = np.asarray(points, dtype=float)
    off = spots[:, None, :] - marks[None, :, :]
    near = np.hypot(off[..., 0], off[..., 1]) <= reach
    return (in_view(battle, spots, marks) & near).mean(axis=1)


def approach(battle: Battle, side: str, goal: Point) -> list[Point]:
    """Where the enemy will come by on his way to a goal: a fan of places between it and his
    edge.
    """
    ahead = FACING[battle.edges[side]]
    return [
        moved(moved(goal, ahead, out), ahead + 90, aside)
        for out in (6.0, 10.0, 14.0, 18.0)
        for aside in (-10.0, -5.0, 0.0, 5.0, 10.0)
    ]


def round_home(
    battle: Battle,
    side: str,
    unit: Unit,
    figures: Sequence[Figure],
    spots: Numbers,
    *,
    hidden: bool,
) -> Numbers:
    """Shooters at the edge of the home or behind its walls, with a view; spears close behind;
    ambushers beside the way to it.
    """
    piece = home(battle, side)
    goal = middle(piece.outline) if piece is not None else auto_deployment.heart(battle, side)
    ahead = np.array(
        [
            math.cos(math.radians(FACING[battle.edges[side]])),
            math.sin(math.radians(FACING[battle.edges[side]])),
        ]
    )
    off = spots - np.asarray(goal)
    forward = off @ ahead
    far = np.hypot(off[:, 0], off[:, 1])
    shape = shapely.Polygon(piece.outline) if piece is not None else shapely.Point(goal).buffer(6)
    rim = shapely.distance(shape.boundary, shapely.points(spots))
    inside = shapely.contains_xy(shape, spots[:, 0], spots[:, 1])
    if hidden:
        way = np.where(
            (forward > 3) & (forward < 20),
            8.0 - np.abs(np.abs(off @ np.array([-ahead[1], ahead[0]])) - 6) * 0.5,
            0.0,
        )
        return way - 0.15 * np.maximum(0, far - 18)
    view = lookout(
        battle, spots, approach(battle, side, goal), max(12.0, reach_of(battle, unit.id))
    )
    shelter = covered(battle, spots, np.ones(len(spots), dtype=bool))
    front = np.clip(forward, -8, 8) * 0.25
    walls = at_walls(battle, side, spots, ahead)
    if is_for_close_combat(battle, unit.id) or any(map(is_mounted, figures)):
        return front * 0.6 + 2.0 * inside - 0.35 * np.maximum(0, far - 9) + 0.8 * shelter
    stiff = any(map(is_gun, figures))
    return (
        front
        + 7.0 * view
        + 1.5 * shelter
        + np.where(inside & (rim < 2.2), 2.0, 0.0)
        + (0.0 if stiff else 5.0) * walls
        - 0.3 * np.maximum(0, far - 12)
    )


def at_walls(battle: Battle, side: str, spots: Numbers, ahead: Numbers) -> Numbers:
    """Whether places are right behind a wall of one's own."""
    found = np.zeros(len(spots))
    for work in battle.land.works:
        if work.owner == side and len(work.line) > 1 and work.kind in INCHES:
            centre = np.asarray(middle(work.line))
            off = spots - centre
            behind = -(off @ ahead)
            aside = np.abs(off @ np.array([-ahead[1], ahead[0]]))
            found = np.maximum(found, ((behind > 0.3) & (behind < 2.2) & (aside < 5)).astype(float))
    return found


def beside_the_way(
    battle: Battle, side: str, unit: Unit, spots: Numbers, *, hidden: bool
) -> Numbers:
    """Along the march of the column, in its middle and last third: spears near it, shooters within
    their better range of it.
    """
    start, end = battle.edges[other(side)], FAR_EDGE[battle.edges[other(side)]]
    way = lanes(battle, start, end)
    off = spots[:, None, :] - way[None, :, :]
    near = np.hypot(off[..., 0], off[..., 1]).min(axis=1)
    best = (
        4.0 if is_for_close_combat(battle, unit.id) else max(4.0, 0.5 * reach_of(battle, unit.id))
    )
    long = battle.land.width if start in ("west", "east") else battle.land.depth
    done = np.array([from_edge(battle.land, start, (float(x), float(y))) for x, y in spots]) / long
    place = np.where((done > 0.35) & (done < 0.8), 3.0, 0.0)
    shelter = covered(battle, spots, np.ones(len(spots), dtype=bool))
    view = lookout(
        battle,
        spots,
        [(float(x), float(y)) for x, y in way[::2]],
        max(10.0, reach_of(battle, unit.id)),
    )
    return place - 0.5 * np.abs(near - best) + 3.0 * view + 1.5 * shelter + (6.0 if hidden else 0.0)


def lanes(battle: Battle, start: str, end: str) -> Numbers:
    """The ways across the table that a column might take: the easiest ones from the middle of one
    side to the other.
    """
    land = battle.land
    net_ = country(battle, "foot")
    found: list[Point] = []
    for share in (0.35, 0.5, 0.65):
        here = {
            "west": (1.0, land.depth * share),
            "east": (land.width - 1, land.depth * share),
            "south": (land.width * share, 1.0),
            "north": (land.width * share, land.depth - 1),
        }[start]
        goal = {
            "west": (1.0, land.depth * share),
            "east": (land.width - 1, land.depth * share),
            "south": (land.width * share, 1.0),
            "north": (land.width * share, land.depth - 1),
        }[end]
        for _ in range(40):
            found.append(here)
            if math.dist(here, goal) < 4:
                break
            here = net_.ahead(here, goal, 4.0)
    return np.asarray(found)


def on_the_line(
    battle: Battle,
    side: str,
    unit: Unit,
    figures: Sequence[Figure],
    spots: Numbers,
    *,
    hidden: bool,
) -> Numbers:
    """Where the way to the heart of the matter is short; shooters with a view, riders on a wing,
    nobody in a corner.
    """
    land = battle.land
    goal = (
        likely_home(battle, OPPOSITE[battle.edges[side]])
        if has_home(battle)
        else (land.width / 2, land.depth / 2)
    )
    piece = home(battle, other(side)) if has_home(battle) and side == battle.attacker else None
    goal = middle(piece.outline) if piece is not None else goal
    far = country(battle, kind_of(figures[0])).far(spots, goal)
    worth = -0.25 * far
    if hidden:
        return (
            worth
            + 9.0
            + 0.2
            * np.array(
                [from_edge(land, battle.edges[side], (float(x), float(y))) for x, y in spots]
            )
        )
    if shoots(battle, unit.id):
        fan = [
            (goal[0] + dx, goal[1] + dy)
            for dx in (-12.0, -6.0, 0.0, 6.0, 12.0)
            for dy in (-8.0, -3.0, 3.0)
        ]
        worth = worth + 3.0 * lookout(battle, spots, fan, 40.0)
    if any(map(is_mounted, figures)):
        along = (
            spots[:, 0] / land.width
            if battle.edges[side] in ("south", "north")
            else spots[:, 1] / land.depth
        )
        worth = worth + 3.0 * np.abs(along - 0.5)
    return worth + 0.1 * np.array(
        [from_edge(land, battle.edges[side], (float(x), float(y))) for x, y in spots]
    )
