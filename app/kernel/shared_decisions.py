"""Decisions that several seats of a side may answer."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel.contract import Game, Order
from app.kernel.offers import answerable_by
from app.kernel.table import Table
from app.kernel.table_orders import AnsweredFor


def for_another_seat(game: Game, table: Table, order: Order, seat: str) -> Sequence[AnsweredFor]:
    """CAR-TAB-09: An order of a seat may answer a decision that another seat of its side owes."""
    side = table.seats.get(seat)
    if [*table.seats.values()].count(side or "") < 2 or isinstance(order, game.card.any_time):
        return ()
    takers = {step.key: step.orders for step in game.card.sequence}
    for owed in answerable_by(game.waiting_for(table.state), seat):
        if isinstance(order, takers[owed.step]):
            return () if owed.seat == seat else (AnsweredFor(owed.seat),)
    return ()
