"""The easy and the normal bot: lawful, repeatable, and with mistakes."""

import random

import pytest

from app.games.heart_of_africa import bot
from app.games.heart_of_africa.bench import setup_of
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.cases import positions
from app.games.heart_of_africa.fog import view
from app.games.heart_of_africa.orders import Activate, FireOrders, NoMove
from app.games.heart_of_africa.tactics.careless import careless_move
from app.games.heart_of_africa.tactics.tempers import Temper
from app.kernel import headless_games
from app.kernel.bot_strengths import EASY, HARD, NORMAL
from app.kernel.seats import Viewer
from bench import bot_strengths

TRIED = range(20)


def meeting(step, gap):
    """An Encounter: eight askaris at a gap in inches from eight spearmen."""
    rows = (("A1", "askari", 20.0, 90), ("B1", "spearman", 20.0 + gap, 270))
    return positions.battle_of(
        {
            "id": "meeting",
            "title": "meeting",
            "kind": "heart_of_africa/battle",
            "table": {"scenario": "encounter", "wind": 0},
            "start": {"turn": 3, "step": step, "to_act": "A"},
            "units": [{"id": "A1", "side": "A"}, {"id": "B1", "side": "B"}],
            "figures": [
                {
                    "id": unit.lower(),
                    "unit": unit,
                    "type": kind,
                    "count": 8,
                    "step": [1.0, 0],
                    "x": 30,
                    "y": y,
                    "facing": facing,
                }
                for unit, kind, y, facing in rows
            ],
            "orders": [],
        }
    )


def order_of(battle, strength, seed):
    return bot.choose(view(battle, Viewer("A", "A")), random.Random(seed), strength)


def shots(battle, strength):
    """Mean number of shots of a strength over several seeds."""
    orders = [order_of(battle, strength, seed) for seed in TRIED]
    assert all(isinstance(order, FireOrders) for order in orders)
    return sum(len(order.shots) for order in orders) / len(TRIED)


def test_weaker_bots_overlook_shots_and_give_none_far_away():
    near, far = meeting("shooting", gap=4.0), meeting("shooting", gap=11.0)
    assert 0 < shots(near, EASY) < shots(near, NORMAL) < shots(near, HARD)
    assert shots(far, EASY) == 0 < shots(far, NORMAL) < shots(far, HARD)


def test_weaker_bots_leave_units_behind():
    battle = meeting("unit_moves", gap=20.0)
    assert isinstance(order_of(battle, HARD, 1), Activate)
    kept = dict.fromkeys((EASY, NORMAL), 0)
    for strength in kept:
        orders = [order_of(battle, strength, seed) for seed in TRIED]
        assert {type(order) for order in orders} == {Activate, NoMove}
        kept[strength] = sum(isinstance(order, NoMove) for order in orders)
    assert kept[NORMAL] < kept[EASY]
    left = careless_move(battle, "A", random.Random(1), Temper(stands=1.0))
    assert left == NoMove(("A1",))


@pytest.mark.parametrize("strength", [EASY, NORMAL])
@pytest.mark.parametrize("scenario", range(4))
def test_orders_are_lawful_and_repeat_for_a_view_and_chance(scenario, strength):
    played = headless_games.play_game(
        GAME,
        setup_of(scenario, 200),
        lambda game, seen, chance: game.bot(seen, chance, strength),
        strength,
        60,
    )
    for number, position in enumerate(played.tables[1:-1:6]):
        seat = GAME.waiting_for(position.state)[0].seat
        known = GAME.view(position.state, Viewer(seat, seat))
        found = [GAME.bot(known, random.Random(number), strength) for _ in range(2)]
        assert found[0] == found[1]
        assert not GAME.assess(known, found[0]).no


@pytest.mark.slow
def test_a_newcomer_and_the_normal_bot_beat_it():
    results = [
        bot_strengths.played(GAME, player, number)
        for player, numbers in ((bot_strengths.NEWCOMER, (6, 7)), (NORMAL, (8, 9)))
        for number in numbers
    ]
    assert sum(results) >= 3, results
