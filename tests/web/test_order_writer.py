"""Thread that records the orders of requests: answers, errors and requests that are gone."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing

import pytest

from app.store.transactions import Store
from app.web.order_threads import OrderWriter


@pytest.fixture
def writer(sqlite_url):
    with closing(Store(sqlite_url)) as store:
        yield OrderWriter(store)


def test_orders_that_come_at_once_are_recorded_in_one_thread_in_their_order(writer):
    seen = []

    def act(number):
        seen.append((number, threading.current_thread().name))
        return number * 2

    async def ask():
        return await asyncio.gather(*(writer.run(lambda n=n: act(n)) for n in range(30)))

    assert asyncio.run(ask()) == [2 * number for number in range(30)]
    assert [number for number, _ in seen] == list(range(30))
    assert len({name for _, name in seen}) == 1
    assert all(name.startswith("order") for _, name in seen)


def test_the_error_of_an_order_reaches_its_request_alone(writer):
    def fail():
        raise KeyError("no such thing")

    async def ask():
        return await asyncio.gather(
            writer.run(lambda: 1), writer.run(fail), writer.run(lambda: 2), return_exceptions=True
        )

    first, wrong, last = asyncio.run(ask())
    assert (first, last) == (1, 2) and isinstance(wrong, KeyError)


def test_an_order_is_recorded_although_its_request_is_gone(writer):
    entered, may_end, done = threading.Event(), threading.Event(), []

    def act():
        entered.set()
        may_end.wait(20)
        done.append(True)

    async def ask():
        asked = asyncio.ensure_future(writer.run(act))
        await asyncio.to_thread(entered.wait, 20)
        asked.cancel()
        later = asyncio.ensure_future(writer.run(lambda: "later"))
        await asyncio.sleep(0)
        may_end.set()
        return await asyncio.wait_for(later, 20)

    assert asyncio.run(ask()) == "later" and done == [True]


def test_requests_of_two_event_loops_share_the_writer(writer):
    found = []

    def serve(number):
        async def ask():
            return [await writer.run(lambda: number) for _ in range(50)]

        found.append(asyncio.run(ask()) == [number] * 50)

    threads = [threading.Thread(target=serve, args=(number,)) for number in (1, 2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(30)
    assert found == [True, True]


def test_a_closed_event_loop_does_not_stop_the_writer(writer):
    entered, may_end = threading.Event(), threading.Event()

    def act():
        entered.set()
        may_end.wait(20)

    loop = asyncio.new_event_loop()
    task = loop.create_task(writer.run(act))
    while not entered.is_set():
        loop.run_until_complete(asyncio.sleep(0.01))
    task.cancel()
    loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
    loop.close()
    may_end.set()
    assert asyncio.run(asyncio.wait_for(writer.run(lambda: 3), 20)) == 3
