"""Bot: legal, repeatable, better than chance, and fast."""

import os
import random
import subprocess
import sys

import pytest

from app.games.cry_havoc import GAME, bot
from app.games.cry_havoc.reach import assess
from app.kernel import headless_games, monkey
from app.kernel.contract import Setup
from app.kernel.seats import Viewer
from bench import bot_strengths

SCENARIOS = {scenario.key: scenario for scenario in GAME.card.scenarios}
MANY = ("limited_ammunition", "surrender_and_ransom")


def the_bot(game, view, chance):
    return game.bot(view, chance)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_bots_play_to_an_end(scenario):
    played = headless_games.play_game(
        GAME,
        headless_games.plain_setup(SCENARIOS[scenario]),
        the_bot,
        f"bots at {scenario}",
        most=900,
    )
    assert played.outcome is not None, f"{scenario}: no end after {len(played.moves)} moves"


def test_orders_of_the_bot_are_never_refused():
    wanted_in_vain = []

    def watched(game, view, chance):
        same = random.Random()
        same.setstate(chance.getstate())
        order = bot.wanted(view, same)
        if order is not None and assess(view, order).no:
            wanted_in_vain.append((order, assess(view, order).no))
        return game.bot(view, chance)

    seats = {"north": "convoy", "south": "convoy", "wood": "ambushers", "bank": "ambushers"}
    headless_games.play_game(GAME, Setup("emboscada", seats, MANY), watched, "four seats", most=400)
    assert wanted_in_vain == []


@pytest.mark.parametrize("strength", GAME.card.bot_strengths)
def test_each_strength_repeats_its_order_for_a_view_and_chance(strength):
    played = headless_games.play_game(
        GAME, headless_games.plain_setup(SCENARIOS["first_blood"]), the_bot, "twins", most=50
    )
    for number, position in enumerate(played.tables[1:-1]):
        seat = GAME.waiting_for(position.state)[0].seat
        found = [
            GAME.bot(GAME.view(position.state, Viewer(seat, seat)), random.Random(number), strength)
            for _ in range(2)
        ]
        assert found[0] == found[1]
        assert not assess(GAME.view(position.state, Viewer(seat, seat)), found[0]).no


def test_a_newcomer_beats_the_easy_bot_and_the_normal_bot_beats_it_too():
    results = [
        bot_strengths.played(GAME, strength, number)
        for strength in ("newcomer", "normal")
        for number in range(2)
    ]
    assert sum(results) >= 3, results


def test_the_same_view_and_chance_give_the_same_order():
    played = headless_games.play_game(
        GAME, headless_games.plain_setup(SCENARIOS["first_blood"]), the_bot, "twice", most=60
    )
    again = headless_games.play_game(
        GAME, headless_games.plain_setup(SCENARIOS["first_blood"]), the_bot, "twice", most=60
    )
    assert [move.order for move in played.moves] == [move.order for move in again.moves]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "side"),
    [
        ("emboscada", "ambushers"),
        pytest.param("knight_errant", "village", marks=pytest.mark.proof),
        pytest.param("lady_edith", "gilbert", marks=pytest.mark.proof),
    ],
)
def test_the_bot_beats_a_monkey(scenario, side):
    def either(game, view, chance):
        return (
            game.bot(view, chance)
            if view.viewer.side == side
            else monkey.any_order(game, view, chance)
        )

    games = [
        headless_games.play_game(
            GAME,
            headless_games.plain_setup(SCENARIOS[scenario]),
            either,
            f"monkey {number}",
            most=900,
        )
        for number in range(3)
    ]
    wins = [played.outcome.winners if played.outcome else None for played in games]
    assert wins.count((side,)) >= 2, wins


ORDERS = """
from app.games.cry_havoc.box import GAME
from app.kernel.headless_games import plain_setup, play_game

def choose(game, view, chance):
    order = game.bot(view, chance)
    print(order)
    return order

scenario = next(one for one in GAME.card.scenarios if one.key == "lady_edith")
play_game(GAME, plain_setup(scenario), choose, "hashes", 40)
"""


def test_the_bot_chooses_the_same_whatever_the_hashes_of_strings_are():
    given = [
        subprocess.run(
            [sys.executable, "-c", ORDERS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert given[0].count("Deploy") > 5
    assert given[0] == given[1]
