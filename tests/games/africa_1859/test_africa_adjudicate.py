"""Case runner: it notices wrong dice, facts, tallies, refusals and visible secrets."""

import copy

import pytest

from app.games.africa_1859 import adjudicate, case_secrets
from tests.case_files import cases

CASES = {case["id"]: case for _, case in cases(__file__)}


def changed(key):
    return copy.deepcopy(CASES[key])


def test_africa_dice_out_of_order_fail_the_case():
    case = changed("full_assault_attacker_wins")
    case["dice"][0], case["dice"][1] = case["dice"][1], case["dice"][0]
    assert "next is 'screen_defender' of 'm_guich1'" in adjudicate.run(case)[0]


def test_africa_die_with_other_faces_fails_the_case():
    case = changed("each_fire_draws_its_target")
    case["dice"][0]["among"] = 4
    assert "has 3 sides; a die of 4 is loaded" in adjudicate.run(case)[0]


def test_africa_die_left_over_is_a_difference():
    case = changed("infantry_moves_one_space")
    case["dice"] = [{"for": "check", "of": "s_principe", "die": 1}]
    assert adjudicate.run(case) == ["dice left over: [('check', 's_principe', 1)]"]


def test_africa_missing_die_is_a_difference():
    case = changed("drawn_leader_is_hit")
    case["dice"].pop()
    assert "next is no more dice" in adjudicate.run(case)[0]


@pytest.mark.parametrize(
    ("fact", "wanted"),
    [
        ("units", {"s_principe": {"at": "c_loma"}}),
        ("units", {"no_such_unit": {"at": "c_loma"}}),
        ("control", {"c_morabito": "M"}),
        ("phase", "M"),
        ("asked", {"retreat": 7}),
        ("waits_for", {"side": "M", "decision": "defend"}),
        ("clashes", []),
        ("over", True),
    ],
)
def test_africa_wrong_fact_is_a_difference(fact, wanted):
    case = changed("full_assault_attacker_wins")
    case["expect"]["facts"] = {fact: wanted}
    assert len(adjudicate.run(case)) == 1


def test_africa_wrong_tally_is_a_difference():
    case = changed("full_assault_attacker_wins")
    case["expect"]["tallies"][0]["mods"]["leader"] = 1
    assert len(adjudicate.run(case)) == 1


def test_africa_refusal_by_another_rule_is_a_difference():
    case = changed("infantry_without_leader_assaults")
    case["orders"][1]["expect"] = {"refused": ["AFB-NAV-01"]}
    assert "should be refused by ['AFB-NAV-01'], but:" in adjudicate.run(case)[0]


def test_africa_legal_order_that_should_be_refused_is_a_difference():
    case = changed("infantry_moves_one_space")
    case["orders"][-1]["expect"] = {"refused": ["AFR-SEQ-06"]}
    assert "but is legal" in adjudicate.run(case)[0]


def test_africa_view_that_shows_designations_fails_the_case(monkeypatch):
    monkeypatch.setattr(case_secrets, "view", lambda war, viewer: war)
    differences = adjudicate.run(changed("sealed_designations"))
    assert differences == [
        f"{name}: seen by {viewer}"
        for name in ("director", "vanguard", "screen")
        for viewer in ("M", "a spectator")
    ]


def test_africa_unknown_verb_is_malformed():
    case = changed("infantry_moves_one_space")
    case["orders"][0]["do"] = "sleep"
    with pytest.raises(ValueError, match="sleep"):
        adjudicate.run(case)
