"""Answers that the sheets of an assault settle ahead: guns, interception, riders and losses."""

import json

import pytest
from msgspec.structs import replace

from app.games.africa_1859 import GAME, events, orders
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.assault_order import assault_of
from app.games.africa_1859.fights.odds import Course, assault_results, usual
from app.games.africa_1859.fights.odds_policies import by_sheet, with_support
from app.games.africa_1859.fights.previews import (
    ASSESSORS,
    BY_THE_SHEET,
    WITH_ALL_GUNS,
    WITHOUT_GUNS,
)
from app.games.africa_1859.fights.settled_ahead import assault_sheet
from app.games.africa_1859.procedures import Assault, Question, Roles
from app.games.africa_1859.questions import answer_ahead, open_question
from app.games.africa_1859.sequence import QUESTIONS, decide
from app.games.africa_1859.state import Phase
from app.games.africa_1859.tactics.sheets import with_sheet
from app.kernel.dice import LoadedDice, SeededDice
from app.kernel.record import read_order
from app.kernel.seats import Viewer
from tests.games.africa_1859.positions import given, leader, refused, unit, war_of
from tests.games.africa_1859.test_fight_odds import SCREENED, VILLAGE

HORSE = war_of(
    unit("s_husares", "husares", "c_camino"),
    unit("s_leon", "line", "c_camino"),
    leader("prim", "c_camino"),
    unit("m_jin1", "jinetes", "c_morabito"),
    unit("m_jin2", "jinetes", "c_morabito"),
    unit("m_cab1", "cabila", "c_morabito"),
)
HORSE = replace(HORSE, phase=Phase(2, "S", open="c_camino", opened=("c_camino",)))
RIDE = orders.Assault(
    ("s_husares", "s_leon"), ("c_morabito",), "s_leon", leaders=("prim",), director="prim"
)
DEFENCE = orders.Defend("m_cab1")


def asked_for(war, *given, seed=1):
    """Kinds of decision that players were asked after the orders, with the position at last.

    Each later question has its default answer.
    """
    dice, asked = SeededDice(b"sheet", seed), []
    seats = iter(given)
    for order in seats:
        seat = war.stack[-1].side if war.stack else war.phase.side
        war = fold(war, decide(war, order, seat, dice))
    while (question := open_question(war)) is not None:
        asked.append(question.decision)
        answer = QUESTIONS[question.decision].default(war, question)
        war = fold(war, decide(war, answer, question.side, dice))
    return asked, war


@pytest.mark.parametrize("seed", range(12))
def test_complete_sheets_ask_nothing_in_a_quiet_assault(seed):
    """Only a lost vanguard is still asked."""
    sheet = replace(SCREENED, support="group", losses="default")
    asked, war = asked_for(
        VILLAGE, sheet, orders.Defend("m_cab1", losses="default", retreat="default"), seed=seed
    )
    assert set(asked) <= {"new_vanguard"}
    open_sheet, _ = asked_for(VILLAGE, SCREENED, orders.Defend("m_cab1"), seed=seed)
    assert "support" in open_sheet
    assert war.stack == ()


def test_some_assaults_ask_nothing_at_all():
    sheet = replace(SCREENED, support="group", losses="default")
    defence = orders.Defend("m_cab1", losses="default", retreat="default")
    assert [] in [asked_for(VILLAGE, sheet, defence, seed=seed)[0] for seed in range(12)]


@pytest.mark.parametrize("support", ["pass", "group", "one_by_one"])
def test_support_is_fired_as_settled(support):
    dice = SeededDice(b"support", 1)
    war = fold(VILLAGE, decide(VILLAGE, replace(SCREENED, support=support), "S", dice))
    told = decide(war, orders.Defend("m_cab1"), "M", dice)
    fired = [
        one.of for one in told if isinstance(one, events.Rolled) and one.purpose == "support_fire"
    ]
    assert bool(fired) == (support != "pass")
    assert not any(isinstance(one, events.Asked) and one.decision == "support" for one in told)


def under_way(settled, **more):
    """Position with an assault that has settled answers, and a question about its losses."""
    roles = Roles("prim", "s_leon", settled=settled)
    group = ("s_leon", "s_saboya", "s_vergara")
    assault = Assault("S", "c_morabito", "c_camino", "c_camino", group, ("prim",), roles)
    question = Question("losses", "S", "c_morabito", "s_leon", ("s_leon", "s_saboya"), (), 3)
    return replace(VILLAGE, stack=(assault, question), **more), question


