"""Hosts whose clocks differ decide alike, because the database has the time."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta

import msgspec
import pytest

from app.kernel.clock_terms import Terms
from app.services import server_clock
from app.services.container import Services, current_time
from app.services.people import accounts
from app.services.play import lobby
from app.services.time import deadline_worker
from app.services.time.availability import parse_time, time_text
from app.store.records import SeatClock
from tests.contract.tiny import TINY

TEN_MINUTES = timedelta(minutes=10)
SKEWS = {"fast": TEN_MINUTES, "right": timedelta(), "slow": -TEN_MINUTES}
right_time = server_clock.host_now


@pytest.fixture(autouse=True)
def own_clock() -> Iterator[None]:
    """Leave the clock of this process as other tests expect it."""
    yield
    server_clock.CLOCK._anchor = None


def host(monkeypatch, url: str, skew: timedelta) -> Services:
    """Server process on a host with this skew."""
    monkeypatch.setattr(server_clock, "host_now", lambda: right_time() + skew)
    return Services.open(TINY, url)


@pytest.fixture
def game(fresh_postgres_url) -> int:
    """Game on Postgres in which a decision has a deadline in one day."""
    services = Services.open(TINY, fresh_postgres_url)
    people = [accounts.create_guest(services) for _ in range(2)]
    table = lobby.open_table(
        services, people[0].id, "parry", "plain", clock=Terms(kind="each", days=1, then="hold")
    )
    lobby.join_table(services, table.id, people[1].id)
    services.close()
    return table.id


@pytest.mark.postgres
@pytest.mark.parametrize("skew", SKEWS.values(), ids=SKEWS)
def test_time_is_that_of_the_database(fresh_postgres_url, monkeypatch, caplog, skew):
    with caplog.at_level(logging.WARNING):
        services = host(monkeypatch, fresh_postgres_url, skew)
    assert abs(parse_time(current_time()) - right_time()) < timedelta(seconds=2)
    assert abs(server_clock.CLOCK.skew - skew) < timedelta(seconds=2)
    assert ("clock of this host" in caplog.text) == bool(skew)
    services.close()


@pytest.mark.postgres
def test_hosts_with_ten_minutes_of_skew_decide_alike(fresh_postgres_url, game, monkeypatch):
    """A clock that is due in five minutes is due on no host, and one since five minutes on all."""
    five = timedelta(minutes=5)
    for due, wanted in ((five, []), (-five, [game])):
        services = host(monkeypatch, fresh_postgres_url, timedelta())
        with services.store.write() as work:
            clocks = work.clocks.of_games([game])[game]
            moment = time_text(right_time() + due)
            changed = {seat: replaced(clock, moment) for seat, clock in clocks.items()}
            work.clocks.replace_clocks(game, changed)
            work.commit()
        services.close()
        found = [due_on(monkeypatch, fresh_postgres_url, skew) for skew in SKEWS.values()]
        assert found == [wanted] * len(SKEWS)


def due_on(monkeypatch, url: str, skew: timedelta) -> list[int]:
    services = host(monkeypatch, url, skew)
    with services.store.read() as work:
        found = work.clocks.due_games(deadline_worker.current_time())
    services.close()
    return found


def replaced(clock: SeatClock, moment: str) -> SeatClock:
    return msgspec.structs.replace(clock, next_at=moment)


@pytest.mark.postgres
def test_hosts_with_skew_record_one_uptime(fresh_postgres_url, monkeypatch):
    """Otherwise each beat of the other host would be an outage, and no time limit would hold."""
    for skew in (*SKEWS.values(), *SKEWS.values()):
        services = host(monkeypatch, fresh_postgres_url, skew)
        deadline_worker.record_uptime(services)
        with services.store.read() as work:
            assert len(work.uptime.all_intervals()) == 1
        services.close()


def test_sqlite_has_the_clock_of_its_host(sqlite_url, monkeypatch):
    services = host(monkeypatch, sqlite_url, TEN_MINUTES)
    ahead = parse_time(current_time()) - right_time()
    assert abs(ahead - TEN_MINUTES) < timedelta(seconds=2)
    assert server_clock.CLOCK.skew == timedelta()
    services.close()
