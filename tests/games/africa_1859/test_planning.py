"""Normal bot of Africa 1859-60: it looks ahead to the next phase of its enemy."""

import random
import time

import pytest
from msgspec.structs import replace

from app.games.africa_1859.box import GAME
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.ground import controller
from app.games.africa_1859.orders import Assault, Move
from app.games.africa_1859.tactics.choosing import choose
from app.games.africa_1859.tactics.foresight import Foresight, clock_of
from app.games.africa_1859.tactics.planning import order_of_strength, plan
from app.games.africa_1859.tactics.trials import Trial, after_move, error_of
from app.kernel.bot_strengths import HARD
from app.kernel.dice import SeededDice
from app.kernel.headless_games import plain_setup
from app.kernel.seats import Viewer
from tests.games.africa_1859.positions import given, leader, seat_to_act, unit, war_of

MOST_ORDERS = 1500


def guns_beside_an_enemy():
    """Three guns with a weak guard beside a strong stack, as in a lost game of 2026-12-01."""
    return war_of(
        unit("s_g1", "montana", "c_camino"),
        unit("s_g2", "montana", "c_camino"),
        unit("s_a", "line", "c_camino", steps=1),
        unit("s_b", "line", "c_tarajal"),
        leader("prim", "c_tarajal"),
        unit("m_a", "cabila", "c_morabito"),
        unit("m_b", "nizam", "c_morabito"),
        unit("m_c", "guich", "c_morabito"),
        leader("abbas", "c_morabito"),
        scenario="castillejos",
    )


def worth(war, side="S", first=None):
    return Foresight(first or war, side).worth(war)


def units_at_end(war, side, most):
    """Position after the orders of one phase by the bot."""
    for number in range(most):
        seat = seat_to_act(war)
        if war.phase.side != side and not war.stack:
            return war
        war = fold(war, GAME.decide(war, plan(war, seat), seat, SeededDice(b"plan", number)))
    raise AssertionError("the phase does not end")


def test_guns_in_danger_cost_their_points():
    war = guns_beside_an_enemy()
    safe = replace(war, units={**war.units, "s_g1": replace(war.units["s_g1"], at="c_otero")})
    assert worth(safe) > worth(war) + 0.5


def test_the_bot_leaves_no_guns_with_a_weak_guard():
    guns, army = ("s_g1", "s_g2", "s_g3"), ("s_b", "s_c", "s_d", "s_e", "s_f")
    war = war_of(
        *(unit(key, "montana", "c_camino") for key in guns),
        unit("s_a", "line", "c_camino", steps=1),
        unit("s_b", "cazadores", "c_morabito", steps=2),
        unit("s_c", "line", "c_morabito", steps=3),
        unit("s_d", "husares", "c_morabito", steps=2),
        unit("s_e", "marina", "c_morabito"),
        unit("s_f", "lanceros", "c_morabito"),
        leader("zabala", "c_morabito"),
        unit("m_a", "bujari", "c_primeras", steps=2),
        unit("m_b", "cabila", "c_primeras"),
        unit("m_c", "guich", "c_primeras", steps=1),
        leader("abbas", "c_primeras"),
        unit("m_d", "jinetes", "c_valle_a"),
        scenario="castillejos",
        turn=4,
    )
    after = units_at_end(war, "S", 60)
    beside = [one for one in guns if after.units[one].at == "c_camino"]
    guards = [one for one in army if after.units[one].at == "c_camino"]
    enemies = [one for one in ("m_a", "m_b", "m_c") if after.units[one].at == "c_primeras"]
    assert guards or not beside or not enemies


def test_a_stack_without_a_way_to_retreat_is_worth_less():
    free = war_of(
        unit("s_a", "line", "c_tarajal"),
        unit("s_b", "line", "c_tarajal"),
        unit("m_a", "nizam", "c_camino"),
        leader("abbas", "c_camino"),
        scenario="castillejos",
    )
    shut = replace(free, units={**free.units, "m_b": unit("m_b", "cabila", "c_otero", steps=1)})
    open_ = replace(free, units={**free.units, "m_b": unit("m_b", "cabila", "c_sur", steps=1)})
    assert worth(open_) > worth(shut)


