"""CH-LOS: lines of fire over the ground: their start, the hexes and sides that they cross, and
their stops.

Units in the way belong to missiles.py, cover of the target to cover.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec

from app.games.cry_havoc.ground import DOOR, GATE, WALL, WINDOW, Ground
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.kernel.space.hexes import SIDES, Hex, are_adjacent, hex_beside, hexes_to
from app.kernel.space.hexlines import (
    Side,
    Twice,
    crossed_hexes,
    ends_of,
    middle_of,
    middle_of_side,
    named_side,
    runs_through,
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


# ------------------------------------------------------------------------------------------------ w


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


def drawn(
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


# ------------------------------------------------------------------------------------------------ b


def is_behind_a_bush(ground: Ground, line: Line) -> bool:
    """CH-LOS-02: A bush never blocks; one bush hex on the way shields the target.

    Along the side between a bush and a tree hex the bush counts.
    """
    return affecting(line, lambda hex_: ground.cover_terrain(hex_) in ("bush", "trees")) is not None


def is_wood(ground: Ground, hex_: Hex) -> bool:
    return ground.cover_terrain(hex_) == "trees"


def stopped_by_trees(ground: Ground, line: Line) -> Stop | None:
    """CH-LOS-03: A tree hex on the way blocks the shot; trees around shooter or target do not."""
    hex_ = affecting(line, lambda hex_: is_wood(ground, hex_))
    if hex_ is None:
        return None
    return Stop(
        no(
            "CH-LOS-03",
            "Trees in {hex} are in the way: a shot goes into trees, never through them.",
            "Los árboles de {hex} cortan el tiro: se tira a ellos, nunca a través.",
            hex=hex_,
        ),
        hex_,
    )


# ------------------------------------------------------------------------------------------------ e


def stopped_by_a_crest(ground: Ground, line: Line) -> Stop | None:
    """CH-LOS-04: At each crest passed, the lower unit must be at least as far from its embankment
    hex as the higher one.

    A line that touches the end of a crest passes it.
    """
    if ground.height(line.here) == ground.height(line.there):
        return None
    low, high = sorted((line.here, line.there), key=ground.height)
    for crest in line.crests:
        near, far = hexes_to(low, crest.bank), hexes_to(high, crest.bank)
        if near < far and not is_excepted(ground, line, crest):
            return Stop(
                no(
                    "CH-LOS-04",
                    "The line passes the crest of {bank}. In hexes the lower unit is nearer to it "
                    "({low}) than the higher one ({high}).",
                    "La línea pasa por el borde alto de {bank}. En casillas, el de abajo está más "
                    "cerca ({low}) que el de arriba ({high}).",
                    bank=crest.bank,
                    low=near,
                    high=far,
                ),
                *crest.side,
            )
    return None


def is_rise(ground: Ground, line: Line, hex_: Hex) -> bool:
    """True if the hex is high ground above both ends of the line."""
    ends = max(ground.height(line.here), ground.height(line.there))
    return ground.is_high(hex_) and ends < ground.height(hex_) and not is_excepted(ground, line)


def stopped_by_a_rise(ground: Ground, line: Line) -> Stop | None:
    """Stop of ground higher than both units; ground lower than both never blocks."""
    hex_ = affecting(line, lambda hex_: is_rise(ground, line, hex_))
    if hex_ is None:
        return None
    return Stop(
        no(
            "CH-LOS-04",
            "The high ground of {hex} lies between the two, above both.",
            "El terreno alto de {hex} queda entre los dos y por encima de ambos.",
            hex=hex_,
        ),
        hex_,
    )


def is_excepted(ground: Ground, line: Line, crest: Crest | None = None) -> bool:
    """CH-LOS-05: Crests do not block to or from a unit in their own embankment hex, nor between two
    embankments.

    The ground behind the crests of two embankments does not count either. Where the line passes the
    end of the unit's own crest, the crest that meets it there is excepted too.
    """
    low, high = sorted((line.here, line.there), key=ground.height)
    if ground.height(low) == ground.height(high) == 1:
        return True
    if crest is None or crest.bank == low:
        return crest is not None
    own_ends = {end for own in line.crests if own.bank == low for end in ends_of(*own.side)}
    return any(
        other.bank == crest.bank and own_ends & set(ends_of(*other.side)) for other in line.crests
    )


# ------------------------------------------------------------------------------------------------ w


def stopped_by_a_wall(ground: Ground, line: Line) -> Stop | None:
    """CH-LOS-06: A line that touches a wall, or one of its ends, is blocked."""
    if not line.walls:
        return None
    side = line.walls[0]
    inside = next(hex_ for hex_ in (side[0], hex_beside(*side)) if ground.zone(hex_))
    return Stop(
        no(
            "CH-LOS-06",
            "The line of fire touches the wall of {hex}.",
            "La línea de tiro toca la pared de {hex}.",
            hex=inside,
        ),
        *side,
    )


def from_own_windows(ground: Ground, here: Hex, there: Hex, window: str | None) -> Iterator[Line]:
    """CH-LOS-07: A shooter in a house shoots from the window of the same hex; the line starts at
    its outer edge.

    With two windows the shooter chooses. A line that would run back through the shooter's own hex
    is no line from the window.
    """
    if ground.zone(here) != ground.zone(there):
        for side in ground.own_openings(here, WINDOW):
            line = drawn(ground, here, there, Opening(here, side, WINDOW))
            if window in (None, side) and not runs_through(line.start, line.end, here):
                yield line


def without_a_window(ground: Ground, line: Line) -> Stop | None:
    """Stop of a line out of a house that leaves by a window of another hex of the room."""
    here = line.here
    if not ground.house(here) or ground.zone(here) == ground.zone(line.there):
        return None
    out_by = line.openings[0] if line.openings else None
    by_anothers_window = (
        out_by is not None
        and out_by.kind == WINDOW
        and ground.zone(out_by.hex) == ground.zone(here)
    )
    if not by_anothers_window and (
        line.own or (out_by and (is_doorway(out_by) or out_by.hex == line.there))
    ):
        return None
    left_by = named_side(out_by.hex, out_by.side) if out_by else line.walls[0]
    return Stop(
        no(
            "CH-LOS-07",
            "{hex} has no window in that direction. A shot out of a house goes by a window of the "
            "shooter's hex or through a door.",
            "{hex} no tiene ventana hacia allí: desde dentro se tira por una ventana de la propia "
            "casilla o por una puerta.",
            hex=here,
        ),
        *left_by,
    )


def not_right_behind(ground: Ground, line: Line) -> Stop | None:
    """CH-LOS-08: A shot in through a window reaches only a unit in the window's hex, through its
    opening.
    """
    passed = next(
        (
            opening
            for opening in line.openings
            if opening.kind == WINDOW and opening.hex != line.there
        ),
        None,
    )
    if passed and not without_a_window(ground, line):
        return Stop(
            no(
                "CH-LOS-08",
                "A shot through the {window} reaches only its own hex.",
                "Por la {window} solo se alcanza su propia casilla.",
                window=passed.says,
            ),
            *named_side(passed.hex, passed.side),
        )
    missed = (
        bool(line.walls) and not line.openings and ground.zone(line.here) != ground.zone(line.there)
    )
    if missed and not line.at_sill and ground.own_openings(line.there, WINDOW):
        return Stop(
            no(
                "CH-LOS-08",
                "The line does not reach the centre of {hex} through its window.",
                "La línea no llega al centro de {hex} por su ventana.",
                hex=line.there,
            ),
            *line.walls[0],
        )
    return None


def windows_at_hand(ground: Ground, here: Hex) -> Iterator[Opening]:
    """Windows that touch the hex from outside."""
    found = features_of(ground).openings
    for side in SIDES:
        window = found.get(named_side(here, side))
        if window and window.kind == WINDOW and window.hex != here:
            yield window


def from_sills(ground: Ground, here: Hex, there: Hex) -> Iterator[Line]:
    """CH-LOS-09: A shooter outside a window shoots freely into its room, from the middle of its
    inner edge.
    """
    for window in windows_at_hand(ground, here):
        if ground.zone(window.hex) == ground.zone(there):
            yield drawn(ground, here, there, window, at_sill=True)


def out_of_the_room(ground: Ground, line: Line) -> Stop | None:
    """Stop of a line from the sill to a hex of another room."""
    if line.own:
        return None
    house = ground.house(line.there)
    for window in windows_at_hand(ground, line.here):
        in_another = ground.house(window.hex) == house and ground.zone(window.hex) != ground.zone(
            line.there
        )
        if in_another and (line.walls or window in line.openings):
            return Stop(
                no(
                    "CH-LOS-09",
                    "A shot in at the {window} reaches only the room behind it; {hex} is in another.",
                    "Desde la {window} solo se alcanza la habitación a la que da; {hex} está en "
                    "otra.",
                    window=window.says,
                    hex=line.there,
                ),
                *named_side(window.hex, window.side),
            )
    return None


# ------------------------------------------------------------------------------------------------ d


def is_doorway(opening: Opening) -> bool:
    return opening.kind in (DOOR, GATE)


def passed_through(line: Line) -> tuple[Opening, ...]:
    """Openings on the line, except the one of the target's hex."""
    return tuple(opening for opening in line.openings if opening.hex != line.there)


