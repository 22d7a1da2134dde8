"""Answers given in advance, as they are recorded when the question comes or with the next move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.kernel.contract import Event, Game
from app.kernel.dice import Dice
from app.kernel.refusal import refuse_if
from app.kernel.table import Table, after_all
from app.kernel.table_orders import AnswerAhead, AnsweredAhead
from app.kernel.table_refusals import must_report_back
from app.kernel.wrapped_orders import as_read


def answered_ahead(
    game: Game, table: Table, order: AnswerAhead, seat: str, dice: Dice
) -> Sequence[Event]:
    """CAR-STO-01: an answer in advance is an order of its own, taken or refused when the question
    comes.
    """
    refuse_if(must_report_back(table, seat))
    return (
        AnsweredAhead(seat, order.topic),
        *game.decide(table.state, as_read(game, order.order), seat, dice),
    )


def said_meanwhile(
    game: Game, table: Table, said: Mapping[str, Mapping[str, str]]
) -> tuple[Table, Sequence[Event]]:
    """CAR-STO-04: an answer in advance counts from the next move on and is recorded with it.
    Returns the table with the answers, and their events.
    """
    events: list[Event] = []
    for seat, answers in said.items():
        fresh = (
            game.conditional_orders.recorded(table.state, seat, answers)
            if game.conditional_orders
            else ()
        )
        table, events = after_all(game, table, fresh), [*events, *fresh]
    return table, events
