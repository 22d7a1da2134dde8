"""Walls, windows, doors and gates on a line of fire."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.cry_havoc.fire_line import Line, Opening, Stop, features_of, fire_line_between
from app.games.cry_havoc.ground import DOOR, GATE, WINDOW, Ground
from app.kernel.refusal import no
from app.kernel.space.hexes import SIDES, Hex, hex_beside
from app.kernel.space.hexlines import named_side, runs_through


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
            line = fire_line_between(ground, here, there, Opening(here, side, WINDOW))
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
            yield fire_line_between(ground, here, there, window, at_sill=True)


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
            yield fire_line_between(ground, here, there, Opening(here, side, kind))


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
