"""Two players of one side, through the services on both databases."""

from __future__ import annotations

import pytest

from app.kernel.clock_terms import Terms
from app.kernel.refusal import Refused
from app.kernel.table_orders import AnsweredFor, Concede, TakeBack
from app.services.errors import NotYourSeat, Overtaken
from app.services.play import lobby, orders
from app.services.time import clocks
from app.services.time.availability import parse_time
from app.services.watch import game_view
from tests.contract.tiny.council import End, March, Meet


@pytest.fixture
def council(services, people):
    """Two crown players (0 and 2) against two rebels (1 and 3)."""

    def begin(**more):
        game = lobby.open_table(
            services, people[0].id, "council", "plain", "crown", per_side=2, **more
        )
        for person, seat in zip(people[1:4], ("rebels-1", "crown-2", "rebels-2"), strict=True):
            game = lobby.join_table(services, game.address, person.id, seat)
        return game

    return begin


def give(services, game, person, command, order, after=None, step=None):
    last = game_view.load_view(services, game.address).last
    return orders.declare_order(
        services, game.address, person.id, command(), after or last, order, step
    )


def view(services, game, person):
    return game_view.load_view(services, game.address, person.id)


def test_both_players_of_the_side_see_the_decision_and_one_of_them_is_asked(
    services, people, council, command
):
    game = council()
    give(services, game, people[0], command, March("c1"))
    asked, other = view(services, game, people[1]), view(services, game, people[3])
    assert asked.waiting == other.waiting == ("rebels-1",)
    assert [one.seat for one in other.decisions] == ["rebels-1"]
    assert asked.asks_another is None
    assert other.asks_another.seat == "rebels-1"
    assert not view(services, game, people[2]).decisions
    with services.store.read() as work:
        owing = [seat.seat for seat in work.seats.for_game(game.id) if seat.owes]
    assert owing == ["rebels-1"]


def test_the_other_player_answers_and_the_log_says_so(services, people, council, command):
    game = council()
    give(services, game, people[0], command, March("c1"))
    made = give(services, game, people[3], command, Meet(True), step="meeting")
    assert isinstance(made.move.events[0], AnsweredFor)
    first = game_view.entry_of_move(made).lines[0]
    assert first.says.in_("en") == "Rebels (player 1): another player of the side answers."
    assert first.rules == ("CAR-TAB-09",)


def test_of_two_answers_the_first_counts_and_the_second_player_is_told_by_whom(
    services, people, council, command
):
    game = council()
    after = give(services, game, people[0], command, March("c1")).number
    first = give(services, game, people[3], command, Meet(True), after)
    with pytest.raises(Overtaken) as overtaken:
        give(services, game, people[1], command, Meet(False), after)
    assert overtaken.value.by == people[3].name
    assert people[3].name in overtaken.value.says.in_("es")
    assert view(services, game, people[1]).last == first.number


def test_a_stale_order_of_the_other_side_names_no_player(services, people, council, command):
    game = council()
    after = give(services, game, people[0], command, March("c1")).number
    give(services, game, people[3], command, Meet(True), after)
    with pytest.raises(Overtaken) as overtaken:
        give(services, game, people[0], command, End(), after - 1)
    assert overtaken.value.says is None


def test_strangers_and_the_other_side_cannot_answer(services, people, council, command):
    game = council()
    give(services, game, people[0], command, March("c1"))
    with pytest.raises(Refused, match="CAR-TAB-05"):
        give(services, game, people[2], command, Meet(True), step="meeting")
    with pytest.raises(NotYourSeat):
        give(services, game, people[5], command, Meet(True), step="meeting")


def test_only_the_clock_of_the_player_concerned_runs(services, people, council, command):
    game = council(clock=Terms("each", days=3))
    give(services, game, people[0], command, March("c1"))
    with services.store.read() as work:
        now = work.games.find_game(game.id)
        seats = work.seats.for_game(game.id)
        history = services.histories.of(work, services.box(now), now)
        on = clocks.load_clocks(work, now, seats, history, parse_time(now.moved_at))
    assert {seat.seat for seat in seats if on.of(seat.seat).deadline} == {"rebels-1"}


def test_only_the_player_who_answered_takes_the_answer_back(services, people, council, command):
    game = council()
    give(services, game, people[0], command, End())
    with pytest.raises(Refused, match="CAR-UND-01"):
        give(services, game, people[2], command, TakeBack())
    give(services, game, people[0], command, TakeBack())
    assert set(view(services, game, people[0]).waiting) == {"crown-1", "crown-2"}


def test_a_player_who_gave_up_only_watches_and_the_side_plays_on(
    services, people, council, command
):
    game = council()
    give(services, game, people[0], command, Concede())
    look = view(services, game, people[0])
    assert look.outcome is None
    assert look.is_out
    assert not look.is_in_play
    assert not view(services, game, people[2]).is_out
    with pytest.raises(Refused, match="CAR-OUT-04"):
        give(services, game, people[0], command, End())
    give(services, game, people[2], command, March("c1"))


def test_a_bot_of_the_side_leaves_the_decisions_of_others_to_them(services, people):
    game = lobby.open_table(
        services, people[0].id, "council", "plain", "rebels", per_side=2, against="bot"
    )
    with services.store.read() as work:
        bots = [seat.seat for seat in work.seats.for_game(game.id) if seat.bot]
    assert sorted(bots) == ["crown-1", "crown-2", "rebels-2"]