def test_the_named_unit_loses_its_steps_after_the_first_of_the_vanguard():
    war, question = under_way((("losses", "s_saboya"),))
    answer = answer_ahead(war, question, QUESTIONS["losses"])
    assert answer.steps == {"s_leon": 1, "s_saboya": 2}


def test_the_sheet_answers_before_conditional_orders():
    ahead = {"S": {"losses": {"side": ["s_leon"]}}}
    war, question = under_way((("losses", "s_saboya"),), standing=ahead)
    assert answer_ahead(war, question, QUESTIONS["losses"]).steps == {"s_leon": 1, "s_saboya": 2}
    war, question = under_way((), standing=ahead)
    assert answer_ahead(war, question, QUESTIONS["losses"]).steps["s_leon"] == 3


def test_an_answer_that_is_no_longer_legal_is_asked_again():
    """Vergara has left the stack; a conditional order does not take the place of the sheet."""
    ahead = {"S": {"losses": {"side": "default"}}}
    war, question = under_way((("losses", "s_vergara"),), standing=ahead)
    assert answer_ahead(war, question, QUESTIONS["losses"]) is None


def test_the_sheet_of_one_side_does_not_answer_for_the_other():
    war, question = under_way((("losses", "s_saboya"),))
    assert answer_ahead(war, replace(question, side="M"), QUESTIONS["losses"]) is None


def test_a_space_of_retreat_counts_only_among_the_best():
    question = Question("retreat", "M", "c_morabito", spaces=("c_loma", "c_valle_a"))
    for settled, answer in (("c_valle_a", "c_valle_a"), ("default", "c_loma"), ("c_otero", None)):
        war, _ = under_way(())
        (assault, _) = war.stack
        defends = replace(assault, dfn=Roles("", "m_cab1", settled=(("retreat", settled),)))
        war = replace(war, stack=(defends, question))
        found = answer_ahead(war, question, QUESTIONS["retreat"])
        assert (found.to if found else None) == answer


def test_riders_and_interception_are_settled_ahead():
    dice = SeededDice(b"riders", 1)
    war = fold(HORSE, decide(HORSE, replace(RIDE, intercept="strongest"), "S", dice))
    told = decide(war, replace(DEFENCE, riders="counter_charge"), "M", dice)
    asked = [one.decision for one in told if isinstance(one, events.Asked)]
    assert not {"riders", "intercept"} & set(asked)
    met = [
        one.of for one in told if isinstance(one, events.Rolled) and one.purpose == "horse_target"
    ]
    assert met[0] == "s_husares"


def test_a_vanguard_does_not_counter_charge_by_the_sheet():
    order = orders.Defend("m_cab1", "m_jin1", riders="counter_charge")
    dice = SeededDice(b"roles", 1)
    war = fold(HORSE, decide(HORSE, RIDE, "S", dice))
    chosen = [
        one.procedure.riders
        for one in decide(war, order, "M", dice)
        if isinstance(one, events.Updated) and isinstance(one.procedure, Assault)
    ]
    assert {choice.unit for riders in chosen for choice in riders} == {"m_jin2"}


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (replace(RIDE, support="group"), "AFR-ASL-14"),
        (replace(RIDE, units=("s_leon",), intercept="pass"), "AFR-ASL-09"),
        (replace(RIDE, losses="m_cab1"), "AFB-ASL-09"),
        (replace(RIDE, losses="no_such_unit"), "AFB-ASL-09"),
        (replace(RIDE, new_vanguard="s_leon"), "AFB-ASL-04"),
        (replace(RIDE, new_vanguard="m_cab1"), "AFB-ASL-04"),
        (replace(RIDE, counter_battery="pass"), "AFR-ART-07"),
    ],
)
def test_an_attacker_settles_only_what_can_arise(order, rule):
    assert refused(HORSE, order) == {rule}


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (replace(DEFENCE, defence_fire="group"), "AFR-ASL-15"),
        (replace(DEFENCE, losses="s_leon"), "AFB-ASL-09"),
        (replace(DEFENCE, new_vanguard="s_leon"), "AFB-ASL-04"),
        (replace(DEFENCE, counter_battery="group"), "AFR-ART-07"),
        (replace(DEFENCE, retreat="c_camino"), "AFB-RET-01"),
        (replace(DEFENCE, retreat="no_such_place"), "AFB-RET-01"),
    ],
)
def test_a_defender_settles_only_what_can_arise(order, rule):
    war = fold(HORSE, decide(HORSE, RIDE, "S", SeededDice(b"x", 1)))
    assert refused(war, order) == {rule}


