"""Change notifier: all waiting tasks hear of a new move, and no task waits for an old one."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from app.services.container import Services
from app.services.notify import change_notifier as notifier_module
from app.services.people import player_chat
from app.services.play import orders
from bench.own_postgres import free_port
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Strike

SOFT = Strike(hard=False)


def run(coroutine):
    """Run a coroutine in a thread of its own, because browser tests of the process keep a loop in
    this one.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def soon(waiting):
    return await asyncio.wait_for(waiting, timeout=8)


def test_a_recorded_move_is_not_waited_for(services, started):
    game = started("parry")
    assert run(soon(services.notifier.next_after(game.id, 0))) == 1


def test_a_browser_that_returns_after_a_restart_reads_the_database(
    services, people, started, command, database_url
):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    other = Services.open(TINY, database_url)
    try:
        assert run(soon(other.notifier.next_after(game.id, 1))) == 2
    finally:
        other.close()


def test_waiting_tasks_hear_of_the_next_move(services, people, started, command):
    game = started("parry")

    async def hundred():
        waiting = [
            asyncio.create_task(soon(services.notifier.next_after(game.id, 1))) for _ in range(100)
        ]
        await asyncio.sleep(0.1)
        assert services.notifier.is_waited_for(game.id)
        assert not any(one.done() for one in waiting)
        await asyncio.to_thread(
            orders.declare_order, services, game.id, people[0].id, command(), 1, SOFT
        )
        return await asyncio.gather(*waiting)

    assert run(hundred()) == [2] * 100
    assert not services.notifier.is_waited_for(game.id)


def test_chat_messages_have_a_topic_of_their_own(services, people, started):
    game = started("parry")

    async def waiting():
        moves = asyncio.create_task(services.notifier.next_after(game.id, 1))
        written = asyncio.create_task(
            soon(services.notifier.next_after(game.id, 0, "player_chat:blue"))
        )
        await asyncio.sleep(0.1)
        message = await asyncio.to_thread(
            player_chat.write_chat_message, services, game.id, people[0].id, "Hello"
        )
        assert await written == message.number
        assert not moves.done()
        moves.cancel()

    run(waiting())


def test_a_lost_notification_is_made_good_by_reading_the_database(
    services, people, started, command, monkeypatch
):
    monkeypatch.setattr(notifier_module, "FRESH", 0.2)
    monkeypatch.setattr(services.notifier, "publish_all", lambda *_: None)
    game = started("parry")

    async def waiting():
        heard = asyncio.create_task(soon(services.notifier.next_after(game.id, 1)))
        await asyncio.sleep(0.05)
        await asyncio.to_thread(
            orders.declare_order, services, game.id, people[0].id, command(), 1, SOFT
        )
        return await heard

    assert run(waiting()) == 2


@pytest.mark.postgres
def test_a_change_is_heard_in_another_process(fresh_postgres_url):
    from app.services.people import accounts
    from app.services.play import lobby

    here, there = Services.open(TINY, fresh_postgres_url), Services.open(TINY, fresh_postgres_url)
    try:
        red, blue = accounts.create_guest(here), accounts.create_guest(here)
        game = lobby.open_table(here, red.id, "parry", "plain", "red")
        lobby.join_table(here, game.id, blue.id)

        async def waiting():
            heard = asyncio.create_task(soon(there.notifier.next_after(game.id, 1)))
            await asyncio.sleep(0.2)
            began = time.monotonic()
            await asyncio.to_thread(orders.declare_order, here, game.id, red.id, "one", 1, SOFT)
            return await heard, time.monotonic() - began

        number, seconds = run(waiting())
        assert number == 2
        assert seconds < 2
    finally:
        here.close()
        there.close()


@pytest.mark.postgres
def test_the_listener_reconnects_after_a_cut_connection(fresh_postgres_url, postgres_server):
    from app.services.people import accounts
    from app.services.play import lobby

    here, there = Services.open(TINY, fresh_postgres_url), Services.open(TINY, fresh_postgres_url)
    try:
        red, blue = accounts.create_guest(here), accounts.create_guest(here)
        game = lobby.open_table(here, red.id, "parry", "plain", "red")
        lobby.join_table(here, game.id, blue.id)

        async def waiting():
            heard = asyncio.create_task(soon(there.notifier.next_after(game.id, 1)))
            await asyncio.sleep(0.2)
            postgres_server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND "
                "query LIKE 'LISTEN%%'",
                [fresh_postgres_url.rsplit("/", 1)[1]],
            )
            await asyncio.to_thread(orders.declare_order, here, game.id, red.id, "one", 1, SOFT)
            return await heard

        assert run(waiting()) == 2
    finally:
        here.close()
        there.close()


@pytest.mark.postgres
def test_an_address_with_two_hosts_finds_the_one_that_answers(fresh_postgres_url):
    """The first host is gone, as after a failover."""
    from app.services.people import accounts
    from app.services.play import lobby

    one = sa.make_url(fresh_postgres_url)
    hosts = {"host": (f"127.0.0.1:{free_port()}", f"{one.host}:{one.port or 5432}")}
    both = one.set(host=None, port=None).update_query_dict(
        {**hosts, "target_session_attrs": "read-write"}
    )
    url = both.render_as_string(hide_password=False)
    here, there = Services.open(TINY, url), Services.open(TINY, url)
    try:
        red, blue = accounts.create_guest(here), accounts.create_guest(here)
        game = lobby.open_table(here, red.id, "parry", "plain", "red")
        lobby.join_table(here, game.id, blue.id)

        async def waiting():
            began = time.monotonic()
            heard = asyncio.create_task(soon(there.notifier.next_after(game.id, 1)))
            await asyncio.sleep(0.2)
            await asyncio.to_thread(orders.declare_order, here, game.id, red.id, "one", 1, SOFT)
            return await heard, time.monotonic() - began

        number, seconds = run(waiting())
        assert number == 2
        assert seconds < 5
    finally:
        here.close()
        there.close()


def test_numbers_without_use_for_long_are_removed(monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(notifier_module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    notifier = notifier_module.MemoryNotifier(lambda *_: 0)
    for game in range(50):
        notifier.publish(game, 1)
    clock[0] += notifier_module.KEPT - 1
    notifier.publish(7, 2)
    assert len(notifier._known) == 50
    clock[0] += 2
    notifier.publish(60, 1)
    assert sorted(notifier._known) == [(7, "moves"), (60, "moves")]
