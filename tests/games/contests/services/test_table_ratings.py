"""Ratings of results from real tables: separate, corrected, hidden, and the same when computed
again.
"""

from __future__ import annotations

import msgspec
import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.correction_orders import CorrectMove
from app.kernel.rating_periods import TABLE, WEB
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, open_seats, orders, rated_battles
from app.services.play.rating_worker import RatingWorker
from app.services.watch import game_view, player_ratings
from tests.games.contests.services.test_contests import (
    NAMES,
    direct,
    each_decides,
    state_of,
    tables_of,
)

BOX = "cry_havoc"


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.fixture
def members(services):
    return [accounts.register(services, name, "a long enough sentence").id for name in NAMES]


@pytest.fixture
def played(services, members):
    """Number of a rated contest on real tables with its pairing, and the players of its two
    entrants in their order.
    """
    terms = {"battle": "cry_havoc/emboscada", "played": "tables", "rated": "yes"}
    return founded(services, members, terms)


def founded(services, members, terms):
    """Contest of two entrants with its pairing, and the players of its two entrants in their
    order.
    """
    game = lobby.open_table(
        services, members[0], "contests", "swiss", "referee", terms=terms, gathers=True
    ).id
    for number, member in enumerate(members[1:3]):
        open_seats.take_seat(services, game, member, f"in{number}", o.Enter(NAMES[number + 1]))
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        direct(services, game, members[0], order)
    pairing = state_of(services, game).pairings[0]
    names = {NAMES[number]: members[number] for number in (1, 2)}
    entrants = state_of(services, game).entrants
    return game, pairing, [names[entrants[key].name] for key in pairing.entrants]


def play(services, game, pairing, players):
    """The first entrant states a victory, and the second one confirms it."""
    for player, seat, order in zip(players, pairing.entrants, stating(pairing), strict=True):
        by_entrant(services, game, player, seat, order)


def stating(pairing):
    """Orders of the two entrants about a victory of the first one."""
    return o.EnterResult(pairing.key, pairing.first, 5, 2), o.ConfirmResult(pairing.key)


def by_entrant(services, game, player, seat, order):
    last = game_view.load_view(services, game, None).last
    orders.declare_order(services, game, player, f"r{last}", last, order, seat=seat)


def values(services, player):
    """Ratings that a player sees in the own list, by pool."""
    known = player_ratings.load_present_ratings(services, player, player)
    return {one.pool: one.rating.value for one in known if one.box == BOX}


def results_of(services, game):
    with services.store.read() as work:
        rows = work.ratings.battles_of_game(game)
    assert {one.pool for one in rows} <= {TABLE}
    return {one.player: (one.result, one.reason) for one in rows}


def is_same_again(services):
    return rated_battles.compute_all_again(services, keep=False).is_same


def test_a_confirmed_result_of_a_real_table_has_a_rating_of_its_own(services, played):
    """CAR-RAT-08, CON-SET-07: it changes no rating of this site, and counts once."""
    game, pairing, players = played
    assert RatingWorker(services).sweep() == 0
    play(services, game, pairing, players)
    assert RatingWorker(services).sweep() == 1
    assert RatingWorker(services).sweep() == 0
    winner, loser = players
    assert results_of(services, game) == {winner: ("won", ""), loser: ("lost", "")}
    assert set(values(services, winner)) == {TABLE}
    assert values(services, winner)[TABLE] > 1500 > values(services, loser)[TABLE]
    page = player_ratings.load_rating_page(services, winner, BOX, None, pool=TABLE)
    assert [one.opponent_id for one in page.battles] == [loser] and page.now
    assert player_ratings.load_rating_page(services, winner, BOX, None, pool=WEB).now is None
    assert is_same_again(services)
    assert rated_battles.compute_all_again(services, keep=True).battles == 1


