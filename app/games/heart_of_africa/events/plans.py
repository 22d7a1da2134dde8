"""Events of march orders and other conditional orders."""

from __future__ import annotations

from app.games.heart_of_africa.conditional_orders.plans import DeploymentPlan, March, Policies
from app.kernel.contract import Event


class MarchPlanned(Event, frozen=True, tag="march_planned"):
    """A march order is given, in secret; `march` None: it is withdrawn."""

    side: str
    march: March | None


class DeploymentPlanned(Event, frozen=True, tag="deployment_planned"):
    """A deployment plan is given, in secret; `plan` None: it is withdrawn."""

    side: str
    plan: DeploymentPlan | None


class PoliciesSet(Event, frozen=True, tag="policies_set"):
    side: str
    policies: Policies


class PlanStopped(Event, frozen=True, tag="plan_stopped"):
    """A march order waits for its owner. `why` is the condition, or "refused"; `who` the own unit,
    `by` the enemy.
    """

    side: str
    why: str
    who: str = ""
    by: str = ""


class DoneByPlan(Event, frozen=True, tag="done_by_plan"):
    """The next events answer a question in a side's name. `what` is "march" or the standing order,
    `who` the unit.
    """

    side: str
    what: str
    who: str = ""
    reveals = True
