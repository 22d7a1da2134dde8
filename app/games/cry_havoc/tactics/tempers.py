"""Tempers of the bot: a sensible player, and a weak one with typical mistakes."""

from __future__ import annotations

import msgspec


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
CARELESS = Temper(caution=0.2, noise=20.0, overlooks=0.9)
