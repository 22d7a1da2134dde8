"""The chain of moves in force is that of the whole record, after each move."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel import clock_orders, record
from app.kernel.kept_moves import chain_of, newest_first, with_next_kept
from app.kernel.record import Move
from app.kernel.table_orders import DrawOffered, TakenBack

MOST = 40


def move(number: int, *events) -> Move:
    return Move(number, "a", msgspec.Raw(b"{}"), events, (), f"c{number}", "")


@st.composite
def records(draw) -> list[Move]:
    """Records with plain moves, acts of the clock, and undos to any earlier move."""
    moves: list[Move] = []
    for number in range(1, draw(st.integers(1, MOST)) + 1):
        kind = draw(st.sampled_from(("plain", "plain", "clock", "undo")))
        if kind == "undo":
            to = draw(st.integers(0, number - 1))
            moves.append(move(number, TakenBack(to, "a")))
        elif kind == "clock":
            moves.append(move(number, clock_orders.PauseAsked("a", 1)))
        else:
            moves.append(move(number, DrawOffered("a")))
    return moves


@given(records())
def test_the_chain_is_the_record_in_force(moves):
    kept = ()
    for number, one in enumerate(moves, start=1):
        before = kept
        told = list(newest_first(before))
        kept = with_next_kept(kept, one)
        assert list(newest_first(kept)) == record.in_force(moves[:number])[::-1]
        assert list(newest_first(before)) == told  # an earlier chain stays


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
