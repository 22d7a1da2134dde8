"""CH-LOS: lines of fire over the ground: where they start, what they cross, and what stops them.

Who stands in the way is a matter of missiles.py, what shields the target one of cover.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec

from app.games.cry_havoc.ground import DOOR, GATE, WALL, WINDOW, Ground
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.kernel.space.hexes import SIDES, Hex, are_adjacent, distance, neighbour
from app.kernel.space.hexlines import (
    Side,
    Twice,
    crossed,
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
    """A door, gate or window: its hex is the one inside the house or yard, its side the one that
    leads out.
    """

    hex: Hex
    side: str
    kind: str

    @property
    def says(self) -> Say:
        return say("{kind} of {hex}", "{kind} de {hex}", kind=OPENINGS[self.kind], hex=self.hex)


class Crest(msgspec.Struct, frozen=True):
    """The upper edge of an embankment hex: the hexside, and the embankment hex that it belongs
    to.
    """

    bank: Hex
    side: Side


class Line(msgspec.Struct, frozen=True):
    """A line of fire over the ground, in the doubled plane of `hexlines`.

    `own` is the opening from which it starts; `at_sill` if the shooter stands outside of it.
    `between` are the hexes that it crosses, `beside` the pairs of hexes along whose common side it
    runs; the shooter's and the target's hexes are in neither.
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
    """What stops a line: the refusal, and the hex, or hexside, up to which the line is drawn."""

    why: Refusal
    hex: Hex
    side: str = ""


# ------------------------------------------------------------------------------------------------ w


class Features:
    """The hexsides of a map that matter to a line: walls, openings and crests."""

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
    """CH-LOS-01: the straight segment from centre to centre, or from the middle of the opening at
    which the shooter stands.

    A hex is crossed when the segment runs through its inside for some length; the two ends' own
    hexes are never in between.
    """
    start, end = middle_of_side(own.hex, own.side) if own else middle_of(here), middle_of(there)
    features, ends = features_of(ground), (here, there)
    touched = sides_touched(start, end, features.sides)
    pairs = [(hex_, neighbour(hex_, side)) for hex_, side in sides_followed(start, end)]
    found = [features.openings[side] for side in touched if side in features.openings]
    return Line(
        here,
        there,
        start,
        end,
        own,
        at_sill,
        between=tuple(hex_ for hex_ in crossed(start, end) if hex_ not in ends),
        beside=tuple(pair for pair in pairs if not set(pair) & set(ends)),
        walls=tuple(side for side in touched if side in features.walls),
        openings=tuple(opening for opening in found if opening != own),
        crests=tuple(features.crests[side] for side in touched if side in features.crests),
    )


# ------------------------------------------------------------------------------------------------ b


def is_behind_a_bush(ground: Ground, line: Line) -> bool:
    """CH-LOS-02: a bush never blocks; one bush hex between shooter and target is enough to shield
    the target.

    Where a line runs between a bush and a tree, the bush is the lighter of the two.
    """
    return affecting(line, lambda hex_: ground.cover_terrain(hex_) in ("bush", "trees")) is not None


def is_wood(ground: Ground, hex_: Hex) -> bool:
    return ground.cover_terrain(hex_) == "trees"


def stopped_by_trees(ground: Ground, line: Line) -> Stop | None:
    """CH-LOS-03: a tree hex between the two forbids the shot; the trees in which either of them
    stands do not.
    """
    hex_ = affecting(line, lambda hex_: is_wood(ground, hex_))
    if hex_ is None:
        return None
    return Stop(
        no(
            "CH-LOS-03",
            "Trees in {hex} are in the way; one shoots into trees, never through them.",
            "Los árboles de {hex} cortan el tiro: se tira a ellos, nunca a través.",
            hex=hex_,
        ),
        hex_,
    )


# ------------------------------------------------------------------------------------------------ e


def stopped_by_a_crest(ground: Ground, line: Line) -> Stop | None:
    """CH-LOS-04: where the line passes an upper edge, the lower man must not be nearer to its
    embankment hex than the higher one.

    Touching the end of the edge is passing it, and each edge must be passed.
    """
    if ground.height(line.here) == ground.height(line.there):
        return None
    low, high = sorted((line.here, line.there), key=ground.height)
    for crest in line.crests:
        near, far = distance(low, crest.bank), distance(high, crest.bank)
        if near < far and not is_excepted(ground, line, crest):
            return Stop(
                no(
                    "CH-LOS-04",
                    "The line passes the crest of {bank}; the lower man is nearer to it ({low}) "
                    "than the higher one ({high}).",
                    "La línea pasa por el borde alto de {bank}; el de abajo está más cerca "
                    "({low}) que el de arriba ({high}).",
                    bank=crest.bank,
                    low=near,
                    high=far,
                ),
                *crest.side,
            )
    return None


def is_rise(ground: Ground, line: Line, hex_: Hex) -> bool:
    """Whether high ground there lies above both men."""
    ends = max(ground.height(line.here), ground.height(line.there))
    return ground.is_high(hex_) and ends < ground.height(hex_) and not is_excepted(ground, line)


