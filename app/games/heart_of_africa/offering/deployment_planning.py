"""Offers of deployment plans, and their preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from app.games.heart_of_africa import orders, step_table
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.conditional_orders import deploying, stations
from app.games.heart_of_africa.conditional_orders.planned_works import next_build
from app.games.heart_of_africa.conditional_orders.plans import ASK, DeploymentPlan, Plans
from app.games.heart_of_africa.conditional_orders.words import (
    HOUSE,
    LATER,
    OPEN,
)
from app.games.heart_of_africa.conditional_orders.work_rows import (
    WorkRow,
    row_title,
    shapes_of,
    work_rows,
)
from app.games.heart_of_africa.drawing.places import camp_ways, station_ways, work_ways
from app.games.heart_of_africa.offering import field
from app.games.heart_of_africa.offering.planned_ways import HOWS, ways_of
from app.games.heart_of_africa.offering.setup import SHAPES
from app.games.heart_of_africa.offering.usual_deployment import has_ranks, usual_plan
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.deployment_turns import owing
from app.games.heart_of_africa.setup.places import company
from app.games.heart_of_africa.state import DEPLOYMENT, Battle
from app.games.heart_of_africa.tables import WORK_NAMES
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.space.plane import inches_to

HOW = say("How", "Cómo")
RESTS = (
    Choice(ASK, say("ask me", "preguntarme")),
    Choice(HOUSE, say("deploy automatically", "desplegar automáticamente")),
)


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
    """The next work or station of a plan with the reasons why it cannot be built or taken now."""
    is_due = side in owing(battle)
    build = next_build(battle, plan, side) if is_due else None
    station = stations.due(battle, plan, side) if is_due and build is None else None
    refused = stations.obstacles(battle, plan, side)
    if build is not None and refused:
        yield Offer(
            build,
            say("Build as planned: {what}", "Construir según el plan: {what}", what=what_of(build)),
            refused,
        )
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


def what_of(build: orders.PlaceCamp | orders.PlaceWork) -> Say:
    if isinstance(build, orders.PlaceCamp):
        return say("camp", "campamento")
    return WORK_NAMES[build.work.kind]


def rest_order(battle: Battle, side: str) -> orders.PlanDeployment:
    """The order that keeps the plan and leaves all other pieces to the server."""
    plan = battle.plans.get(side, Plans()).deployment or DeploymentPlan()
    kept = stations.order_of_plan(battle, plan, side)
    return replace(kept, rest=HOUSE)


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
    """Fields of a place, facing, formation and way for each work and piece. Further fields are the
    line of walls and fences, the order of the pieces, and the rest.
    """
    pieces = tuple(Choice(who, called(battle, who)) for who in listed)
    works = {row.key: row for row in work_rows(battle, side)}
    rows = (
        *(Choice(key, row_title(battle, row, side)) for key, row in works.items()),
        *pieces,
    )
    yield field.points("to", say("From west, from south", "Del oeste, del sur"), rows)
    yield Field.directions(
        "facing",
        say("Facing: 0 north, 90 east", "Frente: 0 norte, 90 este"),
        tuple(row for row in rows if row.value not in works or works[row.value].has_facing),
    )
    yield Field.each(
        "shape",
        say("Formation, length or height", "Formación, longitud o altura")
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
    yield from course_fields(rows, works)
    yield Field.ranking("order", say("Order of deployment", "Orden de despliegue"), pieces)
    yield Field.choice("rest", say("All the others", "Todo lo demás"), RESTS, usual=rest)


def course_fields(rows: Sequence[Choice], works: Mapping[str, WorkRow]) -> Iterator[Field]:
    """The field of the drawn lines of walls and fences."""
    drawn = tuple(row for row in rows if row.value in works and works[row.value].has_course)
    if drawn:
        title = say("Winding: place after place", "Quebrado: sitio a sitio")
        yield field.ways("course", title, drawn)


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


def choices_of(words: Mapping[str, Say]) -> tuple[Choice, ...]:
    return tuple(Choice(key, label) for key, label in words.items())


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
        way=(
            *camp_ways(battle, draft.plan, side),
            *work_ways(draft.plan),
            *station_ways(draft.plan, draft.misplaced),
        ),
        notes=() if refused else tuple(plan_notes(battle, draft, order, side)),
    )


def planned_titles(battle: Battle, plan: DeploymentPlan, side: str) -> Iterator[Say]:
    """Titles of the camp and the works of a plan, as on its sheet."""
    if plan.camp is not None:
        yield say("Village or camp", "Poblado o campamento")
    titles = {row.key: row_title(battle, row, side) for row in work_rows(battle, side)}
    for one in plan.works:
        yield titles.get(one.key, WORK_NAMES[one.work.kind])


def plan_notes(
    battle: Battle, draft: deploying.Draft, order: orders.PlanDeployment, side: str
) -> Iterator[Say]:
    """Sentences about the order, the advanced guard, boats away from their places, and the rest."""
    taken = draft.plan.stations
    if works := list(planned_titles(battle, draft.plan, side)):
        yield say(
            "Built before the deployment: {works}.",
            "Se construye antes de desplegar: {works}.",
            works=works,
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
