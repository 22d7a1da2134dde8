"""Bot of Africa 1859-60: whole games against itself, its tempers and its time."""

import random
import time
from collections import Counter

import pytest
from msgspec.structs import replace

from app.games.africa_1859.beginning import new_game
from app.games.africa_1859.box import GAME
from app.games.africa_1859.evolve import evolve, fold
from app.games.africa_1859.fights.odds import assault_results
from app.games.africa_1859.ground import map_of, units_at
from app.games.africa_1859.orders import Assault, EndPhase, Fire, Move
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.tactics import assaults
from app.games.africa_1859.tactics.choosing import choose
from app.games.africa_1859.tactics.reactions import caracole_worth
from app.games.africa_1859.tactics.tempers import TEMPERS, best_temper
from app.kernel.bot_strengths import EASY, HARD
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer
from bench import bot_strengths

MOST_ORDERS = 1500


def begun(scenario):
    war = None
    for event in new_game(Setup(scenario, {"S": "S", "M": "M"}), SeededDice(b"bot", 0)):
        war = evolve(war, event)
    return war


def seat_to_act(war):
    top = war.stack[-1] if war.stack else None
    return top.side if isinstance(top, Question) else war.phase.side


def is_sound(war):
    """No space holds both sides' units or too many of them; units on the map have steps."""
    spaces = map_of(war).spaces
    return all(
        unit.steps > 0 and has_room(war, unit.side, unit.at, [unit.id])
        for unit in war.units.values()
        if unit.at in spaces
    ) and all(len({unit.side for unit in units_at(war, space)}) < 2 for space in spaces)


def positions(scenario, tempers):
    """Positions of a whole game with the order that the bot gives in each."""
    war = begun(scenario)
    for number in range(1, MOST_ORDERS):
        if war.ending:
            return
        side = seat_to_act(war)
        order = choose(war, side, random.Random(number), tempers[side])
        yield war, order
        war = fold(war, decide(war, order, side, SeededDice(b"bot", number)))
    raise AssertionError(f"{scenario} does not end")


def best():
    return {side: best_temper(side) for side in TEMPERS}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["morabito", "castillejos", "guad_el_jelu"])
def test_bots_play_a_game_to_its_end(scenario):
    kinds = set()
    for war, order in positions(scenario, best()):
        kinds.add(type(order))
        if not war.stack:
            assert is_sound(war), f"{scenario}, before {order}"
    assert {Assault, EndPhase} <= kinds


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["tetuan", "wad_ras"])
def test_every_decision_takes_less_than_a_second_of_the_processor(scenario):
    began = time.process_time()
    for _, order in positions(scenario, {side: TEMPERS[side].tempers["rash"] for side in TEMPERS}):
        taken = time.process_time() - began
        assert taken < 1, order
        began = time.process_time()


def test_the_estimate_counts_where_the_exact_odds_take_too_long(monkeypatch):
    war = begun("morabito")
    exact = dict(assaults.worthy_assaults(war, ["c_camino"], "S", best_temper("S")))
    monkeypatch.setattr(assaults, "MOST_WORK", 0)
    estimated = dict(assaults.worthy_assaults(war, ["c_camino"], "S", best_temper("S")))
    assert list(exact.values()) == list(estimated.values())
    assert list(exact) != list(estimated)


def test_the_chance_of_an_assault_is_that_of_the_odds():
    war = begun("morabito")
    [(_, order)] = assaults.worthy_assaults(war, ["c_camino"], "S", best_temper("S"))
    opened = assaults.opened(war, "c_camino")
    results = assault_results(opened, assaults.assault_of(opened, order), assaults.with_support)
    won = sum(ways for one, ways in results.items() if one.outcome in ("taken", "empty"))
    patient = replace(best_temper("S"), chance=won / assaults.WHOLE + 0.01, worth=0.0, support=0.0)
    assert not list(assaults.worthy_assaults(war, ["c_camino"], "S", patient))
    rash = replace(patient, chance=won / assaults.WHOLE - 0.01)
    assert len(list(assaults.worthy_assaults(war, ["c_camino"], "S", rash))) == 1


