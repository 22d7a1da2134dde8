"""Decisions of bots in the seats of viewers without a secret: an outlet of the twin worlds."""

from __future__ import annotations

import random
from collections.abc import Iterable

from app.kernel.bot_strengths import NORMAL
from app.kernel.seats import Viewer
from tests.leaks.worlds import World


def decisions_of_bots(world: World, curious: Iterable[str]) -> dict[str, object]:
    """Order of a bot of each strength in each seat of a curious player who owes a decision."""
    box, now = world.services.shelf[world.game.box], world.history.now
    if now.state is None:
        return {}
    users = {world.ids[name] for name in curious if name in world.ids}
    return {
        f"{strength} bot as {seat}": box.bot(
            box.view(now.state, Viewer(seat, now.seats[seat])), random.Random(1), strength
        )
        for owed in box.waiting_for(now.state)
        for seat in (owed.seat, *owed.also)
        if world.seats.get(seat) in users
        for strength in box.card.bot_strengths or (NORMAL,)
    }
