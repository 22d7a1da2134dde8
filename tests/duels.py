"""Short rated duels of Cry Havoc."""

from __future__ import annotations

import random
from collections.abc import Sequence

from app.services.container import Services
from app.services.play import orders
from app.services.watch import game_view


def each_decides(services: Services, address: int | str, members: Sequence[int]) -> int:
    """Let the bot decide until each of the members has decided; return the number of the last
    move.
    """
    decided: set[int] = set()
    while decided < set(members):
        looks = (game_view.load_view(services, address, one) for one in members)
        look = next(one for one in looks if one.decisions)
        decided.add(look.user_id)
        order = look.box.bot(look.view, random.Random(1))
        command = f"decision after {look.last}"
        orders.declare_order(services, address, look.user_id, command, look.last, order)
    return game_view.load_view(services, address).last
