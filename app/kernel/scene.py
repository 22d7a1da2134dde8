"""Drawing of a board as plain data: shapes in layers, and the facts that a page needs to show them.

`Game.drawing` returns a scene; `app.web.svg` alone turns a scene into markup. Colours are names of
classes, so one scene serves every theme. The same position gives the same scene, and the same scene
the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

import msgspec

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # x, y, width, height


class Element(msgspec.Struct, frozen=True, gc=False):
    """One shape or group: its tag, its attributes in order, and its children."""

    tag: str
    attrs: tuple[tuple[str, str], ...] = ()
    children: tuple[Union[Element, str], ...] = ()  # noqa: UP007 a class cannot be joined to str before it exists


class Ink(msgspec.Struct, frozen=True, gc=False):
    """Shapes in painting order. `a + b` paints b over a; an empty one is false."""

    elements: tuple[Element, ...] = ()

    def __add__(self, other: Ink) -> Ink:
        return Ink(self.elements + other.elements)

    def __bool__(self) -> bool:
        return bool(self.elements)


NOTHING = Ink()


def in_layers(inks: Iterable[Ink]) -> Ink:
    """All of them, each painted over the one before."""
    return Ink(tuple(element for ink in inks for element in ink.elements))


class Layer(msgspec.Struct, frozen=True):
    """Layer of the drawing. `key` becomes its class `ly-<key>` for style sheets and scripts."""

    key: str
    ink: Ink


class Spot(msgspec.Struct, frozen=True):
    """Place of the map that can be tapped, or reached with the arrow keys. The page shows its name
    and its description, never its key.

    Shapes of the drawing with a pattern of its key in `data-lit` get the class `is-here`.

    - `name`: "" if the description begins with it.
    - `joined`: keys of the places that an arrow key can reach from here, for a graph of areas.
      Without them an arrow key reaches the nearest place in its direction.
    """

    key: str
    at: Point
    words: str
    name: str = ""
    joined: tuple[str, ...] = ()


class Switch(msgspec.Struct, frozen=True):
    """Switch beside the board. It sets the class `key` on the frame. `icon` is one of the page."""

    key: str
    label: str
    icon: str


class DraggablePiece(msgspec.Struct, frozen=True):
    """Piece that its player may drag; `radius` is that of its base. Distances are in units of the
    drawing.

    `open` and `slow` are its ranges over open and slow ground (None if it cannot move there).
    `starts_slow` is true if it starts on slow ground. Pieces of a `group` are dragged together.
    """

    key: str
    at: Point
    open: float | None
    slow: float | None
    starts_slow: bool = False
    radius: float = 0.0
    group: str = ""


class DropTarget(msgspec.Struct, frozen=True):
    """Enemy piece within reach, as a target for a dragged piece."""

    key: str
    at: Point
    radius: float


class DragAndDrop(msgspec.Struct, frozen=True):
    """Pieces that can be dragged now on a continuous table, together or one by one.

    `slow` and `barred` are polygons of ground that slows or stops them. `targets` are the enemies
    that they may contact. `free` is true during placement, which no roll limits.
    """

    pieces: tuple[DraggablePiece, ...]
    middle: Point
    slow: tuple[tuple[Point, ...], ...] = ()
    barred: tuple[tuple[Point, ...], ...] = ()
    targets: tuple[DropTarget, ...] = ()
    free: bool = False


class Measure(msgspec.Struct, frozen=True):
    """Scale of the drawing: its units per unit of length, and the south-west corner of the table.

    `sign` follows a length. `second` is a second unit that the ruler names: its sign, and its
    number in one unit of length.
    """

    unit: float
    origin: Point
    sign: str = ""
    second: tuple[str, float] | None = None


class Scene(msgspec.Struct, frozen=True):
    """Board for one viewer in one language.

    `ground` never changes: it is drawn once for a map and may be cached under `ground_key`, which
    changes with the drawing. `layers` are this view, bottom to top; all of them lie above the
    ground. `symbols` are drawings that ground and layers use by name. They stand once on the page,
    outside of anything that is swapped.
    """

    kind: str  # class of the board for the style sheet, such as "ch-board"
    label: str  # name of the board for screen readers
    box: Box  # whole drawing with its margin
    core: Box  # map with its frame, without the margin
    focus: Point  # first centre of the viewport
    need: Box  # area of the pending decision
    ground: tuple[Layer, ...]
    ground_key: str
    layers: tuple[Layer, ...]
    symbols: Ink
    spots: tuple[Spot, ...]
    reach: float = 42.0  # a tap farther than this from every spot selects none
    cursor: Ink = NOTHING  # ring round the spot of the keyboard, drawn round 0, 0
    measure: Measure | None = None  # only for a continuous table
    switches: tuple[Switch, ...] = ()
    drag: DragAndDrop | None = None
    has_moving_spots: bool = False  # spots follow the pieces, so that each update brings them
