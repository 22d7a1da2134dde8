"""Contests on both databases: a published round opens each table once, also for two organisers
at once.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede, LeaveSeat
from app.services.container import Services
from app.services.errors import NotYourSeat, Overtaken
from app.services.people import accounts
from app.services.play import lobby, open_seats, orders, table_reports
from app.services.watch import game_view

TERMS = {"battle": "cry_havoc/lady_edith", "places": "6"}
NAMES = ("Ada", "Berta", "Carla", "Dora", "Elena")


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.fixture
def members(services):
    return [accounts.register(services, name, "a long enough sentence").id for name in NAMES]


@pytest.fixture
def contest(services, members):
    """Number of a Swiss contest of four entrants, whose first round is drafted. Ada and Elena
    organise.
    """
    game = lobby.open_table(
        services,
        members[0],
        "contests",
        "swiss",
        "referee",
        terms=TERMS,
        gathers=True,
        referees=["Elena"],
    ).id
    for number, member in enumerate(members[:4]):
        open_seats.take_seat(services, game, member, f"in{number}", o.Enter(NAMES[number]))
    for order in (o.CloseSignUp(), o.DraftRound()):
        direct(services, game, members[0], order)
    return game


def direct(services, game, organiser, order, last=None):
    """Give an order of an organiser."""
    last = game_view.load_view(services, game, None).last if last is None else last
    return orders.declare_order(
        services,
        game,
        organiser,
        f"{type(order).__name__}-{organiser}-{last}",
        last,
        order,
        seat="referee",
    )


def state_of(services, game):
    return game_view.load_view(services, game, None).table.state


def tables_of(services, game):
    with services.store.read() as work:
        return work.child_battles.of_game(game)


def test_a_published_round_opens_a_table_for_each_pairing(services, members, contest):
    direct(services, contest, members[0], o.PublishRound())
    pairings, tables = state_of(services, contest).pairings, tables_of(services, contest)
    assert [one.key for one in pairings] == sorted(table.battle for table in tables)
    for pairing in pairings:
        [table] = [one for one in tables if one.battle == pairing.key]
        with services.store.read() as work:
            seated = {seat.name for seat in work.seats.for_game(table.id)}
        names = {state_of(services, contest).entrants[key].name for key in pairing.entrants}
        assert seated == names and table.status == "running"


def test_two_organisers_publish_a_round_once(services, members, contest):
    """Both press at the same moment: one is told that the game has gone on."""
    last = game_view.load_view(services, contest, None).last

    def publish(organiser):
        try:
            return direct(services, contest, organiser, o.PublishRound(), last).number
        except (Overtaken, Refused) as late:
            return late

    with ThreadPoolExecutor(2) as both:
        found = list(both.map(publish, (members[0], members[4])))
    assert Counter(isinstance(one, int) for one in found) == {True: 1, False: 1}
    assert len(tables_of(services, contest)) == 2
    assert state_of(services, contest).round == 1


def test_an_entrant_does_not_publish_a_round(services, members, contest):
    with pytest.raises(NotYourSeat):
        direct(services, contest, members[1], o.PublishRound())


def test_the_result_of_a_table_is_entered_once(services, members, contest):
    direct(services, contest, members[0], o.PublishRound())
    [pairing, other] = state_of(services, contest).pairings
    [table] = [one for one in tables_of(services, contest) if one.battle == pairing.key]
    with services.store.read() as work:
        loser = next(
            seat
            for seat in work.seats.for_game(table.id)
            if seat.name == state_of(services, contest).entrants[pairing.first].name
        )
    orders.declare_order(services, table.id, loser.user_id, "give-up", 1, Concede())
    assert not table_reports.declare_result(services, table.id).repeated
    assert table_reports.declare_result(services, table.id).repeated
    settled = state_of(services, contest).pairing(pairing.key)
    assert settled.result.winner == pairing.second
    direct(services, contest, members[0], o.Decide(other.key, other.first))
    assert state_of(services, contest).step == "pairing"


def test_an_entrant_who_leaves_loses_the_battle_and_its_table_is_closed(services, members, contest):
    direct(services, contest, members[0], o.PublishRound())
    leaver = state_of(services, contest).entrants["p2"]
    last = game_view.load_view(services, contest, None).last
    orders.declare_order(
        services, contest, members[NAMES.index(leaver.name)], "leave", last, LeaveSeat(), seat="p2"
    )
    now = state_of(services, contest)
    [lost] = [one for one in now.pairings if "p2" in one.entrants]
    assert lost.result.winner == lost.opponent("p2") and lost.result.silent == ("p2",)
    assert [one.key for one in now.open_pairings()] == [
        one.key for one in now.pairings if "p2" not in one.entrants
    ]
