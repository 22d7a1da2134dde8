"""Sides of several seats: any of them answers for the side, and one of them may give up alone."""

from __future__ import annotations

import pytest

from app.kernel import headless_games, monkey, table, table_decisions, table_refusals
from app.kernel.clock_orders import TimeWasUp
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.kernel.side_departures import late_seats
from app.kernel.table_orders import AnsweredFor, Concede, Conceded, SeatGaveUp
from tests.contract.tiny.council import GAME, End, Lend, March, Marched, Meet
from tests.contract.tiny.parry import GAME as PARRY

SEATS = {"crown-1": "crown", "crown-2": "crown", "rebels-1": "rebels", "rebels-2": "rebels"}


def dice():
    return SeededDice(b"council", 3)


def played(*given, game=GAME, seats=SEATS):
    """Table after these orders of seats, and the events of the last one."""
    now = table.after_all(
        game, table.EMPTY, table_decisions.begin_table(game, Setup("plain", seats), dice())
    )
    events = ()
    for seat, order in given:
        events = table_decisions.decide_on(game, now, order, seat, dice())
        now = table.after_all(game, now, events)
    return now, events


def refused(now, order, seat):
    with pytest.raises(Refused) as found:
        table_decisions.decide_on(GAME, now, order, seat, dice())
    return [one.rule for one in found.value.refusals]


def test_any_seat_of_the_side_answers_and_the_record_names_the_one_concerned():
    now, _ = played(("crown-1", March("c1")))
    (owed,) = GAME.waiting_for(now.state)
    assert (owed.seat, owed.also) == ("rebels-1", ("rebels-2",))
    for seat, marks in (("rebels-1", ()), ("rebels-2", (AnsweredFor("rebels-1"),))):
        assert table_refusals.right_step(GAME, now, seat, "meeting") is None
        events = table_decisions.decide_on(GAME, now, Meet(True), seat, dice())
        assert tuple(one for one in events if isinstance(one, AnsweredFor)) == marks


def test_seats_of_the_other_side_do_not_answer():
    now, _ = played(("crown-1", March("c1")))
    assert table_refusals.right_step(GAME, now, "crown-2", "meeting").rule == "CAR-TAB-05"
    assert refused(now, Meet(True), "crown-2") == ["COU-SEQ-02"]


def test_a_second_answer_of_the_side_is_refused():
    now, _ = played(("crown-1", March("c1")), ("rebels-2", Meet(True)))
    assert refused(now, Meet(True), "rebels-1") == ["COU-SEQ-02"]
    assert table_refusals.right_step(GAME, now, "rebels-1", "meeting").rule == "CAR-TAB-05"


def test_own_decisions_mark_no_other_player():
    _, events = played(("crown-2", March("c2")))
    assert events == (Marched("crown-2", "c2", False),)


def test_counters_are_ordered_by_another_player_only_while_they_are_lent():
    now, _ = played(("crown-1", March("c2")), ("rebels-1", Meet(False)))
    now, _ = played(("crown-2", Lend(False)))
    assert refused(now, March("c2"), "crown-1") == ["COU-MAR-03"]
    table_decisions.decide_on(GAME, now, March("c2"), "crown-2", dice())


def test_both_seats_of_a_side_see_the_same_and_the_enemy_sees_no_feint():
    true, _ = played(("crown-1", March("c1")))
    feint, _ = played(("crown-1", March("c1", feint=True)))

    def known(now, seat):
        return GAME.view(now.state, Viewer(seat, SEATS[seat])).known

    assert known(feint, "crown-1") == known(feint, "crown-2") != known(true, "crown-2")
    assert known(feint, "rebels-1") == known(true, "rebels-1")


def test_one_player_gives_up_and_the_others_of_the_side_play_on():
    now, events = played(("crown-1", Concede()))
    assert isinstance(events[0], SeatGaveUp)
    assert table.table_outcome(GAME, now) is None
    assert refused(now, March("c1"), "crown-1")[0] == "CAR-OUT-04"
    assert {one.seat for one in GAME.waiting_for(now.state)} == {"crown-2"}
    table_decisions.decide_on(GAME, now, March("c1"), "crown-2", dice())


def test_the_last_player_of_a_side_gives_up_the_game():
    now, events = played(("crown-1", Concede()), ("crown-2", Concede()))
    assert isinstance(events[0], Conceded)
    assert table.table_outcome(GAME, now).winners == ("rebels",)


def test_a_whole_side_gives_up_where_the_game_says_nothing_else():
    seats = {"red": "red", "red-2": "red", "blue": "blue"}
    now, events = played(("red-2", Concede()), game=PARRY, seats=seats)
    assert isinstance(events[0], Conceded)
    assert table.table_outcome(PARRY, now).winners == ("blue",)


def test_a_late_player_is_late_no_more_once_the_side_has_answered(council_moves):
    late, answered = council_moves
    assert late_seats(SEATS, late) == ("rebels-1",)
    assert late_seats(SEATS, answered) == ()


@pytest.fixture
def council_moves():
    def move(number, seat, *events):
        return Move(number, seat, b"{}", tuple(events), (), f"c{number}", "")

    now, marched = played(("crown-1", March("c1")))
    met = table_decisions.decide_on(GAME, now, Meet(True), "rebels-2", dice())
    late = [
        move(1, ""),
        move(2, "crown-1", *marched),
        move(3, "rebels-1", TimeWasUp("rebels-1", "")),
    ]
    return late, [*late, move(4, "rebels-2", *met)]


@pytest.mark.parametrize(
    "seats", [SEATS, {"a": "crown", "b": "rebels", "c": "rebels", "d": "rebels"}]
)
def test_whole_games_of_uneven_sides_hold_on_record(seats):
    for number in range(8):
        game = headless_games.play_game(
            GAME, Setup("plain", seats), monkey.any_order, f"council/{number}", 400
        )
        assert headless_games.record_faults(GAME, f"council/{number}", game) == []
        given = [event for move in game.moves for event in move.events]
        assert game.outcome
        assert any(isinstance(event, AnsweredFor) for event in given)


def test_every_order_that_a_seat_is_offered_is_accepted():
    now, _ = played(("crown-1", March("c1")), ("rebels-2", Meet(True)), ("crown-1", End()))
    for seat, side in SEATS.items():
        for offer in GAME.offers(GAME.view(now.state, Viewer(seat, side))):
            if offer.is_live:
                table_decisions.decide_on(GAME, now, offer.order, seat, dice())
            else:
                assert refused(now, offer.order, seat)
