"""Deciding stored orders again with their own dice, to find games with another course today.

Only stored orders are decided. An order in memory is refused, because it may hold more than its
record.
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
from app.kernel.stored_orders import decided_as_stored

SORTED_KEYS = "stored before game format 2: the keys of a mapping were sorted"


class Otherwise(msgspec.Struct, frozen=True):
    """Stored move that has another result today, with the reason.

    `sorted_keys` is true if its keys were stored sorted. In another sequence the result is as
    recorded.
    """

    number: int
    why: str
    sorted_keys: bool = False


def readjudicate_moves(
    game: Game, moves: Sequence[Move], tables: Sequence[table.Table]
) -> list[Otherwise]:
    """Moves with another result today; `tables[n]` is the table after move n.

    Raises `TypeError` for an order that is not in its stored form.
    """
    found = (
        _decided_otherwise(game, move, tables[move.number - 1], moves[: move.number - 1])
        for move in moves
    )
    return [one for one in found if one]


def _decided_otherwise(
    game: Game, move: Move, before: table.Table, past: Sequence[Move]
) -> Otherwise | None:
    if not isinstance(move.order, (msgspec.Raw, bytes)):
        raise TypeError(f"move {move.number}: the order is not as it was stored")
    stored = bytes(move.order)
    why = _change_of_result(game, move, stored, before, past)
    if not why:
        return None
    return _of_sorted_keys(game, move, before, past) or Otherwise(move.number, why)


def _of_sorted_keys(
    game: Game, move: Move, before: table.Table, past: Sequence[Move]
) -> Otherwise | None:
    """Finding for an older order if some sequence of its keys gives the recorded result; else
    None.
    """
    stored = bytes(move.order)
    if record.keeps_keys(stored):
        return None
    try:
        keys = mappings_of(game, stored)
    except ValueError:
        return None
    for sequence in islice(likely_sequences(keys, move), MOST):
        if not _change_of_result(game, move, in_sequence(stored, sequence), before, past):
            why = f"{SORTED_KEYS}. As on record in this sequence: {in_words(sequence)}"
            return Otherwise(move.number, why, sorted_keys=True)
    return None


def _change_of_result(
    game: Game, move: Move, stored: bytes, before: table.Table, past: Sequence[Move]
) -> str:
    """Difference between a recorded move and the result of its order today; "" if there is none."""
    dice = LoadedDice(move.rolls)
    try:
        record.read_written(game, stored)
    except ValueError as wrong:
        return f"the order cannot be read any more: {wrong}"
    try:
        events = decided_as_stored(game, before, stored, move.seat, dice, past)
    except Refused as refused:
        return f"refused: {refused}"
    except UnexpectedRoll as unexpected:
        return str(unexpected)
    except Exception as wrong:  # noqa: BLE001 the other orders are still decided
        return f"broke down: {type(wrong).__name__}: {wrong}"
    if dice.left:
        return f"dice left over: {', '.join(roll.purpose for roll in dice.left)}"
    if record.to_json(events) != record.to_json(move.events):
        return "other events"
    return ""
