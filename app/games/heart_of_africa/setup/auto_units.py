"""Automatic deployment of boats, units and single figures."""

from __future__ import annotations

import math
from random import Random

import shapely

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.figures import (
    is_gun,
    is_leader,
    is_vessel,
    members,
    other_side,
    placed,
    radius,
)
from app.games.heart_of_africa.pieces import ON_TABLE, SCOUT, STANDARD_BEARER, Unit
from app.games.heart_of_africa.setup import (
    ambushes,
    deployment,
    deployment_turns,
    ground_to_deploy,
    holding_back,
)
from app.games.heart_of_africa.setup.auto_works import (
    TRIES,
    depth_of,
    ground_of,
    heart,
)
from app.games.heart_of_africa.setup.camps_and_kraals import pens
from app.games.heart_of_africa.setup.free_ground import put_down
from app.games.heart_of_africa.setup.places import company
from app.games.heart_of_africa.setup.scenarios import (
    AMBUSH,
    ENCOUNTER,
    GUARD,
    RAID,
    has_home,
    part_of,
    zone_of,
)
from app.games.heart_of_africa.setup.table_edges import FACING, Rect, strip
from app.games.heart_of_africa.sight.ground import extent_of
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Order
from app.kernel.space.plane import Point, mean_of, point_at

HIDES = {AMBUSH: 0.85, ENCOUNTER: 0.35, "planned_attack": 0.7, RAID: 0.8}
"""Probability of an ambush where one is allowed, by scenario."""


def boats(battle: Battle, side: str, chance: Random) -> Order | None:
    """The next order of a vessel on the water of its ground. Without room a Gunboat stays off the
    table, a free boat ashore.
    """
    for unit in deployment_turns.units_left(battle, side):
        if berths.is_hull(members(battle, unit)):
            return afloat(battle, side, unit, chance) or spared(battle, side, unit)
    ashore: dict[str, str] = {}
    for figure in deployment_turns.boats_left(battle, side):
        ashore.setdefault(figure.type, figure.id)
    return next(
        (
            order
            for boat in ashore.values()
            if (order := afloat(battle, side, boat, chance)) is not None
        ),
        None,
    )


def afloat(battle: Battle, side: str, who: str, chance: Random) -> Order | None:
    """The order of a vessel on its water, near a random point; None if there is no room."""
    if found_full(battle, side, battle.units[who]) if who in battle.units else False:
        return None
    vessel, (x0, y0, x1, y1) = company(battle, who)[0], ground_of(battle, side)
    near = (chance.uniform(x0, x1), chance.uniform(y0, y1))
    found = deployment.nearest_berth(
        battle, vessel, near, None, zone_of(battle, side), within=math.inf
    )
    order = (
        orders.Deploy(who, {vessel.id: (*found.at, found.heading)}) if found is not None else None
    )
    return (
        order if order is not None and not deployment.deploy_refusals(battle, order, side) else None
    )


def spared(battle: Battle, side: str, who: str) -> Order | None:
    """The order that holds it off the table, if allowed."""
    order = orders.Hold(who)
    return None if holding_back.hold_refusals(battle, order, side) else order


def men(battle: Battle, side: str, chance: Random) -> Order | None:
    """The order of the next unit, or of the next single figure after all units."""
    units = [battle.units[who] for who in deployment_turns.units_left(battle, side)]
    units.sort(
        key=lambda unit: (
            not unit.at_works and (unit.kind != "baggage" or battle.scenario == ENCOUNTER)
        )
    )
    for unit in units:
        order = unit_order(battle, side, unit, chance)
        if order is not None:
            return order
    if units or (
        battle.scenario == ENCOUNTER and deployment_turns.units_left(battle, other_side(side))
    ):
        return None
    for who in deployment_turns.singles_left(battle, side):
        order = single_order(battle, side, who, chance)
        if order is not None:
            return order
    return None


