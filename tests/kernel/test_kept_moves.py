"""The chain of moves in force is that of the whole record, after each move."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel import clock_orders, record
from app.kernel.correction_orders import Corrected, Redecided
from app.kernel.kept_moves import chain_of, newest_first, read_backwards, with_next_kept
from app.kernel.record import Move
from app.kernel.table_orders import DrawOffered, TakenBack

MOST = 40


def move(number: int, *events) -> Move:
    return Move(number, "a", msgspec.Raw(b"{}"), events, (), f"c{number}", "")


@st.composite
def records(draw) -> list[Move]:
    """Records with plain moves, acts of the clock, corrections, and undos.

    No undo goes back past a correction.
    """
    moves: list[Move] = []
    last_correction = 0
    for number in range(1, draw(st.integers(1, MOST)) + 1):
        kind = draw(st.sampled_from(("plain", "plain", "clock", "undo", "correction")))
        if kind == "undo":
            to = draw(st.integers(last_correction, number - 1))
            moves.append(move(number, TakenBack(to, "a")))
        elif kind == "clock":
            moves.append(move(number, clock_orders.PauseAsked("a", 1)))
        elif kind == "correction" and number > 1:
            corrected = draw(st.sets(st.integers(1, number - 1), max_size=3))
            line = tuple(new_facts(one, draw) for one in sorted(corrected))
            last_correction = number
            moves.append(move(number, Corrected(1, "a reason", line)))
        else:
            moves.append(move(number, DrawOffered("a")))
    return moves


def new_facts(number: int, draw) -> Redecided:
    """Facts of a correction: with or without a new order, struck or not."""
    order = draw(st.sampled_from((None, {"kind": "offer_draw", "by": str(number)})))
    return Redecided(number, order=order, is_struck=draw(st.booleans()))


@pytest.mark.slow
@given(records())
def test_the_chain_is_the_record_in_force(moves):
    kept = ()
    for number, one in enumerate(moves, start=1):
        before = kept
        told = list(newest_first(before))
        kept = with_next_kept(kept, one)
        assert list(newest_first(kept)) == record.in_force(moves[:number])[::-1]
        assert list(newest_first(before)) == told  # an earlier chain stays


@pytest.mark.slow
@given(records())
def test_reading_backwards_finds_the_moves_in_force(moves):
    assert list(read_backwards(moves)) == record.in_force(moves)[::-1]


def test_reading_backwards_stops_at_the_move_that_is_asked_for():
    class Watched(list):
        read = 0

        def __reversed__(self):
            for one in super().__reversed__():
                self.read += 1
                yield one

    moves = Watched(move(number) for number in range(1, 1_001))
    assert next(read_backwards(moves)).number == 1_000
    assert moves.read == 1


def test_a_long_chain_is_freed_without_recursion():
    kept = chain_of(move(number) for number in range(1, 200_001))
    assert next(newest_first(kept)).number == 200_000
    del kept


@pytest.mark.parametrize("to", [0, 1, 3])
def test_an_undo_keeps_the_acts_of_the_clock(to):
    clock = move(2, clock_orders.PauseAsked("a", 1))
    kept = chain_of([move(1), clock, move(3)])
    found = list(newest_first(with_next_kept(kept, move(4, TakenBack(to, "a")))))
    assert clock in found and [one.number for one in found if one is not clock] == [
        number for number in (3, 1) if number <= to
    ]
