"""Facts after a battle for a campaign: losses of each side by their causes."""

from __future__ import annotations

from app.games.heart_of_africa.figures import is_baggage, is_leader, is_vessel
from app.games.heart_of_africa.state import SIDES, Battle
from app.games.heart_of_africa.victory import score
from app.kernel.child_battles import Aftermath, Losses

CASUALTY = frozenset(
    {"shot", "fragment", "melee", "trap", "crocodile", "fire", "sunk", "in_his_place"}
)
"""Fates of figures that fell. Those of a broken unit fled, and captured baggage changed hands."""


def aftermath(battle: Battle) -> Aftermath:
    """Aftermath of a battle, also of one that was not fought to its end."""
    return Aftermath(
        turns=battle.turn,
        score=score(battle),
        losses={side: losses(battle, side) for side in SIDES},
    )


def losses(battle: Battle, side: str) -> Losses:
    """Figures fallen, baggage captured, Leaders lost and units broken of a side."""
    fallen = [one for one in battle.figures.values() if one.side == side and one.fate in CASUALTY]
    return Losses(
        fallen=sum(not is_baggage(one) and not is_vessel(one) for one in fallen),
        captured=battle.captured.get(side, 0),
        leaders_lost=sum(is_leader(one) for one in fallen),
        units_broken=sum(
            unit.side == side and unit.fate == "broken" for unit in battle.units.values()
        ),
    )
