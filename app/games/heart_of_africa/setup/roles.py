"""Dice for the attacker, the scenario and the side that deploys first."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.figures import other_side
from app.games.heart_of_africa.setup.scenarios import ENCOUNTER
from app.games.heart_of_africa.state import SIDES, Battle
from app.games.heart_of_africa.tables import TERRAIN_DATA
from app.games.heart_of_africa.victory_conditions import usual_limit
from app.kernel.contract import Event
from app.kernel.dice import Dice


def attacker_roll(battle: Battle, aggression: Mapping[str, int], dice: Dice) -> list[Event]:
    """HOA-SCN-02: Each side rolls a die and adds the aggression of its list; the higher total
    attacks. A tie makes an Encounter. A roll-off then decides the side that deploys and acts first.
    """
    faces = tuple((side, dice.roll(6, "aggression", side)) for side in SIDES)
    totals = {side: face + aggression.get(side, 0) for side, face in faces}
    if totals["A"] != totals["B"]:
        attacker = max(SIDES, key=lambda side: totals[side])
        return [
            e.SetupRolled("aggression", faces, totals, attacker),
            e.RolesFixed(battle.scenario, attacker, True, attacker),
        ]
    if battle.scenario not in ("", ENCOUNTER):
        rolled, attacker = roll_off(dice)
        return [
            e.SetupRolled("aggression", faces, totals, "tie"),
            rolled,
            e.RolesFixed(battle.scenario, attacker, True, attacker),
        ]
    rolled, first = roll_off(dice)
    return [
        e.SetupRolled("aggression", faces, totals, "tie"),
        rolled,
        e.RolesFixed(ENCOUNTER, first, False, first),
    ]


def scenario_roll(battle: Battle, dice: Dice) -> list[Event]:
    """HOA-SCN-03: One die decides the scenario: 1 or 2 an Ambush, 3 a Planned Attack, 4 an
    Encounter, 5 or 6 a Raid. In an Encounter the attacker stays first in the turn.
    """
    die = dice.roll(6, "scenario", "table")
    scenario = TERRAIN_DATA["scenario_die"][die]
    return [
        e.SetupRolled("scenario", (("table", die),), says=scenario),
        *roles(battle, scenario, dice),
    ]


def roles(battle: Battle, scenario: str, dice: Dice) -> list[Event]:
    """Events that fix the side that deploys first, once attacker and scenario are known."""
    if scenario != ENCOUNTER:
        return [
            e.RolesFixed(
                scenario, battle.attacker, True, other_side(battle.attacker), usual_limit(scenario)
            )
        ]
    has_defender = battle.conditions.has_defender
    if battle.conditions.campaign:
        return [e.RolesFixed(scenario, battle.attacker, has_defender, battle.attacker)]
    rolled, first = roll_off(dice)
    return [
        rolled,
        e.RolesFixed(scenario, battle.attacker if has_defender else first, has_defender, first),
    ]


def roll_off(dice: Dice) -> tuple[Event, str]:
    """One die for each side; ties roll again."""
    faces: list[tuple[str, int]] = []
    while not faces or faces[-1][1] == faces[-2][1]:
        faces += [(side, dice.roll(6, "roll_off", side)) for side in SIDES]
    first = "A" if faces[-2][1] > faces[-1][1] else "B"
    return e.SetupRolled("roll_off", tuple(faces), {}, first), first
