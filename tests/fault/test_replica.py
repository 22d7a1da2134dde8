"""Anonymous visitors read a streaming copy of Postgres, which lags, dies and comes back."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager

import psycopg
import pytest

from app.main import create_app
from app.settings import Settings
from app.store.replica import Replica
from bench.own_postgres import NoPostgres, OwnPostgres
from tests.conftest import _missing
from tests.web.conftest import Battle, Client, Visitor

MOVES = 6
PAGES = ("/", "/lobby", "/clubs", "/people/1", "/quality", "/rules", "/projector", "/games.atom")
OF_GAME = ("", "/at/1", "/at/1/text", "/text", "/spectators", "/number", "/projector", "/news.atom")


@contextmanager
def told(copy: OwnPostgres, function: str):
    """Connection to the copy, told to pause or resume."""
    with psycopg.connect(copy.url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"SELECT {function}()")
        yield connection


def shown(app, path: str) -> int:
    return Visitor(app).get(f"{path}/number").json()["number"]


def end_any_step(battle: Battle) -> int:
    """End the step of the player that owes it; return the number of the last move."""
    page = battle.opener.get(battle.path).text
    battle.end_step(battle.opener if 'data-step="' in page else battle.opponent)
    return battle.last()


@pytest.mark.proof
@pytest.mark.postgres
def test_anonymous_pages_come_from_the_copy_and_are_never_old(monkeypatch):
    reads, connect = Counter(), Replica.connect

    @contextmanager
    def counted(replica: Replica):
        reads["copy"] += 1
        with connect(replica) as connection:
            yield connection

    monkeypatch.setattr(Replica, "connect", counted)
    try:
        with OwnPostgres() as primary, OwnPostgres(primary) as copy:
            settings = Settings(database_url=primary.url, replica_url=copy.url)
            app = create_app(settings)
            with Client(app, base_url="http://127.0.0.1:8000"):
                play(app, copy, reads)
    except NoPostgres as none:
        _missing(str(none))


def play(app, copy: OwnPostgres, reads: Counter) -> None:
    battle = Battle(Visitor(app).register("Maite"), Visitor(app).register("Edmund")).begin()
    for _ in range(MOVES):
        last = end_any_step(battle)
        assert shown(app, battle.path) == last
    wait_for_reads(app, battle, reads)
    stranger = Visitor(app)
    paths = [*PAGES, *(battle.path + path for path in OF_GAME)]
    assert [path for path in paths if stranger.get(path).status_code != 200] == []
    with told(copy, "pg_wal_replay_pause"):
        last, before = end_any_step(battle), reads["copy"]
        assert shown(app, battle.path) == last and reads["copy"] == before
        assert f'data-last="{last}"' in stranger.get(battle.path).text
    with told(copy, "pg_wal_replay_resume"):
        wait_for_reads(app, battle, reads)
    copy.kill()
    before = reads["copy"]
    assert shown(app, battle.path) == last
    assert stranger.get(battle.path).status_code == 200 and reads["copy"] <= before + 1


def wait_for_reads(app, battle: Battle, reads: Counter) -> None:
    """Wait until the copy answers again."""
    before, until = reads["copy"], time.monotonic() + 30
    while reads["copy"] == before:
        assert time.monotonic() < until, "the copy is never read"
        assert shown(app, battle.path) == battle.last()
        time.sleep(0.05)
