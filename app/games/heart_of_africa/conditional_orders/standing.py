"""Standing orders of a side in the form of all games. They are on the record, hidden from the other
side, and `sequence.by_plan` carries them out, not the platform.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.games.heart_of_africa import reach
from app.games.heart_of_africa.conditional_orders import deploying
from app.games.heart_of_africa.conditional_orders.plans import (
    ASK,
    DeploymentPlan,
    Plans,
    Policies,
)
from app.games.heart_of_africa.conditional_orders.words import DEPLOYMENT_PLAN, TOPICS
from app.games.heart_of_africa.events import DeploymentPlanned, PoliciesSet
from app.games.heart_of_africa.evolution.changes import plans_changed
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.offering import deployment_planning, planning
from app.games.heart_of_africa.orders import DEPLOYMENT_PLANNING, PlanDeployment, SetPolicies
from app.games.heart_of_africa.presentation.centimetres import labelled
from app.games.heart_of_africa.state import DEPLOYMENT, Battle
from app.kernel.conditional_orders import Answer, Answers, Preset, Topic
from app.kernel.contract import Order
from app.kernel.decoding import decode_json
from app.kernel.form import Choice
from app.kernel.record import to_json
from app.kernel.say import Say

WITHDRAWN = "withdrawn"
"""Kept answer that withdraws the deployment plan on record."""


class ConditionalOrders:
    """The contract of `app.kernel.conditional_orders.ConditionalOrders`."""

    titles: Mapping[str, Say] = {}
    orders: tuple[type, ...] = (SetPolicies,)
    in_secret = frozenset((*TOPICS, DEPLOYMENT_PLAN))
    used_once: tuple[str, ...] = ()
    meanwhile: tuple[type, ...] = DEPLOYMENT_PLANNING

    def kept(self, view: View, order: Order) -> Answers:
        """The laid out plan as text; a withdrawal deletes it, or waits if a plan is on record."""
        if isinstance(order, PlanDeployment):
            plan = deploying.drafted(view.battle, order, view.side).plan
            return {DEPLOYMENT_PLAN: to_json(plan)}
        on_record = view.battle.plans.get(view.side, Plans()).deployment
        return {DEPLOYMENT_PLAN: "" if on_record is None else WITHDRAWN}

    def with_kept(self, view: View, given: Answers) -> View:
        if DEPLOYMENT_PLAN not in given:
            return view
        plan = plan_of(given[DEPLOYMENT_PLAN])
        known = plans_changed(view.battle, view.side, deployment=plan)
        return msgspec.structs.replace(view, battle=known)

    def rest(self, view: View, step: str) -> Order | None:
        """A deployment goes on while the other side deploys, so a plan leaves the rest to the
        server.
        """
        if step != DEPLOYMENT or view.battle.step != DEPLOYMENT:
            return None
        return deployment_planning.rest_order(view.battle, view.side)

    def topics(self, view: View) -> Sequence[Topic]:
        if view.viewer.seat not in view.battle.seats or view.battle.ending:
            return ()
        policies = in_force(view)
        waits = bool(view.battle.pending) or not reach.owes(view.battle, view.side)
        found = tuple(
            Topic(
                key,
                topic.title,
                "CAR-PLN-01",
                tuple(Choice(value, says) for value, says in topic.options.items() if value != ASK),
                on_record=True,
                given=given_of(policies, key),
                waits=waits,
            )
            for key, topic in TOPICS.items()
        )
        return labelled(view.battle.options, found)

    def presets(self, view: View) -> Sequence[Preset]:  # noqa: ARG002 no preset is defined
        return ()

    def answer(self, view: View, given: Answers) -> Answer | None:
        """Always None: answers here are given on the record."""

    def answer_dropped(self, view: View, topic: str, given: Answers) -> Answer | None:  # noqa: ARG002 no answer is used up
        return None

    def foreseen(self, view: View, given: Answers) -> Sequence[Say]:
        return labelled(
            view.battle.options,
            planning.standing(
                view.battle, SetPolicies(meant_policies(view, given)), view.side, ()
            ).notes,
        )

    def ordered(self, view: View, given: Answers) -> Sequence[SetPolicies]:
        policies = meant_policies(view, given)
        return () if policies == in_force(view) else (SetPolicies(policies),)

    def recorded(
        self, battle: Battle, seat: str, given: Answers
    ) -> Sequence[PoliciesSet | DeploymentPlanned]:
        side = battle.seats[seat]
        before = battle.plans.get(side, Plans()).policies
        after = with_answers(before, given)
        policies = () if after == before else (PoliciesSet(side, after),)
        if DEPLOYMENT_PLAN not in given or battle.step != DEPLOYMENT:
            return policies
        return (*policies, DeploymentPlanned(side, plan_of(given[DEPLOYMENT_PLAN])))


def plan_of(answer: str) -> DeploymentPlan | None:
    """The deployment plan of a kept answer; None if it withdraws the plan on record."""
    if answer == WITHDRAWN:
        return None
    plan: DeploymentPlan = decode_json(answer, DeploymentPlan)
    return plan


def in_force(view: View) -> Policies:
    return view.battle.plans.get(view.side, Plans()).policies


def given_of(policies: Policies, key: str) -> str:
    said = getattr(policies, key)
    return "" if said == ASK else said


def meant_policies(view: View, given: Answers) -> Policies:
    """The present standing orders, with these answers put in."""
    return with_answers(in_force(view), given)


def with_answers(policies: Policies, given: Answers) -> Policies:
    """The standing orders with these answers, as far as they are still on offer."""
    said = {key: answer or ASK for key, answer in given.items()}
    return msgspec.structs.replace(
        policies,
        **{
            key: word for key, word in said.items() if key in TOPICS and word in TOPICS[key].options
        },
    )
