"""Fills an empty database with many games and moves, for measurements of growth.

Usage: python -m bench.growth DATABASE_URL GAMES MOVES

Four games of Cry Havoc are played by random players: one waits, one runs, one is over, one is a
demonstration. All other games are copies of their rows, so each copy is valid and can be replayed.
Of 200 games, one waits, ten run, and the others are over; one of those is a battle of another game.
There is one member for twenty games; every member has the same number of games. Account 1 is a
moderator.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from app.games import shelf
from app.kernel import monkey
from app.kernel.clock_terms import Terms
from app.kernel.record import to_json
from app.kernel.say import say
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.errors import Overtaken
from app.services.notify.outbox import Message
from app.services.people import accounts
from app.services.people.account_rules import name_key
from app.services.play import lobby, orders
from app.services.watch import game_view
from app.store import login_tables, notification_tables, schema, wish_tables
from app.store import rating_tables as ratings
from app.store.engine import open_engine
from app.store.migrate import migrate_database
from bench.measured_games import server_game

BOX = server_game().card.key
SCENARIO = server_game().card.scenarios[0].key
PASSWORD = "growth of a club"  # noqa: S105 - of generated accounts
PER_MEMBER = 20
BATCH = 2000
OLDEST_DEMOS = 300  # the demonstrations are the oldest games, as on a server that shows none today
BATTLE = 77  # place among 200 games
SENT = to_json(Message("turn", say("It is your turn", "Te toca")))
NEWEST = datetime(2026, 11, 1, tzinfo=UTC)
COPY_MOVES = """
INSERT INTO moves ({columns})
WITH RECURSIVE copies(id) AS (SELECT CAST(:first AS INTEGER) UNION ALL SELECT id + 1 FROM copies WHERE id < :last)
SELECT copies.id, {others} FROM copies JOIN games ON games.id = copies.id
JOIN moves ON moves.game_id = CASE games.status
WHEN 'over' THEN CASE WHEN games.is_demo THEN :demo ELSE :over END ELSE :running END
WHERE games.status <> 'open'
"""


class Templates:
    """Numbers of the played games by kind."""

    def __init__(self, services: Services, moves: int):
        self.players = [_add_member(services, number).id for number in (1, 2)]
        self.waiting = self._open(services).id
        self.running = self._played(services, moves, is_over=False)
        self.over = self._played(services, moves, is_over=True)
        self.demo = self._played(services, moves, is_over=True)

    def of(self, number: int) -> int:
        """Game of which game `number` is a copy."""
        place = number % 200
        if place % 20 == 1:
            return self.running
        if place == 50 and number < OLDEST_DEMOS:
            return self.demo
        return self.waiting if place == 0 else self.over

    def _open(self, services: Services) -> Any:
        clock = Terms(kind="each", days=60)
        return lobby.open_table(services, self.players[0], BOX, SCENARIO, clock=clock)

    def _played(self, services: Services, moves: int, *, is_over: bool) -> int:
        for seed in range(1000):
            with suppress(Overtaken):
                chance = random.Random(seed)  # noqa: S311 - the same games in every run
                return self._play(services, moves, chance, is_over=is_over)
        raise AssertionError(f"no game of {moves} moves")

    def _play(self, services: Services, moves: int, chance: random.Random, *, is_over: bool) -> int:
        game = lobby.join_table(services, self._open(services).id, self.players[1])
        while True:
            looks = [game_view.load_view(services, game.id, user) for user in self.players]
            if looks[0].last >= moves - is_over:
                break
            seen = next((look for look in looks if look.decisions), None)
            if seen is None:
                raise Overtaken(looks[0].last)
            given = monkey.any_order(seen.box, seen.view, chance)
            orders.declare_order(services, game.id, seen.user_id, f"{seen.last}", seen.last, given)
        if is_over:
            last = looks[0].last
            orders.declare_order(services, game.id, self.players[0], "over", last, Concede())
        return game.id


def fill_database(url: str, games: int, moves: int) -> None:
    """Fill an empty database with this number of games, and of moves in all games together."""
    migrate_database(url)
    services = Services.open(shelf(), url)
    templates = Templates(services, max(2, moves // games))
    services.close()
    engine = open_engine(url)
    members = max(4, games // PER_MEMBER)
    with engine.connect() as reading:
        rows = _template_rows(reading)
    first = max(rows["games"]) + 1
    _write(engine, schema.users, _users(members, rows["password"]))
    for begin in range(first, games + 1, BATCH):
        last = min(begin + BATCH - 1, games)
        _copy_games(engine, templates, rows, range(begin, last + 1), members)
    with engine.execution_options(writes=True).begin() as writing:
        writing.execute(
            schema.users.update().where(schema.users.c.id == 1).values(is_moderator=True)
        )
        if engine.dialect.name == "postgresql":
            for table in ("users", "games"):
                writing.exec_driver_sql(
                    f"SELECT setval('{table}_id_seq', (SELECT max(id) FROM {table}))"  # noqa: S608 - two fixed names
                )
    if engine.dialect.name == "postgresql":  # autovacuum does it there; no server does it on SQLite
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as tending:
            tending.exec_driver_sql("VACUUM ANALYZE")
    engine.dispose()


def _add_member(services: Services, number: int) -> Any:
    return accounts.register(services, f"Member-{number} of the club", PASSWORD)


def _template_rows(reading: sa.Connection) -> dict[str, Any]:
    """Rows of the played games and of their dependent tables, by game."""
    found: dict[str, Any] = {
        "games": {row.id: dict(row._mapping) for row in reading.execute(schema.games.select())}  # noqa: SLF001 - the documented way to names
    }
    for table in (schema.seats, schema.clocks):
        found[table.name] = {
            game_id: [
                dict(row._mapping)  # noqa: SLF001 - the documented way to names
                for row in reading.execute(table.select().where(table.c.game_id == game_id))
            ]
            for game_id in found["games"]
        }
    found["password"] = reading.execute(sa.select(schema.users.c.password).limit(1)).scalar_one()
    return found


def _users(members: int, password: str) -> Iterator[dict[str, Any]]:
    for number in range(3, members + 1):
        name = f"Member-{number} of the club"
        yield {
            "id": number,
            "name": name,
            "name_key": name_key(name),
            "password": password,
            "is_guest": number % 4 == 0,
            "is_bot": False,
            "language": "en",
            "theme": "auto",
            "palette": "classic",
            "created": _moment(number),
            "email": f"{number}@example.org",
        }


def _moment(number: int) -> str:
    """Time that grows with the number, two minutes for each, in the past."""
    when = NEWEST - timedelta(days=900) + timedelta(minutes=2 * number)
    return f"{when:%Y-%m-%dT%H:%M:%S}.000Z"


def _copy_games(
    engine: sa.Engine, templates: Templates, rows: dict[str, Any], which: range, members: int
) -> None:
    games = [
        rows["games"][templates.of(number)] | _own_values(number, templates) for number in which
    ]
    players = {number: _players(number, members) for number in which}
    _write(engine, schema.games, iter(games))
    seats = (
        seat | {"game_id": number, "user_id": user and players[number][user - 1]}
        for number in which
        for seat in rows["seats"][templates.of(number)]
        for user in (seat["user_id"],)
    )
    _write(engine, schema.seats, seats)
    clocks = (
        clock | {"game_id": number}
        for number in which
        for clock in rows["clocks"][templates.of(number)]
    )
    _write(engine, schema.clocks, clocks)
    for table, made in _around(games, players):
        _write(engine, table, iter(made))
    names = [f'"{column.name}"' for column in schema.moves.columns]
    statement = COPY_MOVES.format(
        columns=", ".join(names), others=", ".join(f"moves.{name}" for name in names[1:])
    )
    with engine.execution_options(writes=True).begin() as writing:
        writing.execute(
            sa.text(statement),
            {
                "first": which[0],
                "last": which[-1],
                "demo": templates.demo,
                "over": templates.over,
                "running": templates.running,
            },
        )


def _own_values(number: int, templates: Templates) -> dict[str, Any]:
    moment = _moment(number)
    return {
        "id": number,
        "token": f"generated-{number}",
        "is_demo": templates.of(number) == templates.demo,
        "parent_id": templates.over if number % 200 == BATTLE else None,
        "battle": str(number) if number % 200 == BATTLE else "",
        "rated": number % 3 == 0 and templates.of(number) == templates.over,
        "visibility": "private" if number % 10 == 7 else "open",
        "opened_at": moment,
        "begun_at": moment,
        "moved_at": moment,
        "listed_at": moment,
    }


def _players(number: int, members: int) -> tuple[int, int]:
    """Two different members of a game."""
    step = 1 + (number // members) % (members - 1)
    return 1 + number % members, 1 + (number + step) % members


def _around(
    games: list[dict[str, Any]], players: dict[int, tuple[int, int]]
) -> Iterator[tuple[sa.Table, list[dict[str, Any]]]]:
    """Rows of other tables that grow with the games."""
    seen = [(game, user) for game in games for user in players[game["id"]]]
    over = [(game, user) for game, user in seen if game["status"] == "over"]
    yield (
        schema.visits,
        [{"game_id": game["id"], "user_id": user, "seen": 1} for game, user in seen],
    )
    yield (
        schema.chat_messages,
        [
            {
                "game_id": game["id"],
                "user_id": user,
                "name": "A member",
                "text": "Good luck!",
                "made_at": game["moved_at"],
                "after": 1,
            }
            for game, user in seen
        ],
    )
    yield (
        wish_tables.found_games,
        [
            {
                "game_id": game["id"],
                "user_id": user,
                "pace": "day",
                "waited_minutes": 5,
                "made_at": game["moved_at"],
            }
            for game, user in over
        ],
    )
    yield (
        ratings.timed_decisions,
        [
            {
                "game_id": game["id"],
                "user_id": user,
                "day": game["moved_at"][:10],
                "in_time": 5,
                "total": 5,
            }
            for game, user in over
        ],
    )
    yield (
        ratings.rated_battles,
        [_rated_battle(game, user, players[game["id"]]) for game, user in over if game["rated"]],
    )
    yield (
        ratings.rated_seats,
        [
            {"game_id": game["id"], "seat": str(user), "player": user}
            for game, user in over
            if game["rated"]
        ],
    )
    yield notification_tables.outbox, [_sent(game, user) for game, user in seen]
    yield (
        login_tables.logins,
        [
            {
                "token_hash": f"generated-{game['id']}-{user}",
                "user_id": user,
                "csrf": "x",
                "created": game["moved_at"],
                "seen": _moment(10**6),
            }
            for game, user in seen
            if game["id"] % 10 == 0
        ],
    )


def _rated_battle(game: dict[str, Any], user: int, players: tuple[int, int]) -> dict[str, Any]:
    return {
        "game_id": game["id"],
        "player": user,
        "opponent": next(one for one in players if one != user),
        "box": BOX,
        "number": game["number"],
        "ended_at": game["moved_at"],
        "week": game["id"] // 5000,
        "result": "won" if user == players[0] else "lost",
        "on_time": False,
        "reason": "",
        "change": 0.0,
        "opponent_rating": 1500.0,
        "opponent_deviation": 200.0,
    }


def _sent(game: dict[str, Any], user: int) -> dict[str, Any]:
    return {
        "key": f"generated-{game['id']}-{user}",
        "user_id": user,
        "game_id": game["id"],
        "kind": "turn",
        "channel": "mail",
        "to": "",
        "message": SENT,
        "state": "sent",
        "tries": 1,
        "claim": "",
        "due": game["moved_at"],
        "made_at": game["moved_at"],
        "done_at": _moment(10**6),
        "why": "",
    }


def _write(engine: sa.Engine, table: sa.Table, rows: Iterator[dict[str, Any]]) -> None:
    while batch := [row for _, row in zip(range(BATCH), rows, strict=False)]:
        with engine.execution_options(writes=True).begin() as writing:
            writing.execute(table.insert(), batch)


if __name__ == "__main__":
    begun = time.process_time()
    fill_database(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    print(f"filled; {time.process_time() - begun:.0f} s of processor time in this process")
