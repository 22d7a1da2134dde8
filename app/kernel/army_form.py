"""Raising an army on a page: the form as plain data, with everything that the box has to say to it,
and the army as a printed sheet.

An army has two shapes. Its *form* is plain data, as it is kept and exported. On a page it is a set
of *answers*: texts by their place in the army ("units.0.figures.spearman": "12"), whatever a player
has typed, sensible or not. Only the box translates between the two.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.scene import Box, Ink

if TYPE_CHECKING:
    from app.kernel.contract import Sheet

Form = Mapping[str, Any]
Answers = Mapping[str, tuple[str, ...]]


class Glyph(msgspec.Struct, frozen=True):
    """A small drawing, made of the builder's `symbols`."""

    ink: Ink
    box: Box


class Choice(msgspec.Struct, frozen=True):
    """One value of a field. What the rules forbid stands among the others, with the reason; `says`
    explains a value where that helps.
    """

    value: str
    title: Say
    no: Refusal | None = None
    says: Say | None = None
    rules: tuple[str, ...] = ()
    glyph: Glyph | None = None


class Field(msgspec.Struct, frozen=True):
    """One question of the form; `name` is its place in the army, `values` what stands there, as it
    was typed.

    `kind`: "choice" (one of many), "one" (one of a few), "some" (any of a few), "number" (typed),
    "count" (counted up and down), "flag", "text". `price`: of one. `no`: why nothing may be entered
    here; `findings`: what speaks against what was entered.
    """

    name: str
    title: Say
    kind: str
    values: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    price: int | None = None
    says: Say | None = None
    glyph: Glyph | None = None
    no: Refusal | None = None
    findings: tuple[Refusal, ...] = ()

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""

    @property
    def chosen(self) -> Choice | None:
        """The choice that stands in a field with one value."""
        return next((choice for choice in self.choices if choice.value == self.value), None)

    @property
    def is_drawn(self) -> bool:
        """Whether its choices have something to show: a drawing, a word about each."""
        return self.kind in ("one", "some") and any(choice.says for choice in self.choices)


class Act(msgspec.Struct, frozen=True):
    """A button: something that is done to the army at one stroke. `do` is for the box to
    understand.
    """

    do: str
    title: Say
    price: int | None = None
    says: Say | None = None
    glyph: Glyph | None = None
    no: Refusal | None = None


class Note(msgspec.Struct, frozen=True):
    """A sentence, and the rule that it rests on ("": none)."""

    says: Say
    rule: str = ""


class Row(msgspec.Struct, frozen=True):
    """A unit: what stands in it by number, what else may be said of it, what may be done to it,
    what it costs, what is wrong with it.
    """

    name: str
    title: Say
    counts: tuple[Field, ...]
    fields: tuple[Field, ...] = ()
    acts: tuple[Act, ...] = ()
    drop: Act | None = None
    notes: tuple[Note, ...] = ()
    points: int = 0
    glyph: Glyph | None = None
    findings: tuple[Refusal, ...] = ()


class Section(msgspec.Struct, frozen=True):
    """A part of the form under a heading of its own; `count` stands beside the heading, `adds` are
    what may come in; `folded`: of interest to few.
    """

    name: str
    title: Say
    count: Say | None = None
    notes: tuple[Note, ...] = ()
    fields: tuple[Field, ...] = ()
    rows: tuple[Row, ...] = ()
    adds: tuple[Act, ...] = ()
    drop: Act | None = None
    findings: tuple[Refusal, ...] = ()
    folded: bool = False


class Finding(msgspec.Struct, frozen=True):
    """Something that is wrong, and the name of the field, row or section where ("": in the army as
    a whole).
    """

    refusal: Refusal
    at: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """What the rules say of an army, under one version of their lists: what is wrong, and which
    rules it keeps. `most`: how far the points may go.
    """

    findings: tuple[Finding, ...]
    kept: tuple[Note, ...]
    remarks: tuple[Say, ...]
    spent: int
    limit: int
    most: float
    version: str

    @property
    def is_valid(self) -> bool:
        return not self.findings

    @property
    def is_over(self) -> bool:
        return self.spent > self.most


class Sum(msgspec.Struct, frozen=True):
    """One line of the reckoning."""

    title: Say
    figures: int
    points: int


class Builder(msgspec.Struct, frozen=True):
    """The whole page. `form` is the army as far as it can be read; `unread` says what cannot: such
    an army is not kept.

    `hidden` are answers for which the page has no field; they travel along, so that nothing is
    lost.
    """

    title: Say
    says: Say
    form: Form
    sections: tuple[Section, ...]
    verdict: Verdict
    sums: tuple[Sum, ...]
    unread: tuple[Refusal, ...] = ()
    hidden: tuple[tuple[str, str], ...] = ()


class Brief(msgspec.Struct, frozen=True):
    """An army in a list of armies."""

    title: Say
    says: Say
    figures: int
    verdict: Verdict
    glyph: Glyph | None = None


class SheetUnit(msgspec.Struct, frozen=True):
    """A unit on a printed sheet: `figures` are kinds and how many, to be crossed out on the table;
    `notes` what else there is to know.
    """

    title: Say
    figures: tuple[tuple[Say, int], ...]
    points: int
    notes: tuple[Say, ...] = ()


class ArmySheet(msgspec.Struct, frozen=True):
    """An army for a real table: units, the printed tables that they need, and what single figures
    and the Leader may do.

    `mark`: what each unit is marked with in a game.
    """

    brief: Brief
    mark: Say
    units: tuple[SheetUnit, ...]
    lines: tuple[Say, ...]
    tables: tuple[Sheet, ...]
    notes: tuple[tuple[Say, Say, tuple[str, ...]], ...]


class ArmyBuilder(Protocol):
    """The part of a box that raises armies. Everything but `version` and `symbols` is a pure
    function of an army.
    """

    version: str
    symbols: Ink

    def new(self, terms: Form) -> Answers:
        """The answers of an army that is still to be raised, under these terms where they make
        sense.
        """

    def answers(self, form: Form) -> Answers:
        """The answers that stand for an army; raises `Refused` where it cannot be read."""

    def builder(self, answers: Answers, do: str = "") -> Builder:
        """The page for these answers, once the act `do` has been done to them."""

    def read(self, form: Any) -> Form:
        """The army as it is kept; raises `Refused` where it cannot be read."""

    def raised(self, answers: Answers, chance: random.Random) -> Form:
        """A sensible lawful army under the terms that the answers name; raises `Refused` where
        there is none.
        """

    def brief(self, form: Form) -> Brief:
        """The army in a few words, with the verdict."""

    def sheet(self, form: Form) -> ArmySheet:
        """The army for a real table."""

    def written(self, form: Form, language: str) -> str:
        """The army as text that a person reads and `read_text` understands."""

    def read_text(self, text: str) -> Form:
        """The army of such a text, in either language; raises `Refused` with every line that cannot
        be read.
        """
