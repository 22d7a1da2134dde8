"""Contests on both databases: a published round opens each table once, also for two organisers
at once.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede, LeaveSeat
from app.services.container import Services
from app.services.errors import NotYourSeat, Overtaken
from app.services.notify.battle_notifications import ARMY_DUE
from app.services.notify.outbox import decode_message
from app.services.people import accounts
from app.services.play import child_battles, lobby, open_seats, orders, rated_battles, table_reports
from app.services.play.rating_worker import RatingWorker
from app.services.watch import game_view
from app.services.watch.rated_game import load_rating_sentence
from tests.duels import each_decides

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


def test_players_of_a_battle_that_begins_at_once_are_not_asked_for_an_army(
    services, members, contest
):
    with services.store.write() as work:
        for member in members:
            work.users.update_user(member, email=f"{member}@example.org")
        work.commit()
    direct(services, contest, members[0], o.PublishRound())
    with services.store.read() as work:
        told = [decode_message(one) for one in work.outbox.in_state("waiting", 99)]
    ready = [one for one in told if one.title.en.startswith("Battle ready")]
    assert len(ready) == 4
    assert all(ARMY_DUE.en not in [line.en for line in one.lines] for one in ready)


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


# ---------------------------------------------------------------------- ratings
@pytest.fixture
def rated(services, members):
    """Number of a rated Swiss contest of two entrants with its table, and its pairing."""
    terms = {"battle": "cry_havoc/emboscada", "played": "here", "rated": "yes"}
    game = lobby.open_table(
        services, members[0], "contests", "swiss", "referee", terms=terms, gathers=True
    ).id
    for number, member in enumerate(members[1:3]):
        open_seats.take_seat(services, game, member, f"in{number}", o.Enter(NAMES[number + 1]))
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        direct(services, game, members[0], order)
    [table] = tables_of(services, game)
    return game, table, state_of(services, game).pairings[0]


def fight(services, table):
    """Both players decide once, then the first one concedes. Returns winner and loser."""
    with services.store.read() as work:
        loser, winner = (seat.user_id for seat in work.seats.for_game(table.id))
    last = each_decides(services, table.id, (loser, winner))
    orders.declare_order(services, table.id, loser, "give-up", last, Concede())
    assert RatingWorker(services).sweep() == 1
    assert table_reports.declare_result(services, table.id).number
    assert RatingWorker(services).sweep() == 0  # the same result
    return winner, loser


def results_of(services, table):
    """Results of the rated battle by player, and the reasons why it is not rated."""
    with services.store.read() as work:
        rows = work.ratings.battles_of_game(table.id)
    return {one.player: one.result for one in rows}, {one.reason for one in rows}


def move_of_table(services, game):
    """Number of the move with the result of a table."""
    moves = game_view.load_view(services, game, None).history.moves
    return next(one.number for one in moves if b'"from_table"' in bytes(one.order))


def test_a_battle_of_a_rated_contest_is_rated(services, members, rated):
    """CON-SET-05, CAR-RAT-07: its table is opened as rated, and both players have agreed."""
    game, table, _ = rated
    assert table.rated
    winner, loser = fight(services, table)
    assert results_of(services, table) == ({winner: "won", loser: "lost"}, {""})
    assert rated_battles.compute_all_again(services, keep=False).is_same
    look = game_view.load_view(services, game, members[0])
    assert "Its battles are rated" in str(load_rating_sentence(services, look))


def test_a_corrected_result_of_a_contest_changes_the_ratings(services, members, rated):
    """CON-SET-06: the other entrant has won, then one is without points: a forfeit."""
    game, table, pairing = rated
    winner, loser = fight(services, table)
    number = move_of_table(services, game)
    settled = state_of(services, game).pairing(pairing.key).result
    other = pairing.opponent(settled.winner)
    with services.store.read() as work:
        before = work.ratings.all_ratings()
    for instead, found in (
        (o.Decide(pairing.key, other), ({winner: "lost", loser: "won"}, {""})),
        (
            o.Decide(pairing.key, other, silent=(settled.winner,)),
            ({winner: "lost", loser: "won"}, {"forfeit"}),
        ),
    ):
        plain = msgspec.to_builtins(instead)
        direct(services, game, members[0], CorrectMove(number, "It was noted wrongly.", plain))
        assert not rated_battles.compute_all_again(services, keep=False).is_same
        assert RatingWorker(services).sweep() == 1
        assert results_of(services, table) == found
        assert rated_battles.compute_all_again(services, keep=False).is_same
        with services.store.read() as work:
            assert work.ratings.all_ratings() != before
    with services.store.read() as work:
        assert work.ratings.all_ratings() == {}


def test_the_rows_of_a_replaced_battle_are_read_again(services, members, rated, monkeypatch):
    """A correction can give a battle of an open contest other players. Its finished table stays."""
    game, table, pairing = rated
    fight(services, table)
    monkeypatch.setattr(child_battles, "replaced_battles", lambda *_: {pairing.key})
    direct(services, game, members[0], o.DraftRound())
    assert RatingWorker(services).sweep() == 1
    assert rated_battles.compute_all_again(services, keep=False).is_same


def test_a_table_that_ends_while_its_battle_is_decided_is_read_again(
    services, members, rated, monkeypatch
):
    """The order has read its table before the end, and the worker enters the battle meanwhile."""
    game, table, pairing = rated
    stale = tables_of(services, game)
    with services.store.read() as work:
        loser, winner = (seat.user_id for seat in work.seats.for_game(table.id))
    last = each_decides(services, table.id, (loser, winner))
    orders.declare_order(services, table.id, loser, "give-up", last, Concede())
    assert RatingWorker(services).sweep() == 1
    monkeypatch.setattr(child_battles, "tables_of", lambda *_: stale)
    direct(services, game, members[0], o.Decide(pairing.key, f"p{members.index(loser)}"))
    assert RatingWorker(services).sweep() == 1
    assert rated_battles.compute_all_again(services, keep=False).is_same


def test_a_decision_without_a_battle_is_not_rated(services, members, rated):
    """The table is not over, so no result of it counts."""
    game, table, pairing = rated
    direct(services, game, members[0], o.Decide(pairing.key, pairing.first))
    assert RatingWorker(services).sweep() == 0
    assert results_of(services, table) == ({}, set())


def test_only_members_enter_a_rated_contest(services, members):
    """CAR-RAT-02, CAR-RAT-07, CON-SET-05."""
    terms = {"battle": "cry_havoc/emboscada", "rated": "yes"}

    def founded(**more):
        return lobby.open_table(
            *(services, members[0], "contests", "swiss", "referee"),
            terms=terms | {"played": "both"} | more,
            gathers=True,
        )

    guest = accounts.create_guest(services)
    with pytest.raises(Refused) as found:
        open_seats.take_seat(services, founded().id, guest.id, "in", o.Enter("Guest"))
    assert "CAR-RAT-02" in {one.rule for one in found.value.refusals}
    for wrong in ({"battle": "in_words", "words": "Chess"}, {"team_size": "2"}):
        with pytest.raises(Refused) as found:
            founded(**wrong)
        assert {one.rule for one in found.value.refusals} == {"CON-SET-05"}
