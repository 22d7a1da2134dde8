"""Users join a running game with open seats and leave it, on both databases."""

from __future__ import annotations

import msgspec
import pytest

from app.kernel import record, table_orders
from app.kernel.readjudication import readjudicate_moves
from app.kernel.refusal import Refused
from app.services.errors import NoSuchGame, NotYourSeat, Overtaken
from app.services.people import accounts
from app.services.play import game_export, game_import, open_seats, orders, seat_substitution
from app.services.play.order_requests import OrderRequest
from app.services.watch import game_view
from app.store import records
from tests.contract.tiny import caravans

JOIN = caravans.Join("Ines")


@pytest.fixture
def game(services, people, started):
    """A judge and three traders, before the first turn."""
    return started("caravans")


def look(services, game, person=None):
    return game_view.load_view(services, game.address, person.id if person else None)


def give(services, game, person, order):
    last = look(services, game, person).last
    return orders.declare_order(services, game.address, person.id, f"at {last}", last, order)


def join(services, game, person, order=JOIN, command="join"):
    return open_seats.take_seat(services, game.address, person.id, command, order)


def seats(services, game):
    return {one.seat: one for one in look(services, game).seats}


def history_of(services, game):
    return look(services, game).history


def test_a_user_joins_and_plays(services, people, game):
    played = join(services, game, people[4])
    assert played.seat.seat == "p4"
    mine = look(services, game, people[4])
    assert mine.seat == "p4"
    assert game_view.side_title(mine, "p4").in_("en") == "Ines"
    give(services, game, people[0], caravans.Open())
    give(services, game, people[4], caravans.Declare("p1"))
    history = history_of(services, game)
    assert record.first_broken(history.moves) is None
    assert readjudicate_moves(history.box, history.moves, history.tables) == []


def test_the_same_form_sent_twice_gives_one_seat(services, people, game):
    join(services, game, people[4])
    with pytest.raises(Refused, match="CAR-LOB-02"):
        join(services, game, people[4])
    assert len(seats(services, game)) == 5


def test_the_entry_is_refused_as_a_whole(services, people, game):
    with pytest.raises(Refused, match="CVN-SEQ-01"):
        join(services, game, people[4], caravans.Join(""))
    assert look(services, game, people[4]).seat is None
    assert len(seats(services, game)) == 4


def test_two_users_take_different_seats(services, people, game):
    join(services, game, people[4])
    join(services, game, people[5])
    assert look(services, game, people[5]).seat == "p5"


def test_other_games_take_no_users(services, people, started):
    stones = started("stones")
    with pytest.raises(NotYourSeat):
        join(services, stones, people[4])


def test_a_private_game_without_its_link_is_unknown(services, people, started):
    game = started("caravans", visibility="private")
    with pytest.raises(NoSuchGame):
        open_seats.take_seat(services, game.id, people[4].id, "join", JOIN)
    assert join(services, game, people[4]).seat.seat == "p4"


def test_a_user_cannot_give_the_order_of_the_server(services, people, game):
    with pytest.raises(Refused, match="CAR-SEA-03"):
        give(services, game, people[1], table_orders.TakeSeat(msgspec.to_builtins(JOIN)))


def test_a_user_who_leaves_becomes_a_former_player(services, people, game):
    join(services, game, people[4])
    give(services, game, people[4], table_orders.LeaveSeat())
    seat = seats(services, game)["p4"]
    assert (seat.user_id, seat.name, seat.is_free) == (None, "—", False)
    assert look(services, game, people[4]).seat is None
    with pytest.raises(NotYourSeat):
        give(services, game, people[4], caravans.Declare())
    with services.store.read() as work:
        (former,) = work.former.for_game(game.id)
    assert (former.seat, former.user_id) == ("p4", people[4].id)


def test_a_user_who_has_left_does_not_return(services, people, game):
    give(services, game, people[1], table_orders.LeaveSeat())
    with pytest.raises(Refused, match="CAR-SEA-02"):
        join(services, game, people[1])


def test_a_user_joins_during_a_turn_and_enters_at_its_end(services, people, game):
    give(services, game, people[0], caravans.Open())
    join(services, game, people[4])
    mine = look(services, game, people[4])
    assert (mine.seat, mine.decisions) == ("p4", ())
    assert game_view.side_title(mine, "p4").in_("en") == "Ines"
    for person in people[1:4]:
        give(services, game, person, caravans.Declare())
    assert history_of(services, game).now.state.wealth["p4"] == 1


