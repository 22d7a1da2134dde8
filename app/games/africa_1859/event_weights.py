"""Importance of events for the report and the film, and the title of a turn."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.games.africa_1859 import events as e
from app.games.africa_1859.ground import place
from app.games.africa_1859.state import War
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.wording_seats import side_title
from app.kernel.event_summary import Item, Met
from app.kernel.say import Say, say

TAKEN, REMOVED, SHAKEN, CLASHED = 3, 2, 1, 1
"""Weight of a space that scores and of a counter off the map, beside one for each step lost."""


def weighed(item: Item, met: Sequence[Met]) -> Item:
    """Item with the weight of its events, and with a title if a space that scores is taken."""
    titles = [title for one in met if (title := title_of_event(one)) is not None]
    return msgspec.structs.replace(
        item, weight=sum(map(weight_of_event, met)), title=titles[-1] if titles else item.title
    )


def weight_of_event(one: Met) -> int:
    """Steps lost, counters lost, spaces taken that score. Dice without effect weigh nothing."""
    match one.event:
        case e.StepsLost(steps=steps):
            return steps
        case e.Removed(counters=counters):
            return REMOVED * len(counters)
        case e.ControlTaken(space=space):
            return TAKEN if scores(one.before, space) else 0
        case e.Demoralised():
            return SHAKEN
        case e.Clashed():
            return CLASHED
    return 0


def title_of_event(one: Met) -> Say | None:
    """Words for a space that scores and changes hands."""
    if not isinstance(one.event, e.ControlTaken) or not scores(one.before, one.event.space):
        return None
    return say(
        "{side} takes {place:the}",
        "{side} toma {place:el}",
        side=side_title(one.before, one.event.side),
        place=place(one.before, one.event.space),
    )


def scores(war: War, space: str) -> bool:
    """Return true for a space with points in the scenario."""
    scenario = scenario_of(war)
    return scenario is not None and space in scenario.control
