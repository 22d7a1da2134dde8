"""Orders that a side has given ahead, as plain frozen facts."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.games.heart_of_africa.land import Work
from app.kernel.space.plane import Point

ASK = "ask"
"""Value of a standing order if its side wants to be asked."""


class Task(msgspec.Struct, frozen=True):
    """A task of a unit or single figure: march to a place (with a facing), charge, or follow a unit
    of its side.

    `after` is the unit to follow, and `to` then the offset from its middle.
    """

    who: str
    to: Point | None = None
    facing: float | None = None
    target: str = ""
    after: str = ""


class Watch(msgspec.Struct, frozen=True):
    """Knowledge of a side when it gave a march order; only later changes stop it. `lost` units,
    number of `hidden` enemies, own units `touched` by the enemy, and pairs of own units and `near`
    enemies.
    """

    lost: tuple[str, ...] = ()
    hidden: int = 0
    touched: tuple[str, ...] = ()
    near: tuple[tuple[str, str], ...] = ()


class March(msgspec.Struct, frozen=True):
    """A march order: the tasks in order, and the action of the rest ("stand", "ask"), from turn
    `first` to `last`.

    `stops` are the conditions that stop it; `within` inches is near. `stopped` names the condition
    that has, `who` and `by` the units concerned.
    """

    first: int
    last: int
    tasks: tuple[Task, ...] = ()
    rest: str = ASK
    stops: tuple[str, ...] = ()
    within: int = 0
    watch: Watch = Watch()
    stopped: str = ""
    who: str = ""
    by: str = ""


class Policies(msgspec.Struct, frozen=True):
    """Standing orders of a side, one word for each kind of question; `conditional_orders.words`
    explains the words.
    """

    deployment: str = ASK
    arrivals: str = ASK
    riders: str = ASK
    ambushes: str = ASK
    reveal: str = ASK
    loopholes: str = ASK
    fire: str = ASK
    hits: str = ASK
    baggage: str = ASK
    combat: str = ASK
    tests: str = ASK
    spells: str = ASK
    rally: str = ASK
    roofs: str = ASK


class Station(msgspec.Struct, frozen=True):
    """Station of a unit or single figure in a deployment plan.

    `how` is "open", "ambush", "held" (off the table) or "aboard" (the vessels of `aboard`). `to`,
    `facing` and `shape` are the place and formation that the player named, and `at` the places of
    the figures that follow from them.
    """

    who: str
    how: str = "open"
    to: Point | None = None
    facing: float | None = None
    shape: str = "block"
    at: Mapping[str, tuple[float, ...]] = {}
    aboard: tuple[str, ...] = ()


class WorkStation(msgspec.Struct, frozen=True):
    """Work of a deployment plan, with the row of the sheet (`key`) and its answers. Its line is
    drawn by hand if it `is_drawn`.
    """

    key: str
    work: Work
    to: Point
    facing: float | None = None
    shape: str = ""
    is_drawn: bool = False


class DeploymentPlan(msgspec.Struct, frozen=True):
    """Deployment plan: the stations in the order in which they are taken, and the deployment of the
    `rest` ("ask", "house"). Its camp is placed and its works are built first.
    """

    stations: tuple[Station, ...] = ()
    rest: str = ASK
    works: tuple[WorkStation, ...] = ()
    camp: Point | None = None


class Plans(msgspec.Struct, frozen=True):
    """All conditional orders of a side. `led` is the unit taken in hand by them this turn, and
    `why`: "march", "riders", "ambushes".
    """

    march: March | None = None
    deployment: DeploymentPlan | None = None
    policies: Policies = Policies()
    led: str = ""
    why: str = ""
