"""CH-COV: cover of a target from a shot along a line of fire."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from app.games.cry_havoc.fire_line import Line, Stop
from app.games.cry_havoc.fire_through_openings import is_doorway, passed_through
from app.games.cry_havoc.ground import Ground
from app.games.cry_havoc.line_of_fire import is_behind_a_bush, is_wood
from app.games.cry_havoc.state import Corner, Unit
from app.games.cry_havoc.tables import MISSILES
from app.kernel.refusal import no
from app.kernel.say import say
from app.kernel.space.hexes import Hex, hex_centre
from app.kernel.space.hexlines import ends_of, line_separates

NONE, LIGHT, MEDIUM, TOTAL = GRADES = ("none", "light", "medium", "total")
GRADE_NAMES = {
    NONE: say("no cover", "sin cobertura"),
    LIGHT: say("light cover", "cobertura ligera"),
    MEDIUM: say("medium cover", "cobertura media"),
    TOTAL: say("total cover", "cobertura total"),
}
OUTSIDE, INSIDE, REAR = "outside", "inside", "rear"


class Shelter(msgspec.Struct, frozen=True):
    """Grade of one cover that applies, and its rule."""

    grade: str
    rule: str


class OneSided(msgspec.Struct, frozen=True):
    """Cover in a doorway or at a corner. `side` is the side of the shot, `all_sides` those to
    choose from.
    """

    rule: str
    side: str
    all_sides: tuple[str, ...]


def letters_against(category: str, grade: str) -> list[str] | None:
    """CH-COV-01: No, light and medium cover have a column each; total cover allows no shot."""
    return MISSILES["tables"][category].get(grade)


def of_an_embankment(line: Line) -> Shelter | None:
    """CH-COV-02: An embankment hex gives medium cover if the line passes over its own crest."""
    own = any(crest.bank == line.there for crest in line.crests)
    return Shelter(MEDIUM, "CH-COV-02") if own else None


def of_a_bush(ground: Ground, line: Line) -> Shelter | None:
    """CH-COV-03: A bush gives light cover in its hex and behind it."""
    hidden = ground.cover_terrain(line.there) == "bush" or is_behind_a_bush(ground, line)
    return Shelter(LIGHT, "CH-COV-03") if hidden else None


def of_trees(ground: Ground, line: Line) -> Shelter | None:
    """CH-COV-04: A tree hex gives light cover."""
    return Shelter(LIGHT, "CH-COV-04") if is_wood(ground, line.there) else None


def of_a_house(ground: Ground, line: Line) -> Shelter | None:
    """CH-COV-05: A house gives medium cover against shots through a door or window, none within one
    room.

    A unit in the doorway of the shot is not inside; it is covered on one side only.
    """
    if not ground.house(line.there) or ground.zone(line.here) == ground.zone(line.there):
        return None
    own_doorway = [
        opening for opening in line.openings if opening.hex == line.there and is_doorway(opening)
    ]
    comes_in = line.at_sill or len(line.openings) > len(own_doorway)
    return Shelter(MEDIUM, "CH-COV-05") if comes_in else None


def of_a_doorframe(line: Line) -> Shelter | None:
    """CH-COV-06: A door or gate on the line gives medium cover, except to a target in that very
    doorway.
    """
    return Shelter(MEDIUM, "CH-COV-06") if any(map(is_doorway, passed_through(line))) else None


def of_a_wall(line: Line) -> Shelter | None:
    """CH-COV-07: A wall gives total cover to a target behind it."""
    return Shelter(TOTAL, "CH-COV-07") if line.walls else None


def hidden_by_a_wall(line: Line) -> Stop | None:
    """Stop of a wall right across the line.

    A line that only grazes the end of a wall has a stop of its own.
    """
    across = next(
        (side for side in line.walls if line_separates(line.start, line.end, *ends_of(*side))), None
    )
    if across is None:
        return None
    return Stop(
        no(
            "CH-COV-07",
            "{hex} is behind a wall: total cover.",
            "{hex} está tras una pared: cobertura total.",
            hex=line.there,
        ),
        *across,
    )


def of_a_doorway(ground: Ground, line: Line) -> OneSided | None:
    """CH-COV-08: A unit in a door or gate hex is covered outside or inside; inside is the hex's own
    room or yard.
    """
    if not ground.entrance(line.there):
        return None
    inside = ground.zone(line.here) == ground.zone(line.there)
    return OneSided("CH-COV-08", INSIDE if inside else OUTSIDE, (OUTSIDE, INSIDE))


def of_a_corner(ground: Ground, here: Hex, corner: Corner) -> OneSided | None:
    """CH-COV-09: A unit at a corner is covered against a shooter who does not see both faces that
    meet there.

    The side of the shot is the face that the shooter sees. Without any it is a third side, the
    rear.
    """
    seen = faces_seen(ground, here, corner)
    if len(seen) == len(corner.faces):
        return None
    return OneSided("CH-COV-09", seen[0] if seen else REAR, (*corner.faces, REAR))


def faces_seen(ground: Ground, here: Hex, corner: Corner) -> tuple[str, ...]:
    """Faces of the corner that are seen from the hex."""
    return tuple(
        face for face in corner.faces if face in faces_towards(ground, corner.building, here)
    )


@lru_cache(maxsize=20000)
def faces_towards(ground: Ground, building: str, here: Hex) -> frozenset[str]:
    """Faces of a building seen from a hex: E, W, S or N where the hex lies beyond all its
    centres.
    """
    house = next(house for house in ground.map.buildings if house.id == building)
    centres = [hex_centre(hex_) for _, hexes in house.rooms for hex_ in hexes]
    x, y = hex_centre(here)
    if ground.house(here) == building:
        return frozenset()
    sees = {
        "E": x > max(x for x, _ in centres),
        "W": x < min(x for x, _ in centres),
        "S": y > max(y for _, y in centres),
        "N": y < min(y for _, y in centres),
    }
    return frozenset(face for face, seen in sees.items() if seen)


def faces_seen_of(ground: Ground, here: Hex, there: Hex) -> tuple[str, ...] | None:
    """Faces seen by the shooter at the target's corner; None if the target is at no corner."""
    corners = [corner for corner in ground.map.corners if corner.hex == there]
    if not corners:
        return None
    return tuple(
        dict.fromkeys(face for corner in corners for face in faces_seen(ground, here, corner))
    )


