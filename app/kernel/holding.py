"""Holding: the order by which somebody who is not there changes as little as the rules let him."""
from __future__ import annotations

from typing import Any

from app.kernel.contract import Game, Order
from app.kernel.offers import Offer


def held(game: Game, view: Any) -> Order | None:
    """To pass, or else to end what is on; None where the box offers neither."""
    offers = [offer for offer in game.offers(view) if offer.is_live and not offer.asks and not offer.ahead]
    passing = [offer for offer in offers if is_pass(offer)]
    ending = [offer for offer in offers if offer.main and not offer.piece and not offer.target and not offer.rolls]
    return next((offer.order for offer in (*passing, *ending)), None)


def is_pass(offer: Offer) -> bool:
    return type(offer.order).__struct_config__.tag == "pass"
