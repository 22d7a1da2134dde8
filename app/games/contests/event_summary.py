"""Summary of a contest for a returning entrant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from app.games.contests import events as e
from app.games.contests.names import pairing_title
from app.kernel.contract import Event, Line
from app.kernel.event_summary import Item, Met
from app.kernel.log_lines import plain_items
from app.kernel.seats import Viewer

Wording = Callable[[Any, Event, Viewer], Sequence[Line]]


def summary_items(wording: Wording, met: Sequence[Met], viewer: Viewer) -> Sequence[Item]:
    """One item for each move. Headings of the log are facts here, and a published round names the
    battle of the viewer.
    """

    def told(before: Any, event: Event, reader: Viewer) -> Sequence[Line]:
        lines = wording(before, event, reader)
        facts = tuple(replace(one, level=1) for one in lines if one.level <= 1)
        return (*facts, *own_pairing(before, event, reader))

    return plain_items(told, met, viewer)


def own_pairing(before: Any, event: Event, viewer: Viewer) -> Sequence[Line]:
    """Battle or bye of the viewer in a round that is published."""
    if not isinstance(event, e.RoundPublished) or before.rules.is_open:
        return ()
    told = [one for pairing in event.pairings for one in (pairing, *pairing.boards)]
    own = [one for one in told if viewer.side in one.entrants]
    return tuple(Line(pairing_title(before, one), ("CON-RND-07",)) for one in own)
