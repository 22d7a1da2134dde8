"""Table of an Encounter of eight units against eight, up to the deployment."""

from __future__ import annotations

import random

import pytest

from app.services.play import game_setup, lobby, orders
from app.services.watch import game_view
from tests.games.heart_of_africa.river import id_of
from tests.sample_games import INCH_GAME

PEOPLE = {"list": "zanzibaris"}
STOCK = {
    "scenario": "encounter",
    "points": 900,
    "year": 1885,
    "peoples": {"A": PEOPLE, "B": PEOPLE},
    "table": {"region": "savannah", "seed": 3},
}


def encounter(services, owner: str, guest: str) -> str:
    """Path of a game that both players have joined; the owner has side A."""
    ids = [id_of(services, name) for name in (owner, guest)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_setup, "checked_setup", lambda *_: STOCK)
        terms = {"side": "A", "visibility": "private"}
        table = lobby.open_table(services, ids[0], INCH_GAME, "encounter", **terms)
        game = lobby.join_table(services, table.address, ids[1])
    while True:
        looks = [game_view.load_view(services, game.address, one) for one in ids]
        look = next(one for one in looks if one.decisions)
        if look.decisions[0].step == "deployment":
            return f"/games/{game.address}"
        order = look.box.bot(look.view, random.Random(look.last))
        orders.declare_order(
            services, game.address, look.user_id, f"e{look.last}", look.last, order
        )
