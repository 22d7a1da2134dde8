"""Permissions of seats: players order for themselves, the referee for the campaign."""

from __future__ import annotations

from app.games.heart_of_africa.campaign.state import (
    BETWEEN,
    COLONIAL,
    CONQUERED,
    ELIMINATED,
    EXPLORER,
    NATIVE,
    REFEREE,
    Player,
    Season,
)
from app.kernel.refusal import Refusal, no

RULES_OF_THE_END = {NATIVE: "HOA-CMP-28", EXPLORER: "HOA-CMP-37", COLONIAL: "HOA-CMP-47"}
"""Rule that eliminates a player, by class."""


def not_a_referee(seat: str) -> Refusal | None:
    """HOA-CMP-01: The referee has few decisions: opening turns, results, forfeits, the end.

    A player may be the referee too; the seat `referee` gives these orders.
    """
    if seat == REFEREE:
        return None
    return no(
        "HOA-CMP-05",
        "The referee keeps the accounts: only the referee does this.",
        "Las cuentas las lleva el árbitro: solo el árbitro puede hacer esto.",
    )


def not_active(player: Player | None) -> Refusal | None:
    """Refusal for a seat without an active people or expedition."""
    if player is not None and player.is_active:
        return None
    if player is not None and player.status == CONQUERED:
        return no(
            "HOA-CMP-42",
            "A conquered people is suspended from the campaign.",
            "Un pueblo conquistado está suspendido de la campaña.",
        )
    if player is not None and player.status == ELIMINATED:
        return no(
            RULES_OF_THE_END[player.class_],
            "You are out of this campaign.",
            "Estás fuera de esta campaña.",
        )
    return no(
        "HOA-CMP-07",
        "Only active players of the campaign do this.",
        "Solo pueden hacerlo los jugadores activos de la campaña.",
    )


def closed_already(season: Season) -> Refusal | None:
    """Refusal of every order after the end of the campaign."""
    if not season.is_closed:
        return None
    return no("HOA-CMP-56", "The campaign is closed.", "La campaña está cerrada.")


def not_between_turns(season: Season, rule: str) -> Refusal | None:
    """Refusal of an order that is possible between two turns only."""
    if season.step == BETWEEN:
        return None
    return no(
        rule,
        "Possible between two turns only, after the end of this turn.",
        "Solo se puede entre dos turnos, al acabar este turno.",
    )
