"""Odds of the answers in an assault: fire of guns, counter-battery, riders."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from app.games.africa_1859 import GAME, orders
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.answer_previews import LATER, asked_in, first
from app.games.africa_1859.fights.assault_order import assault_of
from app.games.africa_1859.fights.branching import WHOLE, courses
from app.games.africa_1859.fights.odds import Work, assault_results, assault_won
from app.games.africa_1859.fights.odds_policies import advance_once, by_sheet, with_defence
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.sequence import decide
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer
from tests.games.africa_1859.test_fight_odds import LONE, VILLAGE
from tests.games.africa_1859.test_settled_ahead import HORSE, RIDE, RIDERS

PLAIN = orders.Defend("m_cab1", "", "c_anyera")
ALL_GUNS = orders.Support(guns=("s_art5",))


def after(war, *given):
    """Position after orders of the sides in turn."""
    for order in given:
        seat = war.stack[-1].side if war.stack else war.phase.side
        war = fold(war, decide(war, order, seat, SeededDice(b"previews", 1)))
    return war


def seen(war, order, side=""):
    """Dry run of an order by the side that is asked, or by another one."""
    side = side or open_question(war).side
    return GAME.assess(GAME.view(war, Viewer(side, side)), order)


SUPPORTED = after(VILLAGE, LONE, PLAIN)
"""The attacker is asked for support; no die has been rolled."""


def whole(odds):
    return sum(Fraction(one.ways, one.of) for one in odds)


def test_fire_in_an_assault_has_exact_odds():
    found = seen(SUPPORTED, ALL_GUNS)
    assert not found.no and whole(found.odds) == 1 and len(found.odds) > 1
    assert {one.says.in_("en") for one in found.odds} >= {"no harm", "1 step lost"}


def test_odds_of_a_fire_are_those_of_the_orders_dice():
    """By 600 trials of the order, up to the answer of the defending guns or vanguard."""
    found = seen(SUPPORTED, ALL_GUNS)
    harmless = next(one for one in found.odds if one.says.in_("en") == "no harm")
    same = 0
    for seed in range(600):
        war = SUPPORTED
        for event in decide(SUPPORTED, ALL_GUNS, "S", SeededDice(b"trial", seed)):
            if getattr(event, "purpose", "") in ("vanguard_fire", "clash_attacker"):
                break
            war = fold(war, (event,))
        same += war.units["m_cab1"] == SUPPORTED.units["m_cab1"]
    assert abs(same / 600 - harmless.ways / harmless.of) < 0.08


@pytest.mark.parametrize("order", [ALL_GUNS, orders.Support(passes=True)])
def test_the_assault_is_won_as_often_as_over_all_dice_of_the_answer(order):
    question, assault = asked_in(SUPPORTED)
    below = replace(SUPPORTED, stack=SUPPORTED.stack[:-2])
    at_once = assault_won(below, assault, first(order, question), begun=SUPPORTED)
    by_dice = 0
    for now, weight in courses(SUPPORTED, lambda run: advance_once(run, first(order, question))):
        won = assault_won(below, now.stack[-1], by_sheet, begun=now)
        by_dice += Fraction(weight, WHOLE) * won
    assert at_once == by_dice


def test_support_by_all_guns_has_the_odds_of_the_order():
    """No die falls between the order of this assault and the question for support."""
    policy = with_defence(by_sheet, PLAIN, "")
    assumed = assault_won(VILLAGE, assault_of(VILLAGE, LONE), policy)
    question, assault = asked_in(SUPPORTED)
    below = replace(SUPPORTED, stack=SUPPORTED.stack[:-2])
    assert assault_won(below, assault, first(ALL_GUNS, question), begun=SUPPORTED) == assumed


def test_holding_fire_shows_the_odds_of_the_assault():
    fire, hold = seen(SUPPORTED, ALL_GUNS), seen(SUPPORTED, orders.Support(passes=True))
    assert LATER in fire.notes and hold.notes == (LATER,)
    assert {one.says.in_("en") for one in hold.odds if one.good} == {
        "capture of the House of the Marabout",
        "the attacker wins, but no attacking unit survives",
    }
    assert whole(hold.odds) == 1


@pytest.mark.parametrize("order", [ALL_GUNS, orders.Support(passes=True)])
def test_odds_of_support_follow_few_courses(order):
    """Stage by stage there were hundreds. The limit is the same on every machine."""
    question, assault = asked_in(SUPPORTED)
    below = replace(SUPPORTED, stack=SUPPORTED.stack[:-2])
    work = Work(20)
    assault_results(below, assault, first(order, question), work, SUPPORTED)
    assert work.left >= 0


def test_the_other_side_sees_no_odds_of_a_fire():
    found = seen(SUPPORTED, ALL_GUNS, "M")
    assert found.no and not found.odds


def test_choices_of_riders_have_the_odds_of_the_assault():
    war = after(HORSE, replace(RIDE, support=None), orders.Defend("m_cab1"))
    assert open_question(war).decision == "riders"
    view = GAME.view(war, Viewer("M", "M"))
    rows = [seen(war, offer.order).odds for offer in GAME.offers(view)]
    assert all(whole(row) == 1 for row in rows)
    beaten_off = {
        Fraction(one.ways, one.of)
        for row in rows
        for one in row
        if one.good and one.says.in_("en") == "the assault is beaten off"
    }
    assert len(beaten_off) > 1


def test_a_caracole_at_an_arrival_has_odds():
    view = GAME.view(RIDERS, Viewer("M", "M"))
    offer = next(one for one in GAME.offers(view) if one.order.caracole)
    caracole = replace(offer.order, exit=offer.asks[0].choices[0].value)
    found = GAME.assess(view, caracole)
    assert not found.no and whole(found.odds) == 1 and len(found.odds) > 1