def one_sided(ground: Ground, line: Line) -> tuple[OneSided, ...]:
    """One-sided covers of the target's hex that would apply to this shot."""
    corners = (
        of_a_corner(ground, line.here, corner)
        for corner in ground.map.corners
        if corner.hex == line.there
    )
    return tuple(cover for cover in (of_a_doorway(ground, line), *corners) if cover)


def sides_to_choose(ground: Ground, hex_: Hex) -> tuple[str, ...]:
    """Sides from which a unit in the hex may choose to be covered."""
    corners = [
        side
        for corner in ground.map.corners
        if corner.hex == hex_
        for side in (*corner.faces, REAR)
    ]
    return tuple(dict.fromkeys([*((OUTSIDE, INSIDE) if ground.entrance(hex_) else ()), *corners]))


def covered_side(target: Unit, covers: tuple[OneSided, ...]) -> str | None:
    """CH-COV-10: A unit is covered on one side only in a fire step.

    The side chosen in this step counts; else the conditional order, if it fits; else the side of
    this shot.
    """
    if target.covered or not covers:
        return target.covered
    fits = any(target.cover_side in cover.all_sides for cover in covers)
    return target.cover_side if fits else covers[0].side


def better_of_two(grades: Iterable[tuple[str, tuple[str, ...]]]) -> tuple[str, tuple[str, ...]]:
    """CH-COV-11: A unit in two hexes has the better cover of both; a hex that cannot be hit is left
    out.
    """
    return max(grades, key=lambda one: GRADES.index(one[0]))


def heaviest(shelters: Iterable[Shelter]) -> tuple[str, tuple[str, ...]]:
    """CH-COV-12: Covers do not add up; the heaviest counts.

    Returns its grade and the rules that give it.
    """
    all_ = tuple(shelters)
    grade = max((shelter.grade for shelter in all_), key=GRADES.index, default=NONE)
    return grade, tuple(shelter.rule for shelter in all_ if shelter.grade == grade)


def shelters_on_line(ground: Ground, line: Line) -> tuple[Shelter, ...]:
    """Covers of the ground that apply on all sides, in the order of the rulebook."""
    found = (
        of_an_embankment(line),
        of_a_bush(ground, line),
        of_trees(ground, line),
        of_a_house(ground, line),
        of_a_doorframe(line),
        of_a_wall(line),
    )
    return tuple(shelter for shelter in found if shelter)


def cover_of(
    shelters_: tuple[Shelter, ...], covers: tuple[OneSided, ...], side: str | None
) -> tuple[str, tuple[str, ...]]:
    """Grade that counts for a target covered on that side, and the rules that give it."""
    return heaviest(
        (*shelters_, *(Shelter(MEDIUM, cover.rule) for cover in covers if cover.side == side))
    )
