"""Default order of the game, or else a pass or end-step order, given when a player's time is up."""

from __future__ import annotations

from typing import Any

from app.kernel.contract import Game, Order
from app.kernel.offers import Decision, Offer


def passing_order(game: Game, view: Any, owed: Decision | None = None) -> Order | None:
    """Default order of the game for the decision, or else the order to pass, or else to end the
    present step.

    None if the box offers neither. Also None if a pass would give up actions that the server can do
    without the player (`Step.automatic_orders`).
    """
    given = game.default_order(view, owed)
    if given is not None:
        return given
    live = [offer for offer in game.offers(view) if offer.is_live and not offer.ahead]
    if any(isinstance(offer.order, left_to_server(game)) for offer in live):
        return None
    offers = [offer for offer in live if not offer.asks]
    passing = [offer for offer in offers if is_pass(offer)]
    ending = [
        offer
        for offer in offers
        if offer.main and not offer.piece and not offer.target and not offer.rolls
    ]
    return next((offer.order for offer in (*passing, *ending)), None)


def left_to_server(game: Game) -> tuple[type, ...]:
    """Kinds of order that the server gives without a player and that belong to one step alone."""
    steps = game.card.sequence
    return tuple(
        kind
        for step in steps
        for kind in step.automatic_orders
        if not any(kind in other.orders for other in steps if other is not step)
    )


def is_pass(offer: Offer) -> bool:
    return bool(type(offer.order).__struct_config__.tag == "pass")
