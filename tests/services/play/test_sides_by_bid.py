"""Sides that are settled by the players' choices (CAR-LOB-13)."""

from __future__ import annotations

import pytest

from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, orders, rematches
from app.services.play.game_setup import load_setup_progress
from app.services.watch.dice_page import load_dice
from app.services.watch.game_view import load_view, side_title
from tests.contract.tiny import auction
from tests.contract.tiny.skirmish import SIDES, Blow

FIRST, SECOND = SIDES


@pytest.fixture
def services(database_url):
    services = Services.open({"auction": auction.GAME}, database_url)
    yield services
    services.close()


@pytest.fixture
def people(services):
    return [accounts.create_guest(services) for _ in range(4)]


@pytest.fixture
def opened(services, people):
    def open_(count=1, bids=()):
        game = lobby.open_table(
            services, people[0].id, "auction", "plain", FIRST, per_side=count, added="mine"
        )
        for person in people[1 : 2 * count]:
            game = lobby.join_table(services, game.address, person.id)
        for person, bid in zip(people, bids, strict=False):
            lobby.change_choices(services, game.address, person.id, {"bid": str(bid)})
        return load_view(services, game.address, people[0].id)

    return open_


@pytest.fixture
def strike(services, command):
    def give(game, person):
        last = load_view(services, game.id, person.id).last
        orders.declare_order(services, game.id, person.id, command(), last, Blow())

    return give


def players(look):
    return {seat.seat: seat.user_id for seat in look.seats}


@pytest.mark.parametrize(("bids", "is_exchange"), [((2, 5), False), ((5, 2), True)])
def test_the_lower_bid_takes_the_first_side(services, people, opened, strike, bids, is_exchange):
    look = opened(bids=bids)
    first, second = people[1::-1] if is_exchange else people[:2]
    assert look.game.status == "running"
    assert players(look) == {FIRST: first.id, SECOND: second.id}
    strike(look.game, first)
    with pytest.raises(Refused):
        strike(look.game, first)


def test_the_game_waits_for_both_bids_and_a_bid_can_be_changed(services, people, opened):
    look = opened(bids=(5,))
    assert look.game.status == "open"
    assert [seat.user_id for seat in look.seats if seat.owes] == [people[1].id]
    lobby.change_choices(services, look.game.address, people[0].id, {"bid": "1"})
    lobby.change_choices(services, look.game.address, people[1].id, {"bid": "3"})
    begun = load_view(services, look.game.address, people[0].id)
    assert players(begun) == {FIRST: people[0].id, SECOND: people[1].id}


@pytest.mark.slow
def test_a_die_decides_a_tie_and_stands_on_record(services, people, opened):
    found = set()
    for _ in range(40):
        look = opened(bids=(4, 4))
        [roll] = look.history.moves[0].rolls
        is_exchange = roll.face >= auction.EXCHANGING_FACE
        assert (players(look)[FIRST] == people[1].id) is is_exchange
        found.add(is_exchange)


def test_the_other_player_sees_that_there_is_a_bid_and_not_which(services, people, opened):
    look = opened(bids=(5,))
    other = load_setup_progress(services, look.game.address, people[1].id)
    assert other.seats == {FIRST}
    assert other.mine == {}
    assert load_setup_progress(services, look.game.address, people[0].id).mine == {"bid": "5"}


def test_the_seats_have_no_side_before_the_beginning(services, people, opened):
    waiting = opened(bids=(5,))
    titles = {side_title(waiting, side).en for side in SIDES}
    assert titles == {"side not settled yet"}
    lobby.change_choices(services, waiting.game.address, people[1].id, {"bid": "3"})
    begun = load_view(services, waiting.game.address, people[0].id)
    assert "side not settled yet" not in {side_title(begun, side).en for side in SIDES}


def test_teams_exchange_their_seats_together(services, people, opened):
    look = opened(2, bids=(5, 2))
    [side] = {seat.side for seat in look.seats if seat.user_id in (people[0].id, people[2].id)}
    assert side == SECOND


def test_sides_with_different_numbers_of_players_are_refused(services, people):
    with pytest.raises(Refused) as found:
        lobby.open_table(
            services, people[0].id, "auction", "plain", FIRST, per_side=1, others_per_side=2
        )
    assert [one.rule for one in found.value.refusals] == ["CAR-LOB-13"]


def test_a_wrong_bid_is_refused_and_the_old_one_stays(services, people, opened):
    look = opened(bids=(5,))
    with pytest.raises(Refused):
        lobby.change_choices(services, look.game.address, people[0].id, {"bid": "10"})
    assert load_setup_progress(services, look.game.address, people[0].id).mine == {"bid": "5"}


def test_the_dice_can_be_checked_after_an_exchange(services, people, opened, strike):
    look = opened(bids=(4, 4))
    for _ in range(40):
        if players(look)[FIRST] == people[1].id:
            break
        look = opened(bids=(4, 4))
    for number in range(3):
        strike(look.game, people[(1, 0)[number % 2]])
    over = load_view(services, look.game.address, None)
    assert over.game.status == "over"
    dice = load_dice(services, over)
    assert dice.seed_fits
    assert (dice.count, dice.false) == (1, 0)


def test_a_rematch_asks_for_new_bids(services, people, opened, strike):
    look = opened(bids=(5, 2))
    for number in range(3):
        strike(look.game, people[(1, 0)[number % 2]])
    again = rematches.open_rematch(services, look.game.address, people[0].id)
    rematches.open_rematch(services, look.game.address, people[1].id)
    progress = load_setup_progress(services, again.address, people[0].id)
    assert (progress.seats, progress.mine) == (frozenset(), {})