def unit_order(battle: Battle, side: str, unit: Unit, chance: Random) -> Order | None:
    """The order of a unit: in ambush if worthwhile, else in line, else off the table."""
    full = found_full(battle, side, unit)
    if unit.kind == "baggage" and part_of(battle, side).baggage == "may_stay":
        return spared(battle, side, unit.id)
    plans = (
        ()
        if full
        else (at_a_work,)
        if unit.at_works
        else (hidden, in_line)
        if unit.kind == "troops"
        else (in_line,)
    )
    for plan in plans:
        order = plan(battle, side, unit, chance)
        if order is not None:
            return order
    return spared(battle, side, unit.id)


def found_full(battle: Battle, side: str, unit: Unit) -> bool:
    """True if no more units may start on the table."""
    return unit.kind == "troops" and bool(
        [*ground_to_deploy.number_refusals(battle, orders.Deploy(unit.id, {}), unit, side)]
    )


def at_a_work(battle: Battle, side: str, unit: Unit, chance: Random) -> Order | None:  # noqa: ARG001 one call for all plans
    """The order of a unit behind a wall, or in the courtyard of a building."""
    placed = (
        orders.Deploy(unit.id, at) for at in ground_to_deploy.spots_at_works(battle, side, unit.id)
    )
    return next(
        (order for order in placed if not deployment.deploy_refusals(battle, order, side)), None
    )


def hidden(battle: Battle, side: str, unit: Unit, chance: Random) -> Order | None:
    """The order of an ambush in growth, in a ravine or among rocks."""
    troops = company(battle, unit.id)
    if (
        ambushes.too_many(battle, side)
        or any(is_gun(figure) or is_vessel(figure) for figure in troops)
        or chance.random() > HIDES[battle.scenario]
    ):
        return None
    cover = ambushes.hiding_ground(battle, all(map(ambushes.is_light, troops)))
    guard = battle.scenario == ENCOUNTER and not any(
        one.side == side and one.advance_guard for one in battle.units.values()
    )
    rect = strip(battle.land, battle.edges[side], GUARD) if guard else ground_of(battle, side)
    shrunk = (
        cover.intersection(shapely.box(*rect)).buffer(-(max(map(radius, troops)) + 0.02))
        if not cover.is_empty
        else cover
    )
    patches = [
        patch for patch in getattr(shrunk, "geoms", [shrunk]) if patch.area > 0.6 * len(troops)
    ]
    for _ in range(3):
        if not patches:
            return None
        patch = patches.pop(chance.randrange(len(patches)))
        at = put_down(
            battle,
            side,
            unit.id,
            patch.bounds,
            chance,
            within=patch,
            near=hiding_place(battle, side, patch, chance),
        )
        if at is not None:
            order = orders.Deploy(unit.id, at, ambush=True)
            if not deployment.deploy_refusals(battle, order, side):
                return order
    return None


def hiding_place(battle: Battle, side: str, patch: shapely.Geometry, chance: Random) -> Point:
    """A place near the edge of the cover on the enemy's side, at one end or the other."""
    x0, y0, x1, y1 = patch.bounds
    share = chance.uniform(0.2, 0.8)
    return {
        "south": (x0 + (x1 - x0) * share, y1),
        "north": (x0 + (x1 - x0) * share, y0),
        "west": (x1, y0 + (y1 - y0) * share),
        "east": (x0, y0 + (y1 - y0) * share),
    }[battle.edges[side]]


def in_line(battle: Battle, side: str, unit: Unit, chance: Random) -> Order | None:
    guard = is_fit_guard(battle, side, unit, chance)
    rect = strip(battle.land, battle.edges[side], GUARD) if guard else ground_of(battle, side)
    within = None
    if unit.kind == "baggage" and part_of(battle, side).baggage == "home":
        within = shapely.unary_union([extent_of(piece) for piece in pens(battle, side)]).buffer(
            -0.3
        )
        rect = within.bounds if not within.is_empty else rect
    for n in range(TRIES):
        near = station(battle, side, unit, rect, chance) if n < TRIES // 2 else None
        at = put_down(battle, side, unit.id, rect, chance, near=near, within=within)
        if at is None:
            return None
        order = orders.Deploy(unit.id, at)
        if not deployment.deploy_refusals(battle, order, side):
            return order
    return None


