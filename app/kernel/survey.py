"""Surveys of a place and descriptions of a table, in words and with lines for the board.

Panels and screen readers use them.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from app.kernel.offers import Chance
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.tally import Tally

Line = tuple[str, str, bool, Say]
"""From, to, free, words; as in `Marks.lines`."""


class Fact(msgspec.Struct, frozen=True):
    """Sentence, and the rule behind it ("" if there is none)."""

    says: Say
    rule: str = ""


class Section(msgspec.Struct, frozen=True):
    """Facts under one title."""

    title: Say
    facts: tuple[Fact, ...]


class Shot(msgspec.Struct, frozen=True):
    """Possible shot at a visible piece.

    `needs` is the required roll and `tally` its reasons. `chance` is that of one shot, `says` the
    result of all shots. `no` are refusals if there is no shot.
    """

    says: Say
    needs: Say | None = None
    tally: Tally = Tally(())
    chance: Chance | None = None
    no: tuple[Refusal, ...] = ()


class Sight(msgspec.Struct, frozen=True):
    """Other piece, as seen from the place of a survey.

    - `bearing`: direction by compass, and by the clock face of the observer.
    - `far`: distance in words, with its units.
    - `blockers`: causes if no part of the piece is visible.
    - `shot`, `threat`: a shot at it, and one by it.
    - `parts`: its figures one by one.
    """

    id: str
    title: Say
    side: str
    bearing: Say
    far: Say
    free: bool
    seen: Say
    blockers: tuple[Refusal, ...] = ()
    shot: Shot | None = None
    threat: Shot | None = None
    parts: tuple[Sight, ...] = ()


class Survey(msgspec.Struct, frozen=True):
    """Everything that a viewer knows of the view from a piece or from a place.

    - `place`: its address ("A3", "36,24", "A3@36,24,90").
    - `piece`: the observing piece ("" for a bare place). `at` is its position "x,y".
    - `lines`: lines to draw.
    - `blockers`: pieces and terrain that hide something.
    - `beside`: figures of the unit, or unit of the figure, for further surveys.
    """

    place: str
    piece: str
    at: str
    title: Say
    side: str
    sections: tuple[Section, ...]
    sights: tuple[Sight, ...]
    lines: tuple[Line, ...] = ()
    blockers: tuple[str, ...] = ()
    beside: tuple[tuple[str, Say], ...] = ()


class Measured(msgspec.Struct, frozen=True):
    """Distance between two pieces or places. `far` is the distance in words; `facts` describe
    the way.
    """

    ends: tuple[str, str]
    title: Say
    far: Say
    facts: tuple[Fact, ...]
    lines: tuple[Line, ...] = ()
    blockers: tuple[str, ...] = ()


class Ground(msgspec.Struct, frozen=True):
    """Terrain or works of one kind: the effects in play, and the location of each piece."""

    title: Say
    effects: tuple[Fact, ...]
    pieces: tuple[Say, ...]


class Standing(msgspec.Struct, frozen=True):
    """Unit or single figure: state, place, and its figures with their places.

    `looks` is true if a survey from it is possible.
    """

    id: str
    title: Say
    says: Say
    facts: tuple[Fact, ...]
    figures: tuple[tuple[str, Say], ...] = ()
    looks: bool = False


class Battlefield(msgspec.Struct, frozen=True):
    """Table in words: size and general facts, terrain, and pieces by side."""

    table: tuple[Fact, ...]
    country: tuple[Ground, ...]
    sides: tuple[tuple[str, Say, tuple[Standing, ...]], ...]


class Inspection(Protocol):
    """Optional part: distances and lines of sight, in words and on the board."""

    def survey(self, view: Any, place: str) -> Survey | None:
        """Visible, reachable and attackable pieces from a piece or a place ("A3", "36,24",
        "A3@36,24,90").

        Limited to the viewer's knowledge. None if the viewer does not know the place or the box has
        no surveys.
        """

    def measured(self, view: Any, one: str, two: str) -> Measured | None:
        """Distance between two pieces or places; None as in `survey`."""

    def battlefield(self, view: Any) -> Battlefield | None:
        """Table in words, for screen readers; None if the list of pieces is sufficient."""
