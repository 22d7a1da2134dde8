"""Terms agreed before a game, and the contributions of each side: armies, a year, a terrain."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.kernel.form import EditableShape, Field
from app.kernel.order_types import Event
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.scene import Point, Scene

Form = Mapping[str, Any]
"""Answers by the name of their `Field`: texts, or plain data for some kinds. The server fills in
what is missing.
"""

NOTHING_YET: Form = {}


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
    clauses: tuple[Field, ...]
    no: tuple[Refusal, ...] = ()
    ground: tuple[tuple[Point, ...], ...] = ()
    editable_shape: EditableShape | None = None


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
    clauses: tuple[Field, ...]
    findings: tuple[Refusal, ...]
    turns: tuple[str, ...]
    accepted: tuple[str, ...]
    number: int
    room: Point
    no: tuple[Refusal, ...] = ()
    may_pass: bool = False
    may_undo: bool = False


class ContributionWords(msgspec.Struct, frozen=True):
    """Texts about the contribution of a side.

    - `heading`: of its questions on the page of a new table.
    - `given`, `not_given`: whether a seat has made it. `button` makes it.
    - `is_secret`: how long it stays secret.
    """

    heading: Say
    given: Say
    not_given: Say
    button: Say
    is_secret: Say


class Force(msgspec.Struct, frozen=True):
    """Pieces of one kind that a side begins with or receives later; `names` where they have
    some.
    """

    kind: Say
    count: int
    names: tuple[Say, ...] = ()


ARMIES = ContributionWords(
    say("The armies", "Los ejércitos"),
    say("has brought an army", "ha traído un ejército"),
    say("the server makes the army", "el ejército lo genera el servidor"),
    say("Bring this army", "Traer este ejército"),
    say(
        "Your army stays secret until the game begins.",
        "Tu ejército es secreto hasta que empiece la partida.",
    ),
)


class Agreement(Protocol):
    """Part of a box that handles the setup. Terms are public; contributions are secret until the
    game begins.
    """

    words: ContributionWords = ARMIES

    def terms(self, scenario: str, terms: Form) -> Sequence[Field]:
        """Clauses that may be agreed about this scenario, given the terms so far."""

    def brings(self, scenario: str, terms: Form, side: str) -> Sequence[Field]:  # noqa: ARG002 - a default
        """Clauses that a side may contribute under these terms; none by default."""
        return ()

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

    def club_refusals(
        self,
        scenario: str,  # noqa: ARG002 - a default
        terms: Form,  # noqa: ARG002 - a default
        *,
        has_club: bool,  # noqa: ARG002 - a default
    ) -> Sequence[Refusal]:
        """Faults of the terms for a game of a club, or for one without a club."""
        return ()

    def rates_battles(self, scenario: str, terms: Form) -> bool:  # noqa: ARG002 - a default
        """Return true if the battles of this long game are rated (CAR-RAT-07)."""
        return False

    def laying(self, scenario: str, terms: Form, side: str) -> Laying | None:  # noqa: ARG002 - a default
        """Table as it is being laid out, for a side ("" for a visitor); None if nothing is laid
        out.
        """
        return None

    def laid(self, scenario: str, terms: Form, side: str, change: Form) -> Form:  # noqa: ARG002 - a default
        """Terms after a side has laid, changed, passed or accepted something; raises `Refused`."""
        return terms

    def is_laid(self, scenario: str, terms: Form, sides: Sequence[str]) -> bool:  # noqa: ARG002 - a default
        """Return true if the game may begin: nothing is laid out, or all these sides accept the
        layout.
        """
        return True

    def settles_sides(self, scenario: str, terms: Form) -> bool:  # noqa: ARG002 - a default
        """Return true if the contributions decide who plays which side, as bids do.

        The game then waits for the contribution of every side.
        """
        return False

    def exchanged_seats(self, events: Sequence[Event]) -> Mapping[str, str]:  # noqa: ARG002 - a default
        """New seat of the player of each seat, from the events that begin the game; empty if all
        players stay.
        """
        return {}

    def army_terms(self, scenario: str, terms: Form, side: str) -> Form:  # noqa: ARG002 - a default
        """Terms with which the army builder opens for a side; empty without a builder."""
        return {}

    def commands(self, scenario: str, seats: Mapping[str, str]) -> Mapping[str, Say]:  # noqa: ARG002 - a default
        """Name of what each seat commands, if several seats share a side; `seats` maps each seat to
        its side. Empty where seats do not differ.
        """
        return {}

    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        """Terms in a few words each, for a list of tables."""

    def drawing(
        self,
        scenario: str,  # noqa: ARG002 - a default
        terms: Form,  # noqa: ARG002 - a default
        language: str,  # noqa: ARG002 - a default
        small: bool = False,  # noqa: ARG002 - a default
    ) -> Scene | None:
        """Drawing of the table, if the terms define it; `small` for a gallery."""
        return None

    def forces(
        self,
        scenario: str,  # noqa: ARG002 - a default
        terms: Form,  # noqa: ARG002 - a default
    ) -> Mapping[str, Sequence[Force]]:
        """Pieces of each side, as far as the scenario fixes them."""
        return {}
