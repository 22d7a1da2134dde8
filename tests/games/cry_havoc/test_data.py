"""Checks of the Cry Havoc catalogue that speak of the data file itself, not of a position."""

from pathlib import Path

import pytest

from app.kernel.data_tables import read_yaml

DATA_FILE = Path(__file__).resolve().parents[3] / "app/games/cry_havoc/data/cry_havoc_data.yaml"


@pytest.fixture(scope="module")
def data() -> dict:
    return read_yaml(DATA_FILE)


@pytest.fixture(scope="module")
def people(data) -> dict:
    return {person["name"]: person for person in data["characters"]["list"]}


def halved(figure: int) -> int:
    return (figure + 1) // 2


def test_ch_mov_09_the_wounded_on_foot_move_three(people):
    assert {person["foot_wounded"][2] for person in people.values()} == {3}


def test_ch_mov_09_no_wounded_character_has_the_points_of_a_window(data, people):
    window = data["terrain"]["hexsides"]["window"]["foot_total"]
    assert window == 4
    assert all(person["foot_wounded"][2] < window for person in people.values())


def test_wounded_attack_and_defence_are_halved_upwards(people):
    for name, person in people.items():
        for state in ("foot", "mounted"):
            if state in person:
                attack, defence, _ = person[state]
                assert person[f"{state}_wounded"][:2] == [halved(attack), halved(defence)], (
                    name,
                    state,
                )


def test_wounded_riders_move_eight(people):
    assert {person["mounted_wounded"][2] for person in people.values() if "mounted" in person} == {
        8
    }


def test_ch_mnt_06_figures_of_sir_richard(people):
    assert people["Sir Richard"]["mounted"] == [24, 10, 12]
    assert people["Sir Richard"]["foot"] == [15, 9, 5]


def test_ch_mnt_06_four_counters_for_a_knight_and_two_for_others(people):
    for name, person in people.items():
        states = {
            key for key in person if key in ("foot", "foot_wounded", "mounted", "mounted_wounded")
        }
        wanted = {"foot", "foot_wounded"} | (
            {"mounted", "mounted_wounded"} if person["type"] == "knight" else set()
        )
        assert states == wanted, name


def test_ch_opt_06_knights_are_those_called_sir(people):
    for name, person in people.items():
        assert name.startswith("Sir ") == (person["type"] == "knight"), name


def test_every_character_has_a_known_type(data, people):
    assert {person["type"] for person in people.values()} <= set(data["character_types"])


def test_ch_mnt_14_animals_defend_with_one_and_do_not_move_alone(data):
    for animal in ("horse", "mule"):
        assert data["animals"][animal]["defence"] == 1
        assert data["animals"][animal]["movement"] == 0


def test_ch_mnt_10_a_horse_takes_two_hexes_and_a_mule_one(data):
    assert (data["animals"]["horse"]["hexes"], data["animals"]["mule"]["hexes"]) == (2, 1)


def test_ch_mnt_02_factors_of_a_horse(data):
    moved = data["mounted_movement"]
    assert (moved["forward_factor"], moved["backward_factor"], moved["pivot_factor"]) == (1, 2, 2)


def test_ch_mov_06_and_07_weights_of_corpses(data):
    corpses = data["corpses"]
    assert corpses["weight"] == {"person": 1, "horse": 3, "mule": 3}
    assert corpses["surcharge"] == {"from_weight": 3, "movement": 1}
    assert corpses["closed"] == {"from_weight": 6}


def test_ch_mov_02_terrain_costs(data):
    ones = ("clear", "road", "high_ground", "interior", "door", "courtyard", "gate")
    assert {kind: data["terrain"][kind]["foot"] for kind in ones} == dict.fromkeys(ones, 1)
    assert [data["terrain"][kind]["foot"] for kind in ("bush", "trees", "embankment")] == [2, 2, 2]
    assert data["terrain"]["water"]["foot"] is None and data["terrain"]["water"]["horse"] is None


def test_ch_mov_05_ground_closed_to_horses(data):
    kinds = [kind for kind in data["terrain"] if kind not in ("origin", "hexsides", "corner")]
    assert {kind for kind in kinds if data["terrain"][kind]["horse"] is None} == {
        "trees",
        "interior",
        "water",
    }


def test_ch_adv_02_distances(data):
    assert (data["advance"]["foot"], data["advance"]["rider"]) == (2, 3)
    assert data["advance"]["if_adjacent_to_another_enemy"] == 1


def test_ch_cbt_03_columns_without_gaps(data):
    assert data["combat_tables"]["columns"] == [f"{odds}-1" for odds in range(1, 9)]


@pytest.mark.parametrize("table", ["against_foot", "against_mounted"])
def test_ch_cbt_04_every_cell_is_a_letter(data, table):
    cells = data["combat_tables"][table]
    assert sorted(cells) == list(range(1, 11))
    for row in cells.values():
        assert len(row) == 8 and set(row) <= set("ABCDEF-")


