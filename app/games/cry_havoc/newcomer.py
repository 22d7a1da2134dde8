"""Newcomer at Cry Havoc, without the code of the bots: goes to the nearest enemy and attacks it.

It knows offers and dry runs only, as a person on the page does. Other decisions are left to chance.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from app.games.cry_havoc import orders
from app.kernel import monkey
from app.kernel.contract import Game, Order
from app.kernel.offers import Offer
from app.kernel.space.hexes import hexes_to

FAR = 999


def newcomers_order(game: Game, view: Any, chance: random.Random) -> Order:
    """Order of the newcomer: a shot or an attack if there is one, else a step nearer, else a
    pass.
    """
    battle, live = view.battle, [offer for offer in game.offers(view) if offer.is_live]
    for kind in (orders.Shoot, orders.Attack):
        blows = [one for one in live if isinstance(one.order, kind) and not one.asks]
        if blows:
            return max(blows, key=number_together).order
    entering = [one for one in live if isinstance(one.order, orders.Enter)]
    for offer in [one for one in live if isinstance(one.order, orders.Move | orders.Ride)]:
        order = step_nearer(game, view, offer)
        if order is not None:
            return order
    for offer in entering:
        found = monkey.filled_offer(game, view, offer, chance)
        if found is not None:
            return found
    passing = [one.order for one in live if isinstance(one.order, orders.Pass)]
    if passing and battle.step != "setup":
        return passing[0]
    return monkey.any_order(game, view, chance)


def number_together(offer: Offer) -> int:
    """Number of attackers of an offered attack; 1 for a shot."""
    return len(offer.order.attackers) if isinstance(offer.order, orders.Attack) else 1


def step_nearer(game: Game, view: Any, offer: Offer) -> Order | None:
    """Move that brings the unit nearer to the nearest enemy; None if it is as near as it can be."""
    battle, unit = view.battle, view.battle.units[offer.order.unit]
    enemies = [
        other.hex
        for other in battle.units.values()
        if other.side not in (None, unit.side) and other.hex and other.state != "dead"
    ]

    def way(hex_: str) -> int:
        return min((hexes_to(hex_, other) for other in enemies), default=FAR)

    if getattr(offer.order, "animal", None) or not enemies or way(unit.hex or "") <= 1:
        return None
    reach = game.assess(view, offer.order).reach
    best = min(reach, key=lambda hex_: (way(hex_), hex_), default=None)
    if best is None or way(best) >= way(unit.hex or ""):
        return None
    field = "steps" if isinstance(offer.order, orders.Ride) else "path"
    order = msgspec.structs.replace(offer.order, **{field: reach[best].path})
    return None if game.assess(view, order).no else order
