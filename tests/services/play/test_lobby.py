"""Tables before and between games."""

import pytest

from app.games import shelf
from app.kernel import table_orders
from app.kernel.refusal import Refused
from app.services.errors import Malformed, NoSuchGame, NotYourSeat
from app.services.play import lobby, orders, rematches
from app.services.watch import game_lists, game_view
from tests.contract.tiny import TINY
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO, INCH, INCH_GAME


def rule_of(refused):
    return refused.value.refusals[0].rule


def test_a_game_begins_when_every_seat_is_taken(services, people):
    game = lobby.open_table(services, people[0].id, "stones", "plain", "birch")
    assert (game.status, game.number) == ("open", 0)
    assert game_view.load_view(services, game.id).view is None
    game = lobby.join_table(services, game.id, people[1].id, "cedar")
    assert game.status == "open"
    game = lobby.join_table(services, game.id, people[2].id)
    assert (game.status, game.number) == ("running", 1)
    seats = game_view.load_view(services, game.id).seats
    assert [(seat.seat, seat.user_id) for seat in seats] == [
        ("ash", people[2].id),
        ("birch", people[0].id),
        ("cedar", people[1].id),
    ]


def test_a_seat_is_taken_once_by_a_user_without_a_seat(services, people):
    game = lobby.open_table(services, people[0].id, "stones", "plain")
    with pytest.raises(Refused) as refused:
        lobby.join_table(services, game.id, people[1].id, "ash")
    assert rule_of(refused) == "CAR-LOB-01"
    with pytest.raises(Refused) as refused:
        lobby.join_table(services, game.id, people[0].id)
    assert rule_of(refused) == "CAR-LOB-02"


def test_a_running_game_cannot_be_joined_or_left(services, people, started):
    game = started("parry")
    for act in (lobby.join_table, lobby.leave_table, lobby.cancel_table):
        person = people[2] if act is lobby.join_table else people[0]
        with pytest.raises(Refused) as refused:
            act(services, game.id, person.id)
        assert rule_of(refused) == "CAR-LOB-03"


def test_leaving_frees_the_seat_and_the_last_one_clears_the_table(services, people):
    game = lobby.open_table(services, people[0].id, "stones", "plain")
    lobby.join_table(services, game.id, people[1].id)
    with pytest.raises(NotYourSeat):
        lobby.leave_table(services, game.id, people[2].id)
    lobby.leave_table(services, game.id, people[0].id)
    assert [seat.user_id for seat in game_view.load_view(services, game.id).seats] == [
        None,
        people[1].id,
        None,
    ]
    lobby.leave_table(services, game.id, people[1].id)
    with pytest.raises(NoSuchGame):
        game_view.load_view(services, game.id)


def test_an_open_table_has_no_move_and_no_turn(services, people):
    """Programs read both of every table."""
    game = lobby.open_table(services, people[0].id, "stones", "plain")
    assert (game.number, game.turn) == (0, 0)


def test_only_the_opener_deletes_a_table(services, people):
    game = lobby.open_table(services, people[0].id, "stones", "plain")
    with pytest.raises(Refused) as refused:
        lobby.cancel_table(services, game.id, people[1].id)
    assert rule_of(refused) == "CAR-LOB-04"
    lobby.cancel_table(services, game.id, people[0].id)
    assert lobby.open_tables(services) == []


def test_a_private_table_is_found_by_its_link_alone(services, people):
    game = lobby.open_table(services, people[0].id, "parry", "plain", visibility="private")
    assert game.address == game.token
    assert lobby.open_tables(services) == []
    assert [listed.game.id for listed in lobby.open_tables(services, people[0].id)] == [game.id]
    with pytest.raises(NoSuchGame):
        lobby.join_table(services, game.id, people[1].id)
    assert lobby.join_table(services, game.token, people[1].id).status == "running"


def test_a_game_with_fixed_seats_is_not_opened_by_invitation(services, people):
    with pytest.raises(Malformed):
        lobby.open_table(
            services, people[0].id, "stones", "plain", visibility="invited", gathers=True
        )


def test_a_game_against_a_bot_begins_at_once(services, people):
    game = lobby.open_table(
        services, people[0].id, "parry", "plain", "blue", against="bot", added="a salt"
    )
    assert game.status == "running"
    seats = game_view.load_view(services, game.id).seats
    assert [(seat.bot, seat.added) for seat in seats] == [("house", ""), ("", "a salt")]
    assert lobby.play_now(services, people[1].id, "parry").status == "running"


def test_guided_battles_follow_one_another(services, people):
    box = shelf()[INCH_GAME]
    assert (
        lobby.first_battle(box).key == INCH.GUIDED
        and lobby.next_battle(box, INCH.GUIDED).key == INCH.SECOND_GUIDED
    )
    assert lobby.next_battle(box, INCH.SECOND_GUIDED).key == INCH.RAID
    assert lobby.next_battle(box, INCH.SCENARIO) is None
    assert lobby.next_battle(shelf()[HEX_GAME], HEX_SCENARIO).key == HEX.NEXT_SCENARIO
    assert lobby.first_battle(TINY["parry"]).key == "plain"
    assert lobby.play_now(services, people[0].id, "parry", "plain").scenario == "plain"
    with pytest.raises(Malformed):
        lobby.play_now(services, people[0].id, "parry", "none")


