"""Change notifications over Valkey or Redis, and over Postgres while the store is away."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from app.services.container import Services
from app.services.notify import valkey_notifier
from app.services.notify.change_notifier import MemoryNotifier, PostgresNotifier
from app.services.notify.valkey_notifier import ValkeyNotifier
from tests.contract.tiny import TINY
from tests.services.message_store import PROGRAM, MessageStore

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(PROGRAM is None, reason="neither valkey-server nor redis-server"),
]
PATIENCE = 15.0  # seconds


class Process:
    """Notifier as in a server process, with what it hears and what it sends over Postgres."""

    def __init__(self, engine: sa.Engine, url: str, numbers: dict[int, int]):
        self.heard: list[tuple] = []
        self.announced: list[str] = []
        self.over_postgres: list[str] = []
        self.notifier = ValkeyNotifier(lambda game, _: numbers.get(game, 0), engine, url)
        self.notifier.changed = self.heard.extend
        self.notifier.announced = self.announced.append
        notify = self.notifier._notify

        def record(channel, *payloads):
            self.over_postgres.extend(payloads)
            notify(channel, *payloads)

        self.notifier._notify = record

    def is_heard(self, change: tuple) -> bool:
        return is_soon(lambda: change in self.heard)


def is_soon(is_true) -> bool:
    until = time.monotonic() + PATIENCE
    while not is_true() and time.monotonic() < until:
        time.sleep(0.01)
    return is_true()


@pytest.fixture
def store(tmp_path) -> Iterator[MessageStore]:
    store = MessageStore(tmp_path)
    store.start()
    yield store
    store.kill()


@pytest.fixture
def start(fresh_postgres_url, store, monkeypatch) -> Iterator:
    """start() begins one more process; it hears the store."""
    monkeypatch.setattr(valkey_notifier, "ANSWER_SECONDS", 2.0)  # the machine may be busy
    monkeypatch.setattr(valkey_notifier, "BOTH_SECONDS", 3.0)
    engine, opened, numbers = sa.create_engine(fresh_postgres_url), [], {}

    def begin(url: str | None = None) -> Process:
        opened.append(Process(engine, url or store.url, numbers))
        assert url or is_soon(opened[-1].notifier._hears.is_set)
        return opened[-1]

    begin.numbers = numbers
    yield begin
    for one in opened:
        one.notifier.close()
    engine.dispose()


def test_a_change_goes_over_the_store_alone(start):
    one, other = start(), start()
    one.notifier.publish_all([(7, 3, "moves"), (8, 1, "waiting")])
    assert other.is_heard((7, 3, "moves")) and other.is_heard((8, 1, "waiting"))
    one.notifier.announce("hello")
    assert is_soon(lambda: other.announced == ["hello"])
    assert one.over_postgres == other.over_postgres == []


def test_a_waiting_task_of_another_process_wakes(start):
    one, other = start(), start()

    async def wait():
        waiting = asyncio.create_task(other.notifier.next_after(7, 3))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(one.notifier.publish, 7, 4)
        return await asyncio.wait_for(waiting, PATIENCE)

    assert asyncio.run(wait()) == 4


def test_changes_go_over_postgres_while_the_store_is_dead_and_over_it_again_afterwards(
    start, store
):
    one, other = start(), start()
    store.kill()
    one.notifier.publish(7, 4)
    assert other.is_heard((7, 4, "moves"))
    assert "7 4 moves" in one.over_postgres
    store.start()
    assert is_soon(lambda: one.notifier._hears.is_set() and other.notifier._hears.is_set())
    assert is_soon(lambda: time.monotonic() > one.notifier._both_until)
    one.over_postgres.clear()
    one.notifier.publish(7, 5)
    assert other.is_heard((7, 5, "moves")) and one.over_postgres == []


def test_changes_go_over_postgres_while_the_store_hangs(start, store, monkeypatch):
    monkeypatch.setattr(valkey_notifier, "ANSWER_SECONDS", 0.25)
    one, other = start(), start()
    store.process.send_signal(signal.SIGSTOP)
    try:
        one.notifier.publish(7, 4)
        assert other.is_heard((7, 4, "moves"))
    finally:
        store.process.send_signal(signal.SIGCONT)


def test_a_process_without_the_store_hears_the_others(start):
    """The others reach the store. They notify over both, because it has reported."""
    one, deaf = start(), start("redis://127.0.0.1:1/0")
    assert is_soon(lambda: time.monotonic() < one.notifier._both_until)
    one.notifier.publish(7, 4)
    assert deaf.is_heard((7, 4, "moves"))
    deaf.notifier.publish(7, 5)
    assert one.is_heard((7, 5, "moves"))


def test_a_change_that_no_message_brought_is_read_when_the_store_is_back(start, store):
    one = start()

    async def wait():
        waiting = asyncio.create_task(one.notifier.next_after(7, 3))
        await asyncio.sleep(0.2)
        start.numbers[7] = 4  # written by a process whose message was lost
        await asyncio.to_thread(store.kill)
        await asyncio.to_thread(store.start)
        return await asyncio.wait_for(waiting, PATIENCE)

    start.numbers[7] = 3
    assert asyncio.run(wait()) == 4


def test_two_databases_of_a_store_are_apart(start, store):
    one, other = start(), start(store.url.removesuffix("/0") + "/1")
    assert is_soon(other.notifier._hears.is_set)
    one.notifier.publish(7, 4)
    assert one.is_heard((7, 4, "moves"))
    time.sleep(0.2)
    assert other.heard == []


def test_an_unreadable_message_is_left_out(start):
    one, other = start(), start()
    one.notifier._store.publish("caracole:0", "nonsense")
    one.notifier.publish(7, 4)
    assert other.is_heard((7, 4, "moves")) and other.notifier._hears.is_set()


def test_closing_does_not_wait_for_a_dead_store(start, store):
    one = start()
    store.kill()
    began = time.monotonic()
    one.notifier.close()
    assert time.monotonic() - began < PATIENCE


def test_the_settings_choose_the_notifier(store, fresh_postgres_url, sqlite_url):
    chosen = []
    for address, url in (
        (sqlite_url, store.url),
        (fresh_postgres_url, ""),
        (fresh_postgres_url, store.url),
    ):
        services = Services.open(TINY, address, url)
        chosen.append(type(services.notifier))
        services.close()
    assert chosen == [MemoryNotifier, PostgresNotifier, ValkeyNotifier]