def stopped_by_a_second_opening(line: Line) -> Stop | None:
    """CH-LOS-10: A line passes one door at most, and then no other opening but the target's own."""
    passed = passed_through(line)
    if len(passed) < 2 or not any(map(is_doorway, passed)):
        return None
    return Stop(
        no(
            "CH-LOS-10",
            "The line passes the {first} and the {second}; it may pass one opening.",
            "La línea pasa por la {first} y la {second}; a lo sumo puede pasar por una.",
            first=passed[0].says,
            second=passed[1].says,
        ),
        *named_side(passed[1].hex, passed[1].side),
    )


def from_own_doorways(ground: Ground, here: Hex, there: Hex) -> Iterator[Line]:
    """CH-LOS-11: A shooter in a door hex measures from the middle of the opening, outward and
    inward, and does not pass it.
    """
    for kind in (DOOR, GATE):
        for side in ground.own_openings(here, kind):
            yield drawn(ground, here, there, Opening(here, side, kind))


def stopped_by_gates(line: Line) -> Stop | None:
    """CH-LOS-12: The gate of a yard counts as a door, alone and combined with doors."""
    passed = passed_through(line)
    gate = next((opening for opening in passed if opening.kind == GATE), None)
    if gate is None or len(passed) < 2:
        return None
    second = named_side(passed[1].hex, passed[1].side)
    return Stop(
        no(
            "CH-LOS-12",
            "The {gate} counts as a door, and it is not the only opening on the line.",
            "La {gate} vale como puerta, y no es la única abertura de la línea.",
            gate=gate.says,
        ),
        *second,
    )


