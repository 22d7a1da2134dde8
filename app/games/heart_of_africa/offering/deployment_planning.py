"""Offers of deployment plans, and their preview."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from app.games.heart_of_africa import orders, step_table
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.conditional_orders import deploying, stations
from app.games.heart_of_africa.conditional_orders.planned_works import (
    WorkRow,
    row_of_work,
    row_title,
    shapes_of,
    work_rows,
)
from app.games.heart_of_africa.conditional_orders.plans import ASK, DeploymentPlan, Plans
from app.games.heart_of_africa.conditional_orders.words import (
    HELD,
    HOUSE,
    LATER,
    OPEN,
)
from app.games.heart_of_africa.drawing.places import station_ways, work_ways
from app.games.heart_of_africa.events import WorkPlaced
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.offering import field
from app.games.heart_of_africa.offering.planned_ways import HOWS, ways_of
from app.games.heart_of_africa.offering.setup import SHAPES
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup import auto_units, auto_works, deployment
from app.games.heart_of_africa.setup.auto_works import ground_of
from app.games.heart_of_africa.setup.deployment_turns import owing
from app.games.heart_of_africa.setup.ground_to_deploy import on_table
from app.games.heart_of_africa.setup.places import company
from app.games.heart_of_africa.setup.scenarios import units_allowed, zone_of
from app.games.heart_of_africa.setup.sites import tidied
from app.games.heart_of_africa.setup.table_edges import FACING, Rect
from app.games.heart_of_africa.state import DEPLOYMENT, Battle
from app.games.heart_of_africa.tables import WORK_NAMES
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.space.plane import Point, inches_to, mean_of, point_at

BEHIND = 2.5
"""Distance of the usual place of a single figure behind the units (inches)."""
RIM = 0.5
"""Distance of a usual formation from the rim of its ground (inches)."""
HOW = say("How", "Cómo")


def deployment_plan_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """The sheet of a plan for the whole army, its withdrawal, and the rest left to the server; also
    while the other side deploys.
    """
    pieces = stations.plannable(battle, side)
    if battle.step != DEPLOYMENT or side not in battle.edges:
        return
    plan = battle.plans.get(side, Plans()).deployment
    if pieces:
        yield plan_sheet(battle, side, plan, pieces)
        yield Offer(
            rest_order(battle, side),
            say("Deploy all the others automatically", "Desplegar automáticamente todo lo demás"),
            ahead=True,
        )
    if plan is not None:
        yield from blocked_station(battle, side, plan)
        yield Offer(
            orders.RecallDeployment(),
            say("Withdraw the deployment plan", "Retirar el plan de despliegue"),
            ahead=True,
        )


def blocked_station(battle: Battle, side: str, plan: DeploymentPlan) -> Iterator[Offer]:
    """The next station of a plan with the reasons why it cannot be taken now."""
    station = stations.due(battle, plan, side) if side in owing(battle) else None
    refused = stations.obstacles(battle, plan, side)
    if station is not None and refused:
        yield Offer(
            stations.order_of(station),
            say(
                "Deploy {who} as planned",
                "Desplegar {who} según el plan",
                who=called(battle, station.who),
            ),
            refused,
            piece=station.who,
        )


def rest_order(battle: Battle, side: str) -> orders.PlanDeployment:
    """The order that keeps the plan and leaves all other pieces to the server."""
    plan = battle.plans.get(side, Plans()).deployment or DeploymentPlan()
    kept = stations.order_of_plan(battle, plan, side)
    return orders.PlanDeployment(kept.to, kept.facing, kept.shape, kept.how, kept.order, HOUSE)


def plan_sheet(
    battle: Battle, side: str, plan: DeploymentPlan | None, pieces: Sequence[str]
) -> Offer:
    """The offer of a sheet with one row for each piece; it begins with the plan in force."""
    usual = usual_plan(battle, side, plan, pieces)
    ranks = {who: number for number, who in enumerate(usual.order)}
    listed = sorted(pieces, key=lambda who: ranks.get(who, len(ranks)))
    return Offer(
        usual,
        say("Plan the deployment of your whole army", "Planear el despliegue de todo tu ejército")
        if plan is None
        else say("Change the deployment plan", "Cambiar el plan de despliegue"),
        asks=tuple(plan_fields(battle, side, listed, usual.rest)),
        ahead=True,
        asks_again=True,
        act=say("Give the deployment plan", "Dar el plan de despliegue"),
    )


def plan_fields(battle: Battle, side: str, listed: Sequence[str], rest: str) -> Iterator[Field]:
    """Fields of a place, facing, formation and way for each work and piece, the order of the
    pieces, and the rest.
    """
    pieces = tuple(Choice(who, called(battle, who)) for who in listed)
    works = {row.key: row for row in work_rows(battle, side)}
    rows = (*(Choice(key, row_title(row)) for key, row in works.items()), *pieces)
    yield field.points("to", say("From west, from south", "Del oeste, del sur"), rows)
    yield Field.directions(
        "facing", say("Facing: 0 north, 90 east", "Frente: 0 norte, 90 este"), rows
    )
    yield Field.each(
        "shape",
        say("Formation or length", "Formación o longitud")
        if works
        else say("Formation", "Formación"),
        tuple(
            Choice(row.value, row.title, of=choices_of(row_shapes(battle, works, row.value)))
            for row in rows
        ),
    )
    yield Field.each(
        "how",
        HOW,
        tuple(
            Choice(row.value, row.title, of=choices_of(row_ways(battle, side, works, row.value)))
            for row in rows
        ),
    )
    yield Field.ranking("order", say("Order of deployment", "Orden de despliegue"), pieces)
    yield Field.choice(
        "rest",
        say("All the others", "Todo lo demás"),
        (
            Choice(ASK, say("ask me", "preguntarme")),
            Choice(HOUSE, say("deploy automatically", "desplegar automáticamente")),
        ),
        usual=rest,
    )


def row_shapes(battle: Battle, works: Mapping[str, WorkRow], who: str) -> Mapping[str, Say]:
    """Formations of a unit, or shapes of a work."""
    if who in works:
        return shapes_of(works[who])
    return dict(SHAPES) if has_ranks(battle, who) else {}


def row_ways(
    battle: Battle, side: str, works: Mapping[str, WorkRow], who: str
) -> Mapping[str, Say]:
    """Ways in which a piece or a work may be planned."""
    return {key: HOWS[key] for key in (OPEN, LATER)} if who in works else ways_of(battle, side, who)


def has_ranks(battle: Battle, who: str) -> bool:
    men = company(battle, who)
    return len(men) > 1 and not berths.is_hull(men)


def choices_of(words: Mapping[str, Say]) -> tuple[Choice, ...]:
    return tuple(Choice(key, label) for key, label in words.items())


# ----------------------------------------------------------------------------- usual places
def usual_plan(
    battle: Battle, side: str, plan: DeploymentPlan | None, pieces: Sequence[str]
) -> orders.PlanDeployment:
    """The plan in force; pieces without a station have a usual place, and are not planned if there
    is a plan.
    """
    given = stations.order_of_plan(battle, plan or DeploymentPlan(), side)
    built = usual_works(battle, side)
    places = usual_places(battle, side, pieces)
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
        | {row.key: LATER for row in work_rows(battle, side)}
        | (dict.fromkeys(built, OPEN) if plan is None else {})
        | dict(given.how),
        (*given.order, *left),
        given.rest,
    )


def usual_works(battle: Battle, side: str) -> dict[str, tuple[Point, float, str]]:
    """Place, facing and shape of each row for a work, as the server would build them."""
    rows, chance = work_rows(battle, side), Random(side)  # noqa: S311 - the same place each time
    found: dict[str, tuple[Point, float, str]] = {}
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
    return found


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


# ----------------------------------------------------------------------------- preview
def planned(
    battle: Battle, order: orders.PlanDeployment, side: str, refused: tuple[Refusal, ...]
) -> Assessment:
    """Assessment of a plan: the place of each figure, faults, and the order of deployment."""
    if step_table.is_out_of_all_bounds(order) or deploying.form_refusals(battle, order, side):
        return Assessment(no=refused)
    draft = deploying.drafted(battle, order, side)
    return Assessment(
        no=refused,
        report={
            "places": {one.who: dict(one.at) for one in draft.plan.stations if one.at},
            "faults": {who: [one.says for one in wrong] for who, wrong in draft.faults.items()},
        },
        way=(*work_ways(draft.plan), *station_ways(draft.plan, draft.misplaced)),
        notes=() if refused else tuple(plan_notes(battle, draft, order, side)),
    )


def plan_notes(
    battle: Battle, draft: deploying.Draft, order: orders.PlanDeployment, side: str
) -> Iterator[Say]:
    """Sentences about the order, the advanced guard, boats away from their places, and the rest."""
    taken, works = draft.plan.stations, draft.plan.works
    if works:
        yield say(
            "Built before the deployment: {works}.",
            "Se construye antes de desplegar: {works}.",
            works=[WORK_NAMES[one.work.kind] for one in works],
        )
    if taken:
        yield say(
            "Order of deployment: {who}.",
            "Orden de despliegue: {who}.",
            who=[called(battle, one.who) for one in taken],
        )
    if draft.guard:
        yield say(
            "Advanced guard: {who}.", "Guardia avanzada: {who}.", who=called(battle, draft.guard)
        )
    for one in taken:
        if one.to is not None and berths.is_hull(company(battle, one.who)):
            yield from berth_note(battle, one)
    left = len(stations.plannable(battle, side)) - len(taken)
    if left and order.rest == HOUSE:
        yield say(
            "The server deploys {n:piece+s} more for you.",
            "El servidor te despliega {n:pieza+s} más.",
            n=left,
        )
    elif left:
        yield say(
            "You are asked for {n:piece+s} more.", "Se te preguntará por {n:pieza+s} más.", n=left
        )
    if side not in owing(battle):
        yield say(
            "The plan counts from the next deployment of the other side.",
            "El plan vale desde el próximo despliegue del otro bando.",
        )


def berth_note(battle: Battle, station: deploying.Station) -> Iterator[Say]:
    """A sentence about a hull that lies away from the place named for it."""
    for spot in station.at.values():
        off = round(inches_to(station.to or (0.0, 0.0), (spot[0], spot[1])), 1)
        if off:
            yield say(
                "{who} at {place}: {n} in from the place named, where the hull does not fit.",
                "{who} en {place}: a {n:pulgada+s} del lugar indicado, donde el casco no cabe.",
                who=called(battle, station.who),
                place=berths.where_to(berths.Berth((spot[0], spot[1]), spot[2])),
                n=off,
            )
