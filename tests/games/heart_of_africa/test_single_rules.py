"""Rules for which a case cannot tell one order of dice, or one of two charges, from another."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.cases.positions import battle_of
from app.games.heart_of_africa.melee_and_morale.morale import vessel_tests
from app.games.heart_of_africa.shooting.modifiers import is_charging
from app.games.heart_of_africa.state import Charge
from app.kernel.dice import LoadedDice
from tests.games.heart_of_africa.battles import with_facts

SEA = [{"id": "sea", "kind": "sea_or_lake", "rect": [0, 20, 72, 48]}]


def figure(key, unit, kind, x, **more):
    return {"id": key, "unit": unit, "type": kind, "x": x, "y": 40, "facing": 0, **more}


def battle(attacker, *figures, terrain=()):
    return battle_of(
        {
            "table": {"attacker": attacker},
            "start": {"turn": 5, "step": "morale"},
            "units": [{"id": one, "side": one[0]} for one in ("A1", "A2", "B1", "B2")],
            "figures": list(figures),
            "terrain": list(terrain),
        }
    )


@pytest.mark.parametrize("attacker", ["A", "B"])
def test_hit_vessels_of_the_attacker_test_first(attacker):
    """HOA-ART-22"""
    hit = {"hits": 25, "tested_to": 15}
    ships = battle(
        attacker,
        figure("a", "A1", "gunboat", 20, **hit),
        figure("b", "B1", "gunboat", 50, **hit),
        terrain=SEA,
    )
    dice = LoadedDice.faces(6, 6)
    vessel_tests(ships, dice)
    assert [roll.of for roll in dice.rolls] == (["A1", "B1"] if attacker == "A" else ["B1", "A1"])


def test_a_figure_charges_only_the_target_of_its_own_charge():
    """HOA-SHT-10"""
    melee = battle(
        "A",
        figure("a1", "A1", "warrior", 10),
        figure("a2", "A2", "warrior", 20),
        figure("b1", "B1", "askari", 30),
        figure("b2", "B2", "askari", 40),
    )
    charges = (Charge("a1", "b2", (10, 40), 0), Charge("a2", "b1", (20, 40), 0))
    charged = with_facts(melee, charges=charges)
    found = {
        (one, other)
        for one in ("a1", "a2")
        for other in ("b1", "b2")
        if is_charging(charged, charged.figures[one], charged.figures[other])
    }
    assert found == {("a1", "b2"), ("a2", "b1")}
