"""Reads of anonymous visitors from a copy of the database. A second database stands for the copy;
it lacks everything that is written after its making. tests/fault/test_replica.py has a real copy.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from fastapi import FastAPI
from sqlalchemy import make_url
from sqlalchemy.exc import InternalError

from app.main import create_app
from app.services.people import accounts
from app.services.play import lobby
from app.store.database_errors import DatabaseUnavailable
from app.store.replica import PAUSE_FAR_BEHIND, PAUSE_SILENT, AnonymousRequest, Replica
from app.web.middleware import RequestGuard
from bench.own_postgres import free_port
from tests.conftest import _postgres_database
from tests.sample_games import HEX_GAME, HEX_SCENARIO
from tests.web.conftest import Battle, Client, Visitor

pytestmark = pytest.mark.postgres
PASSWORD = "a long enough sentence"


class Pair:
    """Application on a database and on its copy, which lacks the last move of a battle. `behind` is
    the answer of the copy to the question for its position; None lets the copy answer itself.
    """

    def __init__(self, app, battle: Battle, copy: str, old: int):
        self.app, self.battle, self.copy, self.old = app, battle, copy, old
        self.reads, self.behind = Counter[str](), 0.0
        self.follow(copy)

    def follow(self, address: str) -> None:
        """Let the application read another copy, of which it knows nothing yet."""
        store = self.app.state.services.store
        store.replica, self.behind = Replica(address, store.engine), 0.0
        self.reads.clear()

    def shown(self, who: Visitor | None = None) -> int:
        """Number of the last move, as this visitor is told."""
        asked = who or Visitor(self.app)
        return asked.get(f"{self.battle.path}/number").json()["number"]


@contextmanager
def running(settings, address: str) -> Iterator[FastAPI]:
    app = create_app(settings.model_copy(update={"database_url": address}))
    with Client(app, base_url="http://127.0.0.1:8000"):
        yield app


@pytest.fixture(scope="module")
def both(postgres_server, migrated_postgres, default_settings) -> Iterator[Pair]:
    with _postgres_database(postgres_server, migrated_postgres) as url:
        with running(default_settings, url) as app:
            battle = Battle(Visitor(app).register("Maite"), Visitor(app).register("Edmund")).begin()
            old = battle.last()
        with (
            _postgres_database(postgres_server, make_url(url).database) as copy,
            running(default_settings, url) as app,
        ):
            for player in (battle.opener, battle.opponent):
                kept = player.client.cookies
                player.client = Client(app, base_url="http://127.0.0.1:8000", cookies=kept)
            battle.end_step(battle.opener)
            pair = Pair(app, battle, copy, old)
            yield pair
            pair.follow(copy)


@pytest.fixture
def pair(both, monkeypatch) -> Pair:
    both.follow(both.copy)
    asked, connect = Replica._bytes_behind, Replica.connect

    def bytes_behind(replica: Replica, position: str) -> float:
        both.reads["asked"] += 1
        return asked(replica, position) if both.behind is None else both.behind

    @contextmanager
    def counted(replica: Replica) -> Iterator:
        both.reads["copy"] += 1
        with connect(replica) as connection:
            yield connection

    monkeypatch.setattr(Replica, "_bytes_behind", bytes_behind)
    monkeypatch.setattr(Replica, "connect", counted)
    return both


def test_only_anonymous_visitors_read_the_copy(pair):
    assert pair.shown(pair.battle.opener) == pair.old + 1 and not pair.reads
    assert pair.shown() == pair.old, "the copy says that it is complete"
    assert pair.reads["copy"]
    assert f'data-last="{pair.old}"' in Visitor(pair.app).get(pair.battle.path).text
    pair.reads.clear()
    for path in (pair.battle.path, f"{pair.battle.path}/at/1", "/", "/lobby", "/people/1"):
        assert pair.battle.opener.get(path).status_code == 200
    assert not pair.reads


@pytest.mark.parametrize("behind", [1.0, None], ids=["it lags", "it follows no other server"])
def test_a_copy_that_lags_is_not_read(pair, behind):
    pair.behind = behind
    assert pair.shown() == pair.old + 1 and pair.reads == {"asked": 1}


def test_after_each_change_the_copy_is_asked_again(pair):
    """The page is not older than the event that told the visitor of a move."""
    assert pair.shown() == pair.old
    replica = pair.app.state.services.store.replica
    request = AnonymousRequest()
    assert replica.may_answer(request) and replica.may_answer(request)
    assert pair.reads["asked"] == 2, "once for each request"
    pair.behind = 1.0
    assert replica.may_answer(request)
    pair.app.state.services.publish_moves(1, pair.old + 1)
    assert not replica.may_answer(request)
    assert pair.shown() == pair.old + 1


def test_a_cached_page_is_not_older_than_its_key(pair, monkeypatch):
    """The list changes, and the copy does not have the change yet. Moves of other tests, heard
    late, would make another version of the list, and this copy never gets the change.
    """
    services, stranger = pair.app.state.services, Visitor(pair.app)
    ana = accounts.register(services, "Ana", PASSWORD).id
    assert stranger.get("/lobby").status_code == 200 and pair.reads["copy"]
    pair.behind = 1.0
    table = lobby.open_table(services, ana, HEX_GAME, HEX_SCENARIO)
    version = services.lists.version()
    monkeypatch.setattr(services.lists, "version", lambda: version)
    assert f"/games/{table.address}" in stranger.get("/lobby").text
    pair.behind = 0.0
    assert f"/games/{table.address}" in stranger.get("/lobby").text


@pytest.mark.parametrize(("is_silent", "seconds"), [(0, PAUSE_FAR_BEHIND), (1, PAUSE_SILENT)])
def test_a_copy_far_behind_or_silent_rests(pair, monkeypatch, is_silent, seconds):
    now = [time.monotonic() + 100]
    monkeypatch.setattr("app.store.replica.time", SimpleNamespace(monotonic=lambda: now[0]))
    pair.follow(address_without_a_server() if is_silent else pair.copy)
    pair.behind = None if is_silent else 1e9
    assert [pair.shown() for _ in range(3)] == [pair.old + 1] * 3 and pair.reads["asked"] == 1
    now[0] += seconds + 0.1
    assert pair.shown() == pair.old + 1 and pair.reads == {"asked": 2}


def test_a_copy_that_fails_within_a_read_is_replaced_by_the_primary(pair):
    """It has answered the question for its position, and is gone afterwards."""
    pair.follow(address_without_a_server())
    assert pair.shown() == pair.old + 1 and pair.reads == {"asked": 1, "copy": 1}
    assert Visitor(pair.app).get(pair.battle.path).status_code == 200
    assert pair.reads["copy"] == 1, "the copy rests"


def test_what_outlives_the_answer_reads_the_primary(pair):
    """A stream goes on after its answer has begun, and members share its channel."""
    store, copies = pair.app.state.services.store, []

    async def stream(scope, receive, send) -> None:
        for message in ({"type": "http.response.start"}, {"type": "http.response.body"}):
            with store.read():
                copies.append(pair.reads["copy"])
            await send(message)

    async def sent(_) -> None:
        pass

    asyncio.run(RequestGuard(stream).from_replica({"type": "http"}, sent, sent))
    assert copies == [1, 1]


def test_a_copy_refuses_writes(pair):
    replica = pair.app.state.services.store.replica
    with (
        pytest.raises(InternalError, match="read-only"),
        replica.connect() as connection,
    ):
        connection.exec_driver_sql("DELETE FROM remarks")


def test_without_the_primary_nothing_is_answered(pair, monkeypatch):
    """No server tells which position the copy must have reached."""

    def away(_: Replica) -> str:
        raise DatabaseUnavailable("away")

    monkeypatch.setattr(Replica, "_position", away)
    assert Visitor(pair.app).get(f"{pair.battle.path}/number").status_code == 503


def address_without_a_server() -> str:
    return f"postgresql+psycopg://no_user@127.0.0.1:{free_port()}/nothing"