def test_ground_counts_in_full_in_the_last_turn_and_less_before():
    turns = [clock_of(war_of(scenario="castillejos", turn=turn), "S").ground for turn in (1, 6, 10)]
    assert turns == sorted(turns)
    assert turns[0] < 0.5 < turns[-1] == 1


def test_a_step_is_worth_less_in_the_last_turn():
    first, last = (clock_of(war_of(scenario="castillejos", turn=turn), "S") for turn in (1, 10))
    assert last.step < first.step
    assert (first.is_last, last.is_last) == (False, True)


def test_points_near_the_margin_of_victory_count_most():
    war = war_of(unit("s_a", "line", "c_tarajal"), scenario="castillejos", turn=10, side="M")
    far = replace(war, terms=replace(war.terms, handicap=-20))
    more = {**war.units, "s_b": unit("s_b", "line", "c_otero")}
    near_gain = worth(replace(war, units=more), first=war) - worth(war)
    far_gain = worth(replace(far, units=more), first=far) - worth(far)
    assert near_gain != pytest.approx(far_gain)


def test_a_move_takes_control_in_the_position_after_it():
    war = war_of(unit("s_a", "line", "c_camino"), scenario="castillejos")
    order = Move(("s_a",), ("c_morabito",), space="c_camino")
    after = after_move(war, order, "S")
    assert controller(after, "c_morabito") == "S"
    assert after.units["s_a"].marker
    real = given(war, order)
    assert real.units["s_a"].at == after.units["s_a"].at
    assert real.ground.control == after.ground.control


def test_a_trial_weighs_won_and_lost_tries_by_the_exact_chance():
    war = guns_beside_an_enemy()
    order = Assault(("s_b",), ("c_camino",), "s_b", "", ("prim",), "prim", "c_tarajal")
    illegal = Trial(war, order, "S", lambda _: 0.0)
    illegal.try_on(1)
    assert not illegal.is_legal
    order = Assault(("s_a",), ("c_morabito",), "s_a", "", (), "", "c_camino")
    war = replace(war, leaders={**war.leaders, "prim": leader("prim", "c_camino")})
    order = replace(order, leaders=("prim",), director="prim")
    trial = Trial(war, order, "S", lambda after: float(controller(after, "c_morabito") == "S"))
    trial.try_on(40)
    assert trial.is_legal
    assert trial.mean == pytest.approx(trial.chance, abs=0.01)


def test_one_try_has_an_error_and_none_has_none():
    assert error_of([3.0]) > error_of([]) == 0
    assert error_of([1.0, 3.0]) == pytest.approx(1)


def test_the_hard_bot_does_not_look_ahead_in_a_guided_battle():
    war = GAME.evolve(
        None, GAME.new_game(plain_setup(scenario_called("morabito")), SeededDice(b"x", 1))[0]
    )
    chance = random.Random(1)
    assert order_of_strength(war, "S", chance, HARD) == choose(war, "S", chance)


def scenario_called(key):
    return next(one for one in GAME.card.scenarios if one.key == key)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["castillejos", "wad_ras"])
def test_the_normal_bot_plays_legal_orders_to_the_end_within_its_time(scenario):
    war, kinds = None, set()
    for event in GAME.new_game(plain_setup(scenario_called(scenario)), SeededDice(b"plan", 0)):
        war = GAME.evolve(war, event)
    for number in range(1, MOST_ORDERS):
        if war.ending:
            break
        side, began = seat_to_act(war), time.process_time()
        order = GAME.bot(GAME.view(war, Viewer(side, side)), random.Random(number))
        assert time.process_time() - began < 2, order
        kinds.add(type(order))
        war = fold(war, GAME.decide(war, order, side, SeededDice(b"plan", number)))
    assert war.ending
    assert {Assault, Move} <= kinds
