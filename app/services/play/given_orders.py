"""Refusals of orders that users give, by facts about the user and the club of the game."""

from __future__ import annotations

from collections.abc import Iterator

from app.kernel.contract import Game, Order
from app.kernel.refusal import Refusal
from app.services.people.muted_orders import words_refusal
from app.services.play.archived_clubs import beginning_refusal, entry_refusal
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


def given_order_refusals(
    work: UnitOfWork, game: records.Game, history: History, user_id: int | None, order: Order
) -> Iterator[Refusal | None]:
    """Refusals of own words of a muted user, and of a beginning in an archived club."""
    yield words_refusal(work, user_id, order)
    yield beginning_refusal(work, history.box, game, history.now, order)


def given_entry_refusals(
    work: UnitOfWork, box: Game, game: records.Game, user_id: int, order: Order
) -> Iterator[Refusal | None]:
    """Refusals of own words of a muted user, and of an entry in an archived club."""
    yield words_refusal(work, user_id, order)
    yield entry_refusal(work, box, game, order)