def stopped_by_a_rise(ground: Ground, line: Line) -> Stop | None:
    """Ground higher than both men blocks; ground lower than both never does."""
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
    """CH-LOS-05: the man in the embankment hex whose edge is passed shoots and is shot at, and so
    do two men on two banks.

    On two banks neither edges nor the ground behind them count. Where the line comes in over the
    very end of a man's own edge, the neighbouring embankment hex whose edge ends there as well does
    not count either.
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
    """CH-LOS-06: a line that as much as touches a wall is impossible; the ends of a wall belong to
    it.
    """
    if not line.walls:
        return None
    side = line.walls[0]
    inside = next(hex_ for hex_ in (side[0], neighbour(*side)) if ground.zone(hex_))
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
    """CH-LOS-07: out of a house one shoots from the window of one's own hex; the line starts in the
    middle of its outer edge.

    With two windows the shooter chooses. A line that would first run back through his own hex does
    not go out by the window.
    """
    if ground.zone(here) != ground.zone(there):
        for side in ground.own_openings(here, WINDOW):
            line = drawn(ground, here, there, Opening(here, side, WINDOW))
            if window in (None, side) and not runs_through(line.start, line.end, here):
                yield line


def without_a_window(ground: Ground, line: Line) -> Stop | None:
    """A man inside a house shoots out by his own opening or through a door, never by a window of
    another hex of the room.
    """
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
            "{hex} has no window towards there; out of a house one shoots from a window of one's "
            "own hex or through a door.",
            "{hex} no tiene ventana hacia allí: desde dentro se tira por una ventana de la propia "
            "casilla o por una puerta.",
            hex=here,
        ),
        *left_by,
    )


def not_right_behind(ground: Ground, line: Line) -> Stop | None:
    """CH-LOS-08: in through a window one hits only the man right behind it, and the line must reach
    his centre through it.
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
                "Through the {window} only a man in its own hex can be hit.",
                "Por la {window} solo se alcanza a quien está justo detrás.",
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
    """The windows that touch the hex from outside."""
    found = features_of(ground).openings
    for side in SIDES:
        window = found.get(named_side(here, side))
        if window and window.kind == WINDOW and window.hex != here:
            yield window


def from_sills(ground: Ground, here: Hex, there: Hex) -> Iterator[Line]:
    """CH-LOS-09: a shooter who touches a window from outside shoots into that room freely, from the
    middle of its inner edge.
    """
    for window in windows_at_hand(ground, here):
        if ground.zone(window.hex) == ground.zone(there):
            yield drawn(ground, here, there, window, at_sill=True)


def out_of_the_room(ground: Ground, line: Line) -> Stop | None:
    """From the sill one reaches only the hexes of the room behind the window."""
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
                    "From the sill of the {window} one reaches only the room behind it; {hex} is "
                    "in another.",
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
    """The openings that the line passes on its way, the one in which the target stands left out."""
    return tuple(opening for opening in line.openings if opening.hex != line.there)


def stopped_by_a_second_opening(line: Line) -> Stop | None:
    """CH-LOS-10: a line passes one door, and no other opening but the one in which the target
    stands.
    """
    passed = passed_through(line)
    if len(passed) < 2 or not any(map(is_doorway, passed)):
        return None
    return Stop(
        no(
            "CH-LOS-10",
            "The line passes the {first} and the {second}; one opening is the most.",
            "La línea pasa por la {first} y la {second}; a lo sumo puede pasar por una.",
            first=passed[0].says,
            second=passed[1].says,
        ),
        *named_side(passed[1].hex, passed[1].side),
    )


def from_own_doorways(ground: Ground, here: Hex, there: Hex) -> Iterator[Line]:
    """CH-LOS-11: a shooter in a door hex measures from the middle of the opening, outward and
    inward; he does not pass it.
    """
    for kind in (DOOR, GATE):
        for side in ground.own_openings(here, kind):
            yield drawn(ground, here, there, Opening(here, side, kind))


def stopped_by_gates(line: Line) -> Stop | None:
    """CH-LOS-12: the entrance of a yard is a door like any other, alone and combined with doors."""
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
    """CH-LOS-13: the first hex that affects the line; of two hexes along whose common side it runs
    both must.
    """
    alone = next((hex_ for hex_ in line.between if affects(hex_)), None)
    return alone or next(
        (one for one, other in line.beside if affects(one) and affects(other)), None
    )


def closes(ground: Ground, line: Line, hex_: Hex) -> bool:
    """Whether the ground of the hex would stop the line if it were crossed."""
    return is_wood(ground, hex_) or is_rise(ground, line, hex_)


def stopped_between_two(ground: Ground, line: Line) -> Stop | None:
    """A line between trees on one hand and a rise on the other is stopped by both."""
    if stopped_by_trees(ground, line) or stopped_by_a_rise(ground, line):
        return None
    hex_ = affecting(line, lambda hex_: closes(ground, line, hex_))
    if hex_ is None:
        return None
    return Stop(
        no(
            "CH-LOS-13",
            "The line runs along the side of {hex}, and the hexes on both hands stop it.",
            "La línea va por el borde de {hex} y las casillas de ambos lados la cortan.",
            hex=hex_,
        ),
        hex_,
    )


# ------------------------------------------------------------------------------------------------ t


@lru_cache(maxsize=20000)
def lines(ground: Ground, here: Hex, there: Hex, window: str | None = None) -> tuple[Line, ...]:
    """The lines that the shooter may measure, the most natural one first. `window` is the side of
    the window he has chosen.
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
        ):  # out of his own window he starts at it
            found.append(straight)
    return tuple(found) or (drawn(ground, here, there),)


def to_a_neighbour(ground: Ground, here: Hex, there: Hex) -> Line:
    """The line over one hexside; an opening of the shooter's own hex lies behind him, not before
    him.
    """
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
    """Everything on the ground that stops the line, in page order."""
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
    """A shooter who names a window must have one on that side."""
    if window is None or window in ground.own_openings(here, WINDOW):
        return None
    return no(
        "CH-LOS-07",
        "{hex} has no window on that side.",
        "{hex} no tiene ventana en ese lado.",
        hex=here,
    )
