"""Conditional orders as they are given, changed and withdrawn."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa import fog
from app.games.heart_of_africa.conditional_orders import deploying, marching
from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.conditional_orders.words import TOPICS
from app.games.heart_of_africa.events import DeploymentPlanned, MarchPlanned, PoliciesSet
from app.games.heart_of_africa.orders import (
    PlanDeployment,
    PlanMarch,
    Recall,
    RecallDeployment,
    SetPolicies,
)
from app.games.heart_of_africa.state import SETUP_STEPS, Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.seats import Viewer


def known_to(battle: Battle, side: str) -> Battle:
    """The battle as a side knows it."""
    return fog.view(battle, Viewer(side=side)).battle


def plan_march(battle: Battle, order: PlanMarch, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 the contract of a chapter
    known = known_to(battle, side)
    refuse_if(march_refusals(known, order, side))
    return (MarchPlanned(side, marching.read(known, order, side)),)


def march_refusals(battle: Battle, order: PlanMarch, side: str) -> tuple[Refusal, ...]:
    if battle.step in SETUP_STEPS:
        return (
            no(
                "CAR-PLN-02",
                "A march is ordered once the armies are down.",
                "La marcha se ordena con los ejércitos desplegados.",
            ),
        )
    return marching.march_refusals(battle, order, side)


def recall(battle: Battle, order: Recall, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 the contract of a chapter
    refuse_if(recall_refusals(battle, order, side))
    return (MarchPlanned(side, None),)


def recall_refusals(battle: Battle, order: Recall, side: str) -> tuple[Refusal, ...]:  # noqa: ARG001 one of a family
    march = battle.plans.get(side, Plans()).march
    return found_in(
        None
        if march
        else no(
            "CAR-PLN-02", "You have given no march order.", "No has dado ninguna orden de marcha."
        )
    )


def plan_deployment(
    battle: Battle,
    order: PlanDeployment,
    side: str,
    dice: Dice,  # noqa: ARG001 the contract of a chapter
) -> Sequence[Event]:
    known = known_to(battle, side)
    refuse_if(deploying.plan_refusals(known, order, side))
    return (DeploymentPlanned(side, deploying.drafted(known, order, side).plan),)


def recall_deployment(
    battle: Battle,
    order: RecallDeployment,
    side: str,
    dice: Dice,  # noqa: ARG001 the contract of a chapter
) -> Sequence[Event]:
    refuse_if(recall_deployment_refusals(battle, order, side))
    return (DeploymentPlanned(side, None),)


def recall_deployment_refusals(
    battle: Battle,
    order: RecallDeployment,  # noqa: ARG001 one of a family
    side: str,
) -> tuple[Refusal, ...]:
    if battle.plans.get(side, Plans()).deployment is not None:
        return ()
    return (
        no(
            "CAR-PLN-03",
            "You have given no deployment plan.",
            "No has dado ningún plan de despliegue.",
        ),
    )


def set_policies(battle: Battle, order: SetPolicies, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 the contract of a chapter
    refuse_if(policy_refusals(battle, order, side))
    return (PoliciesSet(side, order.policies),)


def policy_refusals(battle: Battle, order: SetPolicies, side: str) -> tuple[Refusal, ...]:  # noqa: ARG001 one of a family
    """Refusals of unknown options."""
    return found_in(
        *(
            no(
                "CAR-PLN-02",
                "{topic}: that is no standing order.",
                "{topic}: eso no es una orden permanente.",
                topic=topic.title,
            )
            for key, topic in TOPICS.items()
            if getattr(order.policies, key) not in topic.options
        )
    )