def test_a_new_vanguard_counts_while_it_can_lead():
    question = Question("new_vanguard", "S", "c_morabito", units=("s_saboya", "s_vergara"))
    for settled, answer in (("s_vergara", "s_vergara"), ("default", "s_saboya"), ("s_leon", None)):
        war, _ = under_way((("new_vanguard", settled),))
        war = replace(war, stack=(war.stack[0], question))
        found = answer_ahead(war, question, QUESTIONS["new_vanguard"])
        assert (found.unit if found else None) == answer


BATTERY = war_of(
    unit("s_leon", "line", "t_llano_c"),
    unit("s_art5", "rodada", "t_llano_c"),
    unit("s_artm1", "montana", "t_llano_c"),
    unit("m_nizam1", "nizam", "t_ahmed"),
    unit("m_can1", "canones", "t_ahmed"),
    leader("prim", "t_llano_c"),
    on="tetuan",
)
BATTERY = replace(BATTERY, phase=Phase(2, "S", open="t_llano_c", opened=("t_llano_c",)))
UNDER_GUNS = orders.Assault(
    ("s_leon",), ("t_ahmed",), "s_leon", leaders=("prim",), director="prim", support="pass"
)


@pytest.mark.parametrize(("settled", "fires"), [("pass", 0), ("group", 1), ("one_by_one", 2)])
def test_counter_battery_is_fired_as_settled(settled, fires):
    dice = LoadedDice.faces(*(1,) * 12)
    order = replace(UNDER_GUNS, counter_battery=settled)
    war = fold(BATTERY, decide(BATTERY, order, "S", dice))
    told = decide(war, orders.DefenceFire(("m_can1",)), "M", dice)
    fired = [
        one for one in told if isinstance(one, events.Rolled) and one.purpose == "counter_battery"
    ]
    assert len(fired) == fires
    assert not any(isinstance(one, events.Asked) for one in told)


def test_odds_take_the_counter_battery_of_the_sheet(monkeypatch):
    """They are those of all stages, carried out by the rules."""
    found = []
    for settled in ("pass", "group", "one_by_one", None):
        assault = assault_of(BATTERY, replace(UNDER_GUNS, counter_battery=settled))
        found.append(assault_results(BATTERY, assault, by_sheet))
        with monkeypatch.context() as patch:
            patch.setattr(Course, "is_scene", lambda *_: False)
            assert assault_results(BATTERY, assault, by_sheet) == found[-1]
    assert found[0] != found[1] != found[2] != found[0]
    assert found[1] == found[3]


def test_sheets_offer_a_new_vanguard_and_counter_battery_if_they_can_arise():
    def names(war, order):
        return [one.name for one in assault_sheet(war, order, "S")]

    assert names(BATTERY, replace(UNDER_GUNS, support=None)) == ["support", "counter_battery"]
    assert names(VILLAGE, replace(SCREENED, vanguard="")) == ["support", "new_vanguard", "losses"]
    (field,) = (one for one in assault_sheet(VILLAGE, SCREENED, "S") if one.name == "new_vanguard")
    assert [one.value for one in field.choices] == ["default", "s_saboya", "s_vergara"]
    settled = replace(SCREENED, support="pass", losses="default")
    assert names(VILLAGE, settled) == ["new_vanguard"]
    assert names(VILLAGE, replace(settled, units=SCREENED.units[:2], screen="")) == []


# --- Charge at an arrival
RIDERS = war_of(
    unit("s_principe", "line", "c_playa"),
    unit("s_vergara", "cazadores", "c_playa"),
    unit("m_jin1", "jinetes", "c_valle_a"),
    unit("m_jin2", "jinetes", "c_valle_a"),
    unit("m_jin3", "jinetes", "c_valle_a"),
)
RIDERS = given(RIDERS, orders.Move(("s_principe", "s_vergara"), ("c_valle_b",), space="c_playa"))
AT_ARRIVAL = orders.Arrival(charge=("m_jin1", "m_jin2", "m_jin3"), vanguard="m_jin1")


def test_the_sheet_of_a_charge_is_kept_and_hidden():
    order = replace(AT_ARRIVAL, losses="m_jin2", new_vanguard="m_jin3")
    war = given(RIDERS, order)
    settled = (("new_vanguard", "m_jin3"), ("losses", "m_jin2"))
    assaults = {side: GAME.view(war, Viewer(side, side)).war.stack[-2] for side in ("S", "M")}
    assert assaults["M"].att.settled == settled
    assert (assaults["S"].att.settled, assaults["S"].att.vanguard) == ((), "")


