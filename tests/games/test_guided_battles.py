"""Guided battles: an introduction in a fixed order, then hints that name an accepted order and
change when it is done.
"""

from __future__ import annotations

import pytest

from app.games import shelf
from app.kernel.headless_games import plain_setup, play_game
from app.kernel.seats import Viewer
from tests.sample_games import AREA, AREA_GAME, HEX, HEX_GAME, INCH

GUIDED = [
    (key, scenario.key)
    for key, box in shelf().items()
    for scenario in box.card.scenarios
    if scenario.guided
]
LESSONS = "three lessons: Your side (Tu bando), Your aim (Tu objetivo), The numbers (Los números)"
LEAD = [(HEX_GAME, HEX.SCENARIO), (AREA_GAME, AREA.GUIDED)]
"""Guided battles in which every hint names an order. Those of `INCH_GAME` have tests of their
own.
"""


def scenario_of(key: str, scenario: str):
    return next(one for one in shelf()[key].card.scenarios if one.key == scenario)


@pytest.mark.parametrize(("key", "scenario"), GUIDED)
def test_the_introduction_tells_side_aim_and_numbers_in_this_order(key, scenario):
    game = shelf()[key]
    began = play_game(
        game, plain_setup(scenario_of(key, scenario)), lambda g, v, c: g.bot(v, c), "intro", 1
    )
    state = began.tables[1].state
    found = [
        game.hint(game.view(state, Viewer(owed.seat, began.tables[1].seats[owed.seat])))
        for owed in game.waiting_for(state)
    ]
    lessons = next((one.lessons for one in found if one is not None and one.lessons), ())
    titles = [(one.title.in_("en"), one.title.in_("es")) for one in lessons]
    assert titles[:2] == [("Your side", "Tu bando"), ("Your aim", "Tu objetivo")], LESSONS
    assert [one for one, _ in titles[2:]] in (["The numbers"], ["Numbers and flags"]), LESSONS
    for one in lessons:
        for language in ("en", "es"):
            assert one.says.in_(language).endswith(".") and "{" not in one.says.in_(language)
    if game.card.is_battle and scenario != INCH.SECOND_GUIDED:  # there no unit is on the table yet
        assert lessons[0].marks and lessons[1].marks, "own side and aim are marked on the board"


@pytest.mark.parametrize(("key", "scenario"), LEAD)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_no_hint_leads_into_a_refusal_and_each_changes_when_its_action_is_done(key, scenario, seed):
    learner = scenario_of(key, scenario).sides[0].key
    followed: list[object] = []

    def choose(game, view, chance):
        if view.viewer.seat != learner:
            return game.bot(view, chance)
        found = game.hint(view)
        assert found is not None and found.order is not None, "a hint without an order"
        assert not game.assess(view, found.order).no, found.do and found.do.in_("en")
        followed.append((found.order, found.do and found.do.in_("en")))
        return found.order

    played = play_game(shelf()[key], plain_setup(scenario_of(key, scenario)), choose, seed, 600)
    assert played.outcome is not None and len(followed) > 8
    acts = [words for _, words in followed]
    assert len(set(acts)) > 4, acts
