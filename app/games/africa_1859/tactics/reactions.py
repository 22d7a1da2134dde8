"""Answers of the bot to questions: support, defence, riders; otherwise the default."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.games.africa_1859.arrivals import (
    arrival_refusals,
    arrived_units,
    assault_on_arrival,
    ready_riders,
    wanted_answer,
    window_below,
)
from app.games.africa_1859.counters import combat_factor
from app.games.africa_1859.fights.branching import WHOLE
from app.games.africa_1859.fights.caracoles import point_unit
from app.games.africa_1859.fights.designations import designated
from app.games.africa_1859.fights.fight_odds import distinct_defences
from app.games.africa_1859.fights.firing import (
    Fire,
    harms_of,
    may_fire_small_arms,
    small_arms,
)
from app.games.africa_1859.fights.horse_ground import horse_ground
from app.games.africa_1859.fights.odds import TooMuchWork, Work, assault_won
from app.games.africa_1859.fights.odds_policies import with_defence, with_support
from app.games.africa_1859.fights.riders import has_role, innermost_assault
from app.games.africa_1859.fights.roles import front_unit
from app.games.africa_1859.orders import Arrival, Defend, Riders
from app.games.africa_1859.procedures import Assault, Question, RiderChoice, Roles
from app.games.africa_1859.sequence import default_answer
from app.games.africa_1859.state import War
from app.games.africa_1859.tactics.tempers import Temper
from app.kernel.contract import Order
from app.kernel.refusal import found_in

MOST_WORK = 400
"""Courses and pairs of conditions that the bot follows to compare defences."""
BETTER = 0.02
"""Chance that a defence has to save before it is preferred to the default."""
OF_A_CHECK = 0.4
"""Steps that a morale check is worth."""


def answer(war: War, question: Question, temper: Temper) -> Order:
    """Answer to a question."""
    supported = with_support(war, question)
    if supported is not None:
        return supported
    if question.decision == "defend":
        return best_defence(war, question)
    if question.decision == "riders":
        return counter_charges(war, question)
    if question.decision == "arrival" and not temper.only_fires:
        return best_arrival(war, question, temper)
    return usual(war, question)


def usual(war: War, question: Question) -> Order:
    """Default answer; raises `ValueError` if there is none."""
    found = default_answer(war)
    if found is None:
        raise ValueError(f"no default for {question.decision}")
    return found


def best_defence(war: War, question: Question) -> Order:
    """Designations against which the attacker wins least, if they are clearly better.

    The attacker's sealed designations are taken to be the usual ones.
    """
    default = usual(war, question)
    below = war.stack[-2] if len(war.stack) > 1 else None
    if not isinstance(below, Assault) or not isinstance(default, Defend):
        return default
    sealed = designated(war, below)
    if not isinstance(sealed, Assault) or not sealed.att.vanguard:
        return default
    assault = replace(sealed, stage="begin", dfn=Roles())
    before, work = replace(war, stack=war.stack[:-2]), Work(MOST_WORK)
    best, least = default, WHOLE
    for number, defence in enumerate(distinct_defences(before, assault)):
        try:
            weight = assault_won(before, assault, with_defence(with_support, defence, ""), work)
        except TooMuchWork:
            break
        if not number or weight < least - BETTER * WHOLE:
            best, least = defence, weight
    return best


def counter_charges(war: War, question: Question) -> Riders:
    """Counter-charge on open ground with riders that are as strong as the unit in front."""
    assault = innermost_assault(war)
    front = combat_factor(war, war.units[front_unit(war, assault)])
    able = [
        key
        for key in question.units
        if not has_role(assault, key) and combat_factor(war, war.units[key]) >= front
    ]
    if horse_ground(war, assault.space) != "open" or not able:
        return Riders(passes=True)
    return Riders(tuple(RiderChoice(key, "counter_charge") for key in able))


# --- Riders against an arrival
def best_arrival(war: War, question: Question, temper: Temper) -> Arrival:
    """Best answer to an arrival: a charge that is likely to win, a caracole that pays, or none."""
    found = sorted(arrival_answers(war, question, temper), key=lambda one: (-one[0], repr(one[1])))
    return found[0][1] if found and found[0][0] > 0 else Arrival(passes=True)


def arrival_answers(
    war: War, question: Question, temper: Temper
) -> Iterator[tuple[float, Arrival]]:
    """Charges and caracoles of the riders that can answer, with their value."""
    window = window_below(war)
    for rider in ready_riders(war, window):
        for choice in ("charge", "caracole"):
            order = wanted_answer(war, window, rider, {"choice": choice})
            if order is None or found_in(arrival_refusals(war, question, order)):
                continue
            if order.caracole:
                yield caracole_value(war, order, temper), order
            elif not temper.never_assaults:
                yield charge_chance(war, order) - temper.chance, order


def charge_chance(war: War, order: Arrival) -> float:
    """Chance that a charge at an arrival wins; 0 if it takes too long to work out."""
    assault = assault_on_arrival(war, window_below(war), order)
    try:
        return assault_won(replace(war, stack=()), assault, work=Work(MOST_WORK)) / WHOLE
    except TooMuchWork:
        return 0.0


def caracole_value(war: War, order: Arrival, temper: Temper) -> float:
    """Worth of a caracole against an arrival, which has no cover."""
    window = window_below(war)
    target = point_unit(war, [unit.id for unit in arrived_units(war, window)], window.point)
    return caracole_worth(war, (order.caracole, target), False, temper)


def caracole_worth(war: War, units: tuple[str, str], has_cover: bool, temper: Temper) -> float:
    """Steps that a caracole takes more than it costs; `units` are the rider and its target."""
    rider, target = units
    worth = mean_harm(war, small_arms(war, "caracole_rider", (rider, target), has_cover=has_cover))
    if may_fire_small_arms(war, war.units[target]):
        worth -= temper.own * mean_harm(war, small_arms(war, "caracole_target", (target, rider)))
    return worth


def mean_harm(war: War, fire: Fire) -> float:
    """Mean steps that a fire takes; a morale check counts as a part of one."""
    harms = harms_of(war, fire)
    return sum(harm.steps + OF_A_CHECK * harm.check for harm in harms) / len(harms)
