"""A position in words, and the hint of a guided scenario for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.say import Say
from app.kernel.survey import Section


class Moment(msgspec.Struct, frozen=True):
    """Progress of a game: its turn, the step of its sequence, and the phase in words."""

    turn: int
    step: str
    phase: Say


class PieceLine(msgspec.Struct, frozen=True):
    """One piece in words, for the list beside the board and for screen readers."""

    id: str
    title: Say
    says: Say
    side: str
    place: str = ""
    can_act: bool = False
    lost: bool = False


class PlaceLine(msgspec.Struct, frozen=True):
    """Named place in words: its name, its description, and the places that edges join to it."""

    key: str
    title: Say
    says: Say
    joined: tuple[str, ...] = ()


class Summary(msgspec.Struct, frozen=True):
    """Position in words as one viewer knows it. `score` and `victory` have a line per side.
    A fact `turn` of a score is the number of the turn.

    `active` is the side to act. `plans` are the orders that the viewer has given ahead. `places`
    are the named places of a map of areas; pages then list the pieces by place. `lists` are further
    facts under their titles, such as the calendar of reinforcements.
    """

    active: str = ""
    score: tuple[tuple[str, Say], ...] = ()
    victory: tuple[tuple[str, Say], ...] = ()
    pieces: tuple[PieceLine, ...] = ()
    plans: tuple[Say, ...] = ()
    places: tuple[PlaceLine, ...] = ()
    lists: tuple[Section, ...] = ()


class PositionInWords(msgspec.Struct, frozen=True):
    """Moment and summary together, as pages and the API show them."""

    turn: int
    step: str
    phase: Say
    active: str = ""
    score: tuple[tuple[str, Say], ...] = ()
    victory: tuple[tuple[str, Say], ...] = ()
    pieces: tuple[PieceLine, ...] = ()
    plans: tuple[Say, ...] = ()
    places: tuple[PlaceLine, ...] = ()
    lists: tuple[Section, ...] = ()


def position_in_words(now: Moment, summary: Summary) -> PositionInWords:
    """Join the public moment of a state with the summary of a view of it."""
    return PositionInWords(
        now.turn,
        now.step,
        now.phase,
        summary.active,
        summary.score,
        summary.victory,
        summary.pieces,
        summary.plans,
        summary.places,
        summary.lists,
    )


class Lesson(msgspec.Struct, frozen=True):
    """Part of the introduction to a guided scenario. `marks` are labels on the board, by the id of
    a piece or the key of a place.
    """

    title: Say
    says: Say
    marks: Mapping[str, str] = {}


class Hint(msgspec.Struct, frozen=True):
    """Hint of a guided scenario for a new player: the situation, the next action and its rule.

    `order` is the order of the offer that the hint points to. `lessons` come before the first
    action: own side, aim, and the meaning of numbers and signs. `marks` are labels on the board
    while the piece of the order is chosen, by piece or place.
    """

    says: Say
    do: Say | None = None
    rule: str = ""
    order: Any = None
    lessons: tuple[Lesson, ...] = ()
    marks: Mapping[str, str] = {}
