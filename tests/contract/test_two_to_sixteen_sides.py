"""Leaving, elimination, draws, pauses, claims, undo and results with each number of sides."""

from __future__ import annotations

import msgspec

from app.kernel import clock_orders, clock_terms, table, table_decisions, table_orders
from app.kernel.contract import Order, Setup
from app.kernel.dice import LoadedDice
from app.kernel.outcome import Outcome
from app.kernel.record import Move, replay_moves
from app.kernel.refusal import Refused
from app.services.play import rematches
from app.store import records
from tests.contract.tiny.ring import REFEREE, ROUNDS, Pass, PutOut, ring
from tests.one_by_one import one_by_one

COUNTS = range(2, 17)
CLAIMED = clock_terms.Terms(kind="each", days=1, then="claim")


class Played:
    """Game of a ring whose orders are decided by the kernel and recorded."""

    def __init__(self, count: int) -> None:
        self.game = ring(count)
        self.sides = self.game.competing
        seats = {side: side for side in (*self.sides, REFEREE)}
        setup = Setup("plain", seats)
        began = table_decisions.begin_table(self.game, setup, LoadedDice(()), CLAIMED)
        self.moves = [Move(1, "", table_orders.Begin(setup, CLAIMED), tuple(began), (), "1", "")]

    @property
    def now(self) -> table.Table:
        return replay_moves(self.game, self.moves)

    @property
    def result(self) -> Outcome | None:
        return table.table_outcome(self.game, self.now)

    @property
    def in_play(self) -> tuple[str, ...]:
        return table.in_play(self.game, self.now)

    def gives(self, seat: str, order: Order) -> None:
        number = len(self.moves) + 1
        events = table_decisions.decide_on(
            self.game, self.now, order, seat, LoadedDice(()), self.moves
        )
        self.moves.append(Move(number, seat, order, tuple(events), (), str(number), ""))

    def refuses(self, seat: str, order: Order) -> str:
        """Rule of the first refusal; fails if the order is allowed."""
        try:
            self.gives(seat, order)
        except Refused as refused:
            return refused.refusals[0].rule
        raise AssertionError(f"{order} of {seat} was allowed")

    def is_late(self, seat: str) -> None:
        self.gives(seat, clock_orders.TimeIsUp("2026-11-23T00:00:00Z"))

    def plays_on(self) -> None:
        """Each side in turn passes until the rules end the game; the server passes for others."""
        while self.result is None:
            active = self.game.active(self.now.state)
            events = self.game.decide(self.now.state, Pass(), active, LoadedDice(()))
            number = len(self.moves) + 1
            self.moves.append(Move(number, active, Pass(), tuple(events), (), str(number), ""))


@one_by_one("count", COUNTS)
def test_the_last_side_wins_when_the_others_give_up(count):
    played = Played(count)
    *leaving, last = played.sides[1:] + played.sides[:1]
    for side in leaving:
        assert played.result is None
        played.gives(side, table_orders.Concede())
        if side != leaving[-1]:
            assert played.refuses(side, table_orders.OfferDraw()) == "CAR-OUT-01"
    assert played.result.winners == (last,)


@one_by_one("count", range(3, 17))
def test_sides_that_left_or_are_out_and_the_referee_do_not_share_the_win(count):
    played = Played(count)
    played.gives(played.sides[0], PutOut(played.sides[1]))
    if count > 3:
        played.gives(played.sides[2], table_orders.Concede())
    for order in (table_orders.Concede(), table_orders.OfferDraw(), clock_orders.Claim("win")):
        assert played.refuses(REFEREE, order) == "CAR-OUT-02"
        assert played.refuses(played.sides[1], order) == "CAR-OUT-01"
    played.plays_on()
    assert played.now.state.turn == ROUNDS * count + 1
    assert set(played.game.outcome(played.now.state).winners) == {*played.sides, REFEREE}
    still = played.sides[:1] + played.sides[(3 if count > 3 else 2) :]
    assert played.result.winners == still


@one_by_one("count", COUNTS)
def test_a_draw_is_agreed_by_the_last_side_in_play(count):
    played = Played(count)
    gone = played.sides[1:2] if count > 2 else ()
    for side in gone:
        played.gives(side, table_orders.Concede())
    *first, last = played.in_play
    for side in first:
        played.gives(side, table_orders.OfferDraw())
        assert played.refuses(side, table_orders.OfferDraw()) == "CAR-DRW-01"
        assert played.result is None
    played.gives(last, table_orders.OfferDraw())
    assert (played.result.ending, played.result.winners) == ("agreed", ())


@one_by_one("count", range(3, 17))
def test_the_elimination_of_the_only_side_without_an_offer_agrees_the_draw(count):
    played = Played(count)
    for side in played.sides[:-1]:
        played.gives(side, table_orders.OfferDraw())
    played.gives(played.sides[0], PutOut(played.sides[-1]))
    assert played.result.ending == "agreed"


@one_by_one("count", range(3, 17))
def test_the_elimination_of_the_only_side_that_wants_no_pause_begins_it(count):
    played = Played(count)
    for side in played.sides[:-1]:
        played.gives(side, clock_orders.AskPause(3))
    assert played.now.clock.pause == ""
    played.gives(played.sides[0], PutOut(played.sides[-1]))
    assert (played.now.clock.pause, played.result) == ("on", None)