@pytest.mark.parametrize(
    "wrong",
    [
        {"box": "chess"},
        {"scenario": "none"},
        {"side": "green"},
        {"options": ("none",)},
        {"visibility": "secret"},
        {"against": "myself"},
    ],
)
def test_unknown_boxes_and_scenarios_are_malformed(services, people, wrong):
    with pytest.raises(Malformed):
        lobby.open_table(services, people[0].id, **{"box": "parry", "scenario": "plain", **wrong})


@pytest.mark.parametrize("salt", ["x" * 101, "a\nb"])
def test_the_salt_is_short_and_printable(services, people, salt):
    with pytest.raises(Refused) as refused:
        lobby.open_table(services, people[0].id, "parry", "plain", added=salt)
    assert rule_of(refused) == "CAR-LOB-06"
    assert lobby.open_tables(services) == []


def test_a_rematch_swaps_the_sides_and_waits_for_the_other(services, people, started, command):
    game = started("parry")
    with pytest.raises(Refused) as refused:
        rematches.open_rematch(services, game.id, people[0].id)
    assert rule_of(refused) == "CAR-LOB-05"
    orders.declare_order(services, game.id, people[0].id, command(), 1, table_orders.Concede())
    with pytest.raises(NotYourSeat):
        rematches.open_rematch(services, game.id, people[2].id)
    asked = rematches.open_rematch(services, game.id, people[0].id)
    assert asked.status == "open"
    assert game_view.load_view(services, game.id, people[1].id).rematch == asked.address
    assert game_view.load_view(services, game.id).rematch is None
    assert rematches.open_rematch(services, game.id, people[0].id).id == asked.id
    begun = rematches.open_rematch(services, game.id, people[1].id)
    assert (begun.id, begun.status) == (asked.id, "running")
    assert [seat.user_id for seat in game_view.load_view(services, begun.address).seats] == [
        people[1].id,
        people[0].id,
    ]


def test_a_list_reveals_no_times_of_games_outside_it(services, people, started):
    older, hidden = (
        started("parry"),
        lobby.open_table(
            services, people[0].id, "parry", "plain", "red", against="bot", visibility="private"
        ),
    )
    assert [listed.game.id for listed in game_lists.list_running(services)] == [older.id]
    assert (
        game_lists.list_running(services, before=hidden.id)
        == []
        == game_lists.list_running(services, before=older.id)
    )


def test_a_rematch_with_a_bot_begins_at_once(services, people, command):
    game = lobby.open_table(services, people[0].id, "parry", "plain", "red", against="bot")
    orders.declare_order(services, game.id, people[0].id, command(), 1, table_orders.Concede())
    again = rematches.open_rematch(services, game.id, people[0].id)
    assert again.status == "running"
    assert [seat.bot for seat in game_view.load_view(services, again.address).seats] == [
        "house",
        "",
    ]


def test_lists(services, people, started, command):
    first, second = started("parry"), started("parry")
    assert [listed.game.id for listed in game_lists.list_running(services)] == [second.id, first.id]
    assert [listed.game.id for listed in game_lists.list_running(services, limit=1)] == [second.id]
    assert [listed.game.id for listed in game_lists.list_running(services, before=second.id)] == [
        first.id
    ]
    orders.declare_order(services, first.id, people[0].id, command(), 1, table_orders.Concede())
    assert [listed.game.id for listed in game_lists.list_finished(services)] == [first.id]
    mine = game_lists.list_my_games(services, people[0].id)
    assert [(listed.game.id, listed.waits_for_me, listed.mine) for listed in mine] == [
        (second.id, True, "red"),
        (first.id, False, "red"),
    ]
    assert mine[0].unseen == 1
    game_view.record_visit(services, game_view.load_view(services, second.id, people[0].id))
    assert game_lists.list_my_games(services, people[0].id)[0].unseen == 0


def test_finished_games_are_listed_a_few_at_a_time(services, people, started, command):
    played = [started("parry").id for _ in range(4)]
    for number in played[:3]:
        seat = next(
            one
            for one in game_view.load_view(services, number).seats
            if one.user_id == people[0].id
        )
        orders.declare_order(
            services, number, people[0].id, command(), 1, table_orders.Concede(), seat=seat.seat
        )
    first = game_lists.list_my_games(services, people[0].id, finished=2)
    assert [one.game.id for one in first] == [played[3], played[2], played[1]]
    assert [
        one.game.id
        for one in game_lists.list_my_games(services, people[0].id, finished=2, before=played[1])
    ] == [played[0]]
    assert game_lists.list_my_games(services, people[0].id, finished=2, before=played[0]) == []
