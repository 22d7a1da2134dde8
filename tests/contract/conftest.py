"""Every box on the shelf, and the tiny games, with games that a monkey has played."""

from functools import cache

import pytest

from app.games import shelf
from app.kernel import headless_games, monkey
from tests.box_tests import offered
from tests.contract.tiny import TINY

BOXES = {**TINY, **shelf()}
GAMES = 3
MOST = 400  # moves of a game


def most_moves(key: str) -> int:
    """Moves of a monkey's game; the tests of a box of many pieces ask for fewer, of the same kinds
    (`MONKEY_MOVES` in tests/games/<box>/contract_sample.py).
    """
    return offered(key, "contract_sample", "MONKEY_MOVES", MOST)


def is_large(key: str) -> bool:
    return most_moves(key) < MOST


@cache
def played(key):
    """Some games of a box, begun by its scenarios in turn and played by a monkey for up to 400
    moves, or `most_moves`.
    """
    box = BOXES[key]
    scenarios = box.card.scenarios
    choose = monkey.any_order
    return [
        headless_games.play(
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
    """Some thirty tables of each game that is not over (twelve of a large box), with the moves that
    led there.
    """
    most = 12 if is_large(box.card.key) else 30
    return [
        (game.tables[number], game.moves[:number])
        for game in games
        for number in range(1, len(game.moves), max(1, len(game.moves) // most))
    ]
