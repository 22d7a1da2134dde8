"""Army building on a page: the form as plain data, its findings, and the printed army sheet.

An army has two shapes. Its *form* is plain data, stored and exported. On a page it is a set of
*answers*: texts by their path in the army ("units.0.figures.spearman": "12"). Answers hold the
player's input, valid or not. Only the box translates between the two.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from app.kernel.form import Field, Glyph
from app.kernel.refusal import Refusal
from app.kernel.report_tables import Sheet
from app.kernel.say import Say
from app.kernel.scene import Ink

Form = Mapping[str, Any]
Answers = Mapping[str, tuple[str, ...]]


class Act(msgspec.Struct, frozen=True):
    """Button that changes the army. Only the box interprets `do`."""

    do: str
    title: Say
    price: int | None = None
    says: Say | None = None
    glyph: Glyph | None = None
    no: Refusal | None = None


class Note(msgspec.Struct, frozen=True):
    """Sentence, and the rule behind it ("" if there is none)."""

    says: Say
    rule: str = ""


class Row(msgspec.Struct, frozen=True):
    """Unit: its counts, other fields, possible acts, points and findings."""

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
    """Part of the form under its own heading.

    `count` stands beside the heading, `adds` are possible additions. `folded` marks a part that few
    players need.
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
    """Fault, with the name of the field, row or section ("" for the whole army)."""

    refusal: Refusal
    at: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """Result of checking an army against one version of the lists: faults, kept rules and points.

    `most` is the upper limit of the points, with its tolerance.
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
    """One line of the calculation of points."""

    title: Say
    figures: int
    points: int


class Builder(msgspec.Struct, frozen=True):
    """Whole page. `form` is the readable part of the army; `unread` are the faults of the rest.

    An army with unreadable parts is not saved. `hidden` are answers without a field; they are sent
    along, so that no data are lost.
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
    """Army in a list of armies. `kind` is its list or nation, None in a game without such."""

    title: Say
    says: Say
    figures: int
    verdict: Verdict
    glyph: Glyph | None = None
    kind: Say | None = None


class SheetUnit(msgspec.Struct, frozen=True):
    """Unit on a printed sheet. `figures` are kinds with their numbers, to be crossed out during
    play.
    """

    title: Say
    figures: tuple[tuple[Say, int], ...]
    points: int
    notes: tuple[Say, ...] = ()


class ArmySheet(msgspec.Struct, frozen=True):
    """Army for play on a real table: units, their printed tables, and the abilities of single
    figures.

    `mark` is the marker of each unit in a game.
    """

    brief: Brief
    mark: Say
    units: tuple[SheetUnit, ...]
    lines: tuple[Say, ...]
    tables: tuple[Sheet, ...]
    notes: tuple[tuple[Say, Say, tuple[str, ...]], ...]


class ArmyBuilder(Protocol):
    """Part of a box that handles armies. Everything but `version` and `symbols` is a pure function
    of an army.
    """

    @property
    def version(self) -> str:
        """Version of the lists."""

    @property
    def symbols(self) -> Ink:
        """Drawings that the glyphs use by name."""

    def new(self, terms: Form) -> Answers:
        """Answers of a new army, under these terms where they apply."""

    def answers(self, form: Form) -> Answers:
        """Answers that represent an army; raises `Refused` if it cannot be read."""

    def builder(self, answers: Answers, do: str = "") -> Builder:
        """Page for these answers, after the act `do`."""

    def read(self, form: Any) -> Form:
        """Form to save; raises `Refused` if the army cannot be read."""

    def raised(self, answers: Answers, chance: random.Random) -> Form:
        """Sensible legal army under the terms in the answers; raises `Refused` if there is none."""

    def brief(self, form: Form) -> Brief:
        """Army in a few words, with the verdict."""

    def sheet(self, form: Form) -> ArmySheet:
        """Army for a real table."""

    def written(self, form: Form, language: str) -> str:
        """Army as text for people; `read_text` reads it back."""

    def own_names(self, form: Form) -> tuple[str, ...]:
        """Names that the player has written; raises `Refused` if the army cannot be read."""

    def read_text(self, text: str) -> Form:
        """Army from its text, in either language; raises `Refused` with every unreadable line."""
