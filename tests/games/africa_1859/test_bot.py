"""Bot of Africa 1859-60: whole games against itself."""

import random
import time

import pytest

from app.games.africa_1859.beginning import new_game
from app.games.africa_1859.box import GAME
from app.games.africa_1859.evolve import evolve, fold
from app.games.africa_1859.ground import map_of, units_at
from app.games.africa_1859.orders import Assault, EndPhase
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.tactics.choosing import choose
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer

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


@pytest.mark.parametrize("scenario", ["morabito", "castillejos", "guad_el_jelu"])
def test_bots_play_a_game_to_its_end(scenario):
    war, kinds = begun(scenario), set()
    for number in range(1, MOST_ORDERS):
        seat = seat_to_act(war)
        order = choose(war, seat, random.Random(number))
        kinds.add(type(order))
        war = fold(war, decide(war, order, seat, SeededDice(b"bot", number)))
        if not war.stack:
            assert is_sound(war), f"{scenario}, order {number}: {order}"
        if war.ending:
            break
    assert war.ending is not None
    assert {Assault, EndPhase} <= kinds


def test_a_decision_of_the_bot_takes_less_than_a_second():
    war = begun("tetuan")
    began = time.process_time()
    choose(war, "S", random.Random(1))
    assert time.process_time() - began < 1


def test_the_bot_plays_by_the_view_of_its_seat():
    war = begun("morabito")
    order = GAME.bot(GAME.view(war, Viewer("S")), random.Random(1))
    assert GAME.decide(war, order, "S", SeededDice(b"bot", 1))
