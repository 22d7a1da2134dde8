"""Rate limits and failed attempts that server processes count together in Valkey or Redis."""

import os
import time
from collections.abc import Iterator

import pytest

from app.kernel.refusal import Refused
from app.main import create_services
from app.services import rate_limit, shared_attempts
from app.services.errors import TooOften
from app.services.people import accounts
from app.services.rate_limit import Limit, RateLimiter
from app.services.shared_attempts import SharedAttemptCounter, SharedStore
from app.settings import Settings
from tests.services.message_store import PROGRAM, MessageStore


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[MessageStore]:
    if PROGRAM is None:
        pytest.skip("neither valkey-server nor redis-server is installed")
    server = MessageStore(tmp_path_factory.mktemp("valkey"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def connect(server, monkeypatch) -> Iterator:
    """connect() is a connection like that of one more server process."""
    monkeypatch.setattr(shared_attempts, "ANSWER_SECONDS", 5.0)  # the machine may be busy
    opened: list[SharedStore] = []

    def open_store() -> SharedStore:
        opened.append(SharedStore(server.url))
        return opened[-1]

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def name(request) -> str:
    return f"{request.node.name}-{os.getpid()}"


def test_two_processes_count_together(connect, name):
    one, other = (SharedAttemptCounter(connect(), name, 60.0) for _ in range(2))
    assert one.take({"a": 3, "b": 5}) == {"a": 1, "b": 1}
    assert other.take({"a": 3}) == {"a": 2}
    assert one.take({"a": 3}) == {"a": 3}
    with pytest.raises(TooOften) as often:
        other.take({"a": 3, "b": 5})
    assert 0 < often.value.seconds <= 60
    assert one.take({"b": 5}) == {"b": 2}  # the refused attempt did not count


def test_attempts_expire(connect, name):
    counter = SharedAttemptCounter(connect(), name, 0.3)
    counter.take({"a": 1})
    with pytest.raises(TooOften):
        counter.take({"a": 1})
    time.sleep(0.4)
    assert counter.take({"a": 1}) == {"a": 1}


def test_an_attempt_is_given_back_and_a_key_forgotten(connect, name):
    one, other = (SharedAttemptCounter(connect(), name, 60.0) for _ in range(2))
    for _ in range(3):
        one.take({"a": 9, "b": 9})
    other.give_back("a")
    other.forget("b")
    assert one.take({"a": 9, "b": 9}) == {"a": 3, "b": 1}


def test_counters_of_different_kinds_are_apart(connect, name):
    store = connect()
    SharedAttemptCounter(store, f"{name} one", 60.0).take({"a": 1})
    assert SharedAttemptCounter(store, f"{name} two", 60.0).take({"a": 1}) == {"a": 1}


def test_rate_limits_count_in_all_processes(connect, name, monkeypatch):
    monkeypatch.setattr(rate_limit, "LIMITS", {name: Limit(60, user=2)})
    one, other = (RateLimiter(shared=connect()) for _ in range(2))
    one.rate_limit(name, 1)
    other.rate_limit(name, 1)
    for limiter in (one, other):
        with pytest.raises(TooOften):
            limiter.rate_limit(name, 1)
    other.rate_limit(name, 2)


def test_limits_of_the_processor_count_in_one_process(connect, monkeypatch):
    monkeypatch.setattr(rate_limit, "LIMITS", {"orders": Limit(60, user=1)})
    one, other = (RateLimiter(shared=connect()) for _ in range(2))
    one.rate_limit("orders", 1)
    other.rate_limit("orders", 1)
    with pytest.raises(TooOften):
        other.rate_limit("orders", 1)


def test_wrong_passwords_at_two_processes_lock_together(server, sqlite_url, monkeypatch):
    monkeypatch.setattr(shared_attempts, "ANSWER_SECONDS", 5.0)
    settings = Settings(database_url=sqlite_url, valkey_url=server.url)
    houses = [create_services(settings, {}) for _ in range(2)]
    accounts.register(houses[0], "Maite", "a long enough sentence")
    for attempt in range(accounts.PER_NAME):
        with pytest.raises(Refused):
            accounts.log_in(houses[attempt % 2], "Maite", "wrong", "192.0.2.7")
    for site in houses:
        with pytest.raises(TooOften):
            accounts.log_in(site, "Maite", "a long enough sentence", "192.0.2.7")
        site.close()


def test_a_process_counts_for_itself_while_the_store_is_down(
    tmp_path, connect, name, monkeypatch, caplog
):
    monkeypatch.setattr(shared_attempts, "RETRY_SECONDS", 0.5)
    server = MessageStore(tmp_path)
    server.start()
    store = SharedStore(server.url)
    counter = SharedAttemptCounter(store, name, 60.0)
    assert counter.take({"a": 2}) == {"a": 1}
    server.kill()
    began = time.monotonic()
    assert counter.take({"a": 2}) == {"a": 1}  # counted in memory
    assert not store.answers
    assert counter.take({"a": 2}) == {"a": 2}
    with pytest.raises(TooOften):
        counter.take({"a": 2})
    counter.give_back("a")
    counter.forget("a")
    assert counter.take({"a": 2}) == {"a": 1}
    assert time.monotonic() - began < 5
    assert {one.levelname for one in caplog.records} == {"WARNING"}
    server.start()
    time.sleep(0.6)
    assert counter.take({"c": 2}) == {"c": 1}
    assert SharedAttemptCounter(store, name, 60.0).take({"c": 2}) == {"c": 2}
    server.kill()
    store.close()
