"""Processor time of an order by layer, with its statements and transactions.

    python -m bench.order_path [ORDERS] [--games 50] [--texts] [--whole] [--long]

Orders of the API go through the whole ASGI application, one at a time and without a network, on a
temporary SQLite file. A reference loop runs between them; the figures are first quartiles, because
other processes only delay. --whole asks for the new view in the answer. --long looks at one game of
50 to 3,200 moves.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import sqlalchemy as sa
from fastapi import FastAPI

from app.kernel import monkey, table, table_decisions, table_orders
from app.kernel.contract import Order
from app.main import create_app
from app.services.container import Services
from app.services.play import lobby
from app.services.play.orders import declare_order
from app.services.watch import game_view, history_cache
from app.settings import Settings
from app.store import game_repository, locked_games, transactions
from app.store.migrate import migrate_database
from app.web import metrics, route_index
from app.web.api import authentication, responses
from app.web.api.routes import given_orders
from bench.load.crowd import members
from bench.measured_games import server_game

LENGTHS = (50, 200, 800, 3200)
WARM = 20  # orders before the first one that counts
REFERENCE = 2000  # rounds of the reference loop


def reference_loop() -> float:
    """Processor milliseconds of a fixed work of the same kind: JSON, dictionaries and calls."""
    began, kept = time.process_time(), dict[int, Any]()
    for number in range(REFERENCE):
        kept[number % 50] = json.loads(json.dumps({"number": number, "path": ["a", "b"]}))
    return (time.process_time() - began) * 1000


class Layers:
    """Processor time of one request at a time, each moment charged to the innermost layer."""

    def __init__(self) -> None:
        self.spent = defaultdict[str, float](float)
        self._open = ["outside"]
        self._since = time.process_time()

    def switch(self) -> None:
        """Charge the time until now to the present layer."""
        now = time.process_time()
        self.spent[self._open[-1]] += now - self._since
        self._since = now

    @contextmanager
    def within(self, name: str) -> Iterator[None]:
        """Charge this block to a layer."""
        self.switch()
        self._open.append(name)
        try:
            yield
        finally:
            self.switch()
            self._open.pop()

    def sync(self, name: str, inner: Callable[..., Any]) -> Callable[..., Any]:
        """Function that charges its time to a layer."""

        def measured(*args: Any, **more: Any) -> Any:
            with self.within(name):
                return inner(*args, **more)

        return measured

    def coroutine(self, name: str, inner: Callable[..., Any]) -> Callable[..., Any]:
        """Coroutine function that charges its time to a layer."""

        async def measured(*args: Any, **more: Any) -> Any:
            with self.within(name):
                return await inner(*args, **more)

        return measured


PLACES: Sequence[tuple[str, Any, str, bool]] = (
    ("middleware", metrics.AccessLog, "__call__", True),
    ("routing and decoding", route_index.RouteIndex, "__call__", True),
    ("limits and shape", given_orders, "record_order", False),
    ("authentication", authentication, "load_known_asker", False),
    ("service", given_orders, "declare_or_join", False),
    ("lock and seats", locked_games.LockedGames, "lock_for", False),
    ("lock and seats", game_repository.Seats, "for_game", False),
    ("history", history_cache.HistoryCache, "of", False),
    ("decide", table_decisions, "decide_on", False),
    ("evolve", table, "after_all", False),
    ("commit", transactions.SharedWork, "commit", False),
    ("after the commit", Services, "publish_move", False),
    ("answer", responses, "played_model", False),
)
"""Layer, owner and name of the measured functions; true for a coroutine function."""
LAYERS = [(place[0], "") for place in PLACES]
WHOLE = ((b"prefer", b"return=representation"),)


@contextmanager
def measured_layers(layers: Layers) -> Iterator[None]:
    """Measure the functions of all places."""
    patches = [
        patch.object(
            owner,
            name,
            (layers.coroutine if is_coroutine else layers.sync)(layer, getattr(owner, name)),
        )
        for layer, owner, name, is_coroutine in PLACES
    ]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()


class Statements:
    """Statements and transactions of an engine while it counts. Those that SQLAlchemy runs take
    longer than those that go straight to the driver (`app.store.driver_statements`).
    """

    def __init__(self, engine: sa.Engine):
        self.counts, self.texts, self._is_on = Counter[str](), Counter[str](), False
        sa.event.listen(engine, "before_cursor_execute", self._executed)
        sa.event.listen(engine, "after_cursor_execute", self._executed_by_sqlalchemy)
        sa.event.listen(engine, "begin", self._begun)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count the statements and transactions of this block."""
        self._is_on = True
        try:
            yield
        finally:
            self._is_on = False

    def _executed(self, _: Any, __: Any, statement: str, *___: Any) -> None:
        if self._is_on and not statement.startswith("BEGIN"):
            self.counts["statements"] += 1
            self.texts[" ".join(statement.split())] += 1

    def _executed_by_sqlalchemy(self, *_: Any) -> None:
        self.counts["by SQLAlchemy"] += self._is_on

    def _begun(self, _: Any) -> None:
        if self._is_on:
            self.counts["transactions"] += 1


