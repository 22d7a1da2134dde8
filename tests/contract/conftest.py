"""Boxes of the registry and tiny games, with games of the random player."""

from functools import cache

import pytest

from app.games import shelf
from app.kernel import headless_games, monkey
from tests.box_tests import offered
from tests.contract.tiny import TINY

BOXES = {**TINY, **shelf()}
GAMES = 2
MOST = 400  # moves of a game


def most_moves(key: str) -> int:
    """Moves of a random game; boxes with many pieces set fewer (`MONKEY_MOVES` in
    tests/games/<box>/contract_sample.py).
    """
    return offered(key, "contract_sample", "MONKEY_MOVES", MOST)


def is_large(key: str) -> bool:
    return most_moves(key) < MOST


@cache
def played(key):
    """Games of a box over its scenarios in turn, of the random player, up to 400 moves or
    `most_moves`.
    """
    box = BOXES[key]
    scenarios = box.card.scenarios
    choose = monkey.any_order
    return [
        headless_games.play_game(
            box,
            headless_games.plain_setup(scenarios[number % len(scenarios)]),
            choose,
            f"{key}/{number}",
            most_moves(key),
        )
        for number in range(GAMES)
    ]


@pytest.fixture(params=BOXES)
def box(request):
    return BOXES[request.param]


@pytest.fixture
def games(box):
    return played(box.card.key)


@pytest.fixture
def positions(box, games):
    """Up to fifteen tables of each unfinished game (six for a large box), with the moves before
    them.
    """
    most = 6 if is_large(box.card.key) else 15
    return [
        (game.tables[number], game.moves[:number])
        for game in games
        for number in range(1, len(game.moves), max(1, len(game.moves) // most))
    ]
