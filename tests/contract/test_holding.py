"""A game goes on when the server passes for absent players."""

import pytest

from app.kernel import headless_games
from app.kernel.pass_order import passing_order
from app.kernel.seats import Viewer
from tests.contract.conftest import BOXES
from tests.contract.tiny import TINY, caravans


def has_passes(box) -> bool:
    return any(kind.__struct_config__.tag == "pass" for kind in box.card.orders)


@pytest.mark.slow
@pytest.mark.parametrize("key", BOXES)
def test_a_game_in_which_all_players_are_absent_goes_on(key):
    box, passed = BOXES[key], []

    def hold(game, view, chance):
        order = passing_order(game, view)
        passed.append(order)
        return order or game.bot(view, chance)

    game = headless_games.play_game(
        box, headless_games.plain_setup(box.card.scenarios[0]), hold, "holding", 80
    )
    assert headless_games.record_faults(box, "holding", game) == []
    assert game.outcome or len(game.moves) == 80
    if has_passes(box):
        assert sum(order is not None for order in passed) > len(passed) / 2


def test_the_default_order_of_the_game_comes_before_a_pass():
    box = TINY["caravans"]

    def absent(game, view, chance):
        return passing_order(game, view) or game.bot(view, chance)

    game = headless_games.play_game(
        box, headless_games.plain_setup(box.card.scenarios[0]), absent, "absent", 80
    )
    declared = [
        one.raid for move in game.moves for one in move.events if isinstance(one, caravans.Declared)
    ]
    assert game.outcome
    assert set(declared) == {""}  # a bot would have raided


def test_a_decision_without_a_default_order_is_left_to_the_caller():
    box = TINY["caravans"]
    raid = caravans.Raid("p1", "p2")
    seats = {side: side for side in ("judge", *caravans.TRADERS)}
    position = caravans.Season(step="play", seats=seats, wealth={"p1": 1}, raids=(raid,))
    assert box.default_order(box.view(position, Viewer("p1", "p1"))) is None
