"""What seats have answered in advance to the questions that a move has raised.

It is looked up in the transaction of that move, so that both are on record or neither is, and nobody is called for a question that has its answer already.
"""
from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from app.club.story import Story
from app.kernel import record, table
from app.kernel.offers import Decision
from app.kernel.seats import Viewer
from app.kernel.standing import Answer
from app.store import rows
from app.store.work import Work

log = logging.getLogger(__name__)
MOST = 40
"""So many answers may follow one another before the players are asked."""


def answers(work: Work, game: rows.Game, seats: Sequence[rows.Seat], story: Story) -> Iterator[tuple[rows.Seat, Answer]]:
    """The answers that were given to what the last move has raised, each for the seat that is asked; they may be refused still."""
    asked = raised(story)
    held = {seat.seat: seat for seat in seats if seat.user_id is not None and not seat.bot}
    given = work.standing_orders.of(game.id) if any(decision.seat in held for decision in asked) else {}
    for decision in asked:
        seat = held.get(decision.seat)
        found = _answered(story, seat, given.get(seat.user_id, {})) if seat is not None and seat.user_id is not None else None
        if seat is not None and found is not None:
            yield seat, found


def raised(story: Story) -> list[Decision]:
    """The decisions that may be answered in advance and were not owed before the last move. What a taking back brings up again stays with its player."""
    if story.box.standing is None or not story.box.standing.titles or record.back_to(story.moves[-1]) is not None \
            or table.outcome(story.box, story.now) is not None:
        return []
    asked = [decision for decision in story.box.waiting_for(story.now.state) if decision.topic]
    before = story.tables[-2].state if asked else None
    known = story.box.waiting_for(before) if before is not None else ()
    return [decision for decision in asked if decision not in known]


def _answered(story: Story, seat: rows.Seat, given: dict[str, str]) -> Answer | None:
    try:
        return story.box.standing.answer(story.box.view(story.now.state, Viewer(seat.seat, seat.side)), given) if given else None
    except Exception:                            # a box that stumbles over an answer must not stop the move that raised the question
        log.exception("the standing orders of %s failed after move %s of a game of %s", seat.seat, story.number, story.box.card.key)
        return None
