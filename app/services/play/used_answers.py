"""Saved answers in advance that were used before the server deleted them on their use
(CAR-STO-05).
"""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel import record, table_orders
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


def delete_used_answers(
    work: UnitOfWork, game: records.Game, seats: Sequence[records.Seat], history: History
) -> None:
    """Delete saved answers that a correction would otherwise let the server give again.

    A struck move has used the answer, and its topic is on offer again. The caller commits.
    """
    struck = seats_of_struck_answers(history)
    for seat in seats:
        if seat.user_id is None or seat.seat not in struck:
            continue
        returned = topics_of_one_use(history, seat, history.number) - topics_of_one_use(
            history, seat, history.number - 1
        )
        work.conditional_orders.save_answers(game.id, seat.user_id, dict.fromkeys(returned))


def seats_of_struck_answers(history: History) -> set[str]:
    """Seats whose answers in advance, used once, are struck by the last move."""
    corrected, standing = record.correction_in(history.moves[-1]), history.box.conditional_orders
    if corrected is None or standing is None:
        return set()
    return {
        event.seat
        for one in corrected.line
        if one.is_struck
        for event in one.events
        if isinstance(event, table_orders.AnsweredAhead) and event.topic in standing.used_once
    }


def topics_of_one_use(history: History, seat: records.Seat, number: int) -> set[str]:
    """Topics that the seat may answer for one use after a move."""
    if history.box.conditional_orders is None:
        return set()
    eyes = history.eyes(seat.seat, seat.side, seat.user_id)
    view = history.box.view(history.tables[number].state, eyes)
    return {
        topic.key for topic in history.box.conditional_orders.topics(view) if topic.is_used_once
    }
