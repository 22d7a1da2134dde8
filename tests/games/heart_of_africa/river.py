"""Table by a river, where the attacker deploys a Gunboat, a canoe and units."""

from __future__ import annotations

import random

import pytest

from app.games.heart_of_africa.orders import ChooseSide
from app.services.people.account_rules import name_key
from app.services.play import game_setup, lobby, orders
from app.services.watch import game_view
from tests.games.heart_of_africa.playthrough import PORTUGUESE, SETUP

BOATS = {**PORTUGUESE, "boats": {"canoe": 2}}
STOCK = {**SETUP.stock, "armies": {**SETUP.stock["armies"], "A": BOATS}}


def id_of(services, name: str) -> int:
    with services.store.read() as work:
        return work.users.find_by_name(name_key(name))[0].id


def by_the_river(services, owner: str, guest: str) -> str:
    """Path of a game that both players have joined, up to the deployment of units."""
    ids = [id_of(services, name) for name in (owner, guest)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_setup, "checked_setup", lambda *_: STOCK)
        terms = {"side": "A", "visibility": "private"}
        table = lobby.open_table(services, ids[0], "heart_of_africa", "planned_attack", **terms)
        game = lobby.join_table(services, table.address, ids[1])
    while True:
        looks = [game_view.load_view(services, game.address, one) for one in ids]
        look = next(one for one in looks if one.seat == looks[0].waiting[0])
        if look.seat == looks[0].seat and look.decisions[0].step == "deployment":
            return f"/games/{game.address}"
        order = look.box.bot(look.view, random.Random(look.last))
        if look.decisions[0].step == "sides":
            order = ChooseSide("south")
        orders.declare_order(
            services, game.address, look.user_id, f"r{look.last}", look.last, order
        )