def is_fit_guard(battle: Battle, side: str, unit: Unit, chance: Random) -> bool:
    """True for a medium unit on foot, which may be the advanced guard in an Encounter."""
    if (
        battle.scenario != ENCOUNTER
        or unit.kind == "baggage"
        or any(one.side == side and one.advance_guard for one in battle.units.values())
    ):
        return False
    return (
        not any(is_gun(figure) or is_vessel(figure) for figure in members(battle, unit.id))
        and chance.random() < 0.35
    )


def station(battle: Battle, side: str, unit: Unit, rect: Rect, chance: Random) -> Point:
    """The usual place of a unit: along the strip, round a home, or on the way of a column."""
    edge = battle.edges[side]
    if unit.kind == "baggage" and battle.scenario != ENCOUNTER:
        return heart(battle, side)
    if has_home(battle) and side != battle.attacker:
        ahead = FACING[edge]
        x0, y0, x1, y1 = rect
        spot = point_at(heart(battle, side), ahead, depth_of(battle, side) + chance.uniform(0.5, 4))
        spot = point_at(spot, ahead + 90, chance.uniform(-16, 16))
        return (min(max(spot[0], x0 + 1), x1 - 1), min(max(spot[1], y0 + 1), y1 - 1))
    units = [one for one in battle.units.values() if one.side == side and members(battle, one.id)]
    share = (units.index(unit) + chance.uniform(0.3, 0.7)) / len(units)
    x0, y0, x1, y1 = rect
    if battle.scenario == AMBUSH:
        return (
            x0 + (x1 - x0) * chance.uniform(0.15, 0.75),
            y0 + (y1 - y0) * chance.uniform(0.15, 0.85),
        )
    along = 0.12 + 0.76 * share
    forward = 0.3 if unit.kind == "baggage" else 0.7
    return {
        "south": (x0 + (x1 - x0) * along, y0 + (y1 - y0) * forward),
        "north": (x0 + (x1 - x0) * along, y1 - (y1 - y0) * forward),
        "west": (x0 + (x1 - x0) * forward, y0 + (y1 - y0) * along),
        "east": (x1 - (x1 - x0) * forward, y0 + (y1 - y0) * along),
    }[edge]


def single_order(battle: Battle, side: str, who: str, chance: Random) -> Order | None:
    """The order of a single figure: Leader and flag behind the units, a Scout in front."""
    figure = battle.figures[who]
    mates = [
        one
        for unit in battle.units.values()
        if unit.side == side and unit.kind == "troops" and unit.where == ON_TABLE
        for one in placed(battle, unit.id)
    ]
    own = list(placed(battle, figure.unit)) if figure.unit else []
    rect = ground_of(battle, side)
    ahead = FACING[battle.edges[side]]
    centre = mean_of(one.position for one in own or mates) if own or mates else heart(battle, side)
    if figure.type == SCOUT:
        centre = point_at(point_at(centre, ahead, 6), ahead + 90, chance.choice((-10, 10)))
    elif (is_leader(figure) or figure.type == STANDARD_BEARER) and mates and not own:
        nearest = min(mates, key=lambda one: math.dist(one.position, centre))
        centre = point_at(nearest.position, ahead, -2)
    near = (min(max(centre[0], rect[0]), rect[2]), min(max(centre[1], rect[1]), rect[3]))
    if own and battle.units[figure.unit].advance_guard:
        rect = strip(battle.land, battle.edges[side], GUARD)
    for n in range(TRIES):
        at = put_down(battle, side, who, rect, chance, near=near if n < TRIES // 2 else None)
        if at is None:
            break
        order = orders.Deploy(who, at)
        if not deployment.deploy_refusals(battle, order, side):
            return order
    return spared(battle, side, who)
