"""News of the events of a long game, made from their log lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from app.kernel.contract import Event, Line
from app.kernel.long_game_parts import News
from app.kernel.say import Say, say
from app.kernel.seats import SPECTATOR, Viewer

MakeNews = Callable[[Any, Any, Say], Iterable[News]]
"""Maker of the news of one kind of event, from the state before it, the event and its sentence."""
NO_WORDS = say("", "")


def news_from(
    makers: Mapping[type, MakeNews],
    wording: Callable[[Any, Event, Viewer], Sequence[Line]],
    before: Any,
    event: Event,
) -> Sequence[News]:
    """News of an event. Its sentence is the log line of a spectator, so it tells no secret."""
    make = makers.get(type(event))
    if before is None or make is None:
        return ()
    lines = wording(before, event, SPECTATOR)
    return tuple(make(before, event, lines[0].says if lines else NO_WORDS))
