"""Next state of a campaign after each event. Nothing here refuses or rolls."""

from __future__ import annotations

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.evolve import battles, conquest, players, turn
from app.games.heart_of_africa.campaign.state import Season
from app.kernel.contract import Event

NEXT = players.NEXT | turn.NEXT | battles.NEXT | conquest.NEXT
WITHOUT_EFFECT = (e.HuntRolled,)
"""Events that only hold dice; another event holds what follows."""


def evolve(season: Season | None, event: Event) -> Season:
    """State after the event; the first event creates it."""
    if isinstance(event, e.CampaignBegan):
        return Season(
            event.first_year,
            event.last_year,
            year=event.first_year,
            options=event.options,
            seats=event.seats,
            players={player.key: player for player in event.players},
            is_gathering=not event.players,
        )
    if season is None:
        raise TypeError(f"{type(event).__name__} cannot begin a campaign")
    step = NEXT.get(type(event))
    if step is None and not isinstance(event, WITHOUT_EFFECT):
        raise TypeError(f"{type(event).__name__} is no event of a campaign")
    return step(season, event) if step else season
