"""Numbers of decisions that wait for users, read together for open streams."""

from __future__ import annotations

import asyncio
import threading

import pytest

from app.services.people import accounts
from app.services.play import lobby
from app.services.watch import game_lists
from app.store.database_errors import DatabaseUnavailable
from app.web.waiting_counts import WaitingCounts
from tests.any_game import BOX, SCENARIO, SIDE

TOGETHER = "count_waiting_of_users"


@pytest.fixture
def services(app, web):
    return app.state.services


@pytest.fixture
def people(services):
    """Two players of a running game, and a member without a game."""
    made = [
        accounts.register(services, name, "a long enough sentence").id
        for name in ("Ana", "Bruno", "Carla")
    ]
    game = lobby.open_table(services, made[0], BOX, SCENARIO, SIDE)
    lobby.join_table(services, game.address, made[1])
    return made


@pytest.fixture
def reads(monkeypatch):
    """Users of each read of the database."""
    found, count = [], game_lists.count_waiting_of_users

    def counted(services, users):
        found.append(users)
        return count(services, users)

    monkeypatch.setattr(game_lists, TOGETHER, counted)
    return found


def test_streams_of_many_users_share_one_read(services, people, reads):
    async def ask() -> list[int]:
        counts = WaitingCounts(services)
        return await asyncio.gather(*(counts.count(one) for one in [*people, *people]))

    expected = [game_lists.count_waiting(services, one) for one in people]
    assert sum(expected) == 1
    assert asyncio.run(ask()) == expected * 2
    assert reads == [tuple(people)]


def test_a_question_during_a_read_is_read_again(services, people, reads, monkeypatch):
    """A move may come after the beginning of the first read."""
    begun, may_end = threading.Event(), threading.Event()
    count = game_lists.count_waiting_of_users

    def slow(services, users):
        begun.set()
        assert may_end.wait(5)
        return count(services, users)

    monkeypatch.setattr(game_lists, TOGETHER, slow)

    async def ask() -> None:
        counts = WaitingCounts(services)
        first = asyncio.ensure_future(counts.count(people[0]))
        assert await asyncio.to_thread(begun.wait, 5)
        second = asyncio.ensure_future(counts.count(people[0]))
        await asyncio.sleep(0)
        may_end.set()
        await asyncio.gather(first, second)

    asyncio.run(ask())
    assert reads == [(people[0],), (people[0],)]


def test_a_stream_that_ends_does_not_end_the_read_of_others(services, people):
    async def ask() -> int:
        counts = WaitingCounts(services)
        ending = asyncio.ensure_future(counts.count(people[0]))
        staying = asyncio.ensure_future(counts.count(people[0]))
        await asyncio.sleep(0)
        ending.cancel()
        return await staying

    assert asyncio.run(ask()) == game_lists.count_waiting(services, people[0])


def test_each_stream_hears_of_a_database_that_is_away(services, people, monkeypatch):
    def away(*_):
        raise DatabaseUnavailable("away")

    async def ask() -> tuple[list[object], int]:
        counts = WaitingCounts(services)
        with monkeypatch.context() as patch:
            patch.setattr(game_lists, TOGETHER, away)
            failed = await asyncio.gather(
                *(counts.count(one) for one in people), return_exceptions=True
            )
        return failed, await counts.count(people[2])

    failed, later = asyncio.run(ask())
    assert [type(one) for one in failed] == [DatabaseUnavailable] * 3
    assert later == 0
