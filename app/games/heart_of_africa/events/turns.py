"""Events of the sequence of a turn: steps, questions, wind, fires, arrivals and the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.heart_of_africa.events.values import Place
from app.games.heart_of_africa.state import (
    Pending,
)
from app.kernel.contract import Event


class StepBegan(Event, frozen=True, tag="step_began"):
    """A step begins; `to_act` is the side that acts first if the sides alternate."""

    turn: int
    step: str
    to_act: str = ""


class StepPassed(Event, frozen=True, tag="step_passed"):
    side: str


class TurnOver(Event, frozen=True, tag="turn_over"):
    """The marks of the turn are removed; `starts` are the numbers of figures with which the units
    begin the next one.
    """

    starts: Mapping[str, int]


class Asked(Event, frozen=True, tag="asked"):
    pending: Pending
    context: Mapping[str, Any] = {}


class Answered(Event, frozen=True, tag="answered"):
    """The first pending decision is answered, and its context removed."""


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    winner: str | None
    ending: str


class ObjectiveHeld(Event, frozen=True, tag="objective_held"):
    """The attacker has held the objective unopposed since the end of turn `since`; None: the count
    is interrupted.
    """

    since: int | None


class WindRolled(Event, frozen=True, tag="wind_rolled"):
    die: int
    bearing: int


class FireOut(Event, frozen=True, tag="fire_out"):
    fire: str


class ArrivalsDiced(Event, frozen=True, tag="arrivals_diced"):
    """Encounter: the roll-off of the turn; `first` rolls and places first."""

    dice: tuple[tuple[str, int], ...]
    first: str


class ArrivalRolled(Event, frozen=True, tag="arrival_rolled"):
    """`who` is a unit, or an independent figure held back by itself."""

    who: str
    die: int
    needs: int
    arrives: bool


class Arrived(Event, frozen=True, tag="arrived"):
    who: str
    at: Mapping[str, Place]
