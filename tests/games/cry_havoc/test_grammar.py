"""Sentences of played games agree in gender, number and verb, in both languages."""

from __future__ import annotations

import pytest

from app.games.cry_havoc.box import GAME
from app.kernel import monkey
from app.kernel.headless_games import plain_setup, play_game
from tests.games.texts_of_games import faults_of, played_by_bots


def test_a_sample_of_a_game_agrees():
    scenario = next(one for one in GAME.card.scenarios if one.guided)
    played = play_game(GAME, plain_setup(scenario), monkey.any_order, "agreement", 40)
    assert faults_of(GAME, played, every=6) == []


@pytest.mark.proof
@pytest.mark.parametrize("scenario", GAME.card.scenarios, ids=lambda one: one.key)
def test_a_game_of_bots_of_every_scenario_agrees(scenario):
    played = played_by_bots(GAME, plain_setup(scenario), "agreement", 600)
    assert faults_of(GAME, played, every=5) == []
