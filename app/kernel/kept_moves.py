"""Moves in force as a chain from the newest to the oldest one. A new move extends it in constant
time, and earlier chains stay valid.

A chain is a pair of a move and the chain of the older ones; the empty one is ().
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from app.kernel.clock_orders import is_beside
from app.kernel.correction_orders import Redecided
from app.kernel.record import Move, back_to, correction_in, with_new_facts, with_next_move

Kept = tuple[Any, ...]


def with_next_kept(kept: Kept, move: Move) -> Kept:
    """Chain after one more move. An undo costs as much as the moves that it takes back."""
    to = back_to(move)
    if to is None:
        if correction_in(move) is None:
            return (move, kept)
        return chain_of(with_next_move([*newest_first(kept)][::-1], move))
    beside: list[Move] = []
    while kept and kept[0].number > to:
        if is_beside(kept[0]):
            beside.append(kept[0])
        kept = kept[1]
    for one in reversed(beside):
        kept = (one, kept)
    return kept


def chain_of(moves: Iterable[Move]) -> Kept:
    """Chain of moves in force, which come from the oldest to the newest one."""
    kept: Kept = ()
    for move in moves:
        kept = (move, kept)
    return kept


def newest_first(kept: Kept) -> Iterator[Move]:
    """Moves of a chain."""
    while kept:
        yield kept[0]
        kept = kept[1]


def read_backwards(moves: Sequence[Move]) -> Iterator[Move]:
    """Moves in force with the facts that count, the newest first (`record.in_force`).

    This reads no move before the last one that is asked for. No undo goes back past a correction.
    """
    limit = moves[-1].number if moves else 0
    new_facts: defaultdict[int, list[Redecided]] = defaultdict(list)  # by move, the newest first
    for move in reversed(moves):
        to, correction = back_to(move), correction_in(move)
        if to is not None:
            limit = min(limit, to)
        elif move.number <= limit or is_beside(move):
            for new in reversed(new_facts.pop(move.number, [])):
                move = with_new_facts(move, new)  # noqa: PLW2901 facts of a correction replace those before
            yield move
        for one in correction.line if correction is not None else ():
            new_facts[one.number].append(one)
