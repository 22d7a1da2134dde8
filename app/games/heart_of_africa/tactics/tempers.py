"""Tempers of the bot: a sensible player, one who overlooks chances, and a weak one with typical
mistakes.
"""

from __future__ import annotations

import msgspec

from app.kernel.bot_strengths import EASY, HARD, NORMAL


class Temper(msgspec.Struct, frozen=True):
    """Temper of a player. Shares are from 0 to 1.

    - `stands`: share of activations in which a unit stays where it is.
    - `overlooks`: share of shots, charges and ambushes that the player does not see.
    - `holds_fire`: share of its range beyond which a figure does not shoot.
    - `knows_goal`: the player deploys and moves for the goal of the scenario.
    """

    stands: float = 0.0
    overlooks: float = 0.0
    holds_fire: float = 1.0
    knows_goal: bool = True


SENSIBLE = Temper()
HASTY = Temper(stands=0.15, overlooks=0.35, holds_fire=0.7)
CARELESS = Temper(stands=0.5, overlooks=0.9, holds_fire=0.35, knows_goal=False)

TEMPERS = {EASY: CARELESS, NORMAL: HASTY, HARD: SENSIBLE}
"""Temper of a bot by its strength."""
