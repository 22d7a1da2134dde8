"""A game goes on when the server passes for absent players."""

import pytest

from app.kernel import headless_games
from app.kernel.pass_order import held
from tests.contract.conftest import BOXES


def has_passes(box) -> bool:
    return any(kind.__struct_config__.tag == "pass" for kind in box.card.orders)


@pytest.mark.parametrize("key", BOXES)
def test_a_game_in_which_all_players_are_absent_goes_on(key):
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
    if has_passes(box):
        assert sum(order is not None for order in passed) > len(passed) / 2
