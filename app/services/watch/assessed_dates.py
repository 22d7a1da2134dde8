"""Dry run of orders about dates of battles, with the refusals of the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.contract import Order
from app.kernel.date_orders import DateOrder
from app.kernel.offers import Assessment
from app.services.container import Services, current_time
from app.services.play import orders
from app.services.time.proposed_dates import date_refusal, with_times
from app.services.watch.answered_orders import assess_answers
from app.services.watch.game_view import GameView


def assess_by_clock(
    services: Services, look: GameView, order: Order | Mapping[str, Any] | str | bytes
) -> Assessment:
    """Dry run of an order with all reasons against it: of the game and of the clock. Raises
    `Malformed`.
    """
    now = current_time()
    asked = with_times(orders.parse_order(look.box, order), now)
    found = assess_answers(look, asked)
    if not isinstance(asked, DateOrder):
        return found
    with services.store.read() as work:
        by_clock = date_refusal(work, look.game, look.seats, look.history, asked, now)
    if by_clock is None:
        return found
    return msgspec.structs.replace(found, no=(*found.no, by_clock))
