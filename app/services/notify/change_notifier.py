"""Change notifier (publish and subscribe): broadcasts that a number has changed, never the content.

A change fans out to the waiting tasks of all processes. Each browser then fetches its own view.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from typing import Protocol

import psycopg
import sqlalchemy as sa

from app.store.engine import LINK

log = logging.getLogger(__name__)

CHANNEL = "caracole"
ANNOUNCED = "caracole_announced"
PLAYER_CHAT = "player_chat:"  # followed by a side: player chat as the players of that side read it
WAITING = "waiting"  # of a user: time (ms) of the last move in the user's games
LISTS = "lists"  # any act that a public list of games may show; no task waits for it
CLUB_CHAT = "club_chat"  # of a club: messages and acts of its moderators
SHOWN = "shown"  # moves shown with a delay: no call announces them, they become due by time
# seconds for which a number is used without asking the database again
FRESH = 20.0
SOON = 1.0  # seconds for moves shown with a delay, which no call announces
# seconds after which an unused number is removed; late notifications come much sooner
KEPT = 600.0
DatabaseEngine = sa.Engine
Topic = tuple[int, str]
Change = tuple[int, int, str]  # game or user, its last number, and what has changed


def cache_seconds(what: str) -> float:
    """Seconds for which a cached number is used."""
    return SOON if what == SHOWN else FRESH


class ChangeNotifier(Protocol):
    announced: Callable[[str], None]
    """Called with each announcement of another process, from the thread of the listener."""
    changed: Callable[[Sequence[Change]], None]
    """Called with all changes of this and other processes, before the waiting tasks wake."""

    def publish(self, game_id: int, number: int, what: str = "moves") -> None:
        """Notify all waiting tasks that the last number is now `number`.

        Called after the commit, from any thread.
        """

    def publish_all(self, changes: Sequence[Change]) -> None:
        """Notify of several changes at once."""

    def publish_here(self, game_id: int, number: int, what: str) -> None:
        """Notify only the tasks that wait in this process."""

    def announce(self, words: str) -> None:
        """Send text to the other processes. A lost announcement is not repeated."""

    async def next_after(self, game_id: int, seen: int, what: str = "moves") -> int:
        """Wait until the last number is greater than `seen`, and return it."""

    def is_waited_for(self, game_id: int) -> bool:
        """True if a task of this process waits for moves of this game."""

    def close(self) -> None:
        """Stop notifying."""


class MemoryNotifier:
    """Change notifier for one server process.

    `last(game_id, what)` reads the last number from the database.
    """

    def __init__(self, last: Callable[[int, str], int]):
        self._last = last
        self._lock = threading.Lock()
        self._waiting: dict[Topic, set[asyncio.Future[None]]] = defaultdict(set)
        # the least recently remembered first
        self._known: OrderedDict[Topic, tuple[int, float]] = OrderedDict()
        self.announced: Callable[[str], None] = lambda _: None
        self.changed: Callable[[Sequence[Change]], None] = lambda _: None

    def publish(self, game_id: int, number: int, what: str = "moves") -> None:
        self.publish_all([(game_id, number, what)])

    def publish_all(self, changes: Sequence[Change]) -> None:
        self._publish_here(changes)

    def publish_here(self, game_id: int, number: int, what: str) -> None:
        self._publish_here([(game_id, number, what)])

    def _publish_here(self, changes: Sequence[Change]) -> None:
        self.changed(changes)
        for game_id, number, what in changes:
            self._remember((game_id, what), number)
        self._wake({(game_id, what) for game_id, _, what in changes})

    def announce(self, words: str) -> None:
        """Do nothing: there is no other process."""

    async def next_after(self, game_id: int, seen: int, what: str = "moves") -> int:
        topic = game_id, what
        while True:
            # Waiting begins before the database is read, so a move made in between is noticed.
            waiter = asyncio.get_running_loop().create_future()
            with self._lock:
                self._waiting[topic].add(waiter)
            try:
                number = self._recent_number(topic)
                if number is None or number <= seen:
                    number = await self._read_number(topic) if number is None else number
                if number > seen:
                    return number
                until = waiter.get_loop().call_later(cache_seconds(what), _finish_futures, [waiter])
                try:  # `asyncio.wait` takes twice as long
                    await waiter
                finally:
                    until.cancel()
            finally:
                self._stop_waiting(topic, waiter)

    def is_waited_for(self, game_id: int) -> bool:
        with self._lock:
            return bool(self._waiting.get((game_id, "moves")))

    def close(self) -> None:
        self._forget_numbers()

    async def _read_number(self, topic: Topic) -> int:
        number = await asyncio.to_thread(self._last, *topic)
        self._remember(topic, number)
        return number

    def _recent_number(self, topic: Topic) -> int | None:
        number, at = self._known.get(topic, (0, 0.0))
        return number if at and time.monotonic() - at < cache_seconds(topic[1]) else None

    def _remember(self, topic: Topic, number: int) -> None:
        now = time.monotonic()
        with self._lock:
            self._known[topic] = max(number, self._known.get(topic, (0, 0.0))[0]), now
            self._known.move_to_end(topic)
            while next(iter(self._known.values()))[1] < now - KEPT:
                self._known.popitem(last=False)

    def _wake(self, topics: set[Topic] | None = None) -> None:
        """Wake the tasks that wait for these topics, or all tasks.

        Each event loop gets one call, however many tasks wait.
        """
        with self._lock:
            woken = [
                waiter
                for topic in (topics or set(self._waiting))
                for waiter in self._waiting.pop(topic, ())
            ]
        by_loop = defaultdict(list)
        for waiter in woken:
            by_loop[waiter.get_loop()].append(waiter)
        for loop, waiters in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_finish_futures, waiters)

    def _stop_waiting(self, topic: Topic, waiter: asyncio.Future[None]) -> None:
        with self._lock:
            waiting = self._waiting.get(topic)
            if waiting is not None:
                waiting.discard(waiter)
                if not waiting:
                    del self._waiting[topic]

    def _forget_numbers(self) -> None:
        """Clear the cached numbers and make all tasks read the database."""
        self.changed([(0, 0, LISTS)])
        with self._lock:
            self._known.clear()
        self._wake()


def _finish_futures(waiters: list[asyncio.Future[None]]) -> None:
    for waiter in waiters:
        if not waiter.done():
            waiter.set_result(None)


class PostgresNotifier(MemoryNotifier):
    """Change notifier for several server processes on one Postgres.

    NOTIFY carries the number; a separate thread listens.
    """

    def __init__(self, last: Callable[[int, str], int], engine: sa.Engine):
        super().__init__(last)
        # the driver reads an address with several hosts otherwise than the dialect
        self._server = {**engine.dialect.create_connect_args(engine.url)[1], **LINK}
        self._sender: psycopg.Connection | None = None
        # A separate channel ends the listener at once, without waiting for other notifications.
        self._closing_channel = f"caracole_{secrets.token_hex(8)}"
        self._sending = threading.Lock()
        self._closed = threading.Event()
        self._ready = threading.Event()
        self._listener = threading.Thread(target=self._listen, name="change notifier", daemon=True)
        self._listener.start()
        self._ready.wait(timeout=5)

    def publish_all(self, changes: Sequence[Change]) -> None:
        self._publish_here(changes)
        self._notify(CHANNEL, *(f"{game_id} {number} {what}" for game_id, number, what in changes))

    def announce(self, words: str) -> None:
        self._notify(ANNOUNCED, words)

    def _notify(self, channel: str, *what: str) -> None:
        # The notification is not part of the move's transaction. Postgres serializes the commits of
        # transactions that notify.
        with self._sending:
            try:
                try:
                    self._send(channel, what)
                except psycopg.OperationalError:  # connection was cut: reconnect once
                    self._send(channel, what)
            except psycopg.Error:
                # The move is on record. The other processes find it when they next read the
                # database.
                log.warning(
                    "could not notify the other server processes of %s",
                    " ".join(what)[:40],
                    exc_info=True,
                )

    def _send(self, channel: str, what: Sequence[str]) -> None:
        if self._sender is None or self._sender.closed:
            self._sender = psycopg.connect(autocommit=True, **self._server)
        self._sender.execute(
            "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload",
            (channel, list(what)),
        )

    def close(self) -> None:
        self._closed.set()
        # close must not wait for a server that hangs
        sender = threading.Thread(
            target=self._notify, args=(self._closing_channel, ""), daemon=True
        )
        sender.start()
        self._listener.join(timeout=3)
        sender.join(timeout=1)
        if self._sender is not None:
            self._sender.close()
        super().close()

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                with psycopg.connect(autocommit=True, **self._server) as connection:
                    connection.execute(
                        f"LISTEN {CHANNEL}; LISTEN {ANNOUNCED}; LISTEN {self._closing_channel}"
                    )
                    self._ready.set()
                    self._forget_numbers()  # changes missed without a listener are read from the database
                    while not self._closed.is_set():
                        for notice in connection.notifies(timeout=1.0):
                            if notice.channel == self._closing_channel:
                                return
                            (
                                self.announced
                                if notice.channel == ANNOUNCED
                                else self._on_notification
                            )(notice.payload)
            except psycopg.Error:
                log.warning(
                    "change notifier lost its Postgres connection; reconnecting", exc_info=True
                )
                self._closed.wait(1.0)

    def _on_notification(self, payload: str) -> None:
        game_id, number, what = payload.split(" ")
        self.publish_here(int(game_id), int(number), what)
