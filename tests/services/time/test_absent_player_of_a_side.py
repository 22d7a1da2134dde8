"""An absent, late or replaced player of a side with several players: the others answer, and the
side is not stopped (CAR-TAB-09, CAR-CLK-13, CAR-SUB-01).
"""

from datetime import timedelta

import pytest

from app.kernel import clock_orders, table_orders
from app.kernel.clock_terms import Terms
from app.kernel.refusal import Refused
from app.services.errors import NotYourSeat
from app.services.people import account_deletion, accounts
from app.services.play import lobby, orders, seat_substitution
from app.services.time import viewer_clocks
from app.services.time.deadline_worker import process_game
from app.services.watch import game_view
from tests.contract.tiny.council import End, Lend, March, Meet
from tests.services.time.conftest import START

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
HOLD = Terms("each", 3, then="hold", holidays=10)
CLAIM = Terms("each", 3, then="claim", holidays=10)
SEAT = Terms("each", 3, then="seat", holidays=10)
NUDGE = Terms("each", 3, then="nudge", holidays=10)
SEATS = ("crown-1", "rebels-1", "crown-2", "rebels-2")


@pytest.fixture
def members(services):
    """Players by seat, and `new`, another member."""
    names = dict(zip((*SEATS, "new"), ("Ana", "Bruno", "Carla", "Diego", "Elisa"), strict=True))
    return {
        seat: accounts.register(services, name, "a long enough sentence")
        for seat, name in names.items()
    }


@pytest.fixture
def council(services, members, time):
    """Begin a game of two against two; crown-1 has opened the table and moves first."""

    def begin(terms):
        time.is_now(START, services)
        game = lobby.open_table(
            services,
            members["crown-1"].id,
            "council",
            "plain",
            "crown",
            per_side=2,
            clock=terms,
        )
        for seat in SEATS[1:]:
            game = lobby.join_table(services, game.address, members[seat].id, seat)
        return game

    return begin


@pytest.fixture
def give(services, members, command):
    """Give an order of a player."""

    def give(game, who, order):
        last = game_view.load_view(services, game.address).last
        return orders.declare_order(services, game.address, members[who].id, command(), last, order)

    return give


def look(services, game, person=None):
    return game_view.load_view(services, game.address, person and person.id)


def owing(services, game):
    """Seats that owe a decision."""
    return set(look(services, game).waiting)


def rows(services, game):
    """Seats with a running clock, and their rows."""
    with services.store.read() as work:
        return work.clocks.of_games([game.id]).get(game.id, {})


def work_off(services, game):
    while process_game(services, game.id):
        pass


def events(services, game, kind):
    moves = look(services, game).history.moves
    return [event for move in moves for event in move.events if isinstance(event, kind)]


AWAY = clock_orders.TakeHoliday("2026-01-05", 8)


# ---------------------------------------------------------------------- absent
def test_the_other_player_answers_for_an_absent_one(services, council, give, time):
    game = council(CLAIM)
    give(game, "rebels-1", AWAY)
    give(game, "crown-1", March("c1"))
    time.is_now(START + 2 * DAY, services)
    work_off(services, game)
    assert owing(services, game) == {"rebels-1"}
    assert events(services, game, clock_orders.TimeWasUp) == []
    give(game, "rebels-2", Meet(True))
    assert events(services, game, table_orders.AnsweredFor) == [
        table_orders.AnsweredFor("rebels-1")
    ]
    assert owing(services, game) == {"crown-1", "crown-2"} == set(rows(services, game))


@pytest.mark.parametrize("both", [False, True], ids=["one away", "both away"])
def test_a_holiday_stops_a_shared_decision_only_while_all_who_may_answer_are_away(
    services, council, give, time, both
):
    """CAR-CLK-06: The enemy waits for no holiday while another player of the side is there."""
    game = council(CLAIM)
    give(game, "rebels-1", AWAY)
    if both:
        give(game, "rebels-2", AWAY)
    give(game, "crown-1", March("c1"))
    time.is_now(START + 4 * DAY, services)
    work_off(services, game)
    late = [one.seat for one in events(services, game, clock_orders.TimeWasUp)]
    assert late == ([] if both else ["rebels-1"])


