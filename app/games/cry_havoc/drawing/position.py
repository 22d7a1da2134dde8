"""What the drawing has to be told: pieces and marks of the moment, as plain data that the viewer
may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.event_summary import Arrow

STATES = ("healthy", "wounded", "stunned", "ransom", "ransom_wounded", "dead")
ANIMALS = ("horse", "mule")
NO_SIDES = {"a": {"en": "side a", "es": "bando a"}, "b": {"en": "side b", "es": "bando b"}}


class Piece(msgspec.Struct, frozen=True):
    """A character or animal. `at` is his hex, or that of a rider's or horse's front; `rear` the
    second hex of the two.

    `figures` are attack, defence and movement as they stand now; None is a dash. `did` is "moved",
    "shot" or "fought". `weight` is what a corpse adds to its hex; 0 takes it from the data sheet.
    `mark` is the short form of the name on the counter; without one it is made so that it is unique
    on the board. `owner` names the knight of a loose horse.
    """

    id: str
    name: str
    kind: str
    side: str = ""  # "a", "b" or nobody's
    at: str = ""
    rear: str = ""
    figures: tuple[int | None, ...] = ()
    state: str = "healthy"  # one of STATES
    did: str = ""
    quiver: int | None = None
    weight: int = 0
    mark: str = ""
    owner: str = ""

    @property
    def hexes(self) -> tuple[str, ...]:
        return tuple(h for h in (self.at, self.rear) if h)

    @property
    def is_animal(self) -> bool:
        return self.kind in ANIMALS


class Moment(msgspec.Struct, frozen=True):
    """What a counter says about now: it may act, it is chosen, it is a legal target at these
    odds.
    """

    can: bool = False
    selected: bool = False
    target: bool = False
    odds: str = ""


NOW = Moment()


class FireLine(msgspec.Struct, frozen=True):
    """A line of fire between two hexes, free or blocked, with what it says in the viewer's
    language.

    `stop` is the hex that blocks it; `stop_sides` the sides (hex, side). Without sides, the crest
    of that hex is shown, and if it has none its outline.
    """

    start: str
    end: str
    words: str
    free: bool = True
    stop: str = ""
    stop_sides: tuple[tuple[str, str], ...] = ()


class BoardPosition(msgspec.Struct, frozen=True):
    """One board as one viewer sees it. All ids are those of the pieces, all hexes labels like
    "0709".

    Only what is in `piece_links` and `hex_links` becomes a link; everything else answers a tap with
    its words.
    """

    map: Mapping[str, Any]  # an entry of maps.list, or {id, cols, rows, terrain?, ...}
    pieces: tuple[Piece, ...] = ()
    sides: Mapping[str, Mapping[str, str]] = msgspec.field(
        default_factory=lambda: NO_SIDES
    )  # side -> language -> spoken name
    ropes: tuple[tuple[str, ...], ...] = ()  # leader, then his animals or prisoners in order
    able: frozenset[str] = frozenset()  # pieces that may act
    selected: str = ""
    targets: Mapping[str, str] = {}  # piece -> odds, already worded ("2-1", "60 %", "")
    reach: Mapping[str, int] = {}  # hex -> points it costs to get there
    zone: frozenset[str] = frozenset()  # hexes to deploy in or to enter by
    path: tuple[str, ...] = ()  # draft of a move, from where it starts
    ghost: Piece | None = None  # where the draft ends; a foot soldier's is made from `path`
    trail: tuple[str, ...] = ()  # the way of the last move, for replays
    lines: tuple[FireLine, ...] = ()
    told: tuple[
        Arrow, ...
    ] = ()  # what has happened, numbered as in the list; `side` is how a side is drawn
    piece_links: Mapping[str, str] = {}  # piece -> address
    hex_links: Mapping[str, str] = {}  # hex -> address
    hex_offer: str = ""  # what such a hex offers, said before its name: "move to"
