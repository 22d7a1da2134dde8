"""Orders that a seat gives while it owes no decision, such as a plan for the deployment.

They make no move of their own, so that other players do not notice them. The server keeps them with
the conditional orders of the player.
"""

from __future__ import annotations

from typing import Any

from app.kernel import table
from app.kernel.conditional_orders import Answers
from app.kernel.contract import Game, Order
from app.kernel.offers import answerable_by
from app.kernel.refusal import refuse_if
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


def orders_kept_by(box: Game) -> tuple[type, ...]:
    """Kinds of order of a box that the server keeps for a seat that owes nothing."""
    return box.conditional_orders.meanwhile if box.conditional_orders is not None else ()


def is_given_meanwhile(
    game: records.Game, history: History, seat: records.Seat, order: Order
) -> bool:
    """True for such an order from a seat that owes no decision now."""
    return (
        isinstance(order, orders_kept_by(history.box))
        and game.status == "running"
        and table.table_outcome(history.box, history.now) is None
        and not answerable_by(history.box.waiting_for(history.now.state), seat.seat)
    )


def keep_order(
    work: UnitOfWork, game: records.Game, history: History, seat: records.Seat, order: Order
) -> None:
    """Keep an order in secret; the caller commits. Raises `Refused`."""
    standing = history.box.conditional_orders
    if standing is None or seat.user_id is None:
        return
    view = history.box.view(history.now.state, history.eyes(seat.seat, seat.side, seat.user_id))
    saved = work.conditional_orders.for_game(game.id).get(seat.user_id, {})
    refuse_if(history.box.assess(standing.with_kept(view, saved), order).no)
    answers = standing.kept(view, order)
    work.conditional_orders.save_answers(
        game.id, seat.user_id, {topic: answer or None for topic, answer in answers.items()}
    )


def with_kept_orders(
    work: UnitOfWork, game: records.Game, box: Game, view: Any, user_id: int
) -> Any:
    """View of a player's seat in which the kept orders count already."""
    if box.conditional_orders is None or not box.conditional_orders.meanwhile:
        return view
    saved: Answers = work.conditional_orders.for_game(game.id).get(user_id, {})
    return box.conditional_orders.with_kept(view, saved) if saved else view
