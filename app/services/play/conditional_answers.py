"""Conditional orders that answer the questions raised by a move.

They are read in the transaction of that move, so both are recorded or neither. An answered question
causes no notification. Secret answers go on the record of the box with the next move, by any seat.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

import msgspec

from app.kernel import clock_orders, record, table, table_orders
from app.kernel.conditional_orders import Answer, question_of
from app.kernel.contract import Game, Order
from app.kernel.offers import Decision
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

log = logging.getLogger(__name__)
MOST = 40
"""Answers that may follow one another before the players are asked."""


def answers_to_move(
    work: UnitOfWork, game: records.Game, seats: Sequence[records.Seat], history: History
) -> Iterator[tuple[records.Seat, Answer]]:
    """Answers to the questions raised by the last move, each with its seat.

    The rules may still refuse them.
    """
    asked = questions_raised(history)
    held = {seat.seat: seat for seat in seats if seat.user_id is not None and not seat.bot}
    given = (
        work.conditional_orders.for_game(game.id)
        if any(decision.seat in held for decision in asked)
        else {}
    )
    for decision in asked:
        seat = held.get(decision.seat)
        found = (
            _first_answer(history, seat, decision, given.get(seat.user_id, {}))
            if seat is not None and seat.user_id is not None
            else None
        )
        if seat is not None and found is not None:
            yield seat, found


def questions_raised(history: History) -> list[Decision]:
    """Decisions that can be answered in advance and were not owed before the last order.

    Answers in advance that follow an order count with it: one order may ask several seats, or one
    seat twice. A take back raises none, and so does an answer that leaves all decisions open.
    """
    if (
        history.box.conditional_orders is None
        or not history.box.conditional_orders.titles
        or record.back_to(history.moves[-1]) is not None
        or table.table_outcome(history.box, history.now) is not None
    ):
        return []
    owed = list(history.box.waiting_for(history.now.state))
    asked = [decision for decision in owed if decision.topic]
    if asked and _is_answered_ahead(history, history.number) and owed == _owed_before(history):
        return []
    before = _table_before_last_order(history).state if asked else None
    known = history.box.waiting_for(before) if before is not None else ()
    return [decision for decision in asked if decision not in known]


def _table_before_last_order(history: History) -> table.Table:
    """Table before the last order that was no answer in advance."""
    number = history.number
    while number > 2 and _is_answered_ahead(history, number):
        number -= 1
    return history.tables[number - 1]


def _is_answered_ahead(history: History, number: int) -> bool:
    """True if a move is an answer in advance."""
    first = history.moves[number - 1].events[:1]
    return any(isinstance(event, table_orders.AnsweredAhead) for event in first)


def _is_refused_after_correction(history: History, decision: Decision) -> bool:
    """True if the last order is a correction after which the rules refuse an answer in advance to
    this decision.
    """
    number = history.number
    while number > 2 and _is_answered_ahead(history, number):
        number -= 1
    corrected = record.correction_in(history.moves[number - 1])
    answered = table_orders.AnsweredAhead(decision.seat, decision.topic)
    return corrected is not None and any(
        one.is_struck and one.refused_by and answered in one.events for one in corrected.line
    )


def _owed_before(history: History) -> list[Decision]:
    """Decisions that were owed before the last move."""
    return list(history.box.waiting_for(history.tables[history.number - 1].state))


def answers_of_seat(
    history: History, seat: records.Seat, given: dict[str, str]
) -> Iterator[Answer]:
    """Answers of one seat to the questions raised by the last move."""
    found = (
        _first_answer(history, seat, decision, given)
        for decision in questions_raised(history)
        if decision.seat == seat.seat
    )
    return (one for one in found if one is not None)


# ---------------------------------------------------------------------- secret answers
def with_secret_answers(
    work: UnitOfWork,
    game: records.Game,
    seats: Sequence[records.Seat],
    history: History,
    giver: records.Seat,
    order: Order,
) -> Order:
    """Join an order with the secret answers given since the last move.

    They are then removed from the database of conditional orders; the caller commits.
    """
    standing = history.box.conditional_orders
    if (
        standing is None
        or not standing.in_secret
        or not (
            isinstance(order, clock_orders.StandIn) or not isinstance(order, table_orders.ORDERS)
        )
    ):
        return order
    kept, said, state = work.conditional_orders.for_game(game.id), {}, history.now.state
    for seat in seats:
        if seat.user_id is None:
            continue
        answers = secret_answers(history.box, kept.get(seat.user_id, {}))
        if not answers:
            continue
        work.conditional_orders.save_answers(game.id, seat.user_id, dict.fromkeys(answers))
        says_it_all = seat.seat == giver.seat and isinstance(order, standing.orders)
        if not says_it_all and standing.recorded(state, seat.seat, answers):
            said[seat.seat] = answers
    return table_orders.SaidMeanwhile(msgspec.to_builtins(order), said) if said else order


def restore_secret_answers(
    work: UnitOfWork, game: records.Game, seats: Sequence[records.Seat], history: History
) -> None:
    """Restore the secret answers recorded with a move that is taken back.

    They are recorded again with the next move; the caller commits.
    """
    if (
        record.back_to(history.moves[-1]) is None
        or history.box.conditional_orders is None
        or not history.box.conditional_orders.in_secret
    ):
        return
    held, counting = (
        {seat.seat: seat.user_id for seat in seats},
        {move.number for move in record.moves_in_force(history.moves)},
    )
    for move in record.moves_in_force(history.moves[:-1]):
        order = None if move.number in counting else record.read_written(history.box, move.order)
        for seat, answers in (
            order.said.items() if isinstance(order, table_orders.SaidMeanwhile) else ()
        ):
            user_id = held.get(seat)
            if user_id is not None:
                work.conditional_orders.save_answers(
                    game.id,
                    user_id,
                    answers
                    | secret_answers(
                        history.box, work.conditional_orders.for_game(game.id).get(user_id, {})
                    ),
                )


def secret_answers(box: Game, given: dict[str, str]) -> dict[str, str]:
    """Answers that are recorded in secret with the next move."""
    secret = box.conditional_orders.in_secret if box.conditional_orders else ()
    return {topic: answer for topic, answer in given.items() if question_of(topic) in secret}


def _first_answer(
    history: History, seat: records.Seat, decision: Decision, given: dict[str, str]
) -> Answer | None:
    """Answer to this decision; None if the seat is asked, or if another decision comes first."""
    standing = history.box.conditional_orders
    if not given or standing is None:
        return None
    try:
        view = history.box.view(history.now.state, history.eyes(seat.seat, seat.side, seat.user_id))
        found = standing.answer(view, given)
        if (found is None or not found.is_lawful) and _is_refused_after_correction(
            history, decision
        ):
            found = standing.answer_dropped(view, decision.topic, given)
    # an error of a box in an answer must not stop the move that raised the question
    except Exception:
        log.exception(
            "conditional orders of seat %s failed after move %s of a game of %s",
            seat.seat,
            history.number,
            history.box.card.key,
        )
        return None
    if found is None or not found.is_lawful or found.topic != decision.topic:
        return None
    return found
