"""Sizes of finished games before and after archiving, and the time to open an archived one.

Usage: python -m bench.archive_sizes GAME SQLITE_URL [POSTGRES_URL]

Both databases are empty. Bots play one game of a box to 150 moves, then the players resign. Forty
other games are copies of its rows. The database is copied to Postgres, so both hold the same rows.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.games import shelf
from app.kernel import monkey
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.main import create_app
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, orders
from app.services.play.archiving import archive_game
from app.services.rate_limit import RateLimiter
from app.services.watch import game_view
from app.settings import Settings
from app.store import schema
from app.store.migrate import migrate_database
from app.store.transfer import copy_database

TABLES = "moves", "archives"
MOVES, COPIES = 150, 40
OPENED = 15  # times


def play_game(services: Services, box: str) -> int:
    """Play a game to its end; return its number."""
    scenario, chance = services.shelf[box].card.scenarios[0], random.Random(1)  # noqa: S311 - choices of bots
    players = [
        accounts.register(services, f"Member-{number} of the club", "sizes of a club").id
        for number, _ in enumerate(scenario.sides)
    ]
    game = lobby.open_table(services, players[0], box, scenario.key)
    for player in players[1:]:
        game = lobby.join_table(services, game.id, player)
    while (looks := _look(services, game.id, players))[0].last < MOVES:
        seen = next((look for look in looks if look.decisions), None)
        if seen is None:
            break
        choose = seen.box.bot or (lambda view, by, seen=seen: monkey.any_order(seen.box, view, by))
        given = choose(seen.view, chance)
        orders.declare_order(services, game.id, seen.user_id, f"{seen.last}", seen.last, given)
    for player in players:
        [seen] = _look(services, game.id, [player])
        with suppress(Refused):  # a referee is no side and cannot resign
            orders.declare_order(services, game.id, player, f"{seen.last}", seen.last, Concede())
    if _look(services, game.id, players)[0].game.status != "over":
        sys.exit("the players cannot end this game")
    return game.id


def _look(services: Services, game: int, players: list[int]) -> list[Any]:
    return [game_view.load_view(services, game, player) for player in players]


def copy_game(services: Services, game: int) -> None:
    """Copy the rows of a game; the copies have the next numbers."""
    with services.store.engine.execution_options(writes=True).begin() as writing:
        for number in range(game + 1, game + 1 + COPIES):
            for table in (schema.games, schema.seats, schema.moves):
                own: dict[str, Any] = {"id" if table is schema.games else "game_id": number}
                own |= {"token": f"copy-{number}"} if table is schema.games else {}
                values = [
                    sa.literal(own.get(one.name, one)) if one.name in own else one
                    for one in table.c
                ]
                key = table.c.id if table is schema.games else table.c.game_id
                writing.execute(
                    table.insert().from_select(
                        table.c.keys(), sa.select(*values).where(key == game)
                    )
                )


def sizes(services: Services) -> dict[str, int]:
    """Bytes of the database and of its tables of moves, with indexes; "free" on SQLite only."""
    with services.store.engine.connect() as reading:
        ask = lambda words: reading.exec_driver_sql(words).scalar_one()  # noqa: E731 - a short name for one call
        if reading.dialect.name == "postgresql":
            tables = {one: ask(f"SELECT pg_total_relation_size('{one}')") for one in TABLES}
            return {"all": ask("SELECT pg_database_size(current_database())")} | tables
        page = ask("PRAGMA page_size")
        return {
            "all": page * ask("PRAGMA page_count"),
            "free": page * ask("PRAGMA freelist_count"),
        }


def tend(services: Services, words: str) -> None:
    """Run VACUUM in these words, outside of a transaction."""
    engine = services.store.engine
    began = time.perf_counter()
    raw = engine.raw_connection()
    try:
        driver: Any = raw.driver_connection
        if engine.dialect.name == "postgresql":
            driver.autocommit = True
        driver.execute(words)
    finally:
        raw.invalidate()
        raw.close()
    print(f"  {words}: {time.perf_counter() - began:.2f} s")


def opening_times(app: FastAPI, player: int, games: list[int]) -> list[float]:
    """Median processor time of the page of each game, in ms, with nothing of it cached."""
    services, client = app.state.services, TestClient(app, base_url="https://127.0.0.1")
    services.limits = RateLimiter(lifted=True)
    token = accounts.start_login(services, player).token
    client.cookies.set("caracole", token, domain="127.0.0.1")
    spent: dict[int, list[float]] = {game: [] for game in games}
    for _ in range(OPENED):
        for game in games:
            services.histories.__init__()
            began = time.process_time()
            answer = client.get(f"/games/{game}")
            spent[game].append(1000 * (time.process_time() - began))
            answer.raise_for_status()
    return [statistics.median(times) for times in spent.values()]


def fill_database(url: str, box: str) -> None:
    """Fill an empty database with the games."""
    migrate_database(url)
    services = Services.open(shelf(), url)
    game = play_game(services, box)
    tend(services, "VACUUM")
    print("one game", sizes(services))
    copy_game(services, game)
    services.close()


def measure(url: str) -> None:
    """Archive all games but the first, and print the sizes before and after."""
    services = Services.open(shelf(), url)
    is_postgres = services.store.engine.dialect.name == "postgresql"
    tend(services, "VACUUM ANALYZE" if is_postgres else "VACUUM")
    print("filled", sizes(services))
    began = time.process_time()
    done = [archive_game(services, 2 + number) for number in range(COPIES)]
    spent = 1000 * (time.process_time() - began) / COPIES
    print(f"{done[0]}, {spent:.1f} ms of processor time each")
    print("archived", sizes(services))
    tend(services, "VACUUM")
    print("vacuum", sizes(services))
    if is_postgres:
        tend(services, "VACUUM FULL moves")
        print("vacuum full", sizes(services))
    services.close()
    app = create_app(Settings(database_url=url, second_factor="offered"))
    plain, archived = opening_times(app, 1, [1, 2])
    print(f"page {plain:.1f} ms, archived {archived:.1f} ms, ratio {archived / plain:.2f}")
    app.state.services.close()


if __name__ == "__main__":
    fill_database(sys.argv[2], sys.argv[1])
    for target in sys.argv[3:]:
        copy_database(sys.argv[2], target)
    for filled in sys.argv[2:]:
        measure(filled)
