"""Orders of several games share a commit on SQLite."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
import sqlalchemy as sa

from app.store import group_commit
from app.store.database_errors import DatabaseUnavailable
from app.store.migrate import migrate_database
from app.store.transactions import Store

PATIENCE = 20  # seconds


class Refusal(Exception):
    """Error within one order."""


class Orders:
    """Store whose orders write a row each; the first one holds the turn until the others queue."""

    def __init__(self, url: str):
        self.store, self.commits = Store(url), 0
        self.hold = threading.Event()
        sa.event.listen(self.store.engine, "commit", self._committed)
        with self.store.write() as work:
            work._connection.exec_driver_sql("CREATE TABLE written (number INTEGER UNIQUE)")
            work.commit()
        self.commits = 0

    def _committed(self, _):
        self.commits += 1

    def give(self, number: int, error: Exception | None = None):
        """Write a row in an order, or raise an error after it."""
        with self.store.write_together() as work:
            work._connection.exec_driver_sql("INSERT INTO written VALUES (?)", (number,))
            if number == 0:
                self.hold.wait(PATIENCE)
            if error:
                raise error
            work.commit()
        return number

    def wait_for_queue(self, many: int):
        """Wait until so many threads queue, then let the first order go on."""
        until = time.monotonic() + PATIENCE
        while self.store._queue._queued < many and time.monotonic() < until:
            time.sleep(0.002)
        assert self.store._queue._queued == many
        self.hold.set()

    def on_disk(self):
        """Rows that another connection sees."""
        with self.store.read() as work:
            found = work._connection.exec_driver_sql("SELECT number FROM written ORDER BY 1")
            return [row[0] for row in found]


@pytest.fixture
def orders(tmp_path, monkeypatch):
    monkeypatch.setattr(group_commit, "LONGEST", PATIENCE)
    url = f"sqlite:///{tmp_path}/together.db"
    migrate_database(url)
    made = Orders(url)
    with closing(made.store):
        yield made


def given_at_once(orders, errors=()):
    """Results or errors of six orders that queue behind the first one."""
    errors = dict(errors)
    with ThreadPoolExecutor(6) as threads:
        asked = [threads.submit(orders.give, 0, errors.get(0))]
        while not orders.store._queue._turn.locked():
            time.sleep(0.001)
        asked += [threads.submit(orders.give, number, errors.get(number)) for number in range(1, 6)]
        orders.wait_for_queue(5)
        return [one.exception(PATIENCE) or one.result() for one in asked]


def test_orders_that_wait_share_one_commit(orders):
    assert given_at_once(orders) == [0, 1, 2, 3, 4, 5]
    assert orders.on_disk() == [0, 1, 2, 3, 4, 5]
    assert orders.commits == 1


def test_a_commit_has_a_limited_number_of_orders(orders, monkeypatch):
    monkeypatch.setattr(group_commit, "MOST", 2)
    given_at_once(orders)
    assert orders.commits == 3


def test_a_single_order_needs_no_savepoint(orders):
    statements = []
    engine = orders.store.engine
    sa.event.listen(engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    orders.hold.set()
    orders.give(0)
    orders.give(1)
    assert statements.count("BEGIN IMMEDIATE") == orders.commits == 2
    assert not any("SAVEPOINT" in statement for statement in statements)


def test_orders_use_one_connection_until_the_store_is_closed(orders):
    connections = set()
    orders.hold.set()
    for number in range(3):
        with orders.store.write_together() as work:
            connections.add(work._connection)
            work.commit()
        with pytest.raises(Refusal):
            orders.give(number, Refusal())
    assert len(connections) == 1 and orders.on_disk() == []
    assert orders.store.engine.pool.checkedout() == 1
    orders.store.close()
    assert connections.pop().closed


def test_a_refused_order_leaves_no_transaction_open(orders):
    orders.hold.set()
    with pytest.raises(Refusal):
        orders.give(0, Refusal())
    with orders.store.write() as work:  # waits for the lock of SQLite otherwise
        work._connection.exec_driver_sql("INSERT INTO written VALUES (7)")
        work.commit()
    assert orders.on_disk() == [7]


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [0, 3, 5])
def test_an_order_that_fails_takes_no_other_down(orders, wrong):
    found = given_at_once(orders, {wrong: Refusal("no")})
    assert isinstance(found[wrong], Refusal)
    others = [number for number in range(6) if number != wrong]
    assert [found[number] for number in others] == others == orders.on_disk()


def test_a_failed_statement_takes_no_other_down(orders):
    with orders.store.write() as work:
        work._connection.exec_driver_sql("INSERT INTO written VALUES (3)")
        work.commit()
    found = given_at_once(orders)
    assert isinstance(found[3], sa.exc.IntegrityError)
    assert orders.on_disk() == [0, 1, 2, 3, 4, 5]


def test_no_order_is_answered_before_its_commit(orders):
    """Refused orders wait too, because their refusal may rest on an order of the group."""
    answered, may_commit, reached = [], threading.Event(), threading.Event()

    def commit(_):
        reached.set()
        assert may_commit.wait(PATIENCE)

    sa.event.listen(orders.store.engine, "commit", commit)

    def give(number, error=None):
        try:
            orders.give(number, error)
        finally:
            answered.append(number)

    with ThreadPoolExecutor(3) as threads:
        threads.submit(give, 0)
        while not orders.store._queue._turn.locked():
            time.sleep(0.001)
        threads.submit(give, 1, Refusal("no"))
        threads.submit(give, 2)
        orders.wait_for_queue(2)
        assert reached.wait(PATIENCE)
        assert answered == [] and orders.on_disk() == []
        may_commit.set()
    assert sorted(answered) == [0, 1, 2] and orders.on_disk() == [0, 2]


def test_a_failed_commit_fails_all_its_orders_and_none_after_it(orders):
    failing = [True]

    def commit(_):
        if failing.pop():
            raise sa.exc.OperationalError("COMMIT", {}, Exception("disk I/O error"))

    sa.event.listen(orders.store.engine, "commit", commit)
    found = given_at_once(orders)
    assert all(isinstance(one, DatabaseUnavailable) for one in found), found
    assert orders.on_disk() == []
    failing.append(False)
    assert orders.give(7) == 7 and orders.on_disk() == [7]


def test_a_lost_transaction_fails_all_its_orders(orders):
    """SQLite rolls the whole transaction back after some errors, such as a full disk."""
    give = orders.give

    def lose(number, error=None):
        if number != 2:
            return give(number, error)
        with orders.store.write_together() as work:
            work._connection.exec_driver_sql("ROLLBACK")
            raise Refusal("lost")

    orders.give = lose
    found = given_at_once(orders)
    kept = orders.on_disk()
    for number, one in enumerate(found):
        if number in kept:
            assert one == number
        else:
            assert isinstance(one, DatabaseUnavailable), (number, one)
    assert isinstance(found[2], DatabaseUnavailable) and 0 not in kept


def test_another_writer_finds_the_group_committed(orders):
    with ThreadPoolExecutor(2) as threads:
        order = threads.submit(orders.give, 0)
        while not orders.store._queue._turn.locked():
            time.sleep(0.001)

        def write():
            with orders.store.write() as work:
                found = work._connection.exec_driver_sql("SELECT number FROM written").all()
                work._connection.exec_driver_sql("INSERT INTO written VALUES (9)")
            return found

        other = threads.submit(write)
        orders.wait_for_queue(1)
        assert order.result(PATIENCE) == 0 and other.result(PATIENCE) == [(0,)]
    assert orders.on_disk() == [0]


def test_a_unit_of_work_ends_with_its_commit(orders):
    orders.hold.set()
    with orders.store.write_together() as work:
        work.commit()
        with pytest.raises(AttributeError):
            work.games.last_number(1)


def test_an_order_that_waits_lets_other_requests_begin(orders):
    calls = []

    def give(number):
        group_commit.ON_WAIT.set(lambda: calls.append(number))
        return orders.give(number)

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(give, 0)
        while not orders.store._queue._turn.locked():
            time.sleep(0.001)
        second = threads.submit(give, 1)
        orders.wait_for_queue(1)
        assert (first.result(PATIENCE), second.result(PATIENCE)) == (0, 1)
    assert set(calls) == {0, 1}
