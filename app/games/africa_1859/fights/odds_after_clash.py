"""Exact odds of what follows an answer about the losses or the retreat of an assault.

Each stage and each check is carried out by the functions of play. The checks of a beaten stack do
not depend on one another, so the courses of each are followed alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from app.games.africa_1859.counters import title_of
from app.games.africa_1859.fights.aftermath import counters_to_check, victor_risk
from app.games.africa_1859.fights.branching import WHOLE, courses
from app.games.africa_1859.fights.fight_odds import chance, harm_of
from app.games.africa_1859.fights.further_odds import (
    DEFENDER,
    fate_shares,
    shares_by_number,
)
from app.games.africa_1859.fights.odds_clash import retreat_of
from app.games.africa_1859.fights.odds_policies import Policy, advance_once
from app.games.africa_1859.fights.roles import ATTACKER, top_assault
from app.games.africa_1859.morale import check
from app.games.africa_1859.procedures import Assault
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import LOST, War
from app.kernel.offers import Chance, FurtherOdds
from app.kernel.say import Say, say

MOST = 3
"""Numbers of failing units from this one on are one."""
SIX = 6
"""Weight of a check: the faces of its die."""
STEPS_IN_CHECKS = say("Steps lost in the morale checks", "Pasos perdidos en los test de moral")
LOST_LEADERS = say("Risk of losing a leader", "Riesgo de perder un líder")
Failing = tuple[int, int]
"""Number of units that fail their check, and steps that they lose by it."""


class AfterClash(msgspec.Struct):
    """Weights of what follows an answer up to the end of the assault.

    - `failing`: units of the beaten side that fail their check, with the steps lost by it.
    - `checks`: true if a unit checks. `lost`: leaders of both sides who are lost.
    - `retreats`: spaces of the retreat of the beaten defender; "" without a fighter.
    """

    failing: Counter[Failing] = msgspec.field(default_factory=Counter)
    lost: Counter[str] = msgspec.field(default_factory=Counter)
    retreats: Counter[str | None] = msgspec.field(default_factory=Counter)
    checks: bool = False


def after_clash(war: War, depth: int, policy: Policy) -> AfterClash:
    """Weights of what follows from a position after the clash of the assault at a depth."""
    found = AfterClash()
    for now, weight in before_checks(war, depth, policy):
        keys = counters_to_check(now, top_assault(now))
        units = [key for key in keys if key in now.units]
        found.checks |= bool(units)
        found.retreats[retreat_of(now, depth)] += weight
        found.failing.update(failing_units(now, units, weight))
        found.lost.update(dict.fromkeys(leaders_lost(war, now), weight))
        for key in keys:
            if key in now.leaders:
                found.lost.update(ways_to_lose(now, partial(check, counter=key), weight))
        found.lost.update(ways_to_lose(now, victor_risk, weight))
    return found


def before_checks(war: War, depth: int, policy: Policy) -> Iterator[tuple[War, int]]:
    """Positions before the checks of the beaten side, with their weights."""
    waiting = [(war, WHOLE)]
    while waiting:
        now, weight = waiting.pop()
        frame = now.stack[depth - 1]
        if isinstance(frame, Assault) and frame.stage == "checks":
            yield now, weight
        else:
            waiting += courses(now, lambda run: advance_once(run, policy), weight)


def failing_units(war: War, units: list[str], weight: int) -> Counter[Failing]:
    """Weights of the numbers of units that fail and of the steps that they lose."""
    found = Counter({(0, 0): weight})
    for key in units:
        after = Counter[Failing]()
        for checked, ways in courses(war, partial(check, counter=key), SIX):
            steps, shaken, _ = harm_of(war, checked, key)
            for (failing, lost), part in found.items():
                one = failing + bool(steps or shaken), lost + steps
                after[one] += part * ways // SIX
        found = after
    return found


def ways_to_lose(war: War, step: Callable[[Run], object], weight: int) -> Counter[str]:
    """Weights of the leaders who are lost by a step."""
    found = Counter[str]()
    for after, ways in courses(war, step, weight):
        found.update(dict.fromkeys(leaders_lost(war, after), ways))
    return found


def leaders_lost(before: War, after: War) -> list[str]:
    """Leaders who are lost between two positions."""
    return [
        key
        for key, leader in after.leaders.items()
        if leader.at == LOST and before.leaders[key].at != LOST
    ]


# --- In words
def check_chances(after: AfterClash) -> tuple[Chance, ...]:
    """Chances of the checks for the beaten side; none if no unit checks."""
    if not after.checks:
        return ()
    weights = [0] * (MOST + 1)
    for (failing, _), weight in after.failing.items():
        weights[min(failing, MOST)] += weight
    return tuple(
        chance(failing_words(number), weight, good=not number)
        for number, weight in enumerate(weights)
        if weight
    )


def failing_words(number: int) -> Say:
    """Number of units that fail, of which the last one stands for more too."""
    if not number:
        return say("no unit fails its morale check", "ninguna unidad falla su test de moral")
    if number < MOST:
        return say(
            "{n:unit+s} {n:fails|fail} the morale check",
            "{n:unidad+es} {n:falla|fallan} el test de moral",
            n=number,
        )
    return say(
        "{n} or more units fail the morale check",
        "{n} o más unidades fallan el test de moral",
        n=number,
    )


def further_shares(
    war: War, assault: Assault, after: AfterClash, *, tells_fate: bool
) -> tuple[FurtherOdds, ...]:
    """Further odds: the defender's fate, steps lost in the checks, and leaders who are lost.

    Good is good for the attacker.
    """
    attacker_won = assault.clash is not None and assault.clash.winner == ATTACKER
    steps = Counter[int]()
    for (_, lost), weight in after.failing.items():
        steps[lost] += weight
    beaten = STEPS_IN_CHECKS, shares_by_number(steps, is_good=attacker_won)
    leaders = tuple(
        chance(title_of(war, key), weight, war.leaders[key].side != assault.attacker)
        for key, weight in sorted(after.lost.items())
        if weight
    )
    return (
        *([(DEFENDER, fate_shares(war, after.retreats))] if tells_fate else ()),
        *([beaten] if any(steps[number] for number in steps if number) else ()),
        *([(LOST_LEADERS, leaders)] if leaders else ()),
    )
