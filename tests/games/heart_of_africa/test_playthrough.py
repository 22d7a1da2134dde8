"""Rules that twelve battles of the bot never asked are asked by script, counted as `rules
--exercised` counts.

The table for the reader: docs/exercised-heart-of-africa.md.
"""

from pathlib import Path

import pytest

from app.cli.rule_usage import counting_calls
from app.games.heart_of_africa import adjudicate
from app.games.heart_of_africa.box import GAME
from app.kernel.contract import Setup
from app.kernel.data_tables import read_yaml
from app.kernel.dice import SeededDice
from tests.games.heart_of_africa import playthrough
from tests.games.heart_of_africa.armies_of_tests import mustered

BOX = "heart_of_africa"
BOOKS = [read_yaml(path) for path in sorted(Path(__file__).with_name("cases").glob("*.yaml"))]
CASES = {case["id"]: {"kind": book["kind"], **case} for book in BOOKS for case in book["cases"]}
BATTLE = [  # rules that the scripted battle asks
    "HOA-GEN-03",
    "HOA-LDR-03",
    "HOA-LDR-13",
    "HOA-LDR-21",
    "HOA-TRP-05",
    "HOA-TRP-23",
    "HOA-ART-08",
    "HOA-ART-09",
    "HOA-ART-11",
    "HOA-ART-12",
    "HOA-ART-13",
    "HOA-ART-14",
    "HOA-ART-15",
    "HOA-ART-16",
    "HOA-ART-17",
    "HOA-ART-18",
    "HOA-ART-19",
    "HOA-ART-20",
    "HOA-ART-21",
    "HOA-ART-22",
    "HOA-ART-23",
    "HOA-SPC-13",
    "HOA-SPC-17",
    "HOA-SPC-19",
    "HOA-FRT-08",
    "HOA-FRT-12",
    "HOA-FRT-20",
    "HOA-FRT-21",
    "HOA-FRT-23",
    "HOA-FRT-25",
    "HOA-FRT-27",
    "HOA-FRT-28",
    "HOA-FRT-29",
    "HOA-FRT-30",
    "HOA-FRT-32",
    "HOA-STR-04",
    "HOA-STR-06",
    "HOA-STR-07",
    "HOA-STR-08",
    "HOA-STR-10",
    "HOA-STR-12",
    "HOA-SCN-20",
    "HOA-DEP-07",
    "HOA-VIS-12",
    "HOA-SHT-02",
    "HOA-SHT-17",
    "HOA-SHT-23",
    "HOA-LST-72",
    "HOA-LST-74",
    "HOA-LST-76",
    "HOA-LST-77",
    "HOA-LST-78",
    "HOA-LST-79",
    "HOA-LST-80",
]
POSITIONS = {  # rule: a position of the case books with orders and dice
    "HOA-LDR-14": "ldr_charismatic_finds_a_second_unit",
    "HOA-TRP-07": "rel_a_shot_every_other_turn",
    "HOA-TRP-20": "frt_rider_and_gun_do_not_man_a_stockade",
    "HOA-ART-10": "art_machine_gun_hit_by_an_archer",
    "HOA-SPC-18": "spc_four_elements_of_baggage",
    "HOA-FRT-06": "frt_rider_and_gun_do_not_man_a_stockade",
    "HOA-FRT-14": "frt_shooting_from_a_barricade",
    "HOA-FRT-16": "frt_artillery_at_a_barricade",
    "HOA-FRT-22": "frt_third_loophole_of_an_inner_wall",
    "HOA-FRT-31": "frt_blind_shot_kills",
    "HOA-FRT-33": "frt_fire_arrows",
    "HOA-STR-11": "str_fifth_hit_on_a_dhow",
    "HOA-TER-07": "ter_cover_on_a_slope",
    "HOA-TER-09": "ter_top_of_a_kopje",
    "HOA-TER-28": "ter_cover_in_a_ravine",
}
ARMIES = {  # rule: an army of the case books, mustered
    "HOA-ALY-09": "aly_bunyoro_1880_with_khartoum",
    "HOA-LST-03": "lst_azande_agile",
    "HOA-LST-04": "lst_azande_archers",
    "HOA-LST-05": "lst_azande_1881_well_armed",
    "HOA-LST-07": "lst_hehe_1871_three_units_of_warriors",
    "HOA-LST-13": "lst_prazeiros_1875_askaris",
    "HOA-ALY-11": "aly_prazeiros_with_mozambique",
    "HOA-ALY-12": "aly_manyema_with_cannibals",
    "HOA-ALY-14": "aly_village_with_a_contingent",
    "HOA-LST-23": "lst_karamojong_warriors",
    "HOA-LST-30": "lst_fang_1876_musketeers_only",
    "HOA-LST-32": "lst_kusu_three_units_of_warriors",
    "HOA-ALY-16": "aly_pygmies_with_a_village",
    "HOA-ALY-17": "aly_zanzibaris_with_two_contingents",
    "HOA-LST-41": "lst_charismatic_zanzibari",
    "HOA-LST-44": "lst_bornu_plain_rows",
    "HOA-LST-49": "lst_rabih_1880_well_armed",
    "HOA-LST-56": "lst_settlers_1880_half_well_armed",
    "HOA-LST-57": "lst_angola_1881_boers",
    "HOA-LST-62": "lst_explorers_1871_both",
    "HOA-LST-75": "lst_german_white_leader_and_three",
    "HOA-ALY-21": "aly_egyptians_with_a_village",
    "HOA-ALY-22": "aly_british_with_masai",
    "HOA-ALY-23": "aly_belgian_tetela_with_pygmies",
}
AT_HOME = {  # rule: a people on whose ground a table is made
    "HOA-LST-34": "jungle_cannibals",
    "HOA-LST-42": "zanzibaris",
    "HOA-LST-59": "portuguese_settlers",
    "HOA-LST-65": "white_explorers",
    "HOA-LST-71": "egyptians",
    "HOA-LST-81": "colonial_expedition",
}
NEVER_BY_BOTS = (*BATTLE, *POSITIONS, *ARMIES, *AT_HOME)


