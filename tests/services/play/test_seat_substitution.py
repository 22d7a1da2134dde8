"""Seat substitution: all of the seat passes to the new player, and later facts stay hidden from the
former player.
"""

from datetime import timedelta

import msgspec
import pytest

from app.kernel import (
    clock_orders,
    clock_terms,
    readjudication,
    record,
    side_departures,
    table_orders,
)
from app.kernel.clock_terms import Terms
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import account_deletion, account_export, accounts, player_chat
from app.services.play import conditional_orders, invitations, lobby, orders, seat_substitution
from app.services.play.order_requests import OrderRequest
from app.services.time import availability, clocks, viewer_clocks
from app.services.time.availability import PlayingHours
from app.services.watch import game_lists, game_view
from tests.contract.tiny import TINY, hidden
from tests.contract.tiny.parry import Strike
from tests.services.mailbox import give_address, sending


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


@pytest.fixture
def members(services):
    """Ana and Bruno play; Carla and Dani are other members."""
    return [
        accounts.register(services, name, "a long enough sentence")
        for name in ("Ana", "Bruno", "Carla", "Dani")
    ]


@pytest.fixture
def duel(services, members):
    game = lobby.open_table(services, members[0].id, "parry", "plain", "red")
    return lobby.join_table(services, game.address, members[1].id, added="salt of Bruno")


def rules(refused):
    return [no.rule for no in refused.value.refusals]


def passed(services, game, giver, taker, seat="blue"):
    seat_substitution.offer_seat(services, game.address, giver.id, seat, taker.name)
    return seat_substitution.take_offered_seat(services, game.id, taker.id)


# ---------------------------------------------------------------------- it goes over
def test_a_seat_passes_on_with_all_its_data(services, members, duel, command):
    ana, bruno, carla, _ = members
    conditional_orders.save_conditional_orders(services, duel.id, bruno.id, {"blow": "parry"})
    assert (
        seat_substitution.offer_seat(services, duel.address, bruno.id, "blue", "Carla").id
        == carla.id
    )
    [invited] = invitations.list_invitations(services, carla.id)
    assert (invited.by, invited.seat, invited.table.game.id) == ("Bruno", "blue", duel.id)
    played = seat_substitution.take_offered_seat(services, duel.id, carla.id)
    assert (played.number, played.move.events) == (
        2,
        (clock_orders.SeatPassedOn("blue"),),
    ) and invitations.list_invitations(services, carla.id) == []
    look = game_view.load_view(services, duel.id, carla.id)
    assert (
        look.seat == "blue"
        and [one.name for one in look.seats] == ["Ana", "Carla"]
        and look.seats[1].added == "salt of Bruno"
    )
    assert game_view.load_view(services, duel.id, bruno.id).seat is None and [
        one.game.id for one in game_lists.list_my_games(services, carla.id)
    ] == [duel.id]
    assert conditional_orders.list_conditional_orders(services, look)[0].answer == "parry"
    assert (
        orders.declare_order(services, duel.id, ana.id, command(), 1, Strike(hard=False)).last == 4
    )  # no order was overtaken
    orders.declare_order(services, duel.id, carla.id, command(), 4, Strike(hard=False))
    with pytest.raises(NotYourSeat):
        orders.declare_order(services, duel.id, bruno.id, command(), 5, table_orders.Concede())
    history = game_view.load_view(services, duel.id).history
    assert (
        record.first_broken(history.moves) is None
        and readjudication.readjudicate_moves(history.box, history.moves, history.tables) == []
    )
    assert not any(
        name in bytes(move.order).decode() for move in history.moves for name in ("Carla", "Bruno")
    )


def test_the_substitution_is_in_the_log_and_on_the_page(services, members, duel):
    passed(services, duel, members[1], members[2])
    for who in (*members[:3], None):
        look = game_view.load_view(services, duel.id, who and who.id)
        assert "another player takes the seat" in game_view.load_log(look)[-1].lines[0].says.in_(
            "en"
        )
        assert "otro jugador ocupa el asiento" in game_view.load_log(look)[-1].lines[0].says.in_(
            "es"
        )
        assert seat_substitution.load_substitutions(services, look).before == (
            seat_substitution.PastHolder("blue", "blue", "Bruno", 2),
        )


def test_all_players_and_the_former_player_are_notified(services, members, duel):
    for one in members:
        give_address(services, one)
    passed(services, duel, members[1], members[2])
    told = {
        (row.user_id, row.kind): msgspec.json.decode(row.message)["title"]["en"]
        for row in sending(services)
    }
    assert told[members[0].id, "clock"].startswith("Another player") and told[
        members[1].id, "clock"
    ].startswith("Carla plays on for you")
    assert told[members[2].id, "invitation"].startswith("Bruno offers you a seat")


