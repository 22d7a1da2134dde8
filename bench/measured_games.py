"""Games of the measurements that are about the server, taken from the entries in the benchmarks."""

from __future__ import annotations

from app.games import shelf
from app.kernel.contract import Game


def server_game() -> Game:
    """Game that measurements of the server play."""
    return next(game for game in shelf().values() if game.bench.measures_server)


def large_game() -> Game:
    """Game with terms of a large table."""
    return next(game for game in shelf().values() if game.bench.large)
