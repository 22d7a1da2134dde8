"""Log lines of a campaign, in both languages."""

from __future__ import annotations

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.state import Season
from app.games.heart_of_africa.campaign.wording import (
    battles,
    conquest,
    explorers,
    players,
    turn,
)
from app.games.heart_of_africa.campaign.wording.lines import Lines, line
from app.kernel.contract import Event
from app.kernel.say import say
from app.kernel.seats import Viewer

WORDS = players.WORDS | turn.WORDS | battles.WORDS | explorers.WORDS | conquest.WORDS
UNTOLD = (e.BattleListed, e.VictoryCounted, e.ArmyIn, e.ArmyMissing)
"""Events that another event of the same move tells."""


def wording(before: Season | None, event: Event, viewer: Viewer) -> Lines:
    """Log lines of an event for this viewer."""
    if isinstance(event, e.CampaignBegan):
        return [line(say("The campaign begins.", "Comienza la campaña."), "HOA-CMP-03", level=0)]
    if before is None or isinstance(event, UNTOLD):
        return ()
    if isinstance(event, e.MeetingAnswered):
        return turn.answered_meeting(before, event) if viewer.side == event.player else ()
    if isinstance(event, e.TermsOffered):
        return turn.offered_terms(before, event, viewer)
    return WORDS[type(event)](before, event)
