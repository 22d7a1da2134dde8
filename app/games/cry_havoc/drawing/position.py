"""Input of the drawing: pieces and marks of the moment, as plain data that the viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.event_summary import Arrow

STATES = ("healthy", "wounded", "stunned", "ransom", "ransom_wounded", "dead")
ANIMALS = ("horse", "mule")
NO_SIDES = {"a": {"en": "side a", "es": "bando a"}, "b": {"en": "side b", "es": "bando b"}}


class Piece(msgspec.Struct, frozen=True):
    """Character or animal. `at` is its hex, for a rider or horse the front; `rear` is the second
    hex.

    `figures` are attack, defence and movement now; None is a dash. `did` is "moved", "shot" or
    "fought". `weight` is the weight of a corpse; 0 takes it from the data sheet. `mark` is the
    short form of the name; if empty it is made unique on the board. `owner` names the knight of a
    loose horse.
    """

    id: str
    name: str
    kind: str
    side: str = ""  # "a", "b" or "" for none
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
    """Marks of a counter in the current decision: able to act, selected, legal target with its
    odds.
    """

    can: bool = False
    selected: bool = False
    target: bool = False
    odds: str = ""


NOW = Moment()


class FireLine(msgspec.Struct, frozen=True):
    """Line of fire between two hexes, free or blocked, with its label in the viewer's language.

    `stop` is the hex that blocks it; `stop_sides` are the sides (hex, side). Without sides the
    crest of that hex is shown, or its outline if it has none.
    """

    start: str
    end: str
    words: str
    free: bool = True
    stop: str = ""
    stop_sides: tuple[tuple[str, str], ...] = ()


class BoardPosition(msgspec.Struct, frozen=True):
    """Board for one viewer. Ids are those of the pieces; hexes are labels like "0709".

    Entries of `piece_links` and `hex_links` become links. Other pieces and hexes show their words
    at a tap.
    """

    map: Mapping[str, Any]  # an entry of maps.list, or {id, cols, rows, terrain?, ...}
    pieces: tuple[Piece, ...] = ()
    sides: Mapping[str, Mapping[str, str]] = msgspec.field(
        default_factory=lambda: NO_SIDES
    )  # side -> language -> spoken name
    ropes: tuple[tuple[str, ...], ...] = ()  # leader, then the animals or prisoners in order
    able: frozenset[str] = frozenset()  # pieces that may act
    selected: str = ""
    targets: Mapping[str, str] = {}  # piece or hex -> odds, already worded ("2-1", "60%", "")
    reach: Mapping[str, int] = {}  # hex -> points it costs to get there
    cross: str = ""  # hex of the wayside cross
    zone: frozenset[str] = frozenset()  # hexes to deploy in or to enter by
    path: tuple[str, ...] = ()  # draft of a move, with its first hex
    ghost: Piece | None = None  # piece at the end of the draft; on foot it is made from `path`
    plan: tuple[Piece, ...] = ()  # pieces at the hexes of a drafted deployment
    faults: frozenset[str] = frozenset()  # ids of those that cannot be deployed there
    trail: tuple[str, ...] = ()  # path of the last move, for replays
    lines: tuple[FireLine, ...] = ()
    results: Mapping[str, str] = {}  # hex -> letter of the last dice
    told: tuple[Arrow, ...] = ()  # events numbered as in the log; `side` is the shape of a side
    piece_links: Mapping[str, str] = {}  # piece -> address
    hex_links: Mapping[str, str] = {}  # hex -> address
    hex_offer: str = ""  # act of a linked hex, said before its name: "move to"

    @property
    def aims(self) -> tuple[str, ...]:
        """Hexes among the targets."""
        return tuple(one for one in self.targets if one.isdigit())
