"""Worth of a piece to its side, and average value of a shot or an attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from app.games.cry_havoc import combat_odds, combat_rules, harm, plans, retreats
from app.games.cry_havoc.missile_lines import Sight
from app.games.cry_havoc.missile_preview import FACES
from app.games.cry_havoc.missiles import die_tally, row_and_letter
from app.games.cry_havoc.occupancy import figures, is_animal, is_knight, is_mounted, leader_of
from app.games.cry_havoc.state import DEAD, STUNNED, WOUNDED, Battle, Unit
from app.games.cry_havoc.tables import COMBAT

POWER = 0.25
"""Worth of one point of attack or defence."""
SHOT = {"A": retreats.DRIVEN_BACK, "B": STUNNED, "C": WOUNDED, "D": DEAD}
BLOW = {"C": retreats.DRIVEN_BACK, "D": STUNNED, "E": WOUNDED, "F": DEAD}
SHARE = {retreats.DRIVEN_BACK: 0.1, STUNNED: 0.45, WOUNDED: 0.5, DEAD: 1.0}
"""Share of a unit that each misfortune costs. Stunned units are easy targets; wounded ones have
half they were.
"""
UNHORSED = 0.25
OF_A_MULE_TO_STOP = 25.0
"""Worth of a mule while the rebels win at once by leading all of them away."""


def worth(battle: Battle, unit: Unit) -> float:
    """Worth of a unit: points for its death, fighting power, and the unit that it leads."""
    if is_animal(unit):
        return animal_worth(battle, unit)
    attack, defence, _ = figures(unit)
    power = POWER * (attack + defence) + (1.0 if unit.weapon else 0.0)
    return (
        price(battle, unit)
        + power
        + (12.0 if leads_the_captive(battle, unit) else 5.0 if unit.leads else 0.0)
    )


def animal_worth(battle: Battle, animal: Unit) -> float:
    """Worth of an animal: high for a mule to stop, less for a led mule, low for a loose animal."""
    if animal in mules_to_stop(battle):
        return OF_A_MULE_TO_STOP
    leader = leader_of(battle, animal)
    return 4.0 if leader and animal.kind == "mule" else 0.2


def mules_to_stop(battle: Battle) -> list[Unit]:
    """Mules on the map of which the death of one keeps the rebels from winning by them.

    The list is empty once a mule is dead.
    """
    mules = [unit for unit in battle.units.values() if unit.kind == "mule"]
    if battle.scenario != "tres_mulas" or any(mule.state == DEAD for mule in mules):
        return []
    return [mule for mule in mules if mule.hex]


def leads_the_captive(battle: Battle, unit: Unit) -> bool:
    return unit.leads is not None and unit.leads == battle.facts.get("captive")


def price(battle: Battle, unit: Unit) -> float:
    """Points of the scenario for killing the unit, or the loss in chances to win."""
    points = plans.PLANS[battle.scenario].points if battle.scenario in plans.PLANS else {}
    return float(PRICES.get(battle.scenario, no_scenario)(unit, points))


def knight_errant(unit: Unit, points: Mapping[str, int]) -> float:
    if unit.side == "village":
        return points["knight_killed"] if is_knight(unit) else points["villager_killed"]
    return 9 if unit.kind == "sergeant" else 5


def tres_mulas(unit: Unit, points: Mapping[str, int]) -> float:
    if unit.side == "rebels":
        return points["rebel_killed"]
    return points["knight_killed"] if is_knight(unit) else points["man_killed"]


def emboscada(unit: Unit, points: Mapping[str, int]) -> float:
    if unit.side == "convoy":
        return points["knight_killed"] if is_knight(unit) else points["man_killed"]
    return 3


def lady_edith(unit: Unit, points: Mapping[str, int]) -> float:  # noqa: ARG001 the scenario counts no points
    return 20 if unit.name == "Sir Gilbert" else 5 if unit.side == "gilbert" else 4


def first_blood(unit: Unit, points: Mapping[str, int]) -> float:
    return points["leader_killed"] if unit.armoured else points["man_killed"]


def no_scenario(unit: Unit, points: Mapping[str, int]) -> float:  # noqa: ARG001 nothing is counted
    return 4


PRICES = {
    "knight_errant": knight_errant,
    "tres_mulas": tres_mulas,
    "emboscada": emboscada,
    "lady_edith": lady_edith,
    "first_blood": first_blood,
}


def share_lost(battle: Battle, unit: Unit, result: str, roughly: bool = False) -> float:
    """Share of a unit lost by a result, 0 to 1. Second misfortunes kill; a retreat without a hex
    wounds.

    `roughly` leaves out the search for a hex.
    """
    if is_animal(unit):
        return 0.05 if result == retreats.DRIVEN_BACK else 0.0
    become = result if result == DEAD else harm.escalated(unit, result)
    if (
        become == retreats.DRIVEN_BACK
        and not roughly
        and not retreats.retreat_options(battle, unit)
    ):
        become = harm.escalated(unit, WOUNDED)
    thrown = UNHORSED if is_mounted(unit) and become in (STUNNED, WOUNDED) else 0.0
    return SHARE[become] + thrown


def shot_value(battle: Battle, shooter: Unit, target: Unit, seen: Sight) -> float:
    """Average loss of the target's side by this shot."""
    added, value = die_tally(shooter, seen.band).total, worth(battle, target)
    letters = [
        row_and_letter(shooter.weapon or "", die + added, seen.category, seen.cover)[1]
        for die in FACES
    ]
    if is_animal(target):
        return value * letters.count("B") / len(letters)
    shares = {
        letter: share_lost(battle, target, SHOT[letter])
        for letter in set(letters)
        if letter in SHOT
    }
    return value * sum(shares.get(letter, 0.0) for letter in letters) / len(letters)


def strike_value(
    battle: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], roughly: bool = False
) -> float:
    """Average gain of an attack less the attackers' loss; -9 if it is not allowed."""
    odds = combat_rules.odds_of(battle, attackers, defenders)
    if odds.column < 1:
        return -9.0
    letters = [combat_rules.letter_of(odds, die) for die in range(1, combat_odds.DIE + 1)]
    values = {
        letter: letter_value(battle, attackers, defenders, letter, roughly)
        for letter in set(letters)
    }
    return sum(values[letter] for letter in letters) / len(letters)


def letter_value(
    battle: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], letter: str, roughly: bool
) -> float:
    """Value of a letter: the owner gives the cheapest victim; a retreat concerns all units hit."""

    def costs(units: Sequence[Unit], result: str) -> list[float]:
        return [worth(battle, unit) * share_lost(battle, unit, result, roughly) for unit in units]

    if letter == "A":
        return -min(costs(attackers, WOUNDED))
    if letter == "B":
        return -sum(costs(attackers, retreats.DRIVEN_BACK))
    if letter == "C":
        return sum(costs(defenders, retreats.DRIVEN_BACK))
    if letter not in BLOW:
        return 0.0
    men = [unit for unit in defenders if not is_animal(unit)]
    if not men:
        return worth(battle, defenders[0]) if letter in ("E", "F") else 0.0
    return min(costs(men, BLOW[letter]))


@lru_cache
def share_at_risk(table: str, column: int) -> float:
    """Average share of a healthy defender lost by an attack on this column."""
    if column < 1:
        return 0.0
    row = [
        COMBAT[table][die][min(column, len(combat_rules.COLUMNS)) - 1]
        for die in range(1, combat_odds.DIE + 1)
    ]
    shares = [SHARE[BLOW[letter]] for letter in row if letter in BLOW]
    return sum(shares) / len(row)
