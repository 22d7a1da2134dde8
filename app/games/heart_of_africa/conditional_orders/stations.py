"""CAR-PLN: Deployment plans in force: the next station, and the reasons why it waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.games.heart_of_africa.conditional_orders.plans import DeploymentPlan, Plans, Station
from app.games.heart_of_africa.conditional_orders.words import HELD, HIDDEN
from app.games.heart_of_africa.orders import Deploy, Hold, PlanDeployment
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup import deployment, holding_back
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
from app.kernel.refusal import Refusal, found_in
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
    return next(
        (
            one
            for one in plan.stations
            if one.who in mine and not found_in(not_due(battle, one.who, side, part))
        ),
        None,
    )


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
    return Deploy(station.who, station.at, ambush=station.how == HIDDEN)


def obstacles(battle: Battle, plan: DeploymentPlan, side: str) -> tuple[Refusal, ...]:
    """Reasons why the next station cannot be taken now."""
    station = due(battle, plan, side)
    if station is None:
        return ()
    order = order_of(station)
    if isinstance(order, Hold):
        return holding_back.hold_refusals(battle, order, side)
    return deployment.deploy_refusals(battle, order, side)


def plan_stops(battle: Battle, side: str) -> Iterator[Say]:
    """Sentences about the station for which a plan waits for its player."""
    plan = battle.plans.get(side, Plans()).deployment
    station = due(battle, plan, side) if plan is not None else None
    if plan is None or station is None:
        return
    for refusal in obstacles(battle, plan, side):
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
    facing: dict[str, Any] = {one.who: one.facing for one in left if one.facing is not None}
    return PlanDeployment(
        {one.who: one.to for one in left if one.to is not None},
        facing,
        {one.who: one.shape for one in left if one.how != HELD},
        {one.who: one.how for one in left},
        tuple(one.who for one in left),
        plan.rest,
    )
