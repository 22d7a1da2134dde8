"""Form model: the fields of orders, of game setup and of armies.

A box lists fields. Plain form, text page, API and random player read them and answer them. A later
field may depend on earlier answers: `Agreement.terms` and `ArmyBuilder.builder` return the fields
for the answers so far, and `Assessment.asks` are the fields that follow an order so far.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec

from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.scene import Box, Ink, Point


class Kind(StrEnum):
    """Kind of a field, and with it the form of its answer."""

    CHOICE = "choice"  # one of `choices`
    CHOICES = "choices"  # some of `choices`
    RANKING = "ranking"  # all of `choices`, in an order
    NUMBER = "number"  # `least` to `most`
    TEXT = "text"
    FLAG = "flag"
    PLACE = "place"  # one of `choices`; measured: any place, and `choices` are suggestions
    PATH = "path"  # one place after another
    DIRECTION = "direction"  # degrees by the compass, 0 is north
    EACH = "each"  # an answer of kind `item` for each of some `choices`


Control = Literal[
    "", "buttons", "drawings", "steps", "proposal", "armies", "ratings", "moment", "own_name"
]
"""Presentation of a field that differs from the usual one of its kind.

- "buttons": all choices side by side.
- "drawings": choices with drawings.
- "steps": a number, counted up and down.
- "proposal": a number for chance, which the page proposes.
- "armies": the choices are the player's own armies.
- "moment": a text that is a day and a time. Its answer is ISO 8601 in UTC.
- "own_name": a text that begins with the name of the reader's account in a private game.
- "ratings": the choices are sides, which can be put in the order of their players' ratings.
"""


class Glyph(msgspec.Struct, frozen=True):
    """Small drawing. An army builder's glyphs are made of its `symbols`."""

    ink: Ink
    box: Box


