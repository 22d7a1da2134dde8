"""Name of the users who decide for a game: organisers of a contest, referees of other games."""

from __future__ import annotations

from app.kernel.contract import Card
from app.kernel.say import Say, say

ORGANISER, REFEREE = say("organiser", "organizador"), say("referee", "árbitro")


def decider_name(card: Card) -> Say:
    """Name in the singular, without an article."""
    return ORGANISER if card.kind == "contest" else REFEREE
