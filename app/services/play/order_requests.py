"""Orders as their senders give them, and the locked game that they are recorded in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from app.kernel.contract import Game, Order
from app.services.container import require_game
from app.store import records
from app.store.transactions import UnitOfWork

if TYPE_CHECKING:
    from app.services.container import Services
    from app.services.watch.game_history import History

UnreadOrder = Order | Mapping[str, Any] | str | bytes
"""Order, or its JSON that is not parsed yet."""


class OrderRequest(msgspec.Struct, frozen=True):
    """Order of a sender. With the same `command` it is recorded once. `after` is the last move that
    the sender knows. `step` is the step of the form, None for any. `seat` is needed by users with
    several seats.
    """

    command: str
    after: int
    order: UnreadOrder
    step: str | None = None
    seat: str | None = None


class LockedGame(msgspec.Struct, frozen=True):
    """Game that a transaction has locked, with its seats."""

    services: Services
    work: UnitOfWork
    game: records.Game
    seats: tuple[records.Seat, ...]

    @property
    def box(self) -> Game:
        return self.services.box(self.game)

    def history(self) -> History:
        """Moves and position of the game before the order."""
        return self.services.histories.of(self.work, self.box, self.game)


def lock_game(services: Services, work: UnitOfWork, address: int | str) -> LockedGame:
    """Lock a game until the end of the transaction. Raises `NoSuchGame`."""
    return with_seats(services, work, require_game(work.games.lock_game(address)))


def with_seats(services: Services, work: UnitOfWork, game: records.Game) -> LockedGame:
    """Game that the transaction has locked already, with its seats as they are now."""
    return LockedGame(services, work, game, work.seats.for_game(game.id))
