"""Orders that one thread records together on SQLite."""

from __future__ import annotations

import contextvars
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
import sqlalchemy as sa

from app.store import group_commit
from app.store.database_errors import DatabaseUnavailable
from app.store.transactions import Store

PATIENCE = 20  # seconds
TALKER = contextvars.ContextVar("talker", default="")


class Refusal(Exception):
    """Error within one order."""


def taken(waiting):
    """Yield what waits, and take it away."""
    while waiting:
        yield waiting.popleft()


class Orders:
    """Store whose orders write a row each. `told` has what happens, in order."""

    def __init__(self, url):
        self.store, self.told = Store(url), []
        self.failing = False
        with self.store.write() as work:
            work._connection.exec_driver_sql("CREATE TABLE written (number INTEGER UNIQUE)")
            work.commit()
        sa.event.listen(self.store.engine, "commit", self._commit)

    def _commit(self, _):
        self.told.append("commit")
        if self.failing:
            raise sa.exc.OperationalError("COMMIT", {}, Exception("disk I/O error"))

    def give(self, number, error=None):
        with self.store.write_together() as work:
            work._connection.exec_driver_sql("INSERT INTO written VALUES (?)", (number,))
            self.told.append(f"write {number}")
            if error:
                raise error
            work.commit()
        self.told.append(f"answer {number}")

    def run(self, *acts):
        """Results of acts that run in one thread, or their errors."""
        found = ["not run"] * len(acts)

        def started(place, act):
            def one():
                try:
                    found[place] = act()
                except Exception as error:  # noqa: BLE001 - compared below
                    found[place] = error

            return contextvars.copy_context(), one

        waiting = deque(started(*one) for one in enumerate(acts))
        while waiting:
            self.store.run_orders(taken(waiting))
        return found

    def on_disk(self):
        """Rows that another connection sees."""
        with self.store.read() as work:
            found = work._connection.exec_driver_sql("SELECT number FROM written ORDER BY 1")
            return [row[0] for row in found]


@pytest.fixture
def orders(sqlite_url, monkeypatch):
    monkeypatch.setattr(group_commit, "LONGEST", PATIENCE)
    made = Orders(sqlite_url)
    with closing(made.store):
        yield made


def giving(orders, *numbers):
    return [lambda number=number: orders.give(number) for number in numbers]


def refused(orders, number):
    return lambda: orders.give(number, Refusal("no"))


def test_orders_of_a_thread_are_answered_after_their_common_commit(orders):
    orders.run(*giving(orders, 1, 2, 3))
    writes, answers = [[f"{word} {number}" for number in (1, 2, 3)] for word in ("write", "answer")]
    assert orders.told == [*writes, "commit", *answers]
    assert orders.on_disk() == [1, 2, 3]


def test_a_full_commit_is_answered_before_the_next_order_begins(orders, monkeypatch):
    monkeypatch.setattr(group_commit, "MOST", 1)
    waiting = iter([(contextvars.copy_context(), act) for act in giving(orders, 1, 2)])
    orders.store.run_orders(waiting)
    assert orders.told == ["write 1", "commit", "answer 1"]
    assert len(list(waiting)) == 1


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_refused_order_leaves_nothing_and_harms_no_other(orders, place):
    acts = giving(orders, 1, 2)
    acts.insert(place, refused(orders, 7))
    found = orders.run(*acts)
    assert isinstance(found.pop(place), Refusal) and found == [None, None]
    assert orders.on_disk() == [1, 2]


def test_a_refusal_that_may_rest_on_another_order_waits_for_its_commit(orders):
    def refuse():
        try:
            orders.give(7, Refusal("no"))
        except Refusal:
            orders.told.append("refusal")

    orders.run(*giving(orders, 1), refuse)
    assert orders.told.index("commit") < orders.told.index("refusal")


def test_a_failed_commit_fails_all_its_orders_and_none_after_it(orders):
    orders.failing = True
    found = orders.run(*giving(orders, 1, 2))
    assert all(isinstance(one, DatabaseUnavailable) for one in found), found
    assert not any("answer" in one for one in orders.told)
    orders.failing = False
    assert orders.run(*giving(orders, 3)) == [None] and orders.on_disk() == [3]


def test_a_failed_statement_harms_no_other_order(orders):
    found = orders.run(*giving(orders, 1, 1, 2))
    assert isinstance(found[1], sa.exc.IntegrityError) and orders.on_disk() == [1, 2]


def test_an_order_may_write_alone_before_and_after_its_own_transaction(orders):
    """Times of use of a token are written alone, and follow-ups of an order."""

    def write(number):
        with orders.store.write() as work:
            work._connection.exec_driver_sql("INSERT INTO written VALUES (?)", (number,))
            work.commit()

    def act(number):
        write(number + 10)
        orders.give(number)
        write(number + 20)

    assert orders.run(*[lambda number=number: act(number) for number in (1, 2, 3)]) == [None] * 3
    assert orders.on_disk() == [1, 2, 3, 11, 12, 13, 21, 22, 23]


def test_other_threads_write_between_the_commits(orders, monkeypatch):
    """The turn is free after each commit, and an open transaction is never shared by chance."""
    monkeypatch.setattr(group_commit, "MOST", 3)
    with ThreadPoolExecutor(3) as threads:
        others = [threads.submit(orders.give, number) for number in range(100, 120)]
        found = orders.run(*giving(orders, *range(20)))
        assert [one.result(PATIENCE) for one in others] == [None] * 20
    assert found == [None] * 20
    assert orders.on_disk() == [*range(20), *range(100, 120)]


def test_each_order_has_the_context_variables_of_its_request(orders):
    seen = []

    def act(number):
        TALKER.set(TALKER.get() + "!")
        orders.give(number)
        seen.append(TALKER.get())

    def asked(name, number):
        context = contextvars.copy_context()
        context.run(TALKER.set, name)
        return context, lambda: act(number)

    orders.store.run_orders(iter([asked("Ana", 1), asked("Blas", 2)]))
    assert seen == ["Ana!", "Blas!"] and TALKER.get() == ""


def test_the_thread_that_waits_is_the_one_that_records(orders):
    threads = set()

    def act(number):
        orders.give(number)
        threads.add(threading.get_ident())

    orders.run(lambda: act(1), lambda: act(2))
    assert threads == {threading.get_ident()}


def test_a_copied_context_does_not_share_the_turn_with_another_thread(orders):
    """A callback of the event loop, for example, has the context of the order that asked for it."""
    contexts = []

    def act():
        contexts.append(contextvars.copy_context())
        orders.give(1)

    assert orders.run(act) == [None]
    with ThreadPoolExecutor(1) as threads:
        turn = orders.store._queue._turn
        turn.acquire()
        asked = threads.submit(contexts[0].run, orders.give, 2)
        with pytest.raises(TimeoutError):
            asked.result(0.3)
        turn.release()
        assert asked.result(PATIENCE) is None
    assert orders.on_disk() == [1, 2] and not turn.locked()
