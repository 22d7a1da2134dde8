"""Everybody who waits hears that a move was made; nobody waits for one that is made already."""
import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.club import bell as bell_
from app.club import letters, play
from app.club.club import Club
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Strike

SOFT = Strike(hard=False)


def run(coroutine):
    """Run it in a thread of its own: the browser tests of the same process keep a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def soon(waiting):
    return await asyncio.wait_for(waiting, timeout=8)


def test_what_is_on_the_ledger_is_not_waited_for(club, started):
    game = started("parry")
    assert run(soon(club.bell.next_after(game.id, 0))) == 1


def test_a_returning_browser_after_a_restart_asks_the_ledger(club, people, started, command, database_url):
    game = started("parry")
    play.declare(club, game.id, people[0].id, command(), 1, SOFT)
    other = Club.open(TINY, database_url)
    try:
        assert run(soon(other.bell.next_after(game.id, 1))) == 2
    finally:
        other.close()


def test_those_who_wait_hear_of_the_next_move(club, people, started, command):
    game = started("parry")

    async def hundred():
        waiting = [asyncio.create_task(soon(club.bell.next_after(game.id, 1))) for _ in range(100)]
        await asyncio.sleep(0.1)
        assert club.bell.is_waited_for(game.id)
        assert not any(one.done() for one in waiting)
        await asyncio.to_thread(play.declare, club, game.id, people[0].id, command(), 1, SOFT)
        return await asyncio.gather(*waiting)

    assert run(hundred()) == [2] * 100
    assert not club.bell.is_waited_for(game.id)


def test_letters_ring_by_themselves(club, people, started):
    game = started("parry")

    async def waiting():
        moves = asyncio.create_task(club.bell.next_after(game.id, 1))
        written = asyncio.create_task(soon(club.bell.next_after(game.id, 0, "letters")))
        await asyncio.sleep(0.1)
        letter = await asyncio.to_thread(letters.write, club, game.id, people[0].id, "Hello")
        assert await written == letter.id
        assert not moves.done()
        moves.cancel()

    run(waiting())


def test_a_lost_ring_is_made_good_by_asking_again(club, people, started, command, monkeypatch):
    monkeypatch.setattr(bell_, "FRESH", 0.2)
    monkeypatch.setattr(club.bell, "ring", lambda *_: None)
    game = started("parry")

    async def waiting():
        heard = asyncio.create_task(soon(club.bell.next_after(game.id, 1)))
        await asyncio.sleep(0.05)
        await asyncio.to_thread(play.declare, club, game.id, people[0].id, command(), 1, SOFT)
        return await heard

    assert run(waiting()) == 2


@pytest.mark.postgres
def test_the_bell_is_heard_in_another_process(fresh_postgres_url):
    from app.club import accounts, lobby

    here, there = Club.open(TINY, fresh_postgres_url), Club.open(TINY, fresh_postgres_url)
    try:
        red, blue = accounts.create_guest(here), accounts.create_guest(here)
        game = lobby.open_table(here, red.id, "parry", "plain", "red")
        lobby.join(here, game.id, blue.id)

        async def waiting():
            heard = asyncio.create_task(soon(there.bell.next_after(game.id, 1)))
            await asyncio.sleep(0.2)
            began = time.monotonic()
            await asyncio.to_thread(play.declare, here, game.id, red.id, "one", 1, SOFT)
            return await heard, time.monotonic() - began

        number, seconds = run(waiting())
        assert number == 2
        assert seconds < 2
    finally:
        here.close()
        there.close()


@pytest.mark.postgres
def test_the_bell_comes_back_after_its_connection_was_cut(fresh_postgres_url, postgres_server):
    from app.club import accounts, lobby

    here, there = Club.open(TINY, fresh_postgres_url), Club.open(TINY, fresh_postgres_url)
    try:
        red, blue = accounts.create_guest(here), accounts.create_guest(here)
        game = lobby.open_table(here, red.id, "parry", "plain", "red")
        lobby.join(here, game.id, blue.id)

        async def waiting():
            heard = asyncio.create_task(soon(there.bell.next_after(game.id, 1)))
            await asyncio.sleep(0.2)
            postgres_server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND query LIKE 'LISTEN%%'",
                                    [fresh_postgres_url.rsplit("/", 1)[1]])
            await asyncio.to_thread(play.declare, here, game.id, red.id, "one", 1, SOFT)
            return await heard

        assert run(waiting()) == 2
    finally:
        here.close()
        there.close()
