"""The bell: it says *that* a move was made, never what. Each browser then fetches its own view."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

import psycopg
import sqlalchemy as sa

from app.store.engine import LINK

log = logging.getLogger(__name__)

CHANNEL = "caracole"
ANNOUNCED = "caracole_announced"
SHOWN = "shown"  # the moves of a game that is shown late: nobody rings for them, their time comes
FRESH = (
    20.0  # seconds for which a number that was heard is believed without asking the ledger again
)
SOON = 1.0  # the same of what nobody rings for
Topic = tuple[int, str]


def believed(what: str) -> float:
    """For how many seconds a number is believed."""
    return SOON if what == SHOWN else FRESH


class Bell(Protocol):
    announced: Callable[[str], None]
    """Called with what another process of this house announces, from a thread of the bell."""

    def ring(self, game_id: int, number: int, what: str = "moves") -> None:
        """Tell everybody who waits that the last number is now `number`. Called after the commit,
        from any thread.
        """

    def ring_here(self, game_id: int, number: int, what: str) -> None:
        """The same for those alone who wait in this process."""

    def announce(self, words: str) -> None:
        """Say something to the other processes; what is lost is not said again."""

    async def next_after(self, game_id: int, seen: int, what: str = "moves") -> int:
        """The last number on the ledger, as soon as it is greater than `seen`."""

    def is_waited_for(self, game_id: int) -> bool:
        """Whether anybody in this process waits for this game."""

    def close(self) -> None:
        """Ring no more."""


class MemoryBell:
    """A bell for one server process. `last(game_id, what)` asks the ledger for the last number."""

    def __init__(self, last: Callable[[int, str], int]):
        self._last = last
        self._lock = threading.Lock()
        self._waiting: dict[Topic, set[asyncio.Future[None]]] = defaultdict(set)
        self._heard: dict[Topic, tuple[int, float]] = {}
        self.announced: Callable[[str], None] = lambda _: None

    def ring(self, game_id: int, number: int, what: str = "moves") -> None:
        self.ring_here(game_id, number, what)

    def ring_here(self, game_id: int, number: int, what: str) -> None:
        self._hear((game_id, what), number)
        self._wake({(game_id, what)})

    def announce(self, words: str) -> None:
        """There is no other process."""

    async def next_after(self, game_id: int, seen: int, what: str = "moves") -> int:
        topic = game_id, what
        while True:
            # Waiting begins before the ledger is asked: a move made in between rings too.
            rung = asyncio.get_running_loop().create_future()
            with self._lock:
                self._waiting[topic].add(rung)
            try:
                number = self._heard_lately(topic)
                if number is None or number <= seen:
                    number = await self._asked(topic) if number is None else number
                if number > seen:
                    return number
                await asyncio.wait([rung], timeout=believed(what))
            finally:
                self._give_up(topic, rung)

    def is_waited_for(self, game_id: int) -> bool:
        with self._lock:
            return bool(self._waiting.get((game_id, "moves")))

    def close(self) -> None:
        self._forget()

    async def _asked(self, topic: Topic) -> int:
        number = await asyncio.to_thread(self._last, *topic)
        self._hear(topic, number)
        return number

    def _heard_lately(self, topic: Topic) -> int | None:
        number, at = self._heard.get(topic, (0, 0.0))
        return number if at and time.monotonic() - at < believed(topic[1]) else None

    def _hear(self, topic: Topic, number: int) -> None:
        with self._lock:
            self._heard[topic] = max(number, self._heard.get(topic, (0, 0.0))[0]), time.monotonic()

    def _wake(self, topics: set[Topic] | None = None) -> None:
        """Wake those who wait for these topics, or everybody; one call into each event loop,
        however many wait.
        """
        with self._lock:
            woken = [
                rung
                for topic in (topics or set(self._waiting))
                for rung in self._waiting.pop(topic, ())
            ]
        by_loop = defaultdict(list)
        for rung in woken:
            by_loop[rung.get_loop()].append(rung)
        for loop, rungs in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_finish, rungs)

    def _give_up(self, topic: Topic, rung: asyncio.Future[None]) -> None:
        with self._lock:
            waiting = self._waiting.get(topic)
            if waiting is not None:
                waiting.discard(rung)
                if not waiting:
                    del self._waiting[topic]

    def _forget(self) -> None:
        """Believe nothing that was heard, and let everybody ask the ledger."""
        with self._lock:
            self._heard.clear()
        self._wake()


def _finish(rungs: list[asyncio.Future[None]]) -> None:
    for rung in rungs:
        if not rung.done():
            rung.set_result(None)


class PostgresBell(MemoryBell):
    """A bell for several server processes on one Postgres: NOTIFY carries the number, a thread of
    its own listens.
    """

    def __init__(self, last: Callable[[int, str], int], engine: sa.Engine):
        super().__init__(last)
        self._address = engine.url.set(drivername="postgresql").render_as_string(
            hide_password=False
        )
        self._voice: psycopg.Connection | None = None
        # a channel of its own: it need not wait for news to hear that it is closed
        self._enough = f"caracole_{secrets.token_hex(8)}"
        self._speaking = threading.Lock()
        self._closed = threading.Event()
        self._ready = threading.Event()
        self._listener = threading.Thread(target=self._listen, name="bell", daemon=True)
        self._listener.start()
        self._ready.wait(timeout=5)

    def ring(self, game_id: int, number: int, what: str = "moves") -> None:
        self.ring_here(game_id, number, what)
        self._notify(CHANNEL, f"{game_id} {number} {what}")

    def announce(self, words: str) -> None:
        self._notify(ANNOUNCED, words)

    def _notify(self, channel: str, what: str) -> None:
        # Apart from the move's own transaction: at the commit of one that notifies, Postgres lets
        # no other commit beside it.
        with self._speaking:
            try:
                try:
                    self._say(channel, what)
                except psycopg.OperationalError:  # its connection was cut: it is made anew, once
                    self._say(channel, what)
            except psycopg.Error:
                # The move is on record; the other processes find it when they next ask the ledger.
                log.warning("could not notify the other processes of %s", what[:40], exc_info=True)

    def _say(self, channel: str, what: str) -> None:
        if self._voice is None or self._voice.closed:
            self._voice = psycopg.connect(self._address, autocommit=True, **LINK)
        self._voice.execute("SELECT pg_notify(%s, %s)", (channel, what))

    def close(self) -> None:
        self._closed.set()
        said = threading.Thread(
            target=self._notify, args=(self._enough, ""), daemon=True
        )  # a server that hangs must not keep us
        said.start()
        self._listener.join(timeout=3)
        said.join(timeout=1)
        if self._voice is not None:
            self._voice.close()
        super().close()

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, **LINK) as connection:
                    connection.execute(
                        f"LISTEN {CHANNEL}; LISTEN {ANNOUNCED}; LISTEN {self._enough}"
                    )
                    self._ready.set()
                    self._forget()  # whatever rang while nobody listened is found on the ledger
                    while not self._closed.is_set():
                        for notice in connection.notifies(timeout=1.0):
                            if notice.channel == self._enough:
                                return
                            (
                                self.announced
                                if notice.channel == ANNOUNCED
                                else self._heard_from_afar
                            )(notice.payload)
            except psycopg.Error:
                log.warning("the bell lost its connection; trying again", exc_info=True)
                self._closed.wait(1.0)

    def _heard_from_afar(self, payload: str) -> None:
        game_id, number, what = payload.split(" ")
        self.ring_here(int(game_id), int(number), what)