class EditableShape(msgspec.Struct, frozen=True):
    """Position of a thing on a drawing, as it can be moved, turned and stretched by hand.

    The answers `spots`, `length`, `breadth` and `turn` define it.

    - `shape`: "area", "line", "edge" (a strip along the nearest side) or "spot".
    - `size`: length and breadth if they are left blank.
    - `stretches`: fields that can be changed by hand, besides the position.
    - `rim`: outline of an area of length 1 and breadth 1 round 0, 0, not turned.

    An area has its centre at its spot and is turned to the left by degrees.
    """

    shape: str
    size: tuple[float, float]
    stretches: tuple[str, ...] = ()
    rim: tuple[Point, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """Value of a field, or an item that gets a value of its own.

    - `no`: refusals of a value that is listed but not allowed.
    - `at`: present place of an item. `of`: its possible values if they are limited.
    - `hint`: explanation. `group`: heading of its group. `rules`: rules behind it.
    - `glyph`: its drawing. `editable_shape`: its position on the drawing of a table.
    """

    value: str
    title: Say
    no: tuple[Refusal, ...] = ()
    at: str = ""
    of: tuple[Choice, ...] = ()
    hint: Say | None = None
    group: Say | None = None
    rules: tuple[str, ...] = ()
    glyph: Glyph | None = None
    editable_shape: EditableShape | None = None


Choices = tuple[Choice, ...]


class Field(msgspec.Struct, frozen=True):
    """One question of a form.

    - `name`: field of the order or of the setup, or path in the army ("work.line").
    - `usual`: answer if it is left blank, and initial value of the form. Values of a list or a path
      are separated by spaces.
    - `values`: present answer as typed. `findings` are its faults.
    - `no`: refusals of a closed field.
    - `item`: kind of each answer of `Kind.EACH`. With `as_list` the answers are a list of JSON.
    - `is_measured`: places are coordinates of a continuous table ("36,24", see `space/notation`).
      A path continues that of the order; a place of an item has a third number for its facing.
    - `unit`: unit of its lengths, plural. `start`: with it, a distance in that unit and a direction
      are accepted for a measured place.
    - `is_asked_later`: if it is left open, the game asks when the question arises. Forms fold it.
    - `price`: price of one. `draws`: the drawing depends on it. `rare`: seldom differs from
      `usual`.
    """

    name: str
    kind: Kind
    title: Say
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    usual: str = ""
    values: tuple[str, ...] = ()
    hint: Say | None = None
    no: tuple[Refusal, ...] = ()
    findings: tuple[Refusal, ...] = ()
    item: Kind | None = None
    as_list: bool = False
    is_measured: bool = False
    is_optional: bool = False
    is_asked_later: bool = False
    start: str = ""
    unit: Say | None = None
    control: Control = ""
    price: int | None = None
    glyph: Glyph | None = None
    draws: bool = False
    rare: bool = False

    @property
    def usual_value(self) -> Any:
        """Usual answer as a field of an order."""
        is_list = self.kind in (Kind.CHOICES, Kind.PATH)
        return self.usual.split() if is_list else self.usual

    # One constructor for each kind; `more` are further fields.
    @classmethod
    def choice(cls, name: str, title: Say, choices: Choices = (), **more: Any) -> Field:
        """One of the choices."""
        return cls(name, Kind.CHOICE, title, choices, **more)

    @classmethod
    def some(cls, name: str, title: Say, choices: Choices = (), **more: Any) -> Field:
        """Some of the choices."""
        return cls(name, Kind.CHOICES, title, choices, **more)

    @classmethod
    def ranking(cls, name: str, title: Say, choices: Choices = (), **more: Any) -> Field:
        """All of the choices, in an order."""
        return cls(name, Kind.RANKING, title, choices, **more)

    @classmethod
    def number(cls, name: str, title: Say, **more: Any) -> Field:
        """Number from `least` to `most`."""
        return cls(name, Kind.NUMBER, title, **more)

    @classmethod
    def flag(cls, name: str, title: Say, **more: Any) -> Field:
        """Yes or nothing."""
        return cls(name, Kind.FLAG, title, **more)

    @classmethod
    def direction(cls, name: str, title: Say, **more: Any) -> Field:
        """Direction by the compass."""
        return cls(name, Kind.DIRECTION, title, **more)

    @classmethod
    def place(cls, name: str, title: Say, choices: Choices = (), **more: Any) -> Field:
        """One of the places."""
        return cls(name, Kind.PLACE, title, choices, **more)

    @classmethod
    def path(cls, name: str, title: Say, **more: Any) -> Field:
        """Places joined by steps, which `assess` reaches."""
        return cls(name, Kind.PATH, title, **more)

    @classmethod
    def point(cls, name: str, title: Say, choices: Choices = (), **more: Any) -> Field:
        """Place of a continuous table; the choices are suggestions."""
        return cls(name, Kind.PLACE, title, choices, is_measured=True, **more)

    @classmethod
    def way(cls, name: str, title: Say, **more: Any) -> Field:
        """Places of a continuous table, one after another."""
        return cls(name, Kind.PATH, title, is_measured=True, **more)

    @classmethod
    def each(cls, name: str, title: Say, choices: Choices = (), **more: Any) -> Field:
        """One value of `of` for each of the items."""
        return cls(name, Kind.EACH, title, choices, item=Kind.CHOICE, **more)

    @classmethod
    def points(cls, name: str, title: Say, choices: Choices = (), **more: Any) -> Field:
        """Place of a continuous table for each of the items."""
        return cls(name, Kind.EACH, title, choices, item=Kind.PLACE, is_measured=True, **more)

    @classmethod
    def ways(cls, name: str, title: Say, choices: Choices = (), **more: Any) -> Field:
        """Way from its present place for each of the items."""
        return cls(name, Kind.EACH, title, choices, item=Kind.PATH, is_measured=True, **more)

    @classmethod
    def directions(cls, name: str, title: Say, choices: Choices = (), **more: Any) -> Field:
        """Direction for each of the items."""
        return cls(name, Kind.EACH, title, choices, item=Kind.DIRECTION, **more)

    @property
    def is_in_list(self) -> bool:
        """Return true if the field stands in a list of things: a flag, or a number in steps."""
        return self.kind is Kind.FLAG or self.control == "steps"

    @property
    def has_buttons(self) -> bool:
        """Return true if all choices stand side by side."""
        return self.kind is Kind.CHOICES or self.control in ("buttons", "drawings")

    @property
    def value(self) -> str:
        """Present answer of a field with one value."""
        return self.values[0] if self.values else ""

    @property
    def chosen(self) -> Choice | None:
        """Chosen value of a field with one value."""
        return next((choice for choice in self.choices if choice.value == self.value), None)