def test_an_undo_does_not_undo_a_substitution(services, members, command):
    game = lobby.open_table(services, members[0].id, "stones", "plain", "ash")
    for other in (members[1], members[3]):
        game = lobby.join_table(services, game.address, other.id)
    look = game_view.load_view(services, game.id, members[0].id)
    orders.declare_order(services, game.id, members[0].id, command(), 1, look.offers[0].order)
    passed(services, game, members[0], members[2], look.seat)
    orders.declare_order(services, game.id, members[2].id, command(), 3, table_orders.TakeBack())
    assert game_view.load_view(
        services, game.id, members[2].id
    ).seat == look.seat and game_view.standing_numbers(game_view.load_view(services, game.id)) == [
        1,
        3,
    ]


# ---------------------------------------------------------------------- access of the former player
def test_a_former_player_sees_the_game_up_to_the_substitution(services, members, command):
    """The former player of the bandit keeps the old hiding place and does not learn the next
    one.
    """
    game = lobby.open_table(services, members[0].id, "hidden", "plain", "bandit")
    game = lobby.join_table(services, game.address, members[1].id)
    passed(services, game, members[0], members[2], "bandit")
    orders.declare_order(services, game.id, members[1].id, command(), 2, hidden.Walk(("1",)))
    own, box = Viewer("bandit", "bandit"), TINY["hidden"]
    then, now = (
        game_view.load_view(services, game.id, members[0].id, at=2),
        game_view.load_view(services, game.id, members[0].id),
    )
    assert (
        msgspec.structs.replace(then.viewer, luck="") == own
        and then.view == box.view(then.table.state, own)
        and then.seat is None
        and then.offers == ()
    )
    assert (
        now.viewer == Viewer()
        and now.last == 3
        and now.view == game_view.load_view(services, game.id).view
    )


@pytest.mark.parametrize("more", [{"spectators": False}, {"visibility": "private"}], ids=str)
def test_without_spectators_access_ends_with_the_substitution(services, members, command, more):
    game = lobby.open_table(services, members[0].id, "parry", "plain", "red", **more)
    game = lobby.join_table(services, game.address, members[1].id)
    passed(services, game, members[1], members[2])
    orders.declare_order(services, game.id, members[0].id, command(), 2, Strike(hard=False))
    by_number = game_view.load_view(services, game.id, members[1].id)
    assert (by_number.last, by_number.game.number, [one.owes for one in by_number.seats]) == (
        2,
        2,
        [True, False],
    )
    with pytest.raises(NoSuchGame):
        game_view.load_view(services, game.id, members[3].id)
    player_chat.write_chat_message(services, game.id, members[2].id, "At dawn")
    assert player_chat.load_chat_messages(services, game.id, members[1].id) == []


def test_streams_of_the_former_player_end(services, members, duel):
    with services.store.read() as work:
        before = work.users.count_ended_logins(members[1].id)
    passed(services, duel, members[1], members[2])
    with services.store.read() as work:
        assert work.users.count_ended_logins(members[1].id) == before + 1


def test_an_account_that_goes_leaves_a_neutral_name(services, members, duel):
    passed(services, duel, members[1], members[2])
    assert b'"former_seats"' in account_export.export_account(
        services, members[1].id
    ) and b'"until": 2' in account_export.export_account(services, members[1].id)
    account_deletion.delete_account(services, members[1])
    [held] = seat_substitution.load_substitutions(
        services, game_view.load_view(services, duel.id)
    ).before
    assert held.name == f"Former member {members[1].id}"


