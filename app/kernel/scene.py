"""What a board looks like, as plain data: shapes in layers, and the facts that a page needs to show
them.

A rulebook answers `draw(...) -> Scene`; `app.web.svg` alone turns a scene into markup. Colours are
names of classes, so one scene serves every theme. The same position gives the same scene, and the
same scene the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

import msgspec

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # x, y, width, height


class Element(msgspec.Struct, frozen=True, gc=False):
    """One shape or group: the name of its kind, its attributes in order, and what lies inside
    it.
    """

    tag: str
    attrs: tuple[tuple[str, str], ...] = ()
    children: tuple[Union[Element, str], ...] = ()  # noqa: UP007 a class cannot be joined to str before it exists


class Ink(msgspec.Struct, frozen=True, gc=False):
    """Shapes in the order in which they are painted. `a + b` paints b over a; nothing painted is
    false.
    """

    elements: tuple[Element, ...] = ()

    def __add__(self, other: Ink) -> Ink:
        return Ink(self.elements + other.elements)

    def __bool__(self) -> bool:
        return bool(self.elements)


NOTHING = Ink()


def together(inks: Iterable[Ink]) -> Ink:
    """All of them, one over the other."""
    return Ink(tuple(element for ink in inks for element in ink.elements))


class Layer(msgspec.Struct, frozen=True):
    """A sheet of the drawing. `key` becomes its class, `ly-<key>`, by which the style sheet and the
    page know it.
    """

    key: str
    ink: Ink


class Spot(msgspec.Struct, frozen=True):
    """A place of the map that can be tapped or walked to with the arrow keys: its name, its centre,
    what it is.
    """

    key: str
    at: Point
    words: str


class Mover(msgspec.Struct, frozen=True):
    """A piece that its player may drag: where it stands, and how far it goes, in units of the
    drawing: over open and over slow ground (None: not at all). `slow`: it sets out on slow ground.
    `radius` is that of its base.
    """

    key: str
    at: Point
    open: float | None
    difficult: float | None
    slow: bool = False
    radius: float = 0.0


class Prey(msgspec.Struct, frozen=True):
    """A piece of the enemy within reach that a dragged one may be brought up to."""

    key: str
    at: Point
    radius: float


class Hand(msgspec.Struct, frozen=True):
    """What is moved now on a continuous table, together or one by one, the ground that slows or
    stops it, as polygons, and the enemies that it may come up to. `free`: it is being put down, and
    no roll limits it.
    """

    movers: tuple[Mover, ...]
    middle: Point
    slow: tuple[tuple[Point, ...], ...] = ()
    barred: tuple[tuple[Point, ...], ...] = ()
    foes: tuple[Prey, ...] = ()
    free: bool = False


class Measure(msgspec.Struct, frozen=True):
    """How a place of the drawing is written in inches: units per inch, where the south-west corner
    of the table is, and the sign that is put behind a length.
    """

    inch: float
    origin: Point
    sign: str = "″"


class Scene(msgspec.Struct, frozen=True):
    """A board for one viewer in one language.

    `ground` never moves: it is drawn once for a map and may be kept for ever under `ground_key`,
    which changes with the drawing. `layers` are this view, bottom to top; all of them lie above the
    ground. `symbols` are drawings that ground and layers use by name; they stand once on the page,
    outside of anything that is swapped.
    """

    kind: str  # class of the board, for the style sheet: "ch-board"
    label: str  # spoken name of the board
    box: Box  # everything, margin included
    core: Box  # the map with its frame, without the margin
    focus: Point  # where the viewer looks first
    need: Box  # what the pending decision is about
    ground: tuple[Layer, ...]
    ground_key: str
    layers: tuple[Layer, ...]
    symbols: Ink
    spots: tuple[Spot, ...]
    reach: float = 42.0  # a tap farther than this from every spot means none of them
    cursor: Ink = NOTHING  # the ring round the spot that the keyboard stands on, drawn round 0, 0
    measure: Measure | None = None  # of a continuous table
    hand: Hand | None = None