def test_a_corrected_result_of_a_real_table_keeps_its_week(services, members, played):
    """CON-SET-07: another winner, a forfeit, the first result again, and none."""
    game, pairing, players = played
    direct(services, game, members[0], o.Decide(pairing.key, pairing.first, 5, 2))
    RatingWorker(services).sweep()
    first = values(services, players[0])
    with services.store.read() as work:
        [time] = {one.ended_at for one in work.ratings.battles_of_game(game)}
    number = game_view.load_view(services, game, None).last
    winner, loser = players
    for instead, found in (
        (
            o.Decide(pairing.key, pairing.second),
            {winner: ("lost", ""), loser: ("won", "")},
        ),
        (
            o.Decide(pairing.key, pairing.first, silent=(pairing.second,)),
            {winner: ("won", "forfeit"), loser: ("lost", "forfeit")},
        ),
        (
            o.Decide(pairing.key, pairing.first, 5, 2),
            {winner: ("won", ""), loser: ("lost", "")},
        ),
    ):
        correct(services, game, members[0], number, instead)
        assert not is_same_again(services)
        assert RatingWorker(services).sweep() == 1
        assert results_of(services, game) == found
        assert is_same_again(services)
    assert values(services, players[0]) == first
    with services.store.read() as work:
        assert {one.ended_at for one in work.ratings.battles_of_game(game)} == {time}
    correct(services, game, members[0], number, None)
    assert RatingWorker(services).sweep() == 1
    assert RatingWorker(services).sweep() == 0
    assert results_of(services, game) == values(services, winner) == {}
    assert is_same_again(services)


def test_a_stated_result_takes_the_battle_at_its_table_from_the_ratings(services, members):
    """CON-SET-06, CON-SET-07: the table here ends between the statement and its confirmation."""
    terms = {"battle": "cry_havoc/emboscada", "played": "both", "rated": "yes"}
    game, pairing, players = founded(services, members, terms)
    [table] = tables_of(services, game)
    last = each_decides(services, table.id, players)
    state, confirm = stating(pairing)
    by_entrant(services, game, players[0], pairing.entrants[0], state)
    orders.declare_order(services, table.id, players[1], "give-up", last, Concede())
    for _ in range(2):
        RatingWorker(services).sweep()
        with services.store.read() as work:
            rows = work.ratings.battles_of_game(table.id)
        assert [(one.pool, one.reason) for one in rows] == [(WEB, "elsewhere")] * 2
        assert is_same_again(services)
        if state_of(services, game).pairing(pairing.key).result is None:
            by_entrant(services, game, players[1], pairing.entrants[1], confirm)
    assert set(values(services, players[0])) == {TABLE}


def correct(services, game, organiser, number, instead):
    plain = None if instead is None else msgspec.to_builtins(instead)
    direct(services, game, organiser, CorrectMove(number, "It was noted wrongly.", plain))


def test_hidden_ratings_hide_those_of_real_tables_too(services, members, played):
    """CAR-RAT-05, CAR-RAT-08."""
    game, pairing, players = played
    play(services, game, pairing, players)
    RatingWorker(services).sweep()
    player_ratings.show_ratings(services, players[0], to_everybody=False)
    for viewer, is_seen in ((players[0], True), (players[1], False), (None, False)):
        page = player_ratings.load_rating_page(services, players[0], BOX, viewer, pool=TABLE)
        assert (page.now is not None, bool(page.battles)) == (is_seen, is_seen)
        assert bool(player_ratings.load_present_ratings(services, players[0], viewer)) == is_seen
    other = player_ratings.load_rating_page(services, players[1], BOX, None, pool=TABLE)
    assert other.now is None and other.battles[0].change is None


def test_the_export_of_an_account_names_the_pool(services, played):
    game, pairing, players = played
    play(services, game, pairing, players)
    RatingWorker(services).sweep()
    with services.store.read() as work:
        found = work.ratings.by(players[0])
    assert [one["pool"] for one in found["weeks"]] == [TABLE]
    [battle] = found["battles"]
    assert (battle["pool"], battle["battle"]) == (TABLE, pairing.key)
