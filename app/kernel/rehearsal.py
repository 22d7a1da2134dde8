"""Deciding old moves again, with their own dice: which games would go otherwise under today's rules?"""
from __future__ import annotations

from collections.abc import Sequence

from app.kernel import record, table
from app.kernel.contract import Game
from app.kernel.dice import LoadedDice, UnexpectedRoll
from app.kernel.record import Move
from app.kernel.refusal import Refused


def rehearse(game: Game, moves: Sequence[Move], tables: Sequence[table.Table]) -> list[tuple[int, str]]:
    """The moves that would go otherwise, and how; `tables[n]` is the table after move n."""
    found = []
    for move in moves:
        change = _otherwise(game, move, tables[move.number - 1], moves[:move.number - 1])
        if change:
            found.append((move.number, change))
    return found


def _otherwise(game: Game, move: Move, before: table.Table, past: Sequence[Move]) -> str:
    dice = LoadedDice(move.rolls)
    try:
        order = record.read_order(game, bytes(move.order)) if not isinstance(move.order, record.Order) else move.order
    except ValueError as wrong:
        return f"the order cannot be read any more: {wrong}"
    try:
        events = (table.begin(game, order.setup, dice, order.clock) if isinstance(order, table.Begin)
                  else table.decide(game, before, order, move.seat, dice, past))
    except Refused as refused:
        return f"refused: {refused}"
    except UnexpectedRoll as unexpected:
        return str(unexpected)
    except Exception as wrong:                   # noqa: BLE001 over one order a rule may break down, and the others are to be looked at
        return f"broke down: {type(wrong).__name__}: {wrong}"
    if dice.left:
        return f"dice left over: {', '.join(roll.purpose for roll in dice.left)}"
    if record.canonical(tuple(events)) != record.canonical(move.events):
        return "other events"
    return ""
