"""The deployment plan that a sheet proposes: usual places of works, units and single figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.conditional_orders import deploying, stations
from app.games.heart_of_africa.conditional_orders.planned_works import row_of_work
from app.games.heart_of_africa.conditional_orders.plans import DeploymentPlan
from app.games.heart_of_africa.conditional_orders.words import (
    HELD,
    LATER,
    OPEN,
)
from app.games.heart_of_africa.conditional_orders.work_rows import (
    CAMP,
    work_rows,
)
from app.games.heart_of_africa.events import WorkPlaced
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup import auto_units, auto_works, deployment
from app.games.heart_of_africa.setup.auto_works import ground_of
from app.games.heart_of_africa.setup.camps_and_kraals import camp_refusals, placed_camp
from app.games.heart_of_africa.setup.ground_to_deploy import on_table
from app.games.heart_of_africa.setup.places import company
from app.games.heart_of_africa.setup.scenarios import units_allowed, zone_of
from app.games.heart_of_africa.setup.sites import tidied
from app.games.heart_of_africa.setup.table_edges import FACING, Rect
from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import Point, mean_of, point_at

BEHIND = 2.5
"""Distance of the usual place of a single figure behind the units (inches)."""
RIM = 0.5
"""Distance of a usual formation from the rim of its ground (inches)."""


def has_ranks(battle: Battle, who: str) -> bool:
    men = company(battle, who)
    return len(men) > 1 and not berths.is_hull(men)


def usual_plan(
    battle: Battle, side: str, plan: DeploymentPlan | None, pieces: Sequence[str]
) -> orders.PlanDeployment:
    """The plan in force; pieces without a station have a usual place, and are not planned if there
    is a plan.
    """
    given = stations.order_of_plan(battle, plan or DeploymentPlan(), side)
    built, known = usual_works(battle, side)
    places = usual_places(known, side, pieces)
    left = [who for who in pieces if who not in given.how]
    off = [who for who in left if plan is not None or who not in places]
    room = units_allowed(battle, side) - len(on_table(battle, side))
    troops = [who for who in pieces if who in battle.units and battle.units[who].kind == "troops"]
    spare = troops[max(room, 0) :]
    return orders.PlanDeployment(
        {**places, **{key: at for key, (at, _, _) in built.items()}, **given.to},
        {who: FACING[battle.edges[side]] for who in places if has_front(battle, who)}
        | {key: facing for key, (_, facing, _) in built.items()}
        | dict(given.facing),
        {who: deploying.EASY_SHAPE for who in pieces if has_ranks(battle, who)}
        | {key: shape for key, (_, _, shape) in built.items() if shape}
        | dict(given.shape),
        dict.fromkeys(pieces, OPEN)
        | dict.fromkeys(spare, HELD)
        | dict.fromkeys(off, LATER)
        | dict.fromkeys(built, OPEN if plan is None else LATER)
        | dict(given.how),
        (*given.order, *left),
        given.rest,
        given.course,
    )


def usual_works(battle: Battle, side: str) -> tuple[dict[str, tuple[Point, float, str]], Battle]:
    """Place, facing and shape of each row for a camp or work, as the server would build them, and
    the battle with them.
    """
    rows, chance = work_rows(battle, side), Random(side)  # noqa: S311 - the same place each time
    found: dict[str, tuple[Point, float, str]] = {}
    camp = usual_camp(battle, side, chance)
    if camp is not None:
        found[CAMP] = camp, FACING[battle.edges[side]], ""
        battle = fold(battle, [placed_camp(battle, orders.PlaceCamp(camp), side)])
    for _ in rows:
        order = auto_works.works(battle, side, chance)
        if not isinstance(order, orders.PlaceWork):
            break
        row = next(
            (one for one in rows if one.kind == order.work.kind and one.key not in found), None
        )
        if row is not None:
            found[row.key] = row_of_work(battle, order.work, side)
        work = tidied(battle, order.work, side)
        battle = fold(battle, [WorkPlaced(side, work)])
    return found, battle


def usual_camp(battle: Battle, side: str, chance: Random) -> Point | None:
    """Place of a camp (tenths of inches if possible); None without need or room."""
    order = auto_works.camp(battle, side, chance)
    if not isinstance(order, orders.PlaceCamp) or order.at is None:
        return None
    x, y = order.at
    at = round(x, 1), round(y, 1)
    return order.at if camp_refusals(battle, orders.PlaceCamp(at), side) else at


def has_front(battle: Battle, who: str) -> bool:
    """True for a piece that faces the enemy by default; a hull lies along the channel."""
    return not berths.is_hull(company(battle, who))


def usual_places(battle: Battle, side: str, pieces: Sequence[str]) -> dict[str, Point]:
    """Usual places of pieces (tenths of inches): units along their ground, single figures behind
    them, hulls on the nearest water.
    """
    rect, found = ground_of(battle, side), dict[str, Point]()
    for who in pieces:
        if berths.is_hull(company(battle, who)):
            berth = usual_berth(battle, side, company(battle, who)[0], rect)
            if berth is not None:
                found[who] = berth
        elif who in battle.units:
            chance = Random(who)  # noqa: S311 - the same place each time
            found[who] = auto_units.station(battle, side, battle.units[who], rect, chance)
    middle = mean_of(found.values()) if found else ((rect[0] + rect[2]) / 2, rect[1])
    singles = [
        who for who in pieces if who in battle.figures and not berths.is_hull(company(battle, who))
    ]
    ahead = FACING[battle.edges[side]]
    for number, who in enumerate(singles):
        aside = 2.0 * (number - (len(singles) - 1) / 2)
        found[who] = point_at(point_at(middle, ahead, -BEHIND), ahead - 90, aside)
    return {who: within(battle, side, rect, who, spot) for who, spot in found.items()}


def usual_berth(battle: Battle, side: str, hull: Figure, rect: Rect) -> Point | None:
    """The berth nearest to the middle of the ground; None if there is no water."""
    middle = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    zone = zone_of(battle, side)
    found = deployment.nearest_berth(battle, hull, middle, None, zone, within=math.inf)
    return found.at if found is not None else None


def within(battle: Battle, side: str, rect: Rect, who: str, spot: Point) -> Point:
    """The place nearest to a spot at which a formation lies in a rectangle, in tenths of inches."""
    men = company(battle, who)
    if berths.is_hull(men):
        return spot
    x0, y0, x1, y1 = rect
    origin, facing = (0.0, 0.0), FACING[battle.edges[side]]
    xs, ys = zip(*deploying.formed(men, deploying.EASY_SHAPE, origin, facing), strict=True)
    x = min(max(spot[0], x0 - min(xs) + RIM), x1 - max(xs) - RIM)
    y = min(max(spot[1], y0 - min(ys) + RIM), y1 - max(ys) - RIM)
    return round(x, 1), round(y, 1)
