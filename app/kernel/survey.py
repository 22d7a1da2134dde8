"""What is seen from a place and what lies on a table, in words: for a panel, for the ear, and with
lines for the board.
"""

from __future__ import annotations

import msgspec

from app.kernel.offers import Chance
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.tally import Tally

Line = tuple[str, str, bool, Say]
"""From, to, free, words: as `Marks.lines` has it."""


class Fact(msgspec.Struct, frozen=True):
    """A sentence, and the rule that it rests on ("": none)."""

    says: Say
    rule: str = ""


class Section(msgspec.Struct, frozen=True):
    """Facts under one title."""

    title: Say
    facts: tuple[Fact, ...]


class Shot(msgspec.Struct, frozen=True):
    """Whether one may shoot at what is seen. `needs` is what has to fall and `tally` why; `chance`
    is that of one shot, `says` what follows of all of them. `no`: why there is no shot.
    """

    says: Say
    needs: Say | None = None
    tally: Tally = Tally(())
    chance: Chance | None = None
    no: tuple[Refusal, ...] = ()


class Sight(msgspec.Struct, frozen=True):
    """Somebody else from where one looks: `bearing` (by compass, and by the clock of whoever
    looks), `far` (in inches and centimetres), `seen` in a word, `blockers` if nothing of him is
    seen. `shot` at him and `threat` by him; `parts` are his figures one by one.
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
    """All that a viewer knows of what is seen from a piece or from a place.

    `place` is its address ("A3", "36,24", "A3@36,24,90"), `piece` whose survey it is ("": a bare
    place), `at` where it looks from, "x,y". `lines` are to be drawn, `blockers` are the pieces and
    the country that hide something. `beside`: the figures of a unit, or the unit of a figure, that
    may be looked from as well.
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
    """The way between two pieces or places: `far` in inches and centimetres, and what lies on
    it.
    """

    ends: tuple[str, str]
    title: Say
    far: Say
    facts: tuple[Fact, ...]
    lines: tuple[Line, ...] = ()
    blockers: tuple[str, ...] = ()


class Ground(msgspec.Struct, frozen=True):
    """The country or the works of one kind: what it does in play, and where each piece of it
    lies.
    """

    title: Say
    effects: tuple[Fact, ...]
    pieces: tuple[Say, ...]


class Standing(msgspec.Struct, frozen=True):
    """A unit or a single figure: how it is, where it is, and each of its figures with its place.
    `looks`: a survey may be asked from it.
    """

    id: str
    title: Say
    says: Say
    facts: tuple[Fact, ...]
    figures: tuple[tuple[str, Say], ...] = ()
    looks: bool = False


class Battlefield(msgspec.Struct, frozen=True):
    """A table in words: its size and what holds everywhere, the country, and who stands there, by
    side.
    """

    table: tuple[Fact, ...]
    country: tuple[Ground, ...]
    sides: tuple[tuple[str, Say, tuple[Standing, ...]], ...]
