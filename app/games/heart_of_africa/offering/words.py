"""Choices of an offer: units and figures, places, rooms, winds."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa.drawing.places import spelled_point
from app.games.heart_of_africa.presentation.naming import ROOMS, called
from app.games.heart_of_africa.state import Battle
from app.kernel.form import Choice
from app.kernel.refusal import Refusal
from app.kernel.say import Say, as_is, say
from app.kernel.space.notation import place_words
from app.kernel.space.plane import (
    Point,
)


def choices(battle: Battle, keys: Iterable[str], no: Iterable[Refusal] = ()) -> tuple[Choice, ...]:
    """Units or figures to choose from."""
    refused = tuple(no)
    return tuple(
        Choice(key, called(battle, key), refused, at=place_of_figure(battle, key)) for key in keys
    )


def place_of_figure(battle: Battle, key: str) -> str:
    """The place of a figure that stands on the table."""
    figure = battle.figures.get(key)
    return spelled_point(figure.at) if figure is not None and figure.at is not None else ""


def spot(point: Point, label: Say | None = None) -> Choice:
    """A place that may be chosen."""
    word = spelled_point((round(point[0], 3), round(point[1], 3)))
    return Choice(word, label or place_words(point))


def room_title(room: str) -> Say:
    return ROOMS.get(room.rpartition("/")[2], as_is(room))


WHERE = say("Where to", "Adónde")
