"""Open seats: players join and leave a game while it is played (CAR-SEA-01 to CAR-SEA-05)."""

from __future__ import annotations

import random

import msgspec
import pytest

from app.kernel import headless_games, open_seats, record, table, table_orders
from app.kernel.contract import Setup
from app.kernel.dice import JOINED_LATER, SeededDice, key_of
from app.kernel.log_lines import move_lines, side_title
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR
from app.kernel.stored_orders import decided_as_stored
from app.kernel.table_orders import Concede, LeaveSeat, OfferDraw, TakeSeat
from tests.contract.tiny import TINY, caravans

GAME = TINY["caravans"]
SETUP = headless_games.plain_setup(GAME.card.scenarios[0])


class Course:
    """A game without a server: the table after each order, and its moves."""

    def __init__(self, setup: Setup = SETUP):
        self.moves: list[Move] = []
        self.now = table.EMPTY
        self.give("", table_orders.Begin(setup))

    def give(self, seat, order):
        number, stored = len(self.moves) + 1, record.stored_order(order)
        dice = SeededDice(b"open seats", number)
        events = decided_as_stored(GAME, self.now, stored, seat, dice, self.moves)
        move = Move(number, seat, stored, events, tuple(dice.rolls), f"c{number}", "2026")
        self.moves.append(record.chain_move(move, self.moves[-1].hash if self.moves else ""))
        self.before, self.now = self.now, table.after_all(GAME, self.now, events)
        return events

    def join(self, name="Ines"):
        seat = open_seats.next_seat(self.now)
        return self.give(seat, TakeSeat(caravans.Join(name)))

    def said(self):
        lines = move_lines(GAME, self.before, self.moves[-1], SPECTATOR)
        return [line.says.in_("en") for line in lines]


def refused(course, seat, order):
    with pytest.raises(Refused) as raised:
        course.give(seat, order)
    return [one.rule for one in raised.value.refusals]


# ---------------------------------------------------------------------- joining
def test_a_seat_opens_in_the_move_that_holds_the_entry():
    course = Course()
    events = course.join()
    assert [type(one) for one in events] == [table_orders.SeatOpened, caravans.Joined]
    assert course.now.seats["p4"] == "p4"
    assert course.now.state.wealth["p4"] == 1
    assert table.in_play(GAME, course.now) == ("p1", "p2", "p3", "p4")
    assert course.said()[0] == "Player 4: a new player."


def test_a_player_who_has_joined_plays():
    course = Course()
    course.join()
    course.give("judge", caravans.Open())
    course.give("p4", caravans.Declare("p1"))
    assert course.now.state.raids == (caravans.Raid("p4", "p1"),)


def test_an_entry_during_a_turn_waits_for_its_end():
    course = Course()
    course.give("judge", caravans.Open())
    events = course.join("Ines")
    assert [type(one) for one in events] == [table_orders.SeatOpened, caravans.Queued]
    assert "p4" in table.in_play(GAME, course.now) and "p4" not in course.now.state.wealth
    (entry,) = GAME.queued(course.now.state)
    assert (entry.side, entry.title.in_("en")) == ("p4", "Ines")
    assert open_seats.queued_sides(GAME, course.now) == ("p4",)
    assert "p4" not in [one.seat for one in GAME.waiting_for(course.now.state)]
    for seat in ("p1", "p2", "p3"):
        course.give(seat, caravans.Declare())
    assert course.now.state.wealth["p4"] == 1
    assert open_seats.queued_sides(GAME, course.now) == ()


def test_an_entry_that_waits_is_changed_or_withdrawn():
    """CAR-SEA-06: the player decides about the entry until it takes effect."""
    course = Course()
    course.give("judge", caravans.Open())
    course.join("Ines")
    course.give("p4", caravans.Join("Inés"))
    assert course.now.state.queue == {"p4": "Inés"}
    events = course.give("p4", LeaveSeat())
    assert [type(one) for one in events] == [table_orders.SeatClosed, caravans.Withdrawn]
    assert open_seats.queued_sides(GAME, course.now) == ()
    course.join("Leon")
    assert "p5" in course.now.seats and course.now.state.queue == {"p5": "Leon"}
    assert open_seats.unlisted_sides(GAME, course.now) == {"p4"}
    listed = [one.key for one in open_seats.all_sides(GAME, GAME.card.scenarios[0], course.now)]
    assert "p4" not in listed and "p5" in listed


def test_an_entry_that_waits_takes_one_of_the_places():
    course = Course()
    course.give("judge", caravans.Open())
    course.join()
    course.join("Leon")
    assert refused(course, "p6", TakeSeat(caravans.Join())) == ["CAR-SEA-01"]


def test_no_more_players_join_than_the_game_allows():
    course = Course()
    course.join()
    course.join("Leon")
    assert refused(course, "p6", TakeSeat(caravans.Join())) == ["CAR-SEA-01"]
    course.give("p2", LeaveSeat())
    course.join("Olga")
    assert "p6" in course.now.seats


@pytest.mark.parametrize("seat", ["p1", "p3", "p5", "judge", "x"])
def test_a_new_player_takes_the_next_number(seat):
    assert "CAR-SEA-02" in refused(Course(), seat, TakeSeat(caravans.Join()))