def test_a_user_who_withdraws_an_entry_may_join_again(services, people, game):
    give(services, game, people[0], caravans.Open())
    join(services, game, people[4])
    give(services, game, people[4], table_orders.LeaveSeat())
    assert look(services, game, people[4]).seat is None
    with services.store.read() as work:
        assert not work.former.for_game(game.id)
    join(services, game, people[4], command="again")
    assert look(services, game, people[4]).seat == "p5"
    for person in people[1:4]:
        give(services, game, person, caravans.Declare())
    give(services, game, people[4], table_orders.LeaveSeat())
    with pytest.raises(Refused, match="CAR-SEA-02"):
        join(services, game, people[4], command="third")


def test_an_entry_that_waits_is_changed_by_its_player(services, people, game):
    give(services, game, people[0], caravans.Open())
    join(services, game, people[4])
    give(services, game, people[4], caravans.Join("Leon"))
    assert history_of(services, game).now.state.queue == {"p4": "Leon"}


def test_a_substitute_takes_over_an_entry_that_waits(services, people, game):
    give(services, game, people[0], caravans.Open())
    join(services, game, people[4])
    carla = accounts.register(services, "Carla", "a long enough sentence")
    seat_substitution.offer_seat(services, game.address, people[4].id, "p4", carla.name)
    seat_substitution.take_offered_seat(services, game.address, carla.id)
    assert look(services, game, carla).seat == "p4"
    for person in people[1:4]:
        give(services, game, person, caravans.Declare())
    assert history_of(services, game).now.state.wealth["p4"] == 1


def test_an_account_with_a_deleted_player_may_be_removed_by_another(services, people, game):
    with services.store.write() as work:
        work.seats.update_seat(game.id, "p2", user_id=None)
        work.seats.mark_owing(game.id, {"p2"})
        work.commit()
    orders.claim_game(services, game.address, people[1].id)
    assert "p2" not in look(services, game).table.seats


def test_offers_of_the_next_seat_are_for_users_without_one(services, people, game):
    stranger = open_seats.as_joiner(look(services, game, people[4]))
    assert [type(one.order) for one in stranger.offers if one.is_live] == [caravans.Join]
    assert stranger.decisions[0].step == "between"
    assert stranger.seat is None
    assert open_seats.as_joiner(look(services, game)).decisions == ()  # an anonymous visitor
    player = look(services, game, people[1])
    assert open_seats.as_joiner(player) is player
    give(services, game, people[0], caravans.Open())
    assert open_seats.possible_entry(look(services, game, people[4])) is not None


def test_the_lobby_lists_games_with_room(services, people, game):
    assert [one.game.id for one in open_seats.list_joinable(services, people[4].id)] == [game.id]
    assert open_seats.list_joinable(services, people[1].id) == []
    join(services, game, people[4])
    join(services, game, people[5])
    assert open_seats.list_joinable(services, None) == []


def test_the_lobby_lists_a_game_with_room_once(services, people, game, started):
    other = started("stones").id
    for user, expected in (
        (people[4].id, {other}),
        (people[1].id, {other, game.id}),
        (None, {other}),
    ):
        joinable = open_seats.list_joinable(services, user)
        found = open_seats.list_watchable(services, 12, user, joinable)
        assert {one.game.id for one in found} == expected
    assert len(open_seats.list_watchable(services, 1, None, ())) == 1


def test_later_games_without_open_seats_take_no_place_in_the_lobby(
    services, people, game, started, monkeypatch
):
    monkeypatch.setattr(open_seats, "MANY", 1)
    started("stones")
    assert [one.game.id for one in open_seats.list_joinable(services, people[4].id)] == [game.id]


def test_an_order_of_a_user_without_a_seat_joins(services, people, game):
    last = look(services, game).last
    written = record.as_given(JOIN)
    played = open_seats.declare_or_join(
        services, game.address, people[4].id, OrderRequest("form", last, written, "between")
    )
    assert played.seat.seat == "p4"
    with pytest.raises(Overtaken):
        open_seats.declare_or_join(
            services,
            game.address,
            people[4].id,
            OrderRequest("form 2", last, record.as_given(caravans.Declare()), "declare"),
        )


def test_a_game_with_seats_that_were_opened_and_closed_is_exported_and_imported(
    services, people, game
):
    join(services, game, people[4])
    give(services, game, people[1], table_orders.LeaveSeat())
    file = game_export.export_with_secrets(services, game.id)
    again = game_import.import_game(services, file)
    now = look(services, again).table
    assert now.seats == look(services, game).table.seats


def test_delayed_spectators_see_no_seat_before_its_move(services, people, started):
    game = started("caravans", delay="turn")
    join(services, game, people[4])
    give(services, game, people[0], caravans.Open())
    shown = look(services, game)
    assert shown.last == 1
    assert [one.seat for one in shown.seats] == ["judge", "p1", "p2", "p3"]
    assert isinstance(shown.seats[0], records.Seat)
