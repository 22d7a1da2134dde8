"""A table by a river, where the attacker is to put a Gunboat, a canoe and men down."""
from __future__ import annotations

import random

import pytest

from app.club import agreeing, lobby, play, watch
from app.club.accounts import folded
from app.games.heart_of_africa.orders import ChooseSide
from tests.games.heart_of_africa.playthrough import PORTUGUESE, SETUP

BOATS = {**PORTUGUESE, "boats": {"canoe": 2}}
STOCK = {**SETUP.stock, "armies": {**SETUP.stock["armies"], "A": BOATS}}


def id_of(club, name: str) -> int:
    with club.store.read() as work:
        return work.users.named(folded(name))[0].id


def by_the_river(club, owner: str, guest: str) -> str:
    """The path of a game that both have joined, up to where the owner puts men down."""
    ids = [id_of(club, name) for name in (owner, guest)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(agreeing, "fitting", lambda *_: STOCK)
        terms = {"side": "A", "visibility": "private"}
        table = lobby.open_table(club, ids[0], "heart_of_africa", "planned_attack", **terms)
        game = lobby.join(club, table.address, ids[1])
    while True:
        looks = [watch.look(club, game.address, one) for one in ids]
        look = next(one for one in looks if one.seat == looks[0].waiting[0])
        if look.seat == looks[0].seat and look.decisions[0].step == "deployment":
            return f"/games/{game.address}"
        order = look.box.bot(look.view, random.Random(look.last))
        if look.decisions[0].step == "sides":
            order = ChooseSide("south")
        play.declare(club, game.address, look.user_id, f"r{look.last}", look.last, order)
