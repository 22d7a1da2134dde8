"""Tempers of the bot: a sensible player, and a weak one with typical mistakes."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """Temper of a player. Shares are from 0 to 1.

    - `stands`: share of activations in which a unit stays where it is.
    - `overlooks`: share of shots, charges and ambushes that the player does not see.
    - `holds_fire`: share of its range beyond which a figure does not shoot.
    """

    stands: float = 0.0
    overlooks: float = 0.0
    holds_fire: float = 1.0


SENSIBLE = Temper()
CARELESS = Temper(stands=0.5, overlooks=0.9, holds_fire=0.35)
