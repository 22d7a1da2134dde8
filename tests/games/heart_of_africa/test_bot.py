"""The bot: lawful, repeatable, with its mind on the scenario, and soon done."""

import random
from functools import cache

import pytest

from app.games.heart_of_africa import bot, victory
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.fog import view
from app.games.heart_of_africa.orders import FireOrders
from app.games.heart_of_africa.pieces import TO_DEPLOY
from app.games.heart_of_africa.state import SIDES
from app.kernel import headless_games
from app.kernel.contract import Setup
from app.kernel.record import read_written
from app.kernel.seats import Viewer

PEOPLES = {
    "encounter": ("zanzibaris", "native_kingdom"),
    "ambush": ("white_explorers", "native_warlord"),
    "planned_attack": ("native_kingdom", "zanzibaris"),
    "raid": ("pastoralist_warriors", "egyptians"),
}
POINTS = {"encounter": 200, "ambush": 130, "planned_attack": 180, "raid": 240}
"""Longest time of a bot's order, in seconds."""


def setup(scenario, **more):
    people = {side: {"list": key} for side, key in zip(SIDES, PEOPLES[scenario], strict=True)}
    stock = {
        "scenario": scenario,
        "points": POINTS[scenario],
        "year": 1876,
        "peoples": people,
        "table": {"region": "savannah", "seed": 3},
        **more,
    }
    if scenario != "encounter":
        stock["attacker"] = "A"
    return Setup(scenario, {side: side for side in SIDES}, (), stock)


def the_bot(game, known, chance):
    return game.bot(known, chance)


def fought(scenario, most):
    return headless_games.play_game(
        GAME, setup(scenario), the_bot, f"bots at {scenario}", most=most
    )


@cache
def long_battle(scenario):
    """Battle that two tests look at."""
    return fought(scenario, 150)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", PEOPLES)
def test_two_bots_fight_a_battle(scenario):
    """No order of theirs is refused (practice would break down), all are given in time, and the
    battle moves on to its end or far.
    """
    played = long_battle(scenario)
    battle = played.tables[-1].state
    assert played.outcome is not None or battle.turn >= 5, (
        f"{scenario}: turn {battle.turn} after {len(played.moves)} moves"
    )
    assert not any(unit.where == TO_DEPLOY for unit in battle.units.values())
    assert any(figure.fate for figure in battle.figures.values()), "no figure came to harm"
    assert battle.ending == "" or battle.ending in victory.ENDINGS


@pytest.mark.slow
def test_the_same_view_and_chance_give_the_same_order():
    played, again = long_battle("encounter"), fought("encounter", 40)
    assert len(again.moves) >= 40
    for one, other in zip(played.moves, again.moves, strict=False):
        assert one.order == other.order


def test_the_bot_needs_no_more_than_its_view():
    """Facts hidden from a seat change none of its orders: any battle with the same view gives the
    same ones.
    """
    played = headless_games.play_game(GAME, setup("ambush"), the_bot, "in the dark", most=60)
    for table in played.tables[10:-1:7]:
        for owed in GAME.waiting_for(table.state):
            known = view(table.state, Viewer(owed.seat, table.seats[owed.seat]))
            forgetful = view(known.battle, known.viewer)
            assert bot.choose(known, random.Random(1)) == bot.choose(forgetful, random.Random(1))


@pytest.mark.slow
def test_a_side_writes_all_its_fire_at_once():
    played = headless_games.play_game(GAME, setup("encounter"), the_bot, "volleys", most=130)
    given = [read_written(GAME, move.order) for move in played.moves]
    fire = [order for order in given if isinstance(order, FireOrders)]
    assert fire and all(order.seal for order in fire)
    assert any(len(order.shots) > 3 for order in fire), "no volley in a battle of muskets"
