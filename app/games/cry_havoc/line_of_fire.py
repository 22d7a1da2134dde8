"""CH-LOS: lines of fire over the ground: their start, the hexes and sides that they cross, and
their stops.

Units in the way belong to missiles.py, cover of the target to cover.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from app.games.cry_havoc.fire_line import Crest, Line, Stop, fire_line_between
from app.games.cry_havoc.fire_through_openings import (
    from_own_doorways,
    from_own_windows,
    from_sills,
    not_right_behind,
    out_of_the_room,
    stopped_by_a_second_opening,
    stopped_by_a_wall,
    stopped_by_gates,
    without_a_window,
)
from app.games.cry_havoc.ground import DOOR, GATE, WINDOW, Ground
from app.kernel.refusal import Refusal, no
from app.kernel.space.hexes import Hex, are_adjacent, hexes_to
from app.kernel.space.hexlines import (
    ends_of,
)


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


def affecting(line: Line, affects: Callable[[Hex], bool]) -> Hex | None:
    """CH-LOS-13: A line along a side is affected only if both hexes of the side affect it.

    Returns the first such hex; None if there is none.
    """
    alone = next((hex_ for hex_ in line.between if affects(hex_)), None)
    return alone or next(
        (one for one, other in line.beside if affects(one) and affects(other)), None
    )


def stops_line(ground: Ground, line: Line, hex_: Hex) -> bool:
    """True if the ground of the hex would stop a line that crosses it."""
    return is_wood(ground, hex_) or is_rise(ground, line, hex_)


def stopped_between_two(ground: Ground, line: Line) -> Stop | None:
    """Stop of a line along a side between trees and a rise: both hexes stop it."""
    if stopped_by_trees(ground, line) or stopped_by_a_rise(ground, line):
        return None
    hex_ = affecting(line, lambda hex_: stops_line(ground, line, hex_))
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
        straight = fire_line_between(ground, here, there)
        if not any(
            opening.hex == here for opening in straight.openings
        ):  # with a window of its own the line starts there
            found.append(straight)
    return tuple(found) or (fire_line_between(ground, here, there),)


def to_a_neighbour(ground: Ground, here: Hex, there: Hex) -> Line:
    """Line over one hexside; an opening of the shooter's own hex does not count as passed."""
    line = fire_line_between(ground, here, there)
    own = next((opening for opening in line.openings if opening.hex == here), None)
    sill = next(
        (opening for opening in line.openings if opening.hex == there and opening.kind == WINDOW),
        None,
    )
    if own:
        return msgspec.structs.replace(line, own=own, openings=())
    return msgspec.structs.replace(line, own=sill, at_sill=True) if sill else line


def ground_stops(ground: Ground, line: Line) -> tuple[Stop, ...]:
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