@pytest.mark.slow
def test_rash_tempers_assault_more_often_than_cautious_ones():
    counts = Counter()
    for name, other in (("rash", "rash"), ("patient", "cautious")):
        tempers = {"S": TEMPERS["S"].tempers[name], "M": TEMPERS["M"].tempers[other]}
        orders = [order for _, order in positions("castillejos", tempers)]
        counts[name] = sum(isinstance(order, Assault) for order in orders)
    assert counts["rash"] > counts["patient"] > 0


def test_a_bot_that_only_fires_does_nothing_else():
    tempers = {**best(), "S": replace(best_temper("S"), only_fires=True)}
    given = [
        type(order)
        for war, order in positions("morabito", tempers)
        if seat_to_act(war) == "S"
        and not isinstance(war.stack[-1] if war.stack else None, Question)
    ]
    assert Fire in given
    assert not {Assault, Move} & set(given)


def test_an_assault_gives_up_the_points_of_a_space_that_it_leaves_open():
    war = begun("morabito")
    order = Assault(
        ("m_anyera1", "m_guich1"),
        ("c_camino",),
        "m_anyera1",
        "m_guich1",
        ("c_anyera",),
        "c_anyera",
        "c_morabito",
    )
    alone = replace(order, units=("m_anyera1",))
    assert assaults.given_up(war, order, "M") > assaults.given_up(war, alone, "M")


def test_a_caracole_is_worth_more_against_a_target_without_cover():
    war = begun("morabito")
    worth = [
        caracole_worth(war, ("s_husares", "m_guich1"), cover, best_temper("S"))
        for cover in (False, True)
    ]
    assert worth[0] > worth[1]


def test_the_bot_plays_by_the_view_of_its_seat():
    war = begun("morabito")
    order = GAME.bot(GAME.view(war, Viewer("S")), random.Random(1))
    assert GAME.decide(war, order, "S", SeededDice(b"bot", 1))


def test_the_chance_that_an_assault_needs_falls_towards_the_end():
    war = begun("morabito")
    [(_, order)] = assaults.worthy_assaults(war, ["c_camino"], "S", best_temper("S"))
    late = replace(war, phase=replace(war.phase, turn=4))
    temper = replace(best_temper("S"), patience=0.0, haste=0.2)
    fallen = assaults.needed_chance(war, order, "S", temper) - assaults.needed_chance(
        late, order, "S", temper
    )
    assert fallen == pytest.approx(0.2 * 3 / 4)


# --- Strengths
def test_the_hard_bot_uses_no_chance_and_the_easy_one_does():
    war, given = begun("castillejos"), {}
    for strength in (EASY, HARD):
        given[strength] = {
            repr(GAME.bot(GAME.view(war, Viewer("S", "S")), random.Random(seed), strength))
            for seed in range(8)
        }
    assert len(given[HARD]) == 1
    assert len(given[EASY]) > 2
    assert repr(EndPhase()) in given[EASY]


def test_orders_of_the_easy_bot_are_accepted_in_a_whole_game():
    war, kinds = begun("castillejos"), set()
    for number in range(1, MOST_ORDERS):
        if war.ending:
            break
        side = seat_to_act(war)
        view, chance = GAME.view(war, Viewer(side, side)), random.Random(number)
        order = GAME.bot(view, chance, EASY)
        kinds.add(type(order))
        war = fold(war, GAME.decide(war, order, side, SeededDice(b"easy", number)))
    assert war.ending
    assert {Assault, Move, EndPhase} <= kinds


@pytest.mark.slow
def test_a_newcomer_beats_the_easy_bot_and_the_normal_bot_beats_it_too():
    results = [
        bot_strengths.played(GAME, player, number)
        for player, numbers in (("newcomer", (4, 5)), ("normal", (8, 9)))
        for number in numbers
    ]
    assert sum(results) >= 3, results