def test_a_player_joins_by_the_order_for_it():
    assert refused(Course(), "p4", TakeSeat(caravans.Open())) == ["CAR-SEA-03"]


def test_only_the_server_takes_seats():
    assert table_orders.server_only_refusal(TakeSeat(caravans.Join())).rule == "CAR-SEA-03"


def test_other_games_take_no_players():
    stones = TINY["stones"]
    setup = headless_games.plain_setup(stones.card.scenarios[0])
    begun = decided_as_stored(
        stones, table.EMPTY, record.stored_order(table_orders.Begin(setup)), "", SeededDice(b"s", 1)
    )
    now = table.after_all(stones, table.EMPTY, begun)
    order = TakeSeat(msgspec.to_builtins(caravans.Join()))
    with pytest.raises((Refused, msgspec.ValidationError)):
        decided_as_stored(stones, now, record.stored_order(order), "p1", SeededDice(b"s", 2))
    assert open_seats.room_refusal(stones, now).rule == "CAR-SEA-01"


# ---------------------------------------------------------------------- leaving
@pytest.mark.parametrize("order", [LeaveSeat(), Concede()])
def test_a_player_who_leaves_closes_the_seat(order):
    course = Course()
    course.give("judge", caravans.Open())
    course.give("p1", caravans.Declare("p2"))
    events = course.give("p2", order)
    assert [type(one) for one in events] == [table_orders.SeatClosed, caravans.Left]
    assert "p2" not in course.now.seats
    assert course.now.left == ("p2",)
    assert course.now.state.raids == ()
    assert table.table_outcome(GAME, course.now) is None
    assert course.said()[0] == "P2: the player leaves the game."
    assert refused(course, "p2", caravans.Declare()) == ["CAR-TAB-03"]


def test_a_seat_is_never_used_again():
    course = Course()
    course.join()
    course.give("p4", LeaveSeat())
    course.join("Leon")
    assert "p5" in course.now.seats
    assert "p4" not in course.now.seats


def test_a_game_with_open_seats_has_no_draws():
    assert refused(Course(), "p1", OfferDraw()) == ["CAR-SEA-04"]


def test_the_judge_does_not_leave_like_a_player():
    assert refused(Course(), "judge", LeaveSeat()) == ["CAR-OUT-02"]


def test_a_seat_of_another_game_is_not_left():
    stones = TINY["stones"]
    setup = headless_games.plain_setup(stones.card.scenarios[0])
    begun = decided_as_stored(
        stones, table.EMPTY, record.stored_order(table_orders.Begin(setup)), "", SeededDice(b"s", 1)
    )
    now = table.after_all(stones, table.EMPTY, begun)
    seat = next(iter(now.seats))
    with pytest.raises(Refused, match="CAR-SEA-05"):
        decided_as_stored(stones, now, record.stored_order(LeaveSeat()), seat, SeededDice(b"s", 2))


# ---------------------------------------------------------------------- record and names
def test_a_record_with_joining_and_leaving_replays():
    """Traders come and go at random in a hundred moves; the record folds to the same table."""
    chance, course = random.Random(19), Course()
    for _ in range(100):
        if table.table_outcome(GAME, course.now):
            break
        state = course.now.state
        has_room = open_seats.room_refusal(GAME, course.now) is None
        if state.step == "between" and has_room and chance.random() < 0.5:
            course.join(f"Trader {len(course.moves)}")
            continue
        if len(state.wealth) > 2 and chance.random() < 0.1:
            course.give(chance.choice(sorted(state.wealth)), LeaveSeat())
            continue
        owed = chance.choice(GAME.waiting_for(state))
        viewer = headless_games.Viewer(owed.seat, course.now.seats[owed.seat])
        course.give(owed.seat, GAME.bot(GAME.view(state, viewer), chance))
    assert course.now.opened > 5
    assert record.first_broken(course.moves) is None
    folded = record.replay_moves(GAME, course.moves)
    assert msgspec.structs.replace(folded, number=0) == course.now
    read = [
        record.read_events(GAME, record.to_json(move.events)) == move.events
        for move in course.moves
    ]
    assert all(read)


def test_an_open_seat_has_the_title_of_its_game():
    course = Course()
    course.join("Ines")
    scenario = GAME.card.scenarios[0]
    titles = {
        one.key: one.title.in_("en") for one in open_seats.all_sides(GAME, scenario, course.now)
    }
    assert titles["p4"] == "Ines"
    assert titles["p1"] == "P1"
    assert side_title(GAME, "plain", "p4", course.now.state).in_("en") == "Ines"
    assert side_title(GAME, "plain", "p9").in_("es") == "Jugador 9"


def test_a_player_who_joins_later_changes_no_die():
    assert key_of("seed", ("salt", "pepper")) == key_of("seed", ("salt", "pepper", JOINED_LATER))
    assert key_of("seed", ("salt",)) != key_of("seed", ("salt", ""))


def test_a_seat_without_a_possible_successor_is_not_taken_over():
    """CAR-SEA-07: the rules of this game name no successor, so the seat stays as it is."""
    course = Course()
    seats = dict(course.now.seats)
    with pytest.raises(Refused, match="CAR-SEA-07"):
        course.give("p1", LeaveSeat("p2"))
    assert course.now.seats == seats
