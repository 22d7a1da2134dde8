"""Questions about riders: defaults, single answers and conditional orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.africa_1859.counters import combat_factor, strength
from app.games.africa_1859.fights.riders import (
    CARACOLE,
    choices_of,
    choose_interception,
    choose_riders,
    counter_chargers,
    innermost_assault,
    intercept_refusals,
    riders_refusals,
)
from app.games.africa_1859.fights.standing_fire import PASS, passes
from app.games.africa_1859.orders import Intercept, Riders
from app.games.africa_1859.procedures import Question, RiderChoice
from app.games.africa_1859.questions import ASK, nearest
from app.games.africa_1859.run import QuestionRules
from app.games.africa_1859.state import War
from app.kernel.decoding import convert_plain

STRONGEST = "strongest"


def stay(war: War, question: Question) -> Riders:  # noqa: ARG001 - as all
    """Riders stay by default."""
    return Riders(passes=True)


def ask_always(war: War, question: Question) -> None:
    """Return None, because riders that can react may also pass."""


def riders_ahead(war: War, question: Question, by_scope: Mapping[str, Any]) -> Riders | None:
    """Choices by conditional orders: the nearest one for each rider, of rider, space and side.

    None if a rider has none, or if the order of a rider asks: an arrival is answered alike.
    """
    whole = nearest(by_scope, question.space)
    if isinstance(whole, Mapping) and whole.get("choices"):
        named = tuple(convert_plain(one, RiderChoice) for one in whole["choices"])
        return Riders(tuple(one for one in named if one.unit in question.units))
    given = {key: nearest(by_scope, key, question.space) for key in question.units}
    if None in given.values() or ASK in given.values():
        return None
    chosen = [standing_choice(war, key, given[key]) for key in question.units]
    acting = tuple(one for one in chosen if one is not None)
    return Riders(acting) if acting else Riders(passes=True)


def standing_choice(war: War, rider: str, given: object) -> RiderChoice | None:
    """Choice of one rider by a conditional order; None to stay.

    The order may hold from a number of steps of the rider on.
    """
    if not isinstance(given, Mapping) or passes(given):
        return None
    kind = given.get("choice", "stay")
    if kind == "stay" or war.units[rider].steps < given.get("steps", 1):
        return None
    if kind == CARACOLE and not (given.get("exit") or given.get("shelter")):
        legal = choices_of(war, innermost_assault(war), rider)
        return next((one for one in legal if one.choice == CARACOLE), None)
    return RiderChoice(rider, kind, given.get("exit", ""), bool(given.get("shelter", False)))


def no_interception(war: War, question: Question) -> Intercept:  # noqa: ARG001 - as all
    """Riders of the group do not intercept by default."""
    return Intercept(passes=True)


def standing_interception(war: War, question: Question, given: object) -> Intercept | None:
    """Interception by a conditional order: none, the strongest riders, or pairs."""
    if passes(given):
        return Intercept(passes=True)
    if given == STRONGEST:
        able = sorted(
            (war.units[key] for key in question.units),
            key=lambda unit: (-combat_factor(war, unit), strength(unit)),
        )
        chargers = counter_chargers(innermost_assault(war))
        return Intercept({one: unit.id for one, unit in zip(chargers, able, strict=False)})
    if isinstance(given, Mapping) and isinstance(given.get("pairs"), Mapping):
        return Intercept(dict(given["pairs"]))
    return None


def settled_riders(war: War, question: Question, settled: str) -> Riders | None:
    """Choice settled ahead for all riders that may make it; None if none of them may."""
    if settled == PASS:
        return Riders(passes=True)
    assault, chosen = innermost_assault(war), list[RiderChoice]()
    for key in question.units:
        able = [one for one in choices_of(war, assault, key) if one.choice == settled]
        chosen += able[:1]
    return Riders(tuple(chosen)) if chosen else None


RIDERS = QuestionRules(
    riders_refusals, choose_riders, stay, ask_always, ahead=riders_ahead, settled=settled_riders
)
INTERCEPT = QuestionRules(
    intercept_refusals,
    choose_interception,
    no_interception,
    ask_always,
    standing=standing_interception,
    settled=standing_interception,
)