# ------------------------------------------------------------------------------------------------ b


def affecting(line: Line, affects: Callable[[Hex], bool]) -> Hex | None:
    """CH-LOS-13: A line along a side is affected only if both hexes of the side affect it.

    Returns the first such hex; None if there is none.
    """
    alone = next((hex_ for hex_ in line.between if affects(hex_)), None)
    return alone or next(
        (one for one, other in line.beside if affects(one) and affects(other)), None
    )


def closes(ground: Ground, line: Line, hex_: Hex) -> bool:
    """True if the ground of the hex would stop a line that crosses it."""
    return is_wood(ground, hex_) or is_rise(ground, line, hex_)


def stopped_between_two(ground: Ground, line: Line) -> Stop | None:
    """Stop of a line along a side between trees and a rise: both hexes stop it."""
    if stopped_by_trees(ground, line) or stopped_by_a_rise(ground, line):
        return None
    hex_ = affecting(line, lambda hex_: closes(ground, line, hex_))
    if hex_ is None:
        return None
    return Stop(
        no(
            "CH-LOS-13",
            "The line runs along the side of {hex}, and the hexes on both sides stop it.",
            "La línea va por el borde de {hex} y las casillas de ambos lados la cortan.",
            hex=hex_,
        ),
        hex_,
    )


# ------------------------------------------------------------------------------------------------ t


@lru_cache(maxsize=20000)
def lines(ground: Ground, here: Hex, there: Hex, window: str | None = None) -> tuple[Line, ...]:
    """Lines that the shooter may measure, the usual one first. `window` is the side of the chosen
    window.
    """
    if are_adjacent(here, there):
        return (to_a_neighbour(ground, here, there),)
    found = [
        *from_own_windows(ground, here, there, window),
        *from_sills(ground, here, there),
        *from_own_doorways(ground, here, there),
    ]
    if not any(ground.own_openings(here, kind) for kind in (DOOR, GATE)):
        straight = drawn(ground, here, there)
        if not any(
            opening.hex == here for opening in straight.openings
        ):  # with a window of its own the line starts there
            found.append(straight)
    return tuple(found) or (drawn(ground, here, there),)


def to_a_neighbour(ground: Ground, here: Hex, there: Hex) -> Line:
    """Line over one hexside; an opening of the shooter's own hex does not count as passed."""
    line = drawn(ground, here, there)
    own = next((opening for opening in line.openings if opening.hex == here), None)
    sill = next(
        (opening for opening in line.openings if opening.hex == there and opening.kind == WINDOW),
        None,
    )
    if own:
        return msgspec.structs.replace(line, own=own, openings=())
    return msgspec.structs.replace(line, own=sill, at_sill=True) if sill else line


def stops(ground: Ground, line: Line) -> tuple[Stop, ...]:
    """Stops of the ground on the line, in the order of the rulebook."""
    found = (
        stopped_by_trees(ground, line),
        stopped_by_a_crest(ground, line),
        stopped_by_a_rise(ground, line),
        stopped_by_a_wall(ground, line),
        without_a_window(ground, line),
        not_right_behind(ground, line),
        out_of_the_room(ground, line),
        stopped_by_a_second_opening(line),
        stopped_by_gates(line),
        stopped_between_two(ground, line),
    )
    return tuple(stop for stop in found if stop)


def no_such_window(ground: Ground, here: Hex, window: str | None) -> Refusal | None:
    """Refusal if the shooter has no window on the named side."""
    if window is None or window in ground.own_openings(here, WINDOW):
        return None
    return no(
        "CH-LOS-07",
        "{hex} has no window on that side.",
        "{hex} no tiene ventana en ese lado.",
        hex=here,
    )
