"""Terms agreed before a game, and the contributions of each side: armies, a year, a terrain."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.scene import Point, Scene

Form = Mapping[str, Any]
"""Answers by the field of their `Clause`: texts, or plain data for some kinds. The server fills in
what is missing.
"""

NOTHING_YET: Form = {}


class Grip(msgspec.Struct, frozen=True):
    """Position of a thing on a drawing, as it can be moved, turned and stretched by hand.

    The answers `spots`, `length`, `breadth` and `turn` define it.

    - `shape`: "area", "line", "shore" (along the nearest side) or "spot".
    - `size`: length and breadth if they are left blank.
    - `stretches`: fields that can be changed by hand, besides the position.
    - `rim`: outline of an area of length 1 and breadth 1 round 0, 0, not turned.

    An area has its centre at its spot and is turned to the left by degrees.
    """

    shape: str
    size: tuple[float, float]
    stretches: tuple[str, ...] = ()
    rim: tuple[Point, ...] = ()


class Pick(msgspec.Struct, frozen=True):
    """One answer to a clause. `hint` explains it; `among` is the heading of its group.

    `grip` is its position on the drawing.
    """

    value: str
    title: Say
    hint: Say | None = None
    among: Say | None = None
    grip: Grip | None = None


class Clause(msgspec.Struct, frozen=True):
    """Term to agree or thing to contribute. If left blank, `usual` counts, or the server chooses.

    `kind` is one of:
    - "one": one of `picks`.
    - "drawn": one of `picks`, each with a drawing.
    - "number": `least` to `most`.
    - "lot": such a number, from which chance makes something. A page proposes one.
    - "army": an army of the player, as plain data.
    - "spots": at most `most` places of the drawing, written "x,y x,y" in its measure.
    - "flag": "yes" or nothing.

    `draws` is true if the drawing depends on it. `rare` marks a clause that seldom differs from the
    usual.
    """

    field: str
    kind: str
    title: Say
    picks: tuple[Pick, ...] = ()
    least: int = 0
    most: int = 0
    usual: str = ""
    hint: Say | None = None
    draws: bool = False
    rare: bool = False


class Thing(msgspec.Struct, frozen=True):
    """Thing on a table that is being laid out.

    - `clauses`: its properties, with the present answers as the usual ones.
    - `at`: its place on the drawing. `ground` is the covered area.
    - `no`: refusals if the viewer's side may not change it.
    """

    key: str
    title: Say
    says: Say
    by: str
    at: tuple[float, float] | None
    clauses: tuple[Clause, ...]
    no: tuple[Refusal, ...] = ()
    ground: tuple[tuple[Point, ...], ...] = ()
    grip: Grip | None = None


class Laying(msgspec.Struct, frozen=True):
    """Table that the players lay out together, as seen by one side.

    - `clauses`: questions about the next thing. `no` are refusals if the side may not lay one.
    - `turns`: sides that may lay something now.
    - `accepted`: sides for which the table is finished.
    - `findings`: rules that the present layout breaks.
    - `number`: count of the changes.
    - `room`: width and depth of the table.
    """

    says: Say
    things: tuple[Thing, ...]
    clauses: tuple[Clause, ...]
    findings: tuple[Refusal, ...]
    turns: tuple[str, ...]
    accepted: tuple[str, ...]
    number: int
    room: Point
    no: tuple[Refusal, ...] = ()
    may_pass: bool = False
    may_undo: bool = False


class Agreement(Protocol):
    """Part of a box that handles the setup. Terms are public; contributions are secret until the
    game begins.
    """

    def terms(self, scenario: str, terms: Form) -> Sequence[Clause]:
        """Clauses that may be agreed about this scenario, given the terms so far."""

    def brings(self, scenario: str, terms: Form, side: str) -> Sequence[Clause]:
        """Clauses that a side may contribute under these terms."""

    def settled(
        self,
        scenario: str,
        terms: Form,
        brought: Mapping[str, Form],
        chance: random.Random,
        alone: str = "",
    ) -> Form:
        """Terms of the opened table. Blank terms are filled from the opener's contribution or by
        chance.

        `alone` is the only side without a bot, if there is one.
        """

    def stock(
        self, scenario: str, options: Sequence[str], terms: Form, brought: Mapping[str, Form]
    ) -> Mapping[str, Any]:
        """Value of `Setup.stock`; contributions, by side, may still be missing.

        Raises `Refused` with all faults.
        """

    def laying(self, scenario: str, terms: Form, side: str) -> Laying | None:
        """Table as it is being laid out, for a side ("" for a visitor); None if nothing is laid
        out.
        """

    def laid(self, scenario: str, terms: Form, side: str, change: Form) -> Form:
        """Terms after a side has laid, changed, passed or accepted something; raises `Refused`."""

    def is_laid(self, scenario: str, terms: Form, sides: Sequence[str]) -> bool:
        """Return true if the game may begin: nothing is laid out, or all these sides accept the
        layout.
        """

    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        """Terms in a few words each, for a list of tables."""

    def drawing(
        self, scenario: str, terms: Form, language: str, small: bool = False
    ) -> Scene | None:
        """Drawing of the table, if the terms define it; `small` for a gallery."""
