"""Tempers of the bot: a sensible player, one who overlooks chances, and a weak one with typical
mistakes.
"""

from __future__ import annotations

import msgspec

from app.kernel.bot_strengths import EASY, HARD, NORMAL


class Temper(msgspec.Struct, frozen=True):
    """Temper of a player.

    - `caution`: factor of the danger of a place.
    - `noise`: highest random addition to the value of a place.
    - `overlooks`: share of shots, attacks and special moves that the player does not see, 0 to 1.
    """

    caution: float = 1.0
    noise: float = 0.03
    overlooks: float = 0.0


SENSIBLE = Temper()
HASTY = Temper(caution=0.7, noise=3.0, overlooks=0.35)
CARELESS = Temper(caution=0.2, noise=20.0, overlooks=0.9)

TEMPERS = {EASY: CARELESS, NORMAL: HASTY, HARD: SENSIBLE}
"""Temper of a bot by its strength."""
