"""Options and terms of a campaign: years, chance meetings, army building."""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa import CAMPAIGN, GAME
from app.games.heart_of_africa.armies.options import OPTIONS as ARMY_OPTIONS
from app.games.heart_of_africa.campaign import defaults, meetings, orders
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.honours import end_is_proposed
from app.games.heart_of_africa.campaign.setup import OPTIONS
from app.games.heart_of_africa.campaign.state import UNDECIDED, Player, Season, War
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice, Roll
from app.kernel.headless_games import plain_setup
from app.kernel.refusal import Refused


def begun(stock: dict, options: tuple[str, ...] = ()) -> Season:
    plain = plain_setup(CAMPAIGN.card.former_scenarios[-1])
    setup = Setup(plain.scenario, plain.seats, options, stock=stock)
    (first,) = CAMPAIGN.new_game(setup, LoadedDice())
    return CAMPAIGN.evolve(None, first)


def explorers(*options: str) -> Season:
    two = {
        key: Player(key, "white_explorers", "expedition", "explorer", hongos=5, joined=number)
        for number, key in enumerate(("p1", "p2"), start=1)
    }
    return Season(turn=1, year=1875, step="meetings", options=options, players=two)


def test_first_and_last_year_are_agreed():
    season = begun({"first_year": 1872, "last_year": 1884})
    assert (season.first_year, season.year, season.last_year) == (1872, 1872, 1884)


@pytest.mark.parametrize(
    "stock",
    [
        {"first_year": 1859},
        {"first_year": 1900},
        {"first_year": 1880, "last_year": 1879},
        {"first_year": 1880, "last_year": 2000},
    ],
)
def test_years_outside_the_period_are_refused(stock):
    with pytest.raises(Refused) as refused:
        begun(stock)
    assert {one.rule for one in refused.value.refusals} == {"HOA-CMP-03"}


def test_the_end_is_proposed_after_the_agreed_last_year():
    native = {"p1": Player("p1", "zanzibaris", "zanzibaris", "native", hongos=5)}
    assert not end_is_proposed(Season(last_year=1880, year=1880, players=native))
    assert end_is_proposed(Season(last_year=1880, year=1881, players=native))


def test_chance_meetings_can_be_switched_off():
    course = Course(explorers("no_meetings"), LoadedDice())
    meetings.roll_meetings(course)
    assert not course.events
    course = Course(explorers(), LoadedDice([Roll("meeting", "p1-p2", 6, 1)] * 2))
    meetings.roll_meetings(course)
    assert [one.players for one in course.season.meetings] == [("p1", "p2")]


def test_options_of_army_building_are_those_of_the_battle():
    of_battle = {one.key: one for one in GAME.card.options}
    armies = [one for one in OPTIONS if one.key in {each.key for each in ARMY_OPTIONS}]
    assert [one.key for one in armies] == ["no_overspend", "explorer_disciplinarian"]
    assert all(of_battle[one.key] == one for one in armies)


def test_the_form_keeps_given_values():
    given = {"first_year": "1872", "last_year": "1890"}
    fields = {one.name: one.usual for one in CAMPAIGN.agreement.terms("campaign", given)}
    assert fields == given
    assert CAMPAIGN.agreement.stock("campaign", (), given, {}) == {
        "first_year": 1872,
        "last_year": 1890,
    }


def test_a_battle_on_the_web_has_the_army_options_of_its_campaign():
    war = War("b1", "p1", "p2", "ready", scenario="raid", points={"p1": 450, "p2": 600},
              ground=("savannah",), chosen="savannah", turn=1, year=1875)  # fmt: skip
    state = msgspec.structs.replace(
        explorers("no_meetings", "no_overspend", "explorer_disciplinarian"),
        battles=(war,),
        seats={"p1": "p1", "p2": "p2"},
    )
    (battle,) = CAMPAIGN.battles(state)
    assert battle.options == ("no_overspend", "explorer_disciplinarian")


def test_a_battle_that_is_not_played_in_time_waits_for_the_referee_unless_agreed_otherwise():
    war = War("b1", "p1", "p2", "ready", turn=1, year=1875, chosen="savannah", unarmed=("p1", "p2"))
    waiting = msgspec.structs.replace(explorers(), step="battles", battles=(war,))
    assert defaults.default_order(waiting, "p1") is None
    drawn = msgspec.structs.replace(waiting, options=(UNDECIDED,))
    assert defaults.default_order(drawn, "p1") == orders.EnterResult("b1", None)
    course = Course(drawn, LoadedDice())
    assert defaults.answer_by_default(course, "p1")
    assert defaults.answer_by_default(course, "p2")
    assert [one.status for one in course.season.battles] == ["no_decision"]