@pytest.mark.parametrize("terms", [CLAIM, SEAT, NUDGE], ids=["claim", "seat", "nudge"])
def test_the_side_goes_on_once_its_other_players_have_ended(services, council, give, time, terms):
    """CAR-CLK-13: An absent player is passed over if the side waits for that player alone."""
    game = council(terms)
    give(game, "rebels-1", AWAY)
    time.is_now(START + HOUR, services)
    give(game, "crown-1", End())
    give(game, "crown-2", End())
    work_off(services, game)
    assert owing(services, game) == {"rebels-1", "rebels-2"}
    give(game, "rebels-2", End())
    work_off(services, game)
    assert owing(services, game) == {"crown-1", "crown-2"}
    assert [one.by for one in events(services, game, clock_orders.StoodIn)] == ["absent"]
    assert look(services, game).history.now.clock.away == ()


def test_two_absent_players_are_waited_for(services, council, give, time):
    game = council(CLAIM)
    give(game, "rebels-1", AWAY)
    give(game, "rebels-2", AWAY)
    time.is_now(START + HOUR, services)
    give(game, "crown-1", End())
    give(game, "crown-2", End())
    work_off(services, game)
    assert owing(services, game) == {"rebels-1", "rebels-2"}


def test_an_absent_player_does_not_stop_the_decisions_of_the_side(services, council, give, time):
    """CAR-CLK-13: The default orders of the absent player are given at once, and no others."""
    game = council(HOLD)
    give(game, "rebels-1", AWAY)
    time.is_now(START + HOUR, services)
    give(game, "crown-1", March("c1"))
    work_off(services, game)
    assert [one.by for one in events(services, game, clock_orders.StoodIn)] == ["absent"]
    assert owing(services, game) == {"crown-1", "crown-2"}
    give(game, "crown-1", End())
    give(game, "crown-2", End())
    work_off(services, game)
    assert owing(services, game) == {"rebels-2"}
    assert set(rows(services, game)) == {"rebels-2"}
    give(game, "rebels-2", March("r1"))
    assert owing(services, game) == {"crown-1"}


def test_the_clock_of_an_absent_player_stands_and_that_of_the_other_runs(
    services, members, council, give, time
):
    game = council(CLAIM)
    give(game, "crown-2", AWAY)
    time.is_now(START + 2 * DAY, services)
    work_off(services, game)
    seen = look(services, game, members["crown-1"])
    on = viewer_clocks.clocks_for_viewer(services, seen.game, seen.seats, seen.history, seen.seat)
    assert on.of("crown-2").because == "holiday"
    assert on.of("crown-2").left == (3 * DAY).total_seconds()
    assert on.of("crown-1").left == DAY.total_seconds()


# ---------------------------------------------------------------------- late
def test_an_answer_of_the_side_ends_the_lateness_of_its_player(services, council, give, time):
    game = council(CLAIM)
    give(game, "crown-1", March("c1"))
    time.is_now(START + 4 * DAY, services)
    work_off(services, game)
    assert events(services, game, clock_orders.TimeWasUp)[0].seat == "rebels-1"
    give(game, "rebels-2", Meet(False))
    with pytest.raises(Refused, match="CAR-CLK"):
        give(game, "crown-1", clock_orders.Claim("win"))


def test_only_the_seat_of_the_absent_player_is_played_by_the_server(services, council, give, time):
    game = council(SEAT)
    give(game, "crown-1", End())
    give(game, "crown-2", End())
    time.is_now(START + DAY, services)
    give(game, "rebels-2", End())
    time.is_now(START + 4 * DAY, services)
    work_off(services, game)
    assert {one.seat for one in events(services, game, clock_orders.StoodIn)} == {"rebels-1"}
    assert look(services, game).history.now.clock.away == ("rebels-1",)
    give(game, "rebels-2", Lend(False))
    give(game, "rebels-1", clock_orders.ComeBack())
    assert look(services, game).history.now.clock.away == ()


# ---------------------------------------------------------------------- replaced
@pytest.fixture
def late_game(services, council, give, time):
    """Game in which rebels-1 has missed the deadline of an answer."""
    game = council(CLAIM)
    give(game, "crown-1", March("c1", feint=True))
    time.is_now(START + 4 * DAY, services)
    work_off(services, game)
    return game


