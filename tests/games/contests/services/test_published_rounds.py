"""Publication of a round of a contest: its rows are written together."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from app.games import shelf
from app.games.contests import orders as o
from app.services.container import Services
from app.services.errors import Overtaken
from app.services.people import accounts
from app.services.play import child_battles, large_orders, lobby, open_seats, orders
from tests.games.contests.leak_secrets import ARMIES, ARMY

TERMS = {"battle": "cry_havoc/lady_edith", "places": "40", "rounds": "3"}


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


class DraftedContest:
    """Swiss contest of so many entrants, whose first round is drawn."""

    def __init__(self, services, entrants):
        self.services, self.size = services, entrants
        names = (f"Olmos {entrants} {number}" for number in range(entrants + 1))
        self.organiser, *people = (
            accounts.register(services, name, "a long enough sentence").id for name in names
        )
        with services.store.write() as work:
            for person in people:
                work.users.update_user(person, email=f"{person}@example.org")
            work.commit()
        self.game = lobby.open_table(
            services, self.organiser, "contests", "swiss", "referee", terms=TERMS, gathers=True
        ).id
        for number, person in enumerate(people):
            open_seats.take_seat(services, self.game, person, f"in{number}", o.Enter(f"E {number}"))
        self.give(o.CloseSignUp())
        self.give(o.DraftRound())

    def give(self, order):
        """Give an order of the organiser, under the same command each time."""
        with self.services.store.read() as work:
            last = self.services.find(work, self.game).number
        command = type(order).__name__
        return orders.declare_order(
            self.services, self.game, self.organiser, command, last, order, seat="referee"
        )

    def tables(self):
        """Tables of the battles with their moves, and the seats of all."""
        with self.services.store.read() as work:
            tables = work.child_battles.of_game(self.game)
            moves = [work.moves.for_game(one.id) for one in tables]
            seats = work.seats.of_games([one.id for one in tables])
        return tables, moves, seats


def statements_of(services, act):
    """Statements that an act sends to the database."""
    found = []

    def keep(_connection, _cursor, statement, *_others):
        found.append(statement)

    sa.event.listen(services.store.engine, "before_cursor_execute", keep)
    try:
        act()
    finally:
        sa.event.remove(services.store.engine, "before_cursor_execute", keep)
    return found


def test_a_round_of_many_tables_takes_as_many_statements_as_a_small_one(services):
    counts = []
    for entrants in (8, 14):
        contest = DraftedContest(services, entrants)
        counts.append(len(statements_of(services, lambda one=contest: one.give(o.PublishRound()))))
        tables, moves, seats = contest.tables()
        assert len(tables) == entrants // 2
        assert all(one.status == "running" and one.number == 1 for one in tables)
        assert all(one.begun_at == one.moved_at for one in tables)
        assert [len(one) for one in moves] == [1] * len(tables)
        assert all(any(seat.owes for seat in two) and len(two) == 2 for two in seats.values())
    assert counts[0] == counts[1] < 40


@pytest.fixture
def contest(sqlite_url, monkeypatch):
    """Contest whose orders are computed before the lock, as those of one with many entrants."""
    monkeypatch.setattr(large_orders, "MANY_SEATS", 4)
    services = Services.open(shelf(), sqlite_url)
    yield DraftedContest(services, 6)
    services.close()


def test_others_write_while_a_large_round_is_computed(contest, monkeypatch):
    store, usual, written = contest.services.store, child_battles.follow_moves, []

    def write():
        with store.write() as work:
            work.server_keys.add_key("meanwhile", "")
            work.commit()
        written.append(True)

    def follow_moves(*given):
        thread = threading.Thread(target=write, daemon=True)
        thread.start()
        thread.join(10)
        return usual(*given)

    monkeypatch.setattr(child_battles, "follow_moves", follow_moves)
    contest.give(o.PublishRound())
    assert written == [True]
    assert len(contest.tables()[0]) == 3


def test_two_organisers_publish_a_large_round_at_once(contest, monkeypatch):
    """Both compute the round. The second one finds it published and begins again."""
    services, game, usual = contest.services, contest.game, child_battles.follow_moves
    with services.store.read() as work:
        last = services.find(work, game).number
    both, met = threading.Barrier(2, timeout=20), []

    def follow_moves(*given):
        met.append(both.wait())
        return usual(*given)

    def publish(command):
        try:
            orders.declare_order(
                services, game, contest.organiser, command, last, o.PublishRound(), seat="referee"
            )
        except Overtaken:
            return "overtaken"
        return "published"

    monkeypatch.setattr(child_battles, "follow_moves", follow_moves)
    with ThreadPoolExecutor(2) as pool:
        found = sorted(pool.map(publish, ("one", "two")))
    assert (found, len(met)) == (["overtaken", "published"], 2)
    tables, moves, _ = contest.tables()
    assert [len(one) for one in moves] == [1, 1, 1]
    assert len({one.battle for one in tables}) == 3


def test_some_tables_begin_with_lists_and_others_wait_for_an_army(services):
    """Two of four entrants have sent lists. Some pairings have no list, one or two."""
    organiser, *people = (
        accounts.register(services, f"Olmos {number}", "a long enough sentence").id
        for number in range(5)
    )
    game = lobby.open_table(
        services, organiser, "contests", "swiss", "referee", terms=ARMIES, gathers=True
    ).id
    for number, person in enumerate(people):
        open_seats.take_seat(services, game, person, f"in{number}", o.Enter(f"E {number}"))
    army = ARMY | {"units": [{"spearman": 20}, {"spearman": 20}, {"archer": 20}]}

    def give(user, order, seat):
        with services.store.read() as work:
            last = services.find(work, game).number
        return orders.declare_order(services, game, user, f"{user}{last}", last, order, seat=seat)

    give(organiser, o.CloseSignUp(), "referee")
    for number, order in enumerate(
        (o.SendList(army), o.SendList(army), o.GoWithoutList(), o.GoWithoutList())
    ):
        give(people[number], order, f"p{number + 1}")
    for order in (o.OpenLists(), o.DraftRound()):
        give(organiser, order, "referee")
    with services.store.read() as work:
        at = services.find(work, game)
        draft = services.histories.of(work, services.shelf["contests"], at).now.state.draft
    opponent = next(one.opponent("p1") for one in draft if "p1" in one.entrants)
    if opponent != "p2":
        give(organiser, o.SwapEntrants(opponent, "p2"), "referee")
    give(organiser, o.PublishRound(), "referee")
    with services.store.read() as work:
        tables = work.child_battles.of_game(game)
    assert sorted(one.status for one in tables) == ["open", "running"]
