"""Balance of the scenarios of a game so far, from its public finished games."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.contract import Game
from app.services.container import Services


class Balance(msgspec.Struct, frozen=True):
    """Finished games of a scenario, and the wins of each side."""

    games: int
    wins: Mapping[str, int]


def load_balances(services: Services, box: Game) -> dict[str, Balance]:
    """Balance of each scenario with a finished game."""
    with services.store.read() as work:
        rows = work.games.public_results(box.card.key)
    found: dict[str, Balance] = {}
    for scenario, winners, count in rows:
        before = found.get(scenario, Balance(0, {}))
        wins = dict(before.wins)
        for side in winners:
            wins[side] = wins.get(side, 0) + count
        found[scenario] = Balance(before.games + count, wins)
    return found