def replace(services, game, members, giver):
    """Pass the seat rebels-1 on to the new member."""
    seat_substitution.offer_seat(
        services, game.address, members[giver].id, "rebels-1", members["new"].name
    )
    seat_substitution.take_offered_seat(services, game.id, members["new"].id)


def test_a_substitute_takes_over_the_seat_of_an_absent_player(
    services, members, late_game, give, time
):
    replace(services, late_game, members, "crown-1")
    seen = look(services, late_game, members["new"])
    assert (seen.seat, seen.waiting) == ("rebels-1", ("rebels-1",))
    on = viewer_clocks.clocks_for_viewer(services, seen.game, seen.seats, seen.history, seen.seat)
    assert on.of("rebels-1").left == (3 * DAY).total_seconds()
    with pytest.raises(NotYourSeat):
        give(late_game, "rebels-1", Meet(True))
    give(late_game, "new", Meet(True))
    assert owing(services, late_game) == {"crown-1", "crown-2"}


def test_the_other_player_still_answers_for_the_substitute(services, members, late_game, give):
    replace(services, late_game, members, "crown-1")
    give(late_game, "rebels-2", Meet(True))
    assert events(services, late_game, table_orders.AnsweredFor) == [
        table_orders.AnsweredFor("rebels-1")
    ]


def test_a_substitute_commands_the_counters_of_the_seat(services, members, late_game, give):
    replace(services, late_game, members, "crown-1")
    give(late_game, "new", Meet(True))
    give(late_game, "crown-1", End())
    give(late_game, "crown-2", End())
    give(late_game, "new", Lend(False))
    with pytest.raises(Refused, match="COU-MAR-03"):
        give(late_game, "rebels-2", March("r1"))
    give(late_game, "new", March("r1"))


@pytest.mark.parametrize("terms", [HOLD, CLAIM], ids=["hold", "claim"])
def test_holidays_end_with_the_seat_of_their_player(services, members, council, give, time, terms):
    """CAR-SUB-01: The new player is present; the days that remain come back."""
    game = council(terms)
    give(game, "rebels-1", AWAY)
    give(game, "rebels-1", clock_orders.TakeHoliday("2026-02-01", 2))
    time.is_now(START + 2 * DAY, services)
    replace(services, game, members, "rebels-1")
    give(game, "crown-1", March("c1"))
    work_off(services, game)
    assert owing(services, game) == {"rebels-1"}
    assert events(services, game, clock_orders.StoodIn) == []
    assert look(services, game).history.now.clock.holidays == (("rebels-1", "2026-01-05", 2),)
    seen = look(services, game, members["new"])
    on = viewer_clocks.clocks_for_viewer(services, seen.game, seen.seats, seen.history, seen.seat)
    assert (on.of("rebels-1").left, on.of("rebels-1").because) == ((3 * DAY).total_seconds(), "")
    assert on.days_left == 8
    give(game, "new", Meet(True))


def test_another_player_of_the_side_cannot_pass_the_seat_on(services, members, late_game):
    with pytest.raises(Refused, match="CAR-SUB-01"):
        replace(services, late_game, members, "rebels-2")


# ---------------------------------------------------------------------- left for good
def test_a_game_is_not_claimed_while_another_player_of_the_side_can_answer(
    services, members, council, give
):
    game = council(Terms())
    give(game, "crown-1", March("c1"))
    account_deletion.delete_account(services, members["rebels-1"])
    assert look(services, game, members["crown-1"]).left is None
    with pytest.raises(Refused, match="CAR-LOB-11"):
        orders.claim_game(services, game.id, members["crown-1"].id)
    give(game, "rebels-2", Meet(True))


def test_a_game_is_claimed_where_the_side_waits_for_a_player_who_left(
    services, members, council, give
):
    game = council(Terms())
    give(game, "crown-1", End())
    give(game, "crown-2", End())
    account_deletion.delete_account(services, members["rebels-1"])
    give(game, "rebels-2", End())
    assert look(services, game, members["crown-1"]).left.seat == "rebels-1"
    orders.claim_game(services, game.id, members["crown-1"].id)
    assert owing(services, game) == {"crown-1", "crown-2"}  # the side plays on without the seat
