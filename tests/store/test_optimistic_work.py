"""Acts that read a snapshot without the write lock of SQLite, and write under it."""

from __future__ import annotations

from contextlib import closing, suppress

import pytest
import sqlalchemy as sa

from app.store import schema
from app.store.kept_statements import NeedsLock
from app.store.optimistic_work import ATTEMPTS, write_optimistically
from app.store.transactions import Store

WRITTEN = "a b c"
"""Names of keys that an act may write; the key "read" is read."""


@pytest.fixture
def store(database_url):
    with closing(Store(database_url)) as store:
        yield store


@pytest.fixture
def sqlite_store(sqlite_url):
    with closing(Store(sqlite_url)) as store:
        yield store


def write_key(store, name, secret):
    """Write a key in a transaction of its own. Another one that holds the lock would block it."""
    with store.write() as work:
        work.server_keys.remove_key(name)
        work.server_keys.add_key(name, secret)
        work.commit()


def keys_in(store):
    """Keys that another connection sees."""
    with store.read() as work:
        names = ("read", *WRITTEN.split())
        return {one: key for one in names if (key := work.server_keys.find_key(one)) is not None}


class Act:
    """Act that writes what it has read; `meanwhile` runs between both."""

    def __init__(self, meanwhile=lambda _: None):
        self.meanwhile, self.runs = meanwhile, 0

    def __call__(self, work):
        self.runs += 1
        found = work.server_keys.find_key("read") or ""
        self.meanwhile(self.runs)
        work.server_keys.add_key("a", f"{found}!")
        work.server_keys.add_key("b", f"{found}?")
        work.commit()
        return found


def test_an_act_writes_all_of_its_rows(store):
    write_key(store, "read", "1")
    act = Act()
    assert write_optimistically(store, act) == "1"
    assert act.runs == 1
    assert keys_in(store) == {"read": "1", "a": "1!", "b": "1?"}


def test_others_write_while_an_act_is_computed(sqlite_store):
    act = Act(lambda _: write_key(sqlite_store, "c", "of another writer"))
    write_optimistically(sqlite_store, act)
    assert act.runs == 1
    assert keys_in(sqlite_store) == {"a": "!", "b": "?", "c": "of another writer"}


def test_an_act_begins_again_if_its_rows_have_changed(sqlite_store):
    act = Act(lambda run: write_key(sqlite_store, "read", "2") if run == 1 else None)
    assert write_optimistically(sqlite_store, act) == "2"
    assert act.runs == 2
    assert keys_in(sqlite_store) == {"read": "2", "a": "2!", "b": "2?"}


def test_an_act_whose_rows_change_each_time_runs_under_the_lock(sqlite_store):
    def change(run):
        if run <= ATTEMPTS:
            write_key(sqlite_store, "read", f"{run}")

    act = Act(change)
    assert write_optimistically(sqlite_store, act) == f"{ATTEMPTS}"
    assert act.runs == ATTEMPTS + 1


def test_an_act_without_a_commit_writes_nothing(sqlite_store):
    def act(work):
        work.server_keys.add_key("a", "never")
        return "refused"

    assert write_optimistically(sqlite_store, act) == "refused"
    assert keys_in(sqlite_store) == {}


def test_an_error_of_an_act_writes_nothing(sqlite_store):
    def act(work):
        work.server_keys.add_key("a", "never")
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - raised above
        write_optimistically(sqlite_store, act)
    assert keys_in(sqlite_store) == {}


def reads_its_writing(work):
    work.server_keys.add_key("a", "1")
    return work.server_keys.find_key("a")


def reads_its_writing_in_secret(work):
    with suppress(NeedsLock):
        work.server_keys.find_key("none")
        work.server_keys.add_key("a", "1")
        work.server_keys.find_key("a")
    return "1"


def deletes(work):
    work.server_keys.add_key("a", "1")
    work.server_keys.remove_key("b")
    return "1"


@pytest.mark.parametrize("part", [reads_its_writing, reads_its_writing_in_secret, deletes])
def test_an_act_that_needs_the_lock_runs_under_it(sqlite_store, part):
    under_lock = []

    def act(work):
        found = part(work)
        under_lock.append(sqlite_store._queue._turn.locked())
        work.commit()
        return found

    assert write_optimistically(sqlite_store, act) == "1"
    assert under_lock[-1] is True
    assert under_lock.count(True) == 1
    assert keys_in(sqlite_store) == {"a": "1"}


def test_a_row_that_exists_already_is_an_error_under_the_lock(sqlite_store):
    """The act reads nothing, so only its row meets the other one."""
    write_key(sqlite_store, "a", "of another writer")
    runs = []

    def act(work):
        runs.append(work)
        values = {"name": "a", "secret": "1"}
        work._connection.execute(schema.server_keys.insert(), values)
        work.commit()

    with pytest.raises(sa.exc.IntegrityError):
        write_optimistically(sqlite_store, act)
    assert len(runs) == ATTEMPTS + 1
    assert keys_in(sqlite_store) == {"a": "of another writer"}
