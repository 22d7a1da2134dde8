"""Orders of long games with many seats. They take long, and on SQLite no other game can be written
meanwhile. So they are computed before the lock is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from app.kernel.contract import Game
from app.services.container import Services
from app.services.play.played_orders import PlayedOrder
from app.store import records
from app.store.optimistic_work import write_optimistically
from app.store.shared_turns import own_turn
from app.store.transactions import UnitOfWork

MANY_SEATS = 16
"""Seats of a long game whose orders take long if it has more."""


class LargeOrder(Exception):
    """Raised before an order is decided that would hold the lock for long."""


def insist_on_small_order(work: UnitOfWork, box: Game, seats: Sequence[records.Seat]) -> None:
    """Raise `LargeOrder` if the order of this game may be computed before the lock is taken."""
    if work.may_release and len(seats) > MANY_SEATS and not box.card.is_battle:
        raise LargeOrder


def record_in(
    services: Services,
    opened: Callable[[], AbstractContextManager[UnitOfWork]],
    act: Callable[[UnitOfWork], PlayedOrder],
) -> PlayedOrder:
    """Order that an act records and commits in a transaction that is `opened`. For a large order
    the act begins again, before the lock. Raises `LargeOrder` where other orders would wait for it.
    """
    try:
        with opened() as work:
            return act(work)
    except LargeOrder:
        if own_turn() is not None:
            raise
        return write_optimistically(services.store, act)
