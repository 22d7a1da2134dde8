"""Seasons of a contest on both databases: links, invitations, and a season that is frozen
(CAR-LOB-17).
"""

from __future__ import annotations

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refused
from app.kernel.table_orders import LeaveSeat
from app.services.container import Services
from app.services.people import accounts, blocking
from app.services.play import invitations, lobby, open_seats, orders
from app.services.watch import game_list, game_view

NAMES = ("Ada", "Berta", "Carla", "Dora", "Elena")
TERMS = {"battle": "in_words", "words": "Chess", "divisions": "1"}


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.fixture
def members(services):
    return [accounts.register(services, name, "a long enough sentence").id for name in NAMES]


def founded(services, organiser, **terms):
    return lobby.open_table(
        services, organiser, "contests", "robin", "referee", terms=TERMS | terms, gathers=True
    )


def give(services, game, user_id, order, seat="referee"):
    last = game_view.load_view(services, game.address, user_id).last
    command = f"{type(order).__name__}-{last}"
    return orders.declare_order(services, game.id, user_id, command, last, order, seat=seat)


@pytest.fixture
def season(services, members):
    """Season of Ada with four entrants, before its end: the first of each pairing has won."""
    game = founded(services, members[0])
    for number, member in enumerate(members[1:], 1):
        open_seats.take_seat(services, game.id, member, f"in{number}", o.Enter(NAMES[number]))
    give(services, game, members[0], o.CloseSignUp())
    for _ in range(3):
        for order in (o.DraftRound(), o.PublishRound()):
            give(services, game, members[0], order)
        state = game_view.load_view(services, game.id, None).table.state
        for one in state.open_pairings():
            give(services, game, members[0], o.Decide(one.key, one.first))
    return game


@pytest.fixture
def finished(services, members, season):
    give(services, season, members[0], o.CloseContest())
    return season


def invited(services, user_id):
    return [one.table.game.id for one in invitations.list_invitations(services, user_id)]


def test_the_seasons_link_to_each_other_and_each_entrant_is_invited_once(
    services, members, finished
):
    later = founded(services, members[0], earlier=finished.address)
    assert [invited(services, one) for one in members] == [[], *[[later.id]] * 4]
    for reader in (None, members[0], members[1]):
        assert game_view.load_view(services, finished.id, reader).rematch == later.address
    assert game_view.load_view(services, later.id, None).game.rematch_of == finished.id
    open_seats.take_seat(services, later.id, members[1], "again", o.Enter("Berta"))
    assert invited(services, members[1]) == []
    invitations.decline_invitation(services, members[2], later.id)
    assert invited(services, members[2]) == [] and invited(services, members[3]) == [later.id]


def test_a_list_of_games_names_the_winner_of_a_season(services, members, finished):
    winner = game_view.load_view(services, finished.id, None)
    names = {seat.side: seat.name for seat in winner.seats}
    with services.store.read() as work:
        (listed,) = game_list.list_games(services, work, [services.find(work, finished.id)])
    assert listed.result.in_("en") == f"Victory: {names[winner.game.winners[0]]}"


def test_entrants_who_left_or_blocked_the_founder_are_not_invited(services, members, season):
    state = game_view.load_view(services, season.id, None).table.state
    leaver = next(key for key, one in state.entrants.items() if one.name == "Carla")
    give(services, season, members[2], LeaveSeat(), seat=leaver)
    give(services, season, members[0], o.CloseContest())
    blocking.block_user(services, members[3], members[0])
    later = founded(services, members[0], earlier=season.address)
    assert [invited(services, one) for one in members] == [[], [later.id], [], [], [later.id]]


def test_a_season_has_one_next_season(services, members, finished):
    founded(services, members[0], earlier=finished.address)
    assert refused(services, members[0], finished.address) == {"CAR-LOB-17"}


def test_only_an_organiser_of_a_finished_season_names_it(services, members, season):
    assert refused(services, members[0], season.address) == {"CAR-LOB-17"}
    give(services, season, members[0], o.CloseContest())
    assert refused(services, members[1], season.address) == {"CAR-LOB-17"}
    assert refused(services, members[0], "9999") == {"CAR-LOB-17"}
    later = founded(services, members[0], earlier=season.address)
    give(services, later, members[0], o.CloseContest())
    assert refused(services, members[0], later.address) == {"CAR-LOB-17"}
    founded(services, members[0], earlier=f"{season.address} {later.address}")


def refused(services, user_id, earlier):
    """Rules that refuse a next season; no game is left behind."""
    with services.store.read() as work:
        before = len(work.games.all_games())
    with pytest.raises(Refused) as found:
        founded(services, user_id, earlier=earlier)
    with services.store.read() as work:
        assert len(work.games.all_games()) == before
    return {one.rule for one in found.value.refusals}


def test_a_closed_season_takes_no_correction(services, members, finished):
    look = game_view.load_view(services, finished.id, members[0])
    number = next(one.number for one in look.history.moves if b'"decide"' in bytes(one.order))
    with pytest.raises(Refused) as found:
        give(services, finished, members[0], CorrectMove(number, "Too late."))
    assert {one.rule for one in found.value.refusals} == {"CAR-TAB-02"}
    assert game_view.load_view(services, finished.id, None).last == look.last