def test_a_charge_offers_its_sheet_and_previews_exact_odds():
    view = GAME.view(RIDERS, Viewer("M", "M"))
    (offer,) = (one for one in GAME.offers(view) if getattr(one.order, "charge", ()))
    assert [one.name for one in offer.asks] == ["new_vanguard", "losses"]
    assert offer.asks_again
    chosen = GAME.assess(view, orders.Arrival(charge=AT_ARRIVAL.charge))
    assert [one.name for one in chosen.asks] == ["new_vanguard", "losses", "vanguard", "screen"]
    plain = GAME.assess(view, AT_ARRIVAL)
    assert sum(one.ways / one.of for one in plain.odds) == 1
    assert plain.notes[0] == WITHOUT_GUNS
    settled = GAME.assess(view, replace(AT_ARRIVAL, losses="m_jin2"))
    assert settled.notes[0] == BY_THE_SHEET
    enemy = GAME.view(RIDERS, Viewer("S", "S"))
    assert not GAME.assess(enemy, AT_ARRIVAL).odds


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (replace(AT_ARRIVAL, losses="s_principe"), "AFB-ASL-09"),
        (replace(AT_ARRIVAL, losses="no_such_unit"), "AFB-ASL-09"),
        (replace(AT_ARRIVAL, new_vanguard="m_jin1"), "AFB-ASL-04"),
        (replace(AT_ARRIVAL, new_vanguard="no_such_unit"), "AFB-ASL-04"),
        (orders.Arrival("m_jin1", "c_valle_a", losses="default"), "AFR-SEQ-14"),
        (orders.Arrival(passes=True, losses="default"), "AFB-WEB-01"),
    ],
)
def test_a_charge_settles_only_what_can_arise(order, rule):
    assert refused(RIDERS, order) == {rule}


def test_odds_take_the_answers_of_the_sheet():
    def odds(support, policy):
        order = replace(SCREENED, support=support)
        return assault_results(VILLAGE, assault_of(VILLAGE, order), policy)

    assert odds("pass", by_sheet) == odds(None, usual)
    assert odds("group", by_sheet) == odds(None, by_sheet) == odds(None, with_support)
    assert odds("pass", by_sheet) != odds("group", by_sheet)


def test_the_preview_says_on_which_answers_its_odds_rest():
    assess = ASSESSORS[orders.Assault]
    assert assess(VILLAGE, SCREENED, "S").notes[0] == WITH_ALL_GUNS
    held = assess(VILLAGE, replace(SCREENED, support="pass"), "S")
    assert held.notes[0] == BY_THE_SHEET
    assert held.odds != assess(VILLAGE, SCREENED, "S").odds


def test_a_recorded_order_without_the_fields_is_read():
    given = {"kind": "assault", "units": ["s_leon"], "path": ["c_morabito"], "vanguard": "s_leon"}
    order = read_order(GAME, json.dumps(given))
    assert (order.support, order.intercept, order.losses) == (None, None, None)
    assert (order.new_vanguard, order.counter_battery) == (None, None)
    defence = read_order(GAME, json.dumps({"kind": "defend", "vanguard": "m_cab1"}))
    later = (defence.riders, defence.defence_fire, defence.losses, defence.retreat)
    assert later == (None, None, None, None)


def test_sheets_of_the_bot_are_legal_and_settle_what_it_would_answer():
    sheet = with_sheet(VILLAGE, SCREENED)
    assert (sheet.support, sheet.intercept, sheet.losses) == ("group", None, "default")
    assert with_sheet(HORSE, RIDE).intercept == "pass"
    war = fold(VILLAGE, decide(VILLAGE, sheet, "S", SeededDice(b"x", 1)))
    defence = with_sheet(war, orders.Defend("m_cab1"))
    decide(war, defence, "M", SeededDice(b"x", 1))
    assert (defence.defence_fire, defence.losses) == (None, "default")
    assert (sheet.new_vanguard, sheet.counter_battery) == ("default", None)
    assert with_sheet(BATTERY, UNDER_GUNS).counter_battery == "group"
    charge = with_sheet(RIDERS, AT_ARRIVAL)
    assert (charge.new_vanguard, charge.losses) == ("default", "default")
    decide(RIDERS, charge, "M", SeededDice(b"x", 1))
