"""Moves between a page and its order, and moves that the server adds after an order."""

from __future__ import annotations

import random

import msgspec

from app.kernel import clock_orders, record, table, table_decisions, table_orders
from app.kernel.conditional_orders import Answer
from app.kernel.offers import answerable_by
from app.kernel.pass_order import passing_order
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.kernel.stored_orders import decided_as_stored
from app.services.play import conditional_answers
from app.services.play.recorded_moves import append_move, dice_of_move
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

MOST_PASSES = 200  # decisions in a row of sides that have left


def with_following_moves(
    work: UnitOfWork, game: records.Game, seats: tuple[records.Seat, ...], history: History
) -> History:
    """History with the conditional orders that answer the last move, and the passes for sides that
    have left.
    """
    answered = answered_ahead(work, game, seats, history)
    return passed_for_sides_that_left(work, game, seats, answered)


def answered_ahead(
    work: UnitOfWork, game: records.Game, seats: tuple[records.Seat, ...], history: History
) -> History:
    """Apply conditional orders to the questions of the last move, move by move.

    Refused answers leave the question to the player.
    """
    for _ in range(conditional_answers.MOST):
        longer = next(
            (
                one
                for seat, found in conditional_answers.answers_to_move(work, game, seats, history)
                if (one := _with_conditional_answer(work, game, seats, history, seat, found))
                is not None
            ),
            None,
        )
        if longer is None:
            break
        history = longer
    return history


def _with_conditional_answer(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    seat: records.Seat,
    found: Answer,
) -> History | None:
    number, order = history.number + 1, msgspec.to_builtins(found.order)
    stored = record.stored_order(table_orders.AnswerAhead(order, found.topic))
    dice = dice_of_move(work, game, seats, number, history)
    try:
        events = decided_as_stored(history.box, history.now, stored, seat.seat, dice, history.moves)
    except Refused:
        return None
    command = f"ahead:{history.head[:40]}"  # no other command can have this name
    move = Move(
        number, seat.seat, stored, events, tuple(dice.rolls), command, history.moves[-1].made_at
    )
    if found.spends and seat.user_id is not None:
        work.conditional_orders.save_answers(game.id, seat.user_id, dict.fromkeys(found.spends))
    return append_move(work, game, history, move, made_by=seat.user_id)


def passed_for_sides_that_left(
    work: UnitOfWork, game: records.Game, seats: tuple[records.Seat, ...], history: History
) -> History:
    """Return the history with a pass for each decision of a side or a player that has left."""
    for _ in range(MOST_PASSES):
        absent = (
            []
            if table.table_outcome(history.box, history.now)
            else [
                one
                for one in history.box.waiting_for(history.now.state)
                if history.now.seats.get(one.seat) in history.now.left
                or one.seat in history.now.gave_up
            ]
        )
        if not absent:
            break
        seat = next(one for one in seats if one.seat == absent[0].seat)
        history = _with_pass(work, game, seats, history, seat)
    return history


def _with_pass(
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    seat: records.Seat,
) -> History:
    """Append one order for a seat whose side has left: a pass, or else the choice of the bot."""
    number = history.number + 1
    view = history.box.view(history.now.state, Viewer(seat.seat, seat.side))
    chance = random.Random(history.head)  # noqa: S311 - random choice, the same in every process
    passing = passing_order(history.box, view) or history.box.bot(view, chance)
    order = clock_orders.StandIn(msgspec.to_builtins(passing), "left", "")
    dice = dice_of_move(work, game, seats, number, history)
    events = table_decisions.decide_on(
        history.box, history.now, order, seat.seat, dice, past=history.moves
    )
    made_at = history.moves[-1].made_at
    move = Move(
        number,
        seat.seat,
        msgspec.Raw(record.to_json(order)),
        tuple(events),
        tuple(dice.rolls),
        f"left:{history.head[:40]}",
        made_at,
    )
    return append_move(work, game, history, move)


def is_same_decision(history: History, seat: str, after: int) -> bool:
    """True if a seat still has the same decision as after that move.

    Simultaneous decisions and clock orders do not overtake it.
    """
    meanwhile = [
        move for move in history.moves[max(after, 0) :] if not clock_orders.is_beside(move)
    ]
    if not 0 < after < history.number or any(move.seat == seat for move in meanwhile):
        return False
    if not meanwhile:
        return True
    owed = history.box.waiting_for(history.tables[after].state)
    mine = next((one for one in answerable_by(owed, seat) if not one.reaction), None)
    if mine is None or len(owed) < 2 or any(mine.may_be_answered_by(one.seat) for one in meanwhile):
        return False
    return any(
        one.seat == mine.seat and one.step == mine.step
        for one in history.box.waiting_for(history.now.state)
    )


def answered_meanwhile(history: History, seat: str, after: int) -> str:
    """Other seat of the side that has answered, since that move, a decision that this seat could
    answer too; "" if there is none.
    """
    if not 0 < after < history.number:
        return ""
    owed = answerable_by(history.box.waiting_for(history.tables[after].state), seat)
    shared = [one for one in owed if one.also]
    for move in history.moves[after:]:
        if move.seat != seat and any(one.may_be_answered_by(move.seat) for one in shared):
            return move.seat
    return ""
