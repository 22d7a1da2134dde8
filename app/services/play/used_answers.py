"""Saved answers in advance that were used before the server deleted them on their use (CAR-STO-05)."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel import record, table_orders
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


def delete_used_answers(
    work: UnitOfWork, game: records.Game, seats: Sequence[records.Seat], story: History
) -> None:
    """Delete saved answers that a correction would otherwise let the server give again.

    A struck move has used the answer, and its topic is on offer again. The caller commits.
    """
    struck = seats_of_struck_answers(story)
    for seat in seats:
        if seat.user_id is None or seat.seat not in struck:
            continue
        returned = topics_of_one_use(story, seat, story.number) - topics_of_one_use(
            story, seat, story.number - 1
        )
        work.standing_orders.save_answers(game.id, seat.user_id, dict.fromkeys(returned))


def seats_of_struck_answers(story: History) -> set[str]:
    """Seats whose answers in advance, used once, are struck by the last move."""
    corrected, standing = record.correction_in(story.moves[-1]), story.box.conditional_orders
    if corrected is None or standing is None:
        return set()
    return {
        event.seat
        for one in corrected.line
        if one.is_struck
        for event in one.events
        if isinstance(event, table_orders.AnsweredAhead) and event.topic in standing.used_once
    }


def topics_of_one_use(story: History, seat: records.Seat, number: int) -> set[str]:
    """Topics that the seat may answer for one use after a move."""
    if story.box.conditional_orders is None:
        return set()
    eyes = story.eyes(seat.seat, seat.side, seat.user_id)
    view = story.box.view(story.tables[number].state, eyes)
    return {topic.key for topic in story.box.conditional_orders.topics(view) if topic.is_used_once}