class Client:
    """Client of the ASGI application without a network."""

    def __init__(self, app: FastAPI, token: str):
        self.app = app
        self.headers = [
            (b"host", b"127.0.0.1:8000"),
            (b"authorization", f"Bearer {token}".encode()),
            (b"accept-language", b"en"),
            (b"content-type", b"application/json"),
        ]

    async def ask(
        self, method: str, path: str, body: bytes = b"", more: Sequence[tuple[bytes, bytes]] = ()
    ) -> tuple[int, bytes]:
        """Status and body of the answer."""
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [*self.headers, (b"content-length", str(len(body)).encode()), *more],
            "client": ("127.0.0.1", 1000),
            "server": ("127.0.0.1", 8000),
            "state": {},
        }
        sent = iter([{"type": "http.request", "body": body, "more_body": False}])
        status, parts = 0, []

        async def receive() -> dict[str, Any]:
            for message in sent:
                return message
            await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        return status, b"".join(parts)


class OrderTable:
    """A game of two clients, played with random orders."""

    def __init__(self, app: FastAPI, people: Sequence[tuple[int, str]], seed: int):
        self.services: Services = app.state.services
        self.chance = random.Random(seed)  # noqa: S311 random play
        self.people = [user for user, _ in people]
        self.clients = {user: Client(app, secret) for user, secret in people}
        self.begin()

    def begin(self) -> None:
        """Open a game and seat both players."""
        box = server_game()
        scenario = box.card.scenarios[0].key
        self.id = lobby.open_table(self.services, self.people[0], box.card.key, scenario).id
        lobby.join_table(self.services, self.id, self.people[1])

    def next_order(self) -> tuple[Client, bytes]:
        """Client that owes a decision, and the body of a random legal order."""
        look = game_view.load_view(self.services, self.id)
        if look.outcome is not None:
            self.begin()
            return self.next_order()
        holder = next(one.user_id for one in look.seats if one.seat == look.waiting[0])
        mine = game_view.load_view(self.services, self.id, holder)
        order = monkey.any_order(mine.box, mine.view, self.chance)
        given = {
            "command": f"bench {self.id} {mine.last}",
            "after": mine.last,
            "order": msgspec.to_builtins(order),
        }
        return self.clients[holder or 0], msgspec.json.encode(given)


class Measured(msgspec.Struct):
    """Figures of one order; times are milliseconds of the processor."""

    ms: float
    reference_ms: float
    layers: dict[str, float]
    counts: dict[str, float]
    texts: dict[str, float]

    @property
    def ratio(self) -> float:
        """Processor time of an order in runs of the reference loop."""
        return self.ms / self.reference_ms


def first_quartile(taken: Sequence[float]) -> float:
    return statistics.quantiles(taken, n=4)[0]


async def give_order(table: OrderTable, more: Sequence[tuple[bytes, bytes]], within: Any) -> None:
    """Give one order within a context that measures it."""
    client, body = table.next_order()
    with within:
        status, answer = await client.ask("POST", f"/api/v1/games/{table.id}/orders", body, more)
    if status != 200:
        raise AssertionError(f"{status}: {answer[:400]!r} to {body!r}")


