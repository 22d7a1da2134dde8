"""Odds in words: an assault, a fire, a caracole and a rally."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from math import gcd

import msgspec

from app.games.africa_1859.counters import kind_of
from app.games.africa_1859.fights.branching import WHOLE, courses
from app.games.africa_1859.fights.designations import best_leader, default_defence, defences
from app.games.africa_1859.fights.odds import KnownWays, TooMuchWork, Work, assault_won
from app.games.africa_1859.fights.odds_clash import Distribution
from app.games.africa_1859.fights.odds_policies import Policy, with_defence
from app.games.africa_1859.ground import place
from app.games.africa_1859.morale import passes, rally_lines
from app.games.africa_1859.orders import Defend
from app.games.africa_1859.procedures import Assault
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import ENEMY_OF, LOST, Unit, War
from app.kernel.offers import Chance
from app.kernel.say import Say, say

TAKEN, EMPTY, BEATEN, CALLED_OFF = "taken", "empty", "beaten", "called_off"
MOST_WORK = 1500
"""Courses and pairs of conditions that the comparison of defences may follow."""


def chance(says: Say, weight: int, good: bool = True, whole: int = WHOLE) -> Chance:
    """Chance of a weight, in lowest terms."""
    divisor = gcd(weight, whole) or 1
    return Chance(says, weight // divisor, whole // divisor, good)


def mean_losses(results: Distribution) -> tuple[float, float]:
    """Mean steps lost by attacker and defender, to one decimal."""
    attacker = sum(ways * one.attacker_lost for one, ways in results.items())
    defender = sum(ways * one.defender_lost for one, ways in results.items())
    return round(attacker / WHOLE, 1), round(defender / WHOLE, 1)


def assault_chances(war: War, assault: Assault, results: Distribution) -> tuple[Chance, ...]:
    """Chances of the outcomes of an assault; outcomes without a chance are left out."""
    weights: dict[str, int] = defaultdict(int)
    for one, ways in results.items():
        weights[one.outcome] += ways
    words = {
        TAKEN: say("capture of {place:the}", "toma {place:del}", place=place(war, assault.space)),
        EMPTY: say(
            "the attacker wins, but no attacking unit survives",
            "vence el atacante, pero no sobrevive ninguna de sus unidades",
        ),
        BEATEN: say("the assault is beaten off", "el asalto es rechazado"),
        CALLED_OFF: say("the assault is called off", "el asalto se suspende"),
    }
    return tuple(
        chance(says, weights[outcome], outcome in (TAKEN, EMPTY))
        for outcome, says in words.items()
        if weights[outcome]
    )


class BestDefence(msgspec.Struct, frozen=True):
    """Weight of a won assault against the best defence that was tried.

    `tried` of `possible` defences were compared; the others would take too long. With `has_riders`
    the riders of the defence made one choice together in each.
    """

    won: int
    tried: int
    possible: int
    has_riders: bool = False


def best_defence(war: War, assault: Assault, own: Policy) -> BestDefence | None:
    """Best of the defender's designations, and of one choice for all riders.

    Of units that are equal in kind and condition one is tried. None if the first takes too long.
    """
    plans = plans_of(war, assault)
    work, found, known = Work(MOST_WORK), list[int](), KnownWays()
    for defence, riders in plans:
        try:
            policy = with_defence(own, defence, riders)
            found.append(assault_won(war, assault, policy, work, known))
        except TooMuchWork:
            break
    has_riders = any(riders for _, riders in plans)
    return BestDefence(min(found), len(found), len(plans), has_riders) if found else None


def plans_of(war: War, assault: Assault) -> list[tuple[Defend, str]]:
    """Designations of the defender, each with the usual choices of riders and with one for all."""
    return [
        (defence, riders)
        for riders in ("", "counter_charge", "caracole")
        for defence in distinct_defences(war, assault)
        if not riders or has_rider(war, assault, defence)
    ]


def has_rider(war: War, assault: Assault, defence: Defend) -> bool:
    """Return true if cavalry without a role stands in the assaulted space."""
    return not assault.reaction and any(
        kind_of(war, unit).unit_class == "cavalry"
        and unit.id not in (defence.vanguard, defence.screen)
        for unit in war.units.values()
        if unit.at == assault.space and unit.side == ENEMY_OF[assault.attacker] and not unit.dem
    )


def distinct_defences(war: War, assault: Assault) -> list[Defend]:
    """Designations that differ, with the leader whose first factor is highest.

    A convoy alone has none.
    """
    side = ENEMY_OF[assault.attacker]
    leader = best_leader(war, assault.space, side)

    def condition(key: str) -> tuple[object, ...]:
        if not key:
            return ()
        unit = war.units[key]
        return (unit.kind, unit.steps, unit.dem, unit.marker)

    found: dict[tuple[object, ...], Defend] = {}
    for one in defences(war, assault.space, side):
        if one.leader == leader:
            found.setdefault((condition(one.vanguard), condition(one.screen)), one)
    if not found:
        return []
    usual = default_defence(war, assault.space, side)

    def is_other(one: Defend) -> bool:
        same = condition(one.vanguard), condition(one.screen)
        return same != (condition(usual.vanguard), condition(usual.screen))

    return sorted(found.values(), key=is_other)


# --- Single fires, caracoles and rallies
def harm_of(before: War, after: War, key: str) -> tuple[int, bool, bool]:
    """Harm of a counter: steps lost, true if it is demoralised now, true if it is gone."""
    if key in before.leaders:
        return 0, False, after.leaders[key].at == LOST
    was, now = before.units[key], after.units[key]
    return was.steps - now.steps, now.dem and not was.dem, not now.steps


def fire_chances(war: War, step: Callable[[Run], None], targets: list[str]) -> tuple[Chance, ...]:
    """Chances of a fire by the harm that it does to one of the targets."""
    weights: Counter[tuple[int, bool, bool]] = Counter()
    for after, weight in courses(war, step):
        weights[max(harm_of(war, after, key) for key in targets)] += weight
    return tuple(
        chance(harm_words(harm), weight, good=any(harm)) for harm, weight in sorted(weights.items())
    )


def harm_words(harm: tuple[int, bool, bool]) -> Say:
    """Harm of one counter in words."""
    steps, shaken, gone = harm
    if gone:
        return say("the target is eliminated", "el blanco es eliminado")
    if not steps:
        if shaken:
            return say("the target is demoralised", "el blanco queda desmoralizado")
        return say("no harm", "sin daño")
    if shaken:
        return say("{n:step+s} lost, and demoralised", "{n:paso+s} menos y desmoralizado", n=steps)
    return say("{n:step+s} lost", "{n:paso+s} menos", n=steps)


def caracole_chances(
    war: War, step: Callable[[Run], None], rider: str, target: str
) -> tuple[Chance, ...]:
    """Chances of a caracole: harm to the enemy, to the riders, to both or to neither."""
    weights: Counter[tuple[bool, bool]] = Counter()
    for after, weight in courses(war, step):
        enemy, own = (any(harm_of(war, after, key)) for key in (target, rider))
        weights[enemy, own] += weight
    words = {
        (True, False): say("only the enemy suffers harm", "solo el enemigo sufre daño"),
        (True, True): say("both suffer harm", "ambos sufren daño"),
        (False, False): say("neither suffers harm", "ninguno sufre daño"),
        (False, True): say("only the riders suffer harm", "solo los jinetes sufren daño"),
    }
    return tuple(
        chance(says, weights[key], key[0] and not key[1])
        for key, says in words.items()
        if weights[key]
    )


def rally_chance(war: War, unit: str) -> Chance:
    """Chance that a demoralised unit rallies in the end step, with the position as it is."""
    ways = rally_ways(war, war.units[unit])
    return chance(say("the unit rallies", "la unidad se recupera"), ways, whole=6)


def rally_ways(war: War, unit: Unit) -> int:
    """Faces of the die, of 6, with which a unit rallies in the end step."""
    need = kind_of(war, unit).morale + sum(rally_lines(war, unit).values())
    return sum(passes(die, need) for die in range(1, 7))
