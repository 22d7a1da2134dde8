"""Deciding stored orders again, with their own dice: games that would go otherwise today.

Only stored orders are decided. An order in memory is refused: it may say more than its record.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from app.kernel import record, table
from app.kernel.contract import Game
from app.kernel.dice import LoadedDice, UnexpectedRoll
from app.kernel.key_sequences import (
    MOST,
    in_sequence,
    in_words,
    likely_sequences,
    mappings_of,
)
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.stored_orders import decided

SORTED_KEYS = "stored before game format 2: the keys of a mapping were sorted"


class Otherwise(msgspec.Struct, frozen=True):
    """A stored move that would go otherwise today, and why.

    `sorted_keys`: its keys were stored sorted, and in another sequence it goes as on record.
    """

    number: int
    why: str
    sorted_keys: bool = False


def rehearse(game: Game, moves: Sequence[Move], tables: Sequence[table.Table]) -> list[Otherwise]:
    """The moves that would go otherwise; `tables[n]` is the table after move n.

    Raises `TypeError` at an order that is not as stored.
    """
    found = (
        _otherwise(game, move, tables[move.number - 1], moves[: move.number - 1]) for move in moves
    )
    return [one for one in found if one]


def _otherwise(
    game: Game, move: Move, before: table.Table, past: Sequence[Move]
) -> Otherwise | None:
    if not isinstance(move.order, (msgspec.Raw, bytes)):
        raise TypeError(f"move {move.number}: the order is not as it was stored")
    stored = bytes(move.order)
    why = _change(game, move, stored, before, past)
    if not why:
        return None
    return _of_sorted_keys(game, move, before, past) or Otherwise(move.number, why)


def _of_sorted_keys(
    game: Game, move: Move, before: table.Table, past: Sequence[Move]
) -> Otherwise | None:
    """The finding if a sequence of keys is found with which an older order goes as on record."""
    stored = bytes(move.order)
    if record.keeps_keys(stored):
        return None
    try:
        keys = mappings_of(game, stored)
    except ValueError:
        return None
    for sequence in islice(likely_sequences(keys, move), MOST):
        if not _change(game, move, in_sequence(stored, sequence), before, past):
            why = f"{SORTED_KEYS}. As on record in this sequence: {in_words(sequence)}"
            return Otherwise(move.number, why, sorted_keys=True)
    return None


def _change(
    game: Game, move: Move, stored: bytes, before: table.Table, past: Sequence[Move]
) -> str:
    """The difference between a move on record and what follows today from the order; "": none."""
    dice = LoadedDice(move.rolls)
    try:
        record.read_written(game, stored)
    except ValueError as wrong:
        return f"the order cannot be read any more: {wrong}"
    try:
        events = decided(game, before, stored, move.seat, dice, past)
    except Refused as refused:
        return f"refused: {refused}"
    except UnexpectedRoll as unexpected:
        return str(unexpected)
    except Exception as wrong:  # noqa: BLE001 the other orders are still decided
        return f"broke down: {type(wrong).__name__}: {wrong}"
    if dice.left:
        return f"dice left over: {', '.join(roll.purpose for roll in dice.left)}"
    if record.canonical(events) != record.canonical(move.events):
        return "other events"
    return ""
