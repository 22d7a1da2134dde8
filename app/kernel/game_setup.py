"""What is agreed before a game, and what each side brings to it: armies, a year, a table to fight
on.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.scene import Point, Scene

Form = Mapping[str, Any]
"""Answers by the field of their `Clause`: texts, and plain data where the kind says so. What is
missing the house sees to.
"""

NOTHING_YET: Form = {}


class Grip(msgspec.Struct, frozen=True):
    """How something lies on a drawing, for a hand that moves, turns and stretches it: what its
    `spots`, `length`, `breadth` and `turn` make of it.

    `shape`: "area" (about its spot, so long and broad, turned to the left by so many degrees),
    "line" (through its spots, so broad), "shore" (along the nearest side, so broad) or "spot".
    `size`: length and breadth where they are left blank. `stretches`: which of the fields a hand
    may change, beside where it lies. `rim`: the outline of an area one long and one broad, about 0,
    0, unturned.
    """

    shape: str
    size: tuple[float, float]
    stretches: tuple[str, ...] = ()
    rim: tuple[Point, ...] = ()


class Pick(msgspec.Struct, frozen=True):
    """One answer to a clause; `hint` says more about it, `among` is the heading under which several
    stand together, `grip` how it will lie on the drawing.
    """

    value: str
    title: Say
    hint: Say | None = None
    among: Say | None = None
    grip: Grip | None = None


class Clause(msgspec.Struct, frozen=True):
    """Something that may be agreed, or brought. Left blank it is what `usual` says, or the house
    sees to it.

    `kind`: "one" (one of `picks`), "drawn" (the same, each with a drawing of its own), "number"
    (`least` to `most`), "lot" (such a number, of which chance makes something: a page proposes
    one), "army" (an army that the player keeps, as plain data), "spots" (at most `most` places of
    the drawing, written "x,y x,y" in its measure), "flag" (yes or nothing). `draws`: the drawing
    depends on it. `rare`: hardly anybody agrees anything but the usual.
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
    """Something that lies on a table that is being laid out. `clauses` ask how it lies, with the
    present answers as the usual ones; `at` is its place on the drawing, `ground` what it covers
    there, `grip` how it lies; `no` says why the viewer's side may not touch it.
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
    """A table that the players lay out together, for one of them. `clauses` ask for the next thing,
    `no` says why it is not his to lay.

    `turns`: the sides that may lay something now; `accepted`: those for whom the table is finished;
    `findings`: what it breaks as it lies; `number` counts the changes; `room`: how wide and deep
    the table is.
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
    """The part of a box that knows what there is to agree. Terms are public; what is brought is
    secret until the game begins.
    """

    def terms(self, scenario: str, terms: Form) -> Sequence[Clause]:
        """What may be agreed about this scenario when a table is opened, with the terms so far."""

    def brings(self, scenario: str, terms: Form, side: str) -> Sequence[Clause]:
        """What a side may bring under these terms."""

    def settled(
        self,
        scenario: str,
        terms: Form,
        brought: Mapping[str, Form],
        chance: random.Random,
        alone: str = "",
    ) -> Form:
        """The terms as they stand once the table is open: what was left blank filled in from what
        its opener brings, or by chance.

        `alone`: the one side that is not held by bots.
        """

    def stock(
        self, scenario: str, options: Sequence[str], terms: Form, brought: Mapping[str, Form]
    ) -> Mapping[str, Any]:
        """`Setup.stock` of all this; what is brought, by side, may still be missing. Raises
        `Refused` with everything that is wrong.
        """

    def laying(self, scenario: str, terms: Form, side: str) -> Laying | None:
        """The table as it is being laid out, for a side ("": a visitor); None if there is nothing
        to lay.
        """

    def laid(self, scenario: str, terms: Form, side: str, change: Form) -> Form:
        """The terms after a side has laid, changed, passed or accepted something; raises
        `Refused`.
        """

    def is_laid(self, scenario: str, terms: Form, sides: Sequence[str]) -> bool:
        """Whether the game may begin: nothing is being laid out, or all these sides accept what
        lies there.
        """

    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        """The terms in a few words each, for a list of tables."""

    def drawing(
        self, scenario: str, terms: Form, language: str, small: bool = False
    ) -> Scene | None:
        """The table, where the terms say already what it is like; a small one among others in a
        gallery.
        """
