"""Rules that twelve games of the bot never used, or hardly, are used by script.

They are counted as `rules --exercised` counts. The table for the reader:
docs/exercised-africa-1859.md.
"""

from pathlib import Path

import pytest

from app.cli.rule_usage import counting_calls
from app.games.africa_1859 import adjudicate
from app.games.africa_1859.box import GAME
from app.kernel.data_tables import read_yaml

BOX = "africa_1859"
BOOKS = [read_yaml(path) for path in sorted(Path(__file__).with_name("cases").glob("*.yaml"))]
CASES = {case["id"]: case for book in BOOKS for case in book["cases"]}
TWO_TURNS = {
    "id": "two_turns_of_the_guided_battle",
    "scenario": "morabito",
    "start": {"setup": True, "turn": 1, "phase": "S"},
    "orders": [
        {"side": "S", "do": "open", "space": "c_camino"},
        {"side": "S", "do": "move", "leaders": ["prim"], "path": ["c_playa"]},
        {"side": "S", "do": "take_back"},
        {"side": "S", "do": "fire", "guns": ["s_art5"], "target": "c_morabito"},
        {"side": "S", "do": "take_back", "expect": {"refused": ["AFB-WEB-03"]}},
        {"side": "S", "do": "close"},
        {"side": "S", "do": "end_phase"},
        {"side": "M", "do": "open", "space": "c_morabito"},
        {"side": "M", "do": "move", "units": ["m_anyera1", "m_guich1"], "path": ["c_loma"]},
        {"side": "M", "do": "close"},
        {"side": "M", "do": "end_phase"},
        {"side": "S", "do": "open", "space": "c_camino"},
        {
            "side": "S",
            "do": "move",
            "leaders": ["prim"],
            "path": ["c_morabito"],
            "expect": {"refused": ["AFR-SEQ-12"]},
        },
        {"side": "S", "do": "move", "leaders": ["prim"], "path": ["c_tarajal", "c_otero"]},
    ],
    "dice": [
        {"for": "draw", "among": 3, "die": 1},
        {"for": "fire", "of": "s_art5", "die": 1},
    ],
    "expect": {"facts": {"leaders": {"prim": {"at": "c_otero"}}, "turn": 2, "phase": "S"}},
}
"""A move of Prim is taken back; the die of the battery is final. The caid is left alone in the
House of the Marabout, and Prim, who is alone too, may not enter it.
"""
NEVER_BY_BOTS = ("AFR-SEQ-12", "AFB-WEB-03")
HARDLY_BY_BOTS = {  # rule: a position of the case books with orders and dice
    "AFB-ACT-04": "reaction_charge_throws_the_mover_back",
    "AFB-ASL-05": "called_off_without_a_clash",
    "AFB-CAV-01": "horse_clash_in_the_hills",
    "AFB-CMP-06": "zabala_falls_ill",
    "AFR-ASL-07": "riders_react_once",
    "AFR-ASL-10": "counter_charge_drives_in_the_screen",
    "AFR-SEQ-11": "active_caracole",
}


def test_the_turns_are_played_as_written():
    assert adjudicate.run(TWO_TURNS) == []


def test_the_turns_ask_the_rule_that_the_bots_never_ask():
    with counting_calls(BOX) as asked:
        adjudicate.run(TWO_TURNS)
    assert asked["AFR-SEQ-12"]


def test_a_die_makes_an_order_final_and_nothing_else_did():
    """AFB-WEB-03 is a property of an event, which no call counts: without the die it is refused."""
    orders = [row for row in TWO_TURNS["orders"] if row["do"] != "fire"]
    differences = adjudicate.run({**TWO_TURNS, "orders": orders, "dice": []})
    assert "should be refused by ['AFB-WEB-03'], but is legal" in differences[0]


@pytest.mark.parametrize(("rule", "case"), HARDLY_BY_BOTS.items())
def test_positions_use_rules_that_the_bots_hardly_use(rule, case):
    with counting_calls(BOX) as asked:
        assert adjudicate.run(CASES[case]) == []
    assert asked[rule]


def test_the_rules_exist():
    assert all(rule in GAME.rulebook for rule in (*NEVER_BY_BOTS, *HARDLY_BY_BOTS))
