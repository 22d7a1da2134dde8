"""Bots of the lord and the rebels' mules: riders stop one, and then leave the others alone."""

import random

import msgspec
import pytest

from app.games.cry_havoc import GAME
from app.games.cry_havoc.state import CLOSE_COMBAT, DEAD
from app.games.cry_havoc.tactics.aims import aims
from app.games.cry_havoc.tactics.marching import plan_for
from app.games.cry_havoc.tactics.striking import best_attack
from app.games.cry_havoc.tactics.worth import mules_to_stop
from app.kernel.dice import SeededDice
from app.kernel.headless_games import plain_setup
from app.kernel.seats import Viewer

MULES = {"parda", "torda", "roja"}
(SCENARIO,) = (one for one in GAME.card.scenarios if one.key == "tres_mulas")


@pytest.fixture(scope="module")
def battle():
    """Position of a game of bots when the lord begins turn 2 with both riders on the map."""
    chance, state = random.Random("mules"), None
    events = GAME.new_game(plain_setup(SCENARIO), SeededDice(b"mules", 1))
    for move in range(2, 300):
        for event in events:
            state = GAME.evolve(state, event)
        if state.turn == 2 and state.active == "lord":
            return state
        seat = GAME.waiting_for(state)[0].seat
        order = GAME.bot(GAME.view(state, Viewer(seat, seat)), chance)
        events = GAME.decide(state, order, seat, SeededDice(b"mules", move))
    raise AssertionError("the lord began no second turn")


def with_unit(battle, unit, **changed):
    units = {**battle.units, unit: msgspec.structs.replace(battle.units[unit], **changed)}
    return msgspec.structs.replace(battle, units=units)


def test_riders_go_for_the_mules_until_one_is_dead(battle):
    hexes = {battle.units[mule].hex for mule in MULES}
    assert {mule.id for mule in mules_to_stop(battle)} == MULES
    assert aims(battle, "lord")["sir_james"].goals == hexes
    assert {unit.id for unit in plan_for(battle, "lord").enemies} >= MULES
    stopped = with_unit(battle, "parda", state=DEAD)
    assert mules_to_stop(stopped) == []
    assert aims(stopped, "lord")["sir_james"].goals != hexes
    assert not {unit.id for unit in plan_for(stopped, "lord").enemies} & MULES


def beside_a_mule(battle):
    """The same battle in close combat; Sir James stands beside a loose mule and a rebel."""
    apart = {
        unit.id: msgspec.structs.replace(unit, hex=None, leads=None)
        for unit in battle.units.values()
        if unit.id not in ("sir_james", "parda", "wulf")
    }
    alone = msgspec.structs.replace(battle, units={**battle.units, **apart}, step=CLOSE_COMBAT)
    alone = with_unit(alone, "sir_james", hex="0606", rear="0605", attacked=False, busy="")
    alone = with_unit(alone, "wulf", hex="0706", leads=None, state="healthy")
    return with_unit(alone, "parda", hex="0607", state="healthy")


def test_a_rider_beside_a_loose_mule_and_a_rebel_attacks_the_mule(battle):
    assert best_attack(beside_a_mule(battle), "lord").defenders == ("parda",)


def test_after_the_death_of_a_mule_the_rider_attacks_the_rebel(battle):
    stopped = with_unit(beside_a_mule(battle), "torda", state=DEAD)
    assert best_attack(stopped, "lord").defenders == ("wulf",)


def test_rebels_seek_no_mule_as_an_enemy(battle):
    assert not {unit.id for unit in plan_for(battle, "rebels").enemies} & MULES
