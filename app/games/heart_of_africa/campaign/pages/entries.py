"""Entries of players who have joined during a turn and wait for its end."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign.names import army_title, entry_title
from app.games.heart_of_africa.campaign.state import Season
from app.games.heart_of_africa.campaign.wording.players import entry_words
from app.kernel.seats import QueuedEntry


def queued_entries(season: Season) -> Iterator[QueuedEntry]:
    """Entries in their order, with the turn in which each takes effect."""
    for entry in season.queue:
        kind = army_title(entry.list, entry.nation)
        yield QueuedEntry(entry.seat, entry_title(season, entry), kind, entry_words(season, entry))
