"""Dry run of orders with the refusals of the clock and of a mute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.contract import Order
from app.kernel.offers import Assessment
from app.kernel.refusal import found_in
from app.services.container import Services, current_time
from app.services.people.muted_orders import armies_of, words_of, words_refusal
from app.services.play import orders
from app.services.time.proposed_dates import date_refusal, with_times
from app.services.watch.answered_orders import assess_answers
from app.services.watch.game_view import GameView


def assess_by_clock(
    services: Services, look: GameView, order: Order | Mapping[str, Any] | str | bytes
) -> Assessment:
    """Dry run of an order with all reasons against it: of the game, of the clock and of a mute.
    Raises `Malformed`.
    """
    now = current_time()
    asked = with_times(orders.parse_order(look.box, order), now)
    found = assess_answers(look, asked)
    if not asked.own_words and not asked.own_armies:
        return found
    armies = armies_of(services.shelf, look.box, look.table.state, asked)
    with services.store.read() as work:
        further = found_in(
            date_refusal(work, look.game, look.seats, look.history, asked, now),
            words_refusal(work, look.user_id, words_of(asked, armies)),
        )
    return msgspec.structs.replace(found, no=(*found.no, *further)) if further else found
