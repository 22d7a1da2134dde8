"""CAR-PLN: Deployment plans in force: the next station, and the reasons why it waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.games.heart_of_africa.conditional_orders.planned_works import (
    build_refusals,
    camp_left,
    next_build,
    works_left,
)
from app.games.heart_of_africa.conditional_orders.plans import DeploymentPlan, Plans, Station
from app.games.heart_of_africa.conditional_orders.words import ABOARD, HELD, HIDDEN, OPEN
from app.games.heart_of_africa.conditional_orders.work_rows import CAMP, work_rows
from app.games.heart_of_africa.orders import Deploy, Hold, PlaceCamp, PlanDeployment
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup import boarding, deployment, holding_back
from app.games.heart_of_africa.setup.deployment_turns import (
    boats_left,
    left_to_deploy,
    not_due,
    singles_left,
    units_left,
)
from app.games.heart_of_africa.setup.scenarios import part_of
from app.games.heart_of_africa.setup.sites import unbuilt
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.say import Say, say


def plannable(battle: Battle, side: str) -> tuple[str, ...]:
    """Units, boats and single figures that are still to be deployed, in their usual order."""
    return (
        *units_left(battle, side),
        *(boat.id for boat in boats_left(battle, side)),
        *singles_left(battle, side),
    )


def due(battle: Battle, plan: DeploymentPlan, side: str) -> Station | None:
    """The first station whose piece may be deployed now."""
    mine, part = set(plannable(battle, side)), part_of(battle, side)
    ready = [
        one
        for one in plan.stations
        if one.who in mine and not found_in(not_due(battle, one.who, side, part))
    ]
    return next((one for one in ready if not ashore(battle, one)), next(iter(ready), None))


def ashore(battle: Battle, station: Station) -> tuple[str, ...]:
    """Vessels of a station that are not on the water yet."""
    return tuple(key for key in station.aboard if battle.figures[key].at is None)


def is_finished(battle: Battle, side: str) -> bool:
    """True if a side has nothing left to deploy or to build."""
    return not (
        left_to_deploy(battle, side)
        or boats_left(battle, side)
        or any(number > 0 for number in unbuilt(battle, side).values())
    )


def order_of(station: Station) -> Deploy | Hold:
    """The order that takes a station."""
    if station.how == HELD:
        return Hold(station.who)
    aboard = " ".join(station.aboard)
    return Deploy(station.who, station.at, ambush=station.how == HIDDEN, aboard=aboard)


def obstacles(battle: Battle, plan: DeploymentPlan, side: str) -> tuple[Refusal, ...]:
    """Reasons why the camp or the next work cannot be built, or the next station be taken, now."""
    build = next_build(battle, plan, side)
    if build is not None:
        return build_refusals(battle, build, side)
    station = due(battle, plan, side)
    if station is None:
        return ()
    order = order_of(station)
    if isinstance(order, Hold):
        return holding_back.hold_refusals(battle, order, side)
    if order.aboard:
        missing = tuple(not_afloat(battle, key) for key in ashore(battle, station))
        return missing or boarding.aboard_refusals(battle, order, side)
    return deployment.deploy_refusals(battle, order, side)


def not_afloat(battle: Battle, key: str) -> Refusal:
    """Refusal of a vessel that is not on the water."""
    return no(
        "HOA-STR-05",
        "{vessel} is not on the water.",
        "{vessel} no está en el agua.",
        vessel=called(battle, key),
    )


def plan_stops(battle: Battle, side: str) -> Iterator[Say]:
    """Sentences about the station for which a plan waits for its player."""
    plan = battle.plans.get(side, Plans()).deployment
    if plan is None:
        return
    build, station = next_build(battle, plan, side), due(battle, plan, side)
    for refusal in obstacles(battle, plan, side):
        if isinstance(build, PlaceCamp):
            yield say(
                "The plan waits for you: the camp cannot be placed as planned. {why}",
                "El plan te espera: el campamento no se puede montar según el plan. {why}",
                why=refusal.says,
            )
        elif build is not None:
            yield say(
                "The plan waits for you: the next fortification cannot be built as planned. {why}",
                "El plan te espera: la siguiente fortificación no se puede construir según el plan. {why}",
                why=refusal.says,
            )
        elif station is not None:
            yield say(
                "The plan waits for you: {who} cannot be deployed as planned. {why}",
                "El plan te espera: {who} no {who:puede|pueden} desplegarse según el plan. {why}",
                who=called(battle, station.who),
                why=refusal.says,
            )


def order_of_plan(battle: Battle, plan: DeploymentPlan, side: str) -> PlanDeployment:
    """The order that gives the rest of a plan again."""
    mine = set(plannable(battle, side))
    left = [one for one in plan.stations if one.who in mine]
    rows = {row.key for row in work_rows(battle, side)}
    works = [one for one in works_left(battle, plan, side) if one.key in rows]
    camp = camp_left(battle, plan, side)
    facing: dict[str, Any] = {one.who: one.facing for one in left if one.facing is not None}
    return PlanDeployment(
        {one.who: one.to for one in left if one.to is not None}
        | {one.key: one.to for one in works}
        | ({CAMP: camp} if camp is not None else {}),
        facing | {one.key: one.facing for one in works if one.facing is not None},
        {one.who: one.shape for one in left if one.how not in (HELD, ABOARD)}
        | {one.key: one.shape for one in works if one.shape},
        {one.who: " ".join((one.how, *one.aboard)) for one in left}
        | {one.key: OPEN for one in works}
        | ({CAMP: OPEN} if camp is not None else {}),
        tuple(one.who for one in left),
        plan.rest,
        {one.key: one.work.line for one in works if one.is_drawn},
    )
