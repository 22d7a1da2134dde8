"""Refusals of orders that users give, by facts about the user and the club of the game."""

from __future__ import annotations

from collections.abc import Iterator

from app.kernel import record
from app.kernel.contract import Game, Order
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refusal
from app.services.container import Services
from app.services.people.muted_orders import armies_of, words_of, words_refusal
from app.services.play.archived_clubs import beginning_refusal, entry_refusal
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


def given_order_refusals(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    history: History,
    user_id: int | None,
    order: Order,
) -> Iterator[Refusal | None]:
    """Refusals of own words of a muted user, and of a beginning in an archived club."""
    yield words_refusal(work, user_id, words_in(services, history, order))
    yield beginning_refusal(work, history.box, game, history.now, order)


def words_in(services: Services, history: History, order: Order) -> frozenset[str]:
    """Texts that the user has written in an order. Those of a corrected move stay with it."""
    words = words_of(order, armies_of(services.shelf, history.box, history.now.state, order))
    if not isinstance(order, CorrectMove) or order.instead is None:
        return words
    instead = record.read_order(history.box, order.instead)
    words |= words_in(services, history, instead)
    if not 0 < order.move <= len(history.moves):
        return words
    corrected = record.read_written(history.box, history.moves[order.move - 1].order)
    return words - words_in(services, history, corrected)


def given_entry_refusals(
    work: UnitOfWork, box: Game, game: records.Game, user_id: int, order: Order
) -> Iterator[Refusal | None]:
    """Refusals of own words of a muted user, and of an entry in an archived club."""
    yield words_refusal(work, user_id, words_of(order))
    yield entry_refusal(work, box, game, order)