@pytest.mark.parametrize("table", ["against_foot", "against_mounted"])
def test_no_row_gets_worse_for_the_attacker_as_the_odds_grow(data, table):
    worst_to_best = data["combat_tables"]["order_for_attacker"]
    for die, row in data["combat_tables"][table].items():
        grades = [worst_to_best.index(letter) for letter in row]
        assert grades == sorted(grades), (table, die)


def test_ch_sum_05_the_two_cells_of_the_rulebook(data):
    column = data["combat_tables"]["columns"].index("3-1")
    assert data["combat_tables"]["against_foot"][2][column] == "D"
    assert data["combat_tables"]["against_foot"][7][column] == "A"


def test_the_mounted_table_is_the_foot_table_moved_one_column(data):
    foot, mounted = data["combat_tables"]["against_foot"], data["combat_tables"]["against_mounted"]
    for die in range(1, 11):
        assert mounted[die][1:] == foot[die][:-1], die


def test_ch_cbt_07_shift_is_attacker_minus_defender(data):
    worth = {"+": 1, "0": 0, "-": -1}
    for attackers, row in data["column_shift"]["table"].items():
        for defender, shift in row.items():
            assert shift == worth[attackers] - worth[defender], (attackers, defender)


def test_ch_cbt_07_signs_of_the_terrain(data):
    signs = {
        kind: data["terrain"][kind]["combat"]
        for kind in data["terrain"]
        if kind not in ("origin", "hexsides", "corner")
    }
    assert {kind for kind, sign in signs.items() if sign == "+"} == {"trees", "door", "gate"}
    assert {kind for kind, sign in signs.items() if sign == "-"} == {"bush", "embankment"}


def test_ch_cbt_06_a_second_wound_or_stun_kills(data):
    escalation = data["escalation"]
    seconds = [key for key in escalation if "_then_" in key]
    assert {escalation[key] for key in seconds} == {"dead"} and len(seconds) == 5
    assert escalation["retreat_impossible"] == "wounded"


def test_ch_opt_08_and_09_surrender_and_ransom_figures(data):
    assert data["surrender"]["die_below"] == 5
    assert data["ransom_counters"]["ransom"] == [6, 6, 5]
    assert data["ransom_counters"]["ransom_wounded"] == [3, 3, 3]


def test_ch_opt_01_three_dice_of_ammunition(data):
    assert data["limited_ammunition"]["dice"] == 3
    assert data["limited_ammunition"]["sum_range"] == [3, 30]


def test_ch_opt_11_kinds_of_escorts(data):
    types = data["character_types"]
    assert {name for name, kind in types.items() if kind["can_escort_alone"]} == {
        "knight",
        "sergeant",
    }
    assert {name for name, kind in types.items() if kind["man_at_arms"]} == {
        "halberdier",
        "spearman",
        "infantry",
        "archer",
        "crossbowman",
    }


def test_ch_sum_04_nought_counts_as_ten(data):
    assert data["conventions"]["die"]["zero_counts_as"] == 10


@pytest.mark.parametrize("category", ["mounted", "foot_armoured", "foot_unarmoured"])
@pytest.mark.parametrize("cover", ["none", "light", "medium"])
def test_missile_tables_have_nine_rows(data, category, cover):
    column = data["missile_tables"]["tables"][category][cover]
    assert len(column) == 9 and set(column) <= set("ABCD-")


def test_ch_sum_09_chances_of_a_near_and_bare_shot(data):
    """Bow at 5 hexes, open, unarmoured: 20% killed, 20% wounded, 20% stunned, 10% retreat, 30%
    nothing.
    """
    rows = data["missile_tables"]["tables"]["foot_unarmoured"]["none"]
    letters = [rows[min(9, die + 1) - 1] for die in range(1, 11)]
    assert {letter: letters.count(letter) * 10 for letter in "DCBA-"} == {
        "D": 20,
        "C": 20,
        "B": 20,
        "A": 10,
        "-": 30,
    }


def test_ch_sum_08_only_the_ambush_has_a_limit(data):
    limited = [
        scenario["id"] for scenario in data["scenarios"] if "20 turns" in str(scenario["victory"])
    ]
    assert limited == ["emboscada"]
    assert data["scenario_rules"]["turn_limit"] in (None, "none")


def test_scenarios_name_only_characters_of_the_list(data, people):
    for scenario in data["scenarios"]:
        for side, forces in scenario["sides"].items():
            for key, names in forces.items():
                if isinstance(names, list):
                    assert set(names) <= set(people), (scenario["id"], side, key)


def test_scenario_sides_and_sizes_agree(data):
    for scenario in data["scenarios"]:
        assert scenario["first"] in scenario["sides"]
        sizes = sorted(
            sum(
                len(names)
                for key, names in forces.items()
                if isinstance(names, list) and key != "horses_of"
            )
            for forces in scenario["sides"].values()
        )
        assert sizes == sorted(scenario["size"]["per_side"]), scenario["id"]
