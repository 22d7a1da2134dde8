"""Rules of the game on the command line, with their texts and their code."""

from __future__ import annotations


def test_a_rule_is_found_by_words_of_both_languages_with_its_code(caracole):
    for words in ("attendants move with leader", "ayudantes mueven lider"):
        told = caracole("rule", "--find", words)
        assert told.returncode == 0
        first = told.stdout.split("\nHOA-")[0]
        assert first.startswith("HOA-LDR-07") and "movement/allowances.py:" in first
    assert "HOA-MOV-02" in caracole("rule", "--find", "mov-02").stdout


def test_a_sentence_that_names_another_rule_leads_to_the_code_of_both(caracole):
    """Half of this rule of the scenario is decided by a rule of the army lists, which it names."""
    sentence = "The defender may field 2 to 5 units"
    found = caracole("rule", "--find", sentence).stdout.split("\nHOA-")
    for told in (
        next(one for one in found if "SCN-09" in one),
        caracole("rule", "HOA-SCN-09").stdout,
    ):
        assert "data/terrain.yaml:" in told and "attackers_points" in told
        assert "see    app/games/heart_of_africa/armies/lists.py:" in told
        assert "(HOA-ARM-03)" in told


def test_a_rule_that_a_row_of_a_list_decides_names_the_row_and_its_interpreter(caracole):
    for told in (caracole("rule", "HOA-LST-29"), caracole("rule", "--find", "HOA-LST-29")):
        assert (
            "data/army_lists.yaml:" in told.stdout
            and "jungle_cannibals.rules.cap_units" in told.stdout
        )
        assert "reads  app/games/heart_of_africa/armies/lists.py:" in told.stdout