@one_by_one("count", range(4, 17))
def test_an_elimination_agrees_nothing_that_another_side_has_not_asked_for(count):
    played = Played(count)
    for side in played.sides[:-2]:
        played.gives(side, table_orders.OfferDraw())
        played.gives(side, clock_orders.AskPause(3))
    played.gives(played.sides[0], PutOut(played.sides[-1]))
    assert (played.now.clock.pause, played.result) == ("", None)


@one_by_one("count", COUNTS)
def test_one_side_declines_a_pause_or_a_draw_for_all(count):
    played = Played(count)
    for side in played.sides[:-1]:
        played.gives(side, clock_orders.AskPause(3))
        played.gives(side, table_orders.OfferDraw())
    played.gives(played.sides[-1], clock_orders.DeclinePause())
    played.gives(played.sides[-1], table_orders.DeclineDraw())
    played.gives(played.sides[-1], clock_orders.AskPause(3))
    played.gives(played.sides[-1], table_orders.OfferDraw())
    assert (played.now.clock.pause, played.result) == ("", None)


@one_by_one("count", COUNTS)
def test_a_claim_removes_the_late_sides_or_wins_against_all_others(count):
    played = Played(count)
    first, *others = played.sides
    *removed, last = others
    for side in removed:
        played.is_late(side)
    if removed:
        assert played.refuses(first, clock_orders.Claim("win")) == "CAR-CLK-10"
        assert played.refuses(removed[0], clock_orders.Claim("remove")) == "CAR-CLK-10"
        played.gives(first, clock_orders.Claim("remove"))
        assert played.in_play == (first, last)
        assert played.result is None
    played.is_late(last)
    assert played.refuses(first, clock_orders.Claim("remove")) == "CAR-CLK-10"
    played.gives(first, clock_orders.Claim("win"))
    assert (played.result.ending, played.result.winners) == ("on_time", (first,))


@one_by_one("count", COUNTS)
def test_a_late_referee_and_an_eliminated_side_are_not_claimed_against(count):
    played = Played(count)
    played.is_late(REFEREE)
    if count > 2:
        played.gives(played.sides[0], PutOut(played.sides[1]))
        played.moves.append(
            Move(
                len(played.moves) + 1,
                played.sides[1],
                clock_orders.TimeIsUp("2026-11-23T00:00:00Z"),
                (clock_orders.TimeWasUp(played.sides[1], "2026-11-23T00:00:00Z"),),
                (),
                "late",
                "",
            )
        )
    for what in ("win", "draw", "cancel", "remove"):
        assert played.refuses(played.sides[0], clock_orders.Claim(what)) == "CAR-CLK-10"


@one_by_one("count", COUNTS)
def test_only_the_side_of_the_last_move_takes_it_back(count):
    played = Played(count)
    first, second = played.sides[:2]
    played.gives(first, Pass())
    assert played.refuses(second, table_orders.TakeBack()) == "CAR-UND-01"
    played.gives(first, table_orders.TakeBack())
    assert played.now.state.turn == 1
    played.gives(first, Pass())
    played.gives(second, Pass())
    assert played.refuses(first, table_orders.TakeBack()) == "CAR-UND-01"
    assert played.now.state.turn == 3


@one_by_one("count", range(3, 17))
def test_a_concession_is_not_taken_back_by_any_side(count):
    played = Played(count)
    played.gives(played.sides[0], Pass())
    played.gives(played.sides[1], table_orders.Concede())
    assert played.refuses(played.sides[0], table_orders.TakeBack()) == "CAR-UND-01"
    assert played.refuses(played.sides[1], table_orders.TakeBack()) == "CAR-OUT-01"
    assert played.sides[1] not in played.in_play


@one_by_one("count", COUNTS)
def test_a_rematch_moves_each_player_one_side_on_and_the_referee_stays(count):
    sides = (*ring(count).competing, REFEREE)
    seats = [records.Seat(side, side, place) for place, side in enumerate(sides)]
    new = {seat.side: rematches.rematch_seat(seats, seat, {REFEREE}) for seat in seats}
    assert new.pop(REFEREE) == REFEREE
    assert list(new.values()) == [*sides[1:-1], sides[0]]
    counts = rematches.swapped_counts(seats, {REFEREE})
    assert counts == dict.fromkeys(sides, 1)


@one_by_one("count", COUNTS)
def test_the_result_names_each_winner_once(count):
    played = Played(count)
    played.plays_on()
    assert played.result.winners == played.sides
    titles = {side.key: side.title for side in played.game.card.scenarios[0].sides}
    shared = msgspec.structs.replace(played.result, places=(played.sides[1:], played.sides[:1]))
    first, second = shared.ranking(titles)
    named = first.in_("en").removeprefix("Place 1: ").removesuffix(".")
    assert named.replace(" and ", ", ").split(", ") == [side.title() for side in played.sides[1:]]
    assert second.in_("es") == "Puesto 2: S1."
