"""Secret conditional orders on the record of the box: changed at any time, recorded with the next
move of any seat.
"""

import msgspec
import pytest

from app.games import shelf
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.conditional_orders.plans import Policies
from app.kernel import clock_orders, readjudication, record, table_orders
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.play import conditional_orders, lobby, stored_positions
from app.services.play import orders as play
from app.services.play.order_requests import OrderRequest
from app.services.watch import game_view


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


@pytest.fixture
def game(services, people):
    """First lesson, in which side A moves; B owes nothing."""
    opened = lobby.open_table(services, people[0].id, "heart_of_africa", "first_steps", "A")
    return lobby.join_table(services, opened.address, people[1].id)


def given(services, game, user):
    return {
        one.topic.key: (one.answer, one.waits)
        for one in conditional_orders.list_conditional_orders(
            services, game_view.load_view(services, game.id, user)
        )
        if one.answer or one.waits
    }


def policies(services, game, side="B"):
    plans = game_view.load_view(services, game.id).history.now.state.plans
    return plans[side].policies if side in plans else Policies()


def told(services, game, user):
    return [
        str(line.says.in_("en"))
        for line in game_view.load_log(game_view.load_view(services, game.id, user))[-1].lines
    ]


def moves(services, game, people, command):
    """Give an order of A after which A still has to move."""
    last = game_view.load_view(services, game.id, people[0].id).last
    return play.declare_order(
        services,
        game.id,
        people[0].id,
        command(),
        last,
        orders.SetPolicies(Policies(roofs="none", spells="none" if last % 2 else "ask")),
    )


def test_an_answer_out_of_turn_is_saved_without_a_move(services, people, game):
    before = game_view.load_view(services, game.id, people[0].id)
    conditional_orders.save_conditional_orders(
        services, game.id, people[1].id, {"fire": "hold", "rally": "house"}
    )
    assert (
        given(services, game, people[1].id) == {"fire": ("hold", True), "rally": ("house", True)}
        and given(services, game, people[0].id) == {}
    )
    after = game_view.load_view(services, game.id, people[0].id)
    assert (after.last, after.game, after.seats, after.view) == (
        before.last,
        before.game,
        before.seats,
        before.view,
    )
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"fire": "first"})
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"rally": ""})
    assert (
        given(services, game, people[1].id) == {"fire": ("first", True)}
        and policies(services, game) == Policies()
    )


def test_the_next_move_of_the_other_side_records_it_and_only_its_owner_sees_it(
    services, people, game, command
):
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"fire": "hold"})
    played = moves(services, game, people, command)
    assert (played.number, played.last) == (2, 2) and policies(services, game) == Policies(
        fire="hold"
    )
    assert given(services, game, people[1].id) == {"fire": ("hold", False)}
    with services.store.read() as work:
        assert work.conditional_orders.for_game(game.id) == {}
    history = game_view.load_view(services, game.id).history
    order = msgspec.json.decode(history.moves[-1].order)
    assert (order["kind"], order["said"]) == (
        "said_meanwhile",
        {"B": {"fire": "hold"}},
    ) and history.moves[-1].seat == "A"
    assert any("hold fire" in line for line in told(services, game, people[1].id))
    assert not any(
        "hold fire" in line for who in (people[0].id, None) for line in told(services, game, who)
    )
    assert (
        record.first_broken(history.moves) is None
        and readjudication.readjudicate_moves(history.box, history.moves, history.tables) == []
    )


def test_a_recorded_answer_is_revoked_in_the_same_way(services, people, game, command):
    conditional_orders.save_conditional_orders(
        services, game.id, people[1].id, {"fire": "hold", "rally": "none"}
    )
    moves(services, game, people, command)
    conditional_orders.delete_conditional_orders(services, game.id, people[1].id)
    assert (
        given(services, game, people[1].id) == {"fire": ("", True), "rally": ("", True)}
        and policies(services, game).fire == "hold"
    )
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"fire": "hold"})
    assert given(services, game, people[1].id) == {"fire": ("hold", False), "rally": ("", True)}