@contextmanager
def processor_time(taken: list[float]) -> Iterator[None]:
    """Add the processor milliseconds of this block to a list."""
    began = time.process_time()
    yield
    taken.append((time.process_time() - began) * 1000)


async def measure_orders(
    tables: Sequence[OrderTable], orders: int, more: Sequence[tuple[bytes, bytes]] = ()
) -> Measured:
    """Give orders in turn at all tables: first for the counts, then the plain time, then the time
    by layer.
    """
    statements, layers = Statements(tables[0].services.store.engine), Layers()
    plain: list[float] = []
    reference: list[float] = []
    for number in range(WARM + orders):
        within = statements.counted() if number >= WARM else nullcontext()
        await give_order(tables[number % len(tables)], more, within)
    for number in range(orders):
        await give_order(tables[number % len(tables)], more, processor_time(plain))
        reference.append(reference_loop())
    with measured_layers(layers):
        for number in range(orders):
            await give_order(tables[number % len(tables)], more, layers.within("outside"))
    return Measured(
        first_quartile(plain),
        first_quartile(reference),
        {name: 1000 * layers.spent[name] / orders for name in dict(LAYERS)},
        {name: count / orders for name, count in statements.counts.items()},
        {name: count / orders for name, count in statements.texts.items()},
    )


@contextmanager
def opened_app(folder: Path) -> Iterator[FastAPI]:
    """Application on a new SQLite file, without limits and workers."""
    url = f"sqlite:///{folder}/orders.db"
    migrate_database(url)
    app = create_app(Settings(database_url=url, rate_limits=False))
    try:
        yield app
    finally:
        app.state.services.close()


def print_orders(found: Measured, with_texts: bool) -> None:
    """Print the figures of orders."""
    print(f"order: {found.ms:.2f} ms of processor, {found.ratio:.3f} of the reference loop")
    print("  ".join(f"{name} {count:.2f}" for name, count in found.counts.items()))
    for name, spent in found.layers.items():
        print(f"  {name:24} {spent:6.3f} ms")
    for text, count in sorted(found.texts.items(), key=lambda one: -one[1]) if with_texts else ():
        print(f"  {count:5.2f}  {text[:150]}")


def measure_long_game(table: OrderTable, rounds: int = 20) -> Iterator[tuple[int, float, float]]:
    """Length of a game, and the times of an order and of a look at it. Offers of a draw and their
    answers are the moves.
    """
    services, (one, other) = table.services, table.people

    def draw(user: int, order: Order) -> None:
        last = game_view.load_view(services, table.id, user).last
        with processor_time(orders):
            declare_order(services, table.id, user, f"draw {last}", last, order)
        with processor_time(looks):
            game_view.load_view(services, table.id, user)

    for length in LENGTHS:
        orders: list[float] = []
        looks: list[float] = []
        while game_view.load_view(services, table.id).last < length or len(orders) < rounds:
            draw(one, table_orders.OfferDraw())
            draw(other, table_orders.DeclineDraw())
        yield length, first_quartile(orders[-rounds:]), first_quartile(looks[-rounds:])


async def run(asked: argparse.Namespace, folder: Path) -> None:
    with opened_app(folder) as app:
        people = members(app.state.services, 2 * asked.games)
        tables = [OrderTable(app, people[2 * n : 2 * n + 2], n) for n in range(asked.games)]
        print_orders(await measure_orders(tables, asked.orders), asked.texts)
        if asked.whole:
            print_orders(await measure_orders(tables, asked.orders, WHOLE), asked.texts)
        for length, order, look in measure_long_game(tables[0]) if asked.long else ():
            print(f"game of {length} moves: order {order:.2f} ms, look {look:.2f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("orders", nargs="?", type=int, default=500)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--texts", action="store_true", help="print the statements")
    parser.add_argument("--whole", action="store_true", help="also with the new view in the answer")
    parser.add_argument("--long", action="store_true", help="also a long game")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(parser.parse_args(), Path(folder)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
