"""Data for the load test: members with API tokens, and as many games as after years of use."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import argon2
import sqlalchemy as sa

from app.kernel import monkey, table_orders
from app.services.container import Services
from app.services.people import accounts, api_tokens, password_hashes
from app.services.play import lobby, orders
from app.services.watch import game_view
from app.store import schema
from bench.measured_games import server_game

MOVES = 20  # in each game
LATELY = datetime(2026, 1, 1, tzinfo=UTC)


def members(services: Services, count: int) -> list[tuple[int, str]]:
    """Register accounts; return their ids and API tokens with permission to play."""
    password_hashes.password_hasher.hasher = argon2.PasswordHasher(
        time_cost=1, memory_cost=8, parallelism=1
    )
    found = []
    for number in range(count):
        user = accounts.register(services, f"Player {number}", f"a long enough sentence {number}")
        found.append(
            (
                user.id,
                api_tokens.create_token(
                    services, user.id, "load", ("read", "play", "tables", "armies")
                ).secret,
            )
        )
    return found


def games(services: Services, people: list[int], finished: int, running: int, waiting: int) -> None:
    """Add games of each status. A few are played; the others are copies of their rows with other
    numbers, players and times.
    """
    chance = random.Random(5)  # noqa: S311 random play
    for status, many in zip(("over", "running", "open"), (finished, running, waiting), strict=True):
        if many:
            copied(services, played(services, people, chance, status), many - 1, people)


def played(services: Services, people: list[int], chance: random.Random, status: str) -> int:
    """Play a game for some moves and return its id."""
    box = server_game()
    game = lobby.open_table(services, people[0], box.card.key, box.card.scenarios[0].key)
    if status == "open":
        return game.id
    lobby.join_table(services, game.id, people[1])
    for number in range(MOVES):
        look = game_view.load_view(services, game.id)
        holder = next(seat.user_id for seat in look.seats if seat.seat == look.waiting[0])
        mine = game_view.load_view(services, game.id, holder)
        order = (
            table_orders.Concede()
            if status == "over" and number == MOVES - 1
            else monkey.any_order(mine.box, mine.view, chance)
        )
        orders.declare_order(services, game.id, holder, f"crowd {number}", mine.last, order)
    return game.id


def copied(services: Services, pattern: int, many: int, people: list[int]) -> int:
    """Copy the rows of games, seats and moves of one game. Returns the number of the first copy."""
    with services.store.engine.connect().execution_options(writes=True) as connection:

        def rows_of(ledger: sa.Table, column: sa.Column) -> list[dict]:
            return [
                dict(row._mapping)  # noqa: SLF001 - SQLAlchemy documents this name
                for row in connection.execute(sa.select(ledger).where(column == pattern))
            ]

        game, seats = (
            rows_of(schema.games, schema.games.c.id)[0],
            rows_of(schema.seats, schema.seats.c.game_id),
        )
        moves = rows_of(schema.moves, schema.moves.c.game_id)
        first = connection.execute(sa.select(sa.func.max(schema.games.c.id))).scalar_one() + 1
        for begin in range(first, first + many, 500):
            numbers = range(begin, min(begin + 500, first + many))
            times = {
                number: (LATELY + timedelta(minutes=number))
                .isoformat(timespec="milliseconds")
                .replace("+00:00", "Z")
                for number in numbers
            }
            moments = ("opened_at", "begun_at", "moved_at", "listed_at")
            connection.execute(
                schema.games.insert(),
                [
                    game
                    | {"id": number, "token": f"load-{number}"}
                    | dict.fromkeys(moments, times[number])
                    for number in numbers
                ],
            )
            connection.execute(
                schema.seats.insert(),
                [
                    seat
                    | {
                        "game_id": number,
                        "user_id": seat["user_id"] and people[(number + place) % len(people)],
                    }
                    for number in numbers
                    for place, seat in enumerate(seats)
                ],
            )
            if moves:
                connection.execute(
                    schema.moves.insert(),
                    [move | {"game_id": number} for number in numbers for move in moves],
                )
        if connection.dialect.name == "postgresql":
            connection.execute(
                sa.text(
                    "SELECT setval(pg_get_serial_sequence('games', 'id'), (SELECT max(id) FROM "
                    "games))"
                )
            )
        connection.commit()
    return first