# ---------------------------------------------------------------------- who may
def test_permissions_to_offer_and_take_a_seat(services, members, duel, people, command):
    ana, bruno, carla, dani = members
    for giver, seat, wrong in ((dani, "blue", NotYourSeat), (bruno, "green", NoSuchGame)):
        with pytest.raises(wrong):
            seat_substitution.offer_seat(services, duel.address, giver.id, seat, "Carla")
    for giver, seat in ((ana, "blue"), (bruno, "red")):
        with pytest.raises(Refused) as refused:
            seat_substitution.offer_seat(services, duel.address, giver.id, seat, "Carla")
        assert rules(refused) == ["CAR-SUB-01"]
    for name, rule in (
        ("Ana", "CAR-SUB-02"),
        ("Nobody", "CAR-INV-02"),
        (people[0].name, "CAR-INV-02"),
    ):
        with pytest.raises(Refused) as refused:
            seat_substitution.offer_seat(services, duel.address, bruno.id, "blue", name)
        assert rules(refused) == [rule]
    passed(services, duel, bruno, carla)
    with pytest.raises(Refused) as refused:
        seat_substitution.offer_seat(
            services, duel.address, ana.id, "red", "Bruno"
        )  # Bruno knows the view of blue
    assert rules(refused) == ["CAR-SUB-02"]
    passed(services, duel, carla, bruno)  # a return to the own side is allowed
    orders.declare_order(services, duel.id, ana.id, command(), 3, table_orders.Concede())
    with pytest.raises(Refused):
        seat_substitution.offer_seat(services, duel.address, bruno.id, "blue", "Dani")


def test_an_offer_holds_for_its_guest_until_replaced_or_withdrawn(services, members, duel):
    ana, bruno, carla, dani = members
    seat_substitution.offer_seat(services, duel.address, bruno.id, "blue", "Carla")
    seat_substitution.offer_seat(services, duel.address, bruno.id, "blue", "Dani")
    for who in (carla, ana):
        with pytest.raises(NoSuchGame):
            seat_substitution.take_offered_seat(services, duel.id, who.id)
    assert [
        one.to
        for one in seat_substitution.load_substitutions(
            services, game_view.load_view(services, duel.id, bruno.id)
        ).may_offer
    ] == ["Dani"]
    seat_substitution.withdraw_offer(services, duel.address, bruno.id, "blue")
    with pytest.raises(NoSuchGame):
        seat_substitution.take_offered_seat(services, duel.id, dani.id)
    seat_substitution.offer_seat(services, duel.address, bruno.id, "blue", "Dani")
    invitations.decline_invitation(services, dani.id, duel.id)
    assert invitations.list_invitations(services, dani.id) == []


def test_players_cannot_record_a_substitution_themselves(services, members, duel, command):
    with pytest.raises(Refused):
        orders.declare_order(services, duel.id, members[1].id, command(), 1, clock_orders.PassOn())


def test_the_opener_may_offer_an_abandoned_seat(services, members, duel):
    account_deletion.delete_account(services, members[1])
    passed(services, duel, members[0], members[2])
    assert (
        game_view.load_view(services, duel.id, members[2].id).seat == "blue"
        and game_view.load_view(services, duel.id, members[0].id).left is None
    )


# ---------------------------------------------------------------------- clocks
def away(services, game, members, command):
    """Game in which blue's time is up and the server plays for blue."""
    orders.declare_order(services, game.id, members[0].id, command(), 1, Strike(hard=False))
    stand_in = clock_orders.StandIn(
        {"kind": "answer", "parry": True}, "seat", "2026-01-01T00:00:00.000Z"
    )
    request = OrderRequest("clock:away", 2, stand_in)
    return orders.declare_for_server(services, game.id, "blue", request, lambda _: True)


@pytest.fixture
def timed(services, members):
    game = lobby.open_table(
        services,
        members[0].id,
        "parry",
        "plain",
        "red",
        clock=clock_terms.Terms("each", 3, grace=0, then="seat"),
    )
    return lobby.join_table(services, game.address, members[1].id)


def test_the_first_of_returning_and_new_player_gets_the_seat(services, members, timed, command):
    away(services, timed, members, command)
    seat_substitution.offer_seat(services, timed.address, members[0].id, "blue", "Carla")
    orders.declare_order(services, timed.id, members[1].id, command(), 3, clock_orders.ComeBack())
    with pytest.raises(Refused) as refused:
        seat_substitution.take_offered_seat(services, timed.id, members[2].id)
    assert (
        rules(refused) == ["CAR-SUB-01"]
        and game_view.load_view(services, timed.id, members[1].id).seat == "blue"
    )


def test_the_new_player_is_present_with_full_time(services, members, timed, command):
    away(services, timed, members, command)
    look = passed(services, timed, members[0], members[2]) and game_view.load_view(
        services, timed.id, members[2].id
    )
    assert look.history.now.clock.away == () and look.decisions
    says = viewer_clocks.clocks_for_viewer(
        services, look.game, look.seats, look.history, "blue"
    ).of("blue")
    assert timedelta(days=2, hours=23) < timedelta(seconds=says.left) <= timedelta(days=3)


