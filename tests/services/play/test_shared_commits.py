"""Orders that share a commit on SQLite, up to the caches and the views of other users."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from app.kernel import table_orders
from app.services.container import Services
from app.services.errors import Overtaken
from app.services.people import accounts
from app.services.play import lobby, orders
from app.services.play.open_seats import declare_or_join
from app.services.play.order_requests import OrderRequest
from app.services.watch.game_view import load_view
from app.store import group_commit
from app.store.database_errors import DatabaseUnavailable
from tests.contract.tiny import TINY

PATIENCE = 20  # seconds
TABLES = {"server": "parry", "bot": "stones"}
OFFER, DECLINE = table_orders.OfferDraw(), table_orders.DeclineDraw()


@pytest.fixture
def club(sqlite_url, monkeypatch):
    monkeypatch.setattr(group_commit, "LONGEST", PATIENCE)
    services = Services.open(TINY, sqlite_url)
    services.limits.lifted = True
    yield services
    services.close()


@pytest.fixture
def game(club):
    """Game of two guests, and its last move."""
    people = [accounts.create_guest(club).id for _ in range(2)]
    box = club.shelf["heaps"] if "heaps" in club.shelf else next(iter(club.shelf.values()))
    opened = lobby.open_table(club, people[0], box.card.key, box.card.scenarios[0].key)
    lobby.join_table(club, opened.id, people[1])
    return opened.id, people, load_view(club, opened.id).last


@contextmanager
def paused_commits(store, error=None):
    """Let the commits of orders wait for `go`, then fail if there is an error. `reached` is set
    when the first one waits.
    """
    go, reached = threading.Event(), threading.Event()

    def commit(_):
        reached.set()
        assert go.wait(PATIENCE)
        if error:
            raise error

    sa.event.listen(store.engine, "commit", commit)
    try:
        yield go, reached
    finally:
        go.set()
        sa.event.remove(store.engine, "commit", commit)


def pair_in_one_commit(club, game, go, reached):
    """Two orders of one game in a commit: an offer, and the answer of the other player to it. While
    they wait, a visitor reads the game.
    """
    address, people, last = game
    queue = club.store._queue

    def give(player, command, after, order):
        return declare_or_join(club, address, people[player], OrderRequest(command, after, order))

    write = group_commit.Member.write

    def write_when_another_queues(member):
        wait_until(lambda: member.group.size or queue._queued)
        write(member)

    with ThreadPoolExecutor(2) as threads, pytest.MonkeyPatch.context() as patch:
        patch.setattr(group_commit.Member, "write", write_when_another_queues)
        first = threads.submit(give, 0, "one", last, OFFER)
        wait_until(queue._turn.locked)
        second = threads.submit(give, 1, "two", last + 1, DECLINE)
        assert reached.wait(PATIENCE)
        assert load_view(club, address).last == last
        assert not first.done() and not second.done()
        go.set()
        return [one.exception(PATIENCE) or one.result() for one in (first, second)]


def wait_until(is_true):
    until = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < until
        time.sleep(0.002)


def test_two_orders_of_a_game_are_read_only_after_their_commit(club, game):
    with paused_commits(club.store) as (go, reached):
        one, other = pair_in_one_commit(club, game, go, reached)
    assert [one.number, other.number] == [game[2] + 1, game[2] + 2]
    assert load_view(club, game[0]).last == game[2] + 2


def test_a_failed_commit_leaves_no_move_in_any_cache(club, game):
    error = sa.exc.OperationalError("COMMIT", {}, Exception("disk I/O error"))
    with paused_commits(club.store, error) as (go, reached):
        found = pair_in_one_commit(club, game, go, reached)
    assert all(isinstance(one, DatabaseUnavailable) for one in found), found
    address, people, last = game
    assert load_view(club, address).last == last
    with pytest.raises(Overtaken):
        declare_or_join(club, address, people[1], OrderRequest("two", last + 1, DECLINE))
    again = declare_or_join(club, address, people[1], OrderRequest("three", last, OFFER))
    assert again.number == last + 1 and not again.repeated
    shown = load_view(club, address)
    assert [shown.last, shown.history.moves[-1].seat] == [last + 1, again.seat.seat]


def test_a_repeated_command_is_answered_after_the_commit_of_the_first(club, game):
    """The same command twice at once: the second answer tells of the first, so it waits for it."""
    address, people, last = game
    queue = club.store._queue
    first = OrderRequest("one", last, OFFER)
    error = sa.exc.OperationalError("COMMIT", {}, Exception("disk I/O error"))
    with paused_commits(club.store, error) as (go, reached), ThreadPoolExecutor(2) as threads:
        with queue.alone():
            asked = []
            for number in (1, 2):
                asked.append(threads.submit(declare_or_join, club, address, people[0], first))
                wait_until(lambda number=number: queue._queued == number)
        assert reached.wait(PATIENCE)
        go.set()
        assert all(isinstance(one.exception(PATIENCE), DatabaseUnavailable) for one in asked)
    assert load_view(club, address).last == last


@pytest.mark.parametrize("of", TABLES)
def test_an_order_of_the_server_or_of_a_bot_shares_the_commit_of_a_player(club, game, of):
    address, people, last = game
    against = "bot" if of == "bot" else "people"
    other = lobby.open_table(club, people[0], TABLES[of], "plain", against=against)
    if of == "server":
        lobby.join_table(club, other.id, people[1])
    number = load_view(club, other.id).last
    seat = next(one for one in load_view(club, other.id).seats if bool(one.bot) == (of == "bot"))
    queue, commits = club.store._queue, []
    note = commits.append
    sa.event.listen(club.store.engine, "commit", note)

    def give_other():
        asked = ("other", number, table_orders.Concede())
        if of == "bot":
            return orders.declare_for_bot(club, other.id, seat.seat, *asked)
        request = OrderRequest(*asked)
        return orders.declare_for_server(club, other.id, seat.seat, request, lambda _: True)

    first = OrderRequest("one", last, OFFER)
    with ThreadPoolExecutor(2) as threads:
        queue._turn.acquire()
        given = [
            threads.submit(declare_or_join, club, address, people[0], first),
            threads.submit(give_other),
        ]
        wait_until(lambda: queue._queued == len(given))
        queue._turn.release()
        assert [one.result(PATIENCE).number for one in given] == [last + 1, number + 1]
    sa.event.remove(club.store.engine, "commit", note)
    assert len(commits) == 1
    assert load_view(club, other.id).last == number + 1