@pytest.fixture(scope="module")
def battle():
    with counting_calls(BOX) as asked:
        play = playthrough.fought_out()
    return play, asked


@pytest.fixture(scope="module")
def exercised(battle):
    """The rules asked or named by each script, by script."""
    play, asked = battle
    named = {
        rule for line in play.log for rule in (*line.rules, *(rule for _, rule in line.reasons))
    }
    return {
        "battle": named | set(asked),
        "positions": asked_by(positions),
        "armies": asked_by(armies),
        "tables": asked_by(tables),
    }


def asked_by(script):
    with counting_calls(BOX) as asked:
        script()
    return set(asked)


def positions():
    for name in POSITIONS.values():
        assert adjudicate.run(CASES[name]) == [], name


def armies():
    for name in ARMIES.values():
        verdict = "invalid" if mustered(CASES[name]["army"]) else "valid"
        assert verdict == CASES[name]["expect"]["verdict"], name


def tables():
    for people in AT_HOME.values():
        GAME.new_game(
            Setup(
                "planned_attack",
                playthrough.SETUP.seats,
                stock={"attacker": "A", "peoples": {"B": {"list": people}}, "year": 1890},
            ),
            SeededDice(people.encode(), 1),
        )


def test_the_battle_is_fought_to_its_end(battle):
    play, _ = battle
    assert (GAME.outcome(play.battle).winners, play.battle.ending, play.battle.turn) == (
        ("B",),
        "out_of_time",
        10,
    )


def test_each_rule_is_listed_once():
    assert len(NEVER_BY_BOTS) == len(set(NEVER_BY_BOTS)) and all(
        rule in GAME.rulebook for rule in NEVER_BY_BOTS
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "rules"),
    [("battle", BATTLE), ("positions", POSITIONS), ("armies", ARMIES), ("tables", AT_HOME)],
)
def test_scripts_use_rules_that_the_bot_never_uses(exercised, script, rules):
    assert [rule for rule in rules if rule not in exercised[script]] == []


def test_nothing_is_asked_by_reading_the_tables():
    with counting_calls(BOX) as asked:
        pass
    assert not asked
