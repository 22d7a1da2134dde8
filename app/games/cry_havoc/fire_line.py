"""Line of fire over the ground, and the features of a map that affect it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from app.games.cry_havoc.ground import DOOR, GATE, WALL, WINDOW, Ground
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.space.hexes import SIDES, Hex, hex_beside
from app.kernel.space.hexlines import (
    Side,
    Twice,
    crossed_hexes,
    middle_of,
    middle_of_side,
    named_side,
    sides_followed,
    sides_touched,
)

OPENINGS = {
    DOOR: say("door", "puerta"),
    GATE: say("gate", "entrada"),
    WINDOW: say("window", "ventana"),
}


class Opening(msgspec.Struct, frozen=True):
    """Door, gate or window: `hex` is inside the house or yard, `side` leads out of it."""

    hex: Hex
    side: str
    kind: str

    @property
    def says(self) -> Say:
        return say("{kind} of {hex}", "{kind} de {hex}", kind=OPENINGS[self.kind], hex=self.hex)


class Crest(msgspec.Struct, frozen=True):
    """Upper edge of an embankment: the hexside and its embankment hex."""

    bank: Hex
    side: Side


class Line(msgspec.Struct, frozen=True):
    """Line of fire over the ground, in the doubled plane of `hexlines`.

    `own` is the opening at its start; `at_sill` is set if the shooter stands outside that window.
    `between` are the hexes that it crosses, `beside` the pairs of hexes along whose common side it
    runs. The hexes of shooter and target are in neither.
    """

    here: Hex
    there: Hex
    start: Twice
    end: Twice
    own: Opening | None = None
    at_sill: bool = False
    between: tuple[Hex, ...] = ()
    beside: tuple[tuple[Hex, Hex], ...] = ()
    walls: tuple[Side, ...] = ()
    openings: tuple[Opening, ...] = ()
    crests: tuple[Crest, ...] = ()


class Stop(msgspec.Struct, frozen=True):
    """Refusal of a line, and the hex or hexside up to which it is drawn."""

    why: Refusal
    hex: Hex
    side: str = ""


class Features:
    """Hexsides of a map that affect lines: walls, openings and crests."""

    def __init__(self, ground: Ground):
        zoned = [
            hex_ for house in ground.map.buildings for _, hexes in house.rooms for hex_ in hexes
        ]
        zoned += [hex_ for yard in ground.map.courtyards for hex_ in yard.hexes]
        self.openings = {
            named_side(hex_, side): Opening(hex_, side, kind)
            for hex_ in zoned
            for kind in (DOOR, GATE, WINDOW)
            for side in ground.own_openings(hex_, kind)
        }
        self.walls = frozenset(
            named_side(hex_, side)
            for hex_ in zoned
            for side in SIDES
            if ground.side(hex_, side) == WALL
        )
        banks = [
            hex_
            for hex_, kind in ground.map.terrain
            if kind == "embankment" and ground.height(hex_) == 1
        ]
        self.crests = {
            named_side(hex_, side): Crest(hex_, named_side(hex_, side))
            for hex_ in banks
            for side in SIDES
            if ground.is_crest(hex_, side)
        }
        self.sides = self.walls | self.openings.keys() | self.crests.keys()


@lru_cache(maxsize=64)
def features_of(ground: Ground) -> Features:
    return Features(ground)


def fire_line_between(
    ground: Ground, here: Hex, there: Hex, own: Opening | None = None, at_sill: bool = False
) -> Line:
    """CH-LOS-01: A line runs from centre to centre, or from the middle of the opening at which the
    shooter stands.

    A hex is crossed if the line runs through its inside; the hexes of both ends never count.
    """
    start, end = middle_of_side(own.hex, own.side) if own else middle_of(here), middle_of(there)
    features, ends = features_of(ground), (here, there)
    touched = sides_touched(start, end, features.sides)
    pairs = [(hex_, hex_beside(hex_, side)) for hex_, side in sides_followed(start, end)]
    found = [features.openings[side] for side in touched if side in features.openings]
    return Line(
        here,
        there,
        start,
        end,
        own,
        at_sill,
        between=tuple(hex_ for hex_ in crossed_hexes(start, end) if hex_ not in ends),
        beside=tuple(pair for pair in pairs if not set(pair) & set(ends)),
        walls=tuple(side for side in touched if side in features.walls),
        openings=tuple(opening for opening in found if opening != own),
        crests=tuple(features.crests[side] for side in touched if side in features.crests),
    )
