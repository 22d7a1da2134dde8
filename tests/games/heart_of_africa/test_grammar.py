"""Sentences of played battles agree in gender, number and verb, in both languages."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.armies.lists import LISTS
from app.games.heart_of_africa.bench import setup_of
from app.games.heart_of_africa.box import GAME
from app.kernel import monkey
from app.kernel.contract import Setup
from app.kernel.headless_games import play_game
from tests.games.heart_of_africa.battles import MOVES, SEATS
from tests.games.texts_of_games import faults_of, played_by_bots


@pytest.mark.parametrize("scenario", ["raid", "planned_attack"])
def test_a_sample_of_a_battle_agrees(scenario):
    setup = Setup(scenario, SEATS)
    played = play_game(GAME, setup, monkey.any_order, "agreement", MOVES[scenario])
    assert faults_of(GAME, played, every=12) == []


@pytest.mark.proof
@pytest.mark.parametrize("place", range(len(LISTS)), ids=sorted(LISTS))
def test_a_battle_of_bots_of_every_army_list_agrees(place):
    """The scenarios take turns, so that each is fought by three lists."""
    setup = setup_of(4 * place + place % 4, 250)
    played = played_by_bots(GAME, setup, f"agreement/{place}", 600)
    assert faults_of(GAME, played, every=20) == []
