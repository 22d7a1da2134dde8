"""Routine orders of a step, given by the bot of the box for a player."""

from __future__ import annotations

import random

from app.kernel import table_refusals
from app.kernel.refusal import refuse_if
from app.services.container import Services
from app.services.errors import NotYourSeat
from app.services.play.orders import declare_order, not_begun_refusal
from app.services.watch import game_view

CHANCE = random.SystemRandom()  # used by `leave_to_server`; its choices cannot be predicted


def leave_to_server(services: Services, address: int | str, user_id: int | None, step: str) -> None:
    """Let the bot of the box give the routine orders of a step (`Step.automatic_orders`). Each is
    recorded as the player's own.

    Raises as `declare_order` does; a step that is not the current one is refused.
    """
    look = game_view.load_view(services, address, user_id)
    if look.seat is None:
        raise NotYourSeat
    refuse_if(not_begun_refusal(look.game))
    refuse_if(
        table_refusals.still_open(look.box, look.table)
        or table_refusals.right_step(look.box, look.table, look.seat, step)
    )
    rest = (
        look.box.conditional_orders.rest(look.view, step) if look.box.conditional_orders else None
    )
    if rest is not None and look.decisions:
        declare_order(services, address, user_id, f"house:{look.last + 1}", look.last, rest, step)
        return
    automatic_orders = next(
        one.automatic_orders for one in look.box.card.sequence if one.key == step
    )
    while automatic_orders and look.decisions and look.decisions[0].step == step:
        order = look.box.bot(look.view, CHANCE)
        if (
            not isinstance(order, automatic_orders)
            or declare_order(
                services, address, user_id, f"house:{look.last + 1}", look.last, order, step
            ).repeated
        ):
            return
        look = game_view.load_view(services, address, user_id)
