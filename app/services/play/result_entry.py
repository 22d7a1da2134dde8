"""Results of battles on real tables, entered on a form of their own."""

from __future__ import annotations

from app.services.container import Services
from app.services.errors import Overtaken
from app.services.play import orders
from app.services.play.played_orders import PlayedOrder
from app.services.watch.game_view import GameView

TRIES = 5
"""Attempts to enter a result while other players move."""


def is_entered(look: GameView, command: str, seat: str | None = None) -> bool:
    """True if the seat, by default the viewer's, has given this order already; a result counts
    once.
    """
    acting = seat or look.seat
    return acting is not None and look.history.under(command, acting) is not None


def enter_result(
    services: Services,
    address: int | str,
    user_id: int,
    command: str,
    order: str,
    seat: str | None = None,
) -> PlayedOrder:
    """Enter a result. It does not depend on the moves of others since the form was opened.

    `seat` is that of the referees for a decision; without it, the user's own seat acts.

    Raises as `declare_order` does.
    """
    for _ in range(TRIES - 1):
        try:
            return orders.declare_order(
                services, address, user_id, command, _last_move(services, address), order, seat=seat
            )
        except Overtaken:
            continue
    return orders.declare_order(
        services, address, user_id, command, _last_move(services, address), order, seat=seat
    )


def _last_move(services: Services, address: int | str) -> int:
    with services.store.read() as work:
        return services.find(work, address).number