def test_a_seat_that_owes_a_decision_records_its_answers_at_once(services, people, game, command):
    conditional_orders.save_conditional_orders(services, game.id, people[0].id, {"fire": "hold"})
    assert (
        policies(services, game, "A") == Policies(fire="hold")
        and game_view.load_view(services, game.id).last == 2
    )
    look = game_view.load_view(services, game.id, people[0].id)
    assert not any(one.waits for one in conditional_orders.list_conditional_orders(services, look))
    assert (
        conditional_orders.try_answers(services, look, {"fire": ""}).foreseen[0].in_("en")
        == "There are no standing orders: you decide every question."
    )


def test_the_effect_of_answers_is_shown_before_saving(services, people, game):
    tried = conditional_orders.try_answers(
        services, game_view.load_view(services, game.id, people[1].id), {"fire": "hold"}
    )
    assert tried.no == () and any("hold fire" in says.in_("en") for says in tried.foreseen)
    assert [(one.topic.key, one.waits) for one in tried.given if one.answer] == [("fire", True)]
    with pytest.raises(Refused) as refused:
        conditional_orders.save_conditional_orders(
            services, game.id, people[1].id, {"fire": "often"}
        )
    assert [no.rule for no in refused.value.refusals] == ["CAR-STO-02"]


def test_answers_of_an_undone_move_are_recorded_again(services, people, game, command):
    conditional_orders.save_conditional_orders(
        services, game.id, people[1].id, {"fire": "hold", "rally": "none"}
    )
    number = moves(services, game, people, command).number
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"rally": "house"})
    play.declare_order(services, game.id, people[0].id, command(), number, table_orders.TakeBack())
    assert policies(services, game) == Policies()
    assert given(services, game, people[1].id) == {"fire": ("hold", True), "rally": ("house", True)}
    moves(services, game, people, command)
    assert policies(services, game) == Policies(fire="hold", rally="house")


def test_refused_orders_and_platform_orders_record_no_answers(services, people, game, command):
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"fire": "hold"})
    with pytest.raises(Refused):
        play.declare_order(services, game.id, people[0].id, command(), 1, orders.NoMove(("B1",)))
    play.declare_order(services, game.id, people[0].id, command(), 1, table_orders.OfferDraw())
    assert (
        given(services, game, people[1].id) == {"fire": ("hold", True)}
        and policies(services, game) == Policies()
    )


def test_answers_recorded_with_a_server_decision_have_no_author(
    services, people, game, monkeypatch
):
    """Otherwise the replaced player would not be told of an end by that decision."""
    movers = []
    monkeypatch.setattr(
        stored_positions.notifications,
        "notify_of_move",
        lambda work, box, game, seats, mover, *rest: movers.append(mover),
    )
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"fire": "hold"})
    order = msgspec.to_builtins(orders.SetPolicies(Policies(roofs="none")))
    play.declare_for_server(
        services,
        game.id,
        "A",
        OrderRequest("due", 1, clock_orders.StandIn(order, "substitute", "")),
        lambda time: True,
    )
    assert (
        msgspec.json.decode(game_view.load_view(services, game.id).history.moves[-1].order)["kind"]
        == "said_meanwhile"
    )
    assert movers == [""]


def test_players_cannot_record_answers_of_others(services, people, game, command):
    forged = table_orders.SaidMeanwhile({"kind": "pass"}, {"B": {"fire": "hold"}})
    for order in (forged, clock_orders.StandIn({"kind": "pass"}, "seat", "")):
        with pytest.raises(Refused):
            play.declare_order(services, game.id, people[0].id, command(), 1, order)


def test_secret_answers_count_from_the_next_move_of_any_seat(services, people, game):
    """CAR-STO-04."""
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"fire": "hold"})
    assert policies(services, game) == Policies()
    assert game_view.load_view(services, game.id, people[1].id).last == 1
    others = orders.SetPolicies(Policies(roofs="none"))
    play.declare_order(services, game.id, people[0].id, "next", 1, others)
    assert policies(services, game) == Policies(fire="hold")
    assert game_view.load_view(services, game.id, people[1].id).last == 2