def test_a_missed_deadline_is_not_claimed_from_the_new_player():
    from app.kernel.record import Move

    up = Move(2, "blue", None, (clock_orders.TimeWasUp("blue", ""),), (), "", "")
    seats = {"red": "red", "blue": "blue"}
    assert side_departures.late_seats(seats, [up]) == ("blue",)
    assert (
        side_departures.late_seats(
            seats, [up, Move(3, "blue", None, (clock_orders.SeatPassedOn("blue"),), (), "", "")]
        )
        == ()
    )


def test_hours_of_the_former_player_count_for_that_time_alone(services, members, timed, command):
    clocks.save_hours(services, members[2].id, PlayingHours("Europe/Madrid", "20:00", "08:00"))
    with services.store.read() as work:
        before = clocks.load_clocks(
            work,
            timed,
            work.seats.for_game(timed.id),
            game_view.load_view(services, timed.id).history,
            availability.parse_time("2030-01-01T00:00:00Z"),
        ).accounts
    passed(services, timed, members[1], members[2])
    look = game_view.load_view(services, timed.id)
    with services.store.read() as work:
        its = clocks.load_clocks(
            work,
            look.game,
            look.seats,
            look.history,
            availability.parse_time("2030-01-01T00:00:00Z"),
        )
        look.history.timing = ((), ())
        assert (
            clocks.load_clocks(work, look.game, look.seats, look.history, its.now).accounts
            == its.accounts
        )
    assert its.accounts["red"] == before["red"]


# ---------------------------------------------------------------------- both databases
@pytest.mark.postgres
def test_the_same_on_postgres(fresh_postgres_url):
    services = Services.open(TINY, fresh_postgres_url)
    try:
        ana, bruno, carla = (
            accounts.register(services, name, "a long enough sentence")
            for name in ("Ana", "Bruno", "Carla")
        )
        game = lobby.open_table(services, ana.id, "parry", "plain", "red")
        lobby.join_table(services, game.address, bruno.id)
        conditional_orders.save_conditional_orders(services, game.id, bruno.id, {"blow": "parry"})
        assert passed(services, game, bruno, carla).number == 2
        assert (
            orders.declare_order(services, game.id, ana.id, "strike", 2, Strike(hard=False)).last
            == 4
        )
        assert [
            one.name
            for one in seat_substitution.load_substitutions(
                services, game_view.load_view(services, game.id, bruno.id)
            ).before
        ] == ["Bruno"]
    finally:
        services.close()


def test_a_delayed_viewer_sees_the_clock_of_the_former_player(services, members):
    """The clock uses the hours of the player of that time, without later facts or errors."""
    ana, bruno, carla, dani = members
    game = lobby.open_table(
        services, ana.id, "parry", "plain", "red", clock=Terms("each", 3), delay="moves"
    )
    game = lobby.join_table(services, game.address, bruno.id)
    passed(services, game, bruno, carla)
    for user_id in (None, dani.id):
        seen = game_view.load_view(services, game.address, user_id)
        assert seen.last < 2
        assert (
            viewer_clocks.clocks_for_viewer(
                services, seen.game, seen.seats, seen.history, seen.seat
            )
            is not None
        )


def test_a_former_player_cannot_compute_proposals_for_the_seat(services, members, duel):
    def luck(person):
        return game_view.load_view(services, duel.id, person.id).viewer.luck

    _, bruno, carla, _ = members
    before = luck(bruno)
    passed(services, duel, bruno, carla)
    assert before and luck(carla) and len({before, luck(carla), luck(members[0])}) == 3
    assert luck(bruno) == before and game_view.load_view(services, duel.id, None).viewer.luck == ""


def test_a_seat_of_a_side_that_is_out_is_not_passed_on(services, members, command):
    """The game goes on among the other sides; an opener may not pass that seat on either."""
    players = [
        *members,
        *(accounts.register(services, n, "a long enough sentence") for n in ("Eva", "Fermín")),
    ]
    game = lobby.open_table(services, players[0].id, "last_one", "plain")
    for player in players[1:]:
        game = lobby.join_table(services, game.address, player.id)
    leaver = players[-1]
    orders.declare_order(services, game.id, leaver.id, command(), 1, table_orders.Concede())
    guest = accounts.register(services, "Guest", "a long enough sentence")
    look = game_view.load_view(services, game.id, leaver.id)
    assert look.game.status == "running" and look.seat is not None
    assert seat_substitution.load_substitutions(services, look).may_offer == ()
    for giver in (leaver, players[0]):
        with pytest.raises(Refused) as refused:
            seat_substitution.offer_seat(services, game.address, giver.id, look.seat, guest.name)
        assert rules(refused) == ["CAR-SUB-01"]
