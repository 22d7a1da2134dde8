"""Two server processes at one long game: both do their task at the same moment of game time.

The time of the game is patched; the server is up while it passes.
"""

from __future__ import annotations

import multiprocessing
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from app.games import shelf
from app.kernel import record
from app.kernel.contract import Order
from app.kernel.readjudication import readjudicate_moves
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import NoSuchGame, Overtaken
from app.services.play import orders
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.rate_limit import RateLimiter
from app.services.time import availability
from app.services.time.deadline_worker import process_game
from app.services.watch import game_view
from app.store.migrate import migrate_database
from bench.own_postgres import OwnPostgres
from tests.clock_modules import GAME_TIME

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


class GameClock:
    """Time of the game in this process."""

    now = START

    def text(self) -> str:
        """Time as the services record it."""
        return availability.time_text(self.now)


CLOCK = GameClock()


def patch_time() -> None:
    """Let the services of this process read the time of the game."""
    for module in GAME_TIME:
        setattr(module, "current_time", CLOCK.text)  # noqa: B010 - the modules differ


class Task(msgspec.Struct, frozen=True):
    """Work at a moment: "give" an order, enforce the "clock", bring "results", or "stop"."""

    kind: str
    now: str
    game: int = 0
    user: int = 0
    seat: str | None = None
    after: int = 0
    order: bytes = b""


def order_task(game: int, user: int, seat: str | None, after: int, order: Order) -> Task:
    """Task of one order."""
    return Task("give", CLOCK.text(), game, user, seat, after, record.as_given(order).encode())


def perform(services: Services, task: Task) -> str:
    """Do a task; return "done", "overtaken", or the rules that refuse."""
    CLOCK.now = availability.parse_time(task.now)
    try:
        if task.kind == "give":
            command = secrets.token_hex(8)
            orders.declare_order(
                services, task.game, task.user, command, task.after, task.order, seat=task.seat
            )
        elif task.kind == "results":
            ChildBattleWorker(services).sweep()
        else:
            while process_game(services, task.game):
                pass
    except Overtaken:
        return "overtaken"
    except NoSuchGame:
        return "over"
    except Refused as refused:
        return " ".join(one.rule for one in refused.refusals)
    return "done"


def opened(url: str) -> Services:
    """Services of one process without rate limits."""
    services = Services.open(shelf(), url)
    services.limits = RateLimiter(lifted=True)
    return services


def serve(url: str, pipe: Connection) -> None:
    """Main function of the second process."""
    patch_time()
    services = opened(url)
    try:
        while (task := msgspec.json.decode(pipe.recv_bytes(), type=Task)).kind != "stop":
            try:
                answer = perform(services, task)
            except Exception as wrong:  # noqa: BLE001 - the first process reports it as a fault
                answer = f"! {type(wrong).__name__}: {wrong}"
            pipe.send_bytes(answer.encode())
    finally:
        services.close()


class Pair:
    """This process and a second one, on the same database."""

    def __init__(self, url: str):
        patch_time()
        self.services = opened(url)
        self._pipe, other = multiprocessing.Pipe()
        spawned: Any = multiprocessing.get_context("spawn")
        self._process = spawned.Process(target=serve, args=(url, other), daemon=True)
        self._process.start()

    def both(self, here: Task | None, there: Task | None) -> list[str]:
        """Do two tasks at the same time; return what became of them."""
        if there is not None:
            self._pipe.send_bytes(msgspec.json.encode(there))
        found = []
        if here is not None:
            try:
                found.append(perform(self.services, here))
            except Exception as wrong:  # noqa: BLE001 - reported as a fault
                found.append(f"! {type(wrong).__name__}: {wrong}")
        if there is not None:
            found.append(self._pipe.recv_bytes().decode())
        return found

    def let_pass(self, span: timedelta) -> None:
        """Let time pass while the server is up."""
        CLOCK.now += span
        with self.services.store.write() as work:
            last = work.uptime.last_interval()
            if last is None:
                work.uptime.begin_interval(CLOCK.text())
            else:
                work.uptime.go_on(last.id, CLOCK.text())
            work.commit()

    def close(self) -> None:
        """End the second process and close the services."""
        self._pipe.send_bytes(msgspec.json.encode(Task("stop", CLOCK.text())))
        self._process.join(timeout=20)
        self.services.close()


@contextmanager
def database(kind: str) -> Iterator[str]:
    """Address of a new database with all tables."""
    if kind == "postgres":
        with OwnPostgres() as postgres:
            postgres.start()
            migrate_database(postgres.url)
            yield postgres.url
        return
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder)}/games.db"
        migrate_database(url)
        yield url


def end_faults(look: game_view.GameView) -> list[str]:
    """Faults of the whole record: its chain, its dice, its replay, and its orders decided again."""
    history, found = look.history, list[str]()
    replayed = record.replay_moves(look.box, history.moves)
    if replayed.state != history.now.state:
        found.append("the replay differs")
    found += [
        f"move {one.number} decided again: {one.why}"
        for one in readjudicate_moves(look.box, history.moves, history.tables)
    ]
    return found
