"""T-18: Power loss on SQLite. The log (WAL) of a game is cut at each frame and within each frame.

    python -m bench.reliability wal_cuts [GAMES] [ORDERS] [--write]

Each cut copy is opened anew. Its games, seats and moves must be those after one of the orders. No
order may be missing that was answered before the log reached the cut.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from app.games import shelf
from app.kernel import monkey
from app.services.container import Services
from app.services.errors import Overtaken
from app.services.people import accounts
from app.services.play import lobby, orders
from app.services.watch import game_view
from app.services.watch.benchmarks import Measurement
from app.store.migrate import migrate_database
from bench.measured_games import server_game
from bench.written import at_most, counted

HEAD, FRAME_HEAD = 32, 24  # bytes before the first frame, and before the page of each frame
TABLES = ("games", "seats", "moves")


class Cuts(msgspec.Struct):
    """Result of all games."""

    games: int = 0
    orders: int = 0
    cuts: int = 0
    broken: int = 0
    lost: int = 0


def position(database: Path) -> tuple[int, str]:
    """Number of moves on record, and a digest of the game with its seats and moves."""
    with closing(sqlite3.connect(database)) as reading:
        rows = [reading.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES]  # noqa: S608 - fixed names
    return len(rows[-1]), hashlib.sha256(repr(rows).encode()).hexdigest()


def log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


def leave_log_whole(connection: Any, _: object) -> None:
    """Stop the connection from moving pages of the log into the database."""
    connection.execute("PRAGMA wal_autocheckpoint=0")


def prepared(database: Path) -> tuple[Services, int, list[int]]:
    """Services on a new database with one game of two players; its log is empty."""
    url = f"sqlite:///{database}"
    migrate_database(url)
    services = Services.open(shelf(), url)
    players = [
        accounts.register(services, name, "a long enough sentence").id for name in ("Ana", "Bea")
    ]
    card = server_game().card
    table = lobby.open_table(services, players[0], card.key, card.scenarios[0].key)
    game = lobby.join_table(services, table.id, players[1])
    with closing(sqlite3.connect(database)) as writing:
        writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return services, game.id, players


def played(
    services: Services, game: int, players: list[int], most: int, chance: random.Random
) -> Iterator[int]:
    """Play; yield the number of each answered order."""
    for number in range(most):
        looks = (game_view.load_view(services, game, user) for user in players)
        seen = next((one for one in looks if one.decisions), None)
        if seen is None:
            return
        try:
            order = monkey.any_order(seen.box, seen.view, chance)
            orders.declare_order(services, game, seen.user_id, f"{number}", seen.last, order)
        except Overtaken:
            return
        yield number


def cut_game(folder: Path, seed: int, most: int, found: Cuts) -> None:
    """Play a game, then compare every cut copy of its database with the positions of the game."""
    source, copy = folder / "game.db", folder / "cut.db"
    services, game, players = prepared(source)
    before = source.read_bytes()
    start, digest = position(source)
    known, answered = {start: digest}, [(0, start)]
    try:
        for _ in played(services, game, players, most, random.Random(seed)):  # noqa: S311 - random play
            number, digest = position(source)
            known[number] = digest
            answered.append((log_of(source).stat().st_size, number))
        log = log_of(source).read_bytes()
    finally:
        services.close()
    frame = FRAME_HEAD + int.from_bytes(log[8:12], "big")
    found.games += 1
    found.orders += len(answered) - 1
    for at in range(HEAD, len(log) + 1, frame):
        for cut in (at, at + random.Random(at).randrange(1, frame)):  # noqa: S311 - any byte
            copy.write_bytes(before)
            log_of(copy).write_bytes(log[:cut])
            number, digest = position(copy)
            found.cuts += 1
            found.broken += known.get(number) != digest
            found.lost += number < max(moves for size, moves in answered if size <= cut)


def measure(games: int = 100, most: int = 40) -> Iterator[Measurement]:
    """Yield the size of the run and the copies that were not a prefix of the game."""
    sa.event.listen(sa.pool.Pool, "connect", leave_log_whole)
    found = Cuts()
    for seed in range(games):
        folder = Path(tempfile.mkdtemp(prefix="caracole-cuts-"))
        try:
            cut_game(folder, seed, most, found)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    yield counted("cut_games", found.games)
    yield counted("cut_orders", found.orders)
    yield counted("cut_positions", found.cuts)
    yield at_most("cut_broken", found.broken, 0)
    yield at_most("cut_lost", found.lost, 0)
