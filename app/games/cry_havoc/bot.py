"""A sensible player: at present any live offer, the end of the step last."""
from __future__ import annotations

import random

from app.games.cry_havoc import orders
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.reach import offers
from app.games.cry_havoc.state import SETUP
from app.kernel import monkey
from app.kernel.contract import Order


def choose(view: View, chance: random.Random) -> Order:
    from app.games.cry_havoc.box import GAME

    live = [offer for offer in offers(view) if offer.is_live and not isinstance(offer.order, orders.SetCover)]
    if view.battle.step == SETUP:
        waiting = {unit.id for unit in view.battle.units.values() if unit.hex is None}
        live = [offer for offer in live if offer.piece in waiting or isinstance(offer.order, orders.Pass)]
    busy = [offer for offer in live if not isinstance(offer.order, orders.Pass)]
    chance.shuffle(busy)
    for offer in busy[:3]:
        order = monkey.filled(GAME, view, offer, chance)
        if order is not None:
            return order
    return orders.Pass() if any(isinstance(offer.order, orders.Pass) for offer in live) else monkey.any_order(GAME, view, chance)
