"""Decisions on stored orders: the recorded bytes of an order are decided."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel import record, table, table_decisions, table_orders
from app.kernel.contract import Event, Game
from app.kernel.dice import Dice


def decided_as_stored(
    game: Game,
    before: table.Table,
    stored: bytes | msgspec.Raw,
    seat: str,
    dice: Dice,
    past: Sequence[record.Move] = (),
) -> tuple[Event, ...]:
    """Events that follow from a stored order (`record.stored_order`) on the table `before`.

    `past` are the moves before it. Raises `Refused`, and `msgspec.ValidationError` if the order
    cannot be read.
    """
    order = record.read_written(game, stored)
    if isinstance(order, table_orders.Begin) and before.state is None:
        return tuple(table_decisions.begin_table(game, order.setup, dice, order.clock))
    return tuple(table_decisions.decide_on(game, before, order, seat, dice, past))
