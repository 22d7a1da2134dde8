"""Plan of a real table and later arrivals, for the printed sheet of a battle."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign.pages.table_plan import arrival_boxes, table_plan
from app.games.heart_of_africa.campaign.state import War

SCENARIOS = ("encounter", "ambush", "planned_attack", "raid")
LATER = {
    "encounter": [("p1", 1), ("p2", 1)],
    "ambush": [("p2", None)],
    "planned_attack": [("p1", None)],
    "raid": [("p1", None), ("p2", None)],
}


def war(scenario: str) -> War:
    return War("b1", "p1", "p2", scenario=scenario)


def labelled(scenario: str) -> list[tuple[str, tuple[float, ...], str]]:
    plan = table_plan(war(scenario))
    assert plan is not None and (plan.width, plan.depth) == (72, 48)
    return [(one.side, one.rect, one.says.in_("en")) for one in plan.zones if one.says]


def test_an_encounter_has_a_strip_and_an_advanced_guard_on_both_sides():
    assert labelled("encounter") == [
        ("p1", (0, 0, 72, 6), "within 6″ of the edge"),
        ("p1", (0, 6, 72, 18), "advanced guard up to 18″"),
        ("p2", (0, 42, 72, 48), "within 6″ of the edge"),
        ("p2", (0, 30, 72, 42), "advanced guard up to 18″"),
    ]


def test_a_column_enters_over_the_edge_that_the_ambush_leaves_free():
    assert labelled("ambush") == [
        ("p1", (0, 0, 12, 48), "enters"),
        ("p2", (12, 0, 72, 48), "more than 12″ from that edge"),
    ]


@pytest.mark.parametrize("scenario", ["planned_attack", "raid"])
def test_a_defender_has_half_of_the_table(scenario):
    assert labelled(scenario) == [
        ("p1", (0, 0, 72, 6), "within 6″ of the edge"),
        ("p2", (0, 24, 72, 48), "half of the defender"),
    ]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_only_sides_with_units_off_the_table_have_boxes_for_arrivals(scenario):
    boxes = arrival_boxes(war(scenario))
    assert [(one.side, one.most_units) for one in boxes] == LATER[scenario]
    assert all(one.first_turn == 4 for one in boxes)
    plan = table_plan(war(scenario))
    assert plan is not None
    assert {one.side for one in plan.zones if one.is_for_arrivals} == {one.side for one in boxes}


def test_a_battle_without_a_scenario_has_no_plan():
    assert table_plan(war("")) is None and arrival_boxes(war("")) == ()
