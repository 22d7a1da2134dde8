"""Haste of the attackers of a village or camp, by the turns left."""

from __future__ import annotations

from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.aim import urgency
from app.games.heart_of_africa.tactics.destinations import home_at
from app.games.heart_of_africa.tactics.strengths import centre_of, is_for_close_combat
from app.kernel.space.plane import inches_to

HURRIED = 1.5
"""Urgency from which shooters go into a home in which no unit of theirs is."""
STORM_TURNS = 7
"""Turns that attackers keep for the fight in the home and for holding it."""


def haste(battle: Battle, inches: float) -> float:
    """Urgency of a unit so many inches from the home that it attacks."""
    return urgency(battle, inches, spare=STORM_TURNS)


def climbs_in(battle: Battle, unit: str) -> bool:
    """True for attackers that climb the fence of a home rather than queue at its gate: close-combat
    units, and shooters when time runs out.
    """
    return (
        is_for_close_combat(battle, unit)
        or haste(battle, inches_to(centre_of(battle, unit), home_at(battle))) > HURRIED
    )
