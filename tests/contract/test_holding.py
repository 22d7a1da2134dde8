"""Whoever is not there holds: what the house does in his place is taken, and the game goes on."""

import pytest

from app.kernel import headless_games
from app.kernel.pass_order import held
from tests.contract.conftest import BOXES

PASSES = ("cry_havoc", "heart_of_africa")


@pytest.mark.parametrize("key", BOXES)
def test_a_game_in_which_everybody_holds_goes_on(key):
    box, passed = BOXES[key], []

    def hold(game, view, chance):
        order = held(game, view)
        passed.append(order)
        return order or game.bot(view, chance)

    game = headless_games.play(
        box, headless_games.plain_setup(box.card.scenarios[0]), hold, "holding", 80
    )
    assert headless_games.faults(box, "holding", game) == []
    assert game.outcome or len(game.moves) == 80
    if key in PASSES:
        assert sum(order is not None for order in passed) > len(passed) / 2
