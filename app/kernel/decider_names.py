"""Name of the users who decide for a game: organisers of a contest, referees of other games."""

from __future__ import annotations

from app.kernel.contract import Card
from app.kernel.say import Say, say

ORGANISER, REFEREE = say("organiser", "organizador"), say("referee", "árbitro")
ORGANISERS, REFEREES = say("organisers", "organizadores"), say("referees", "árbitros")


def decider_name(card: Card) -> Say:
    """Name in the singular, without an article."""
    return ORGANISER if card.kind == "contest" else REFEREE


def deciders_name(card: Card) -> Say:
    """Name in the plural, without an article."""
    return ORGANISERS if card.kind == "contest" else REFEREES
