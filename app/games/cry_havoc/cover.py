"""CH-COV: what shields a target from a shot along a line of fire."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from app.games.cry_havoc.ground import Ground
from app.games.cry_havoc.line_of_fire import (
    Line,
    Stop,
    is_behind_a_bush,
    is_doorway,
    is_wood,
    passed_through,
)
from app.games.cry_havoc.state import Corner, Unit
from app.games.cry_havoc.tables import MISSILES
from app.kernel.refusal import no
from app.kernel.say import say
from app.kernel.space.hexes import Hex, centre
from app.kernel.space.hexlines import cuts, ends_of

NONE, LIGHT, MEDIUM, TOTAL = GRADES = ("none", "light", "medium", "total")
GRADE_NAMES = {
    NONE: say("no cover", "sin cobertura"),
    LIGHT: say("light cover", "cobertura ligera"),
    MEDIUM: say("medium cover", "cobertura media"),
    TOTAL: say("total cover", "cobertura total"),
}
OUTSIDE, INSIDE, REAR = "outside", "inside", "rear"


class Shelter(msgspec.Struct, frozen=True):
    """One cover that applies, and the rule it comes from."""

    grade: str
    rule: str


class OneSided(msgspec.Struct, frozen=True):
    """Cover in a doorway or at a corner: `side` is where the shot comes from, `all_sides` are those
    that the owner may name.
    """

    rule: str
    side: str
    all_sides: tuple[str, ...]


def letters_against(category: str, grade: str) -> list[str] | None:
    """CH-COV-01: no, light and medium cover have a column each; against total cover there is none
    and no shot.
    """
    return MISSILES["tables"][category].get(grade)


# ------------------------------------------------------------------------------------------------ w


def of_an_embankment(line: Line) -> Shelter | None:
    """CH-COV-02: medium cover in an embankment hex when the line passes over that hex's own
    crest.
    """
    own = any(crest.bank == line.there for crest in line.crests)
    return Shelter(MEDIUM, "CH-COV-02") if own else None


def of_a_bush(ground: Ground, line: Line) -> Shelter | None:
    """CH-COV-03: light cover in a bush hex and behind one."""
    hidden = ground.cover_terrain(line.there) == "bush" or is_behind_a_bush(ground, line)
    return Shelter(LIGHT, "CH-COV-03") if hidden else None


def of_trees(ground: Ground, line: Line) -> Shelter | None:
    """CH-COV-04: light cover in a tree hex."""
    return Shelter(LIGHT, "CH-COV-04") if is_wood(ground, line.there) else None


def of_a_house(ground: Ground, line: Line) -> Shelter | None:
    """CH-COV-05: medium cover inside a house against shots that come in by a door or window; none
    within one room.

    The man in the doorway through which the shot comes is not inside it: he is covered on one side
    only.
    """
    if not ground.house(line.there) or ground.zone(line.here) == ground.zone(line.there):
        return None
    own_doorway = [
        opening for opening in line.openings if opening.hex == line.there and is_doorway(opening)
    ]
    comes_in = line.at_sill or len(line.openings) > len(own_doorway)
    return Shelter(MEDIUM, "CH-COV-05") if comes_in else None


def of_a_doorframe(line: Line) -> Shelter | None:
    """CH-COV-06: medium cover for any target shot at through a door or gate, except for the man who
    stands in that very one.
    """
    return Shelter(MEDIUM, "CH-COV-06") if any(map(is_doorway, passed_through(line))) else None


def of_a_wall(line: Line) -> Shelter | None:
    """CH-COV-07: behind a wall the cover is total."""
    return Shelter(TOTAL, "CH-COV-07") if line.walls else None


def hidden_by_a_wall(line: Line) -> Stop | None:
    """A man with a wall right across the line cannot be shot at; a line that grazes the end of a
    wall is refused as such.
    """
    across = next(
        (side for side in line.walls if cuts(line.start, line.end, *ends_of(*side))), None
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


# ------------------------------------------------------------------------------------------------ o


def of_a_doorway(ground: Ground, line: Line) -> OneSided | None:
    """CH-COV-08: in a door or gate hex one is covered outside or inside; inside is the room or yard
    the hex belongs to.
    """
    if not ground.entrance(line.there):
        return None
    inside = ground.zone(line.here) == ground.zone(line.there)
    return OneSided("CH-COV-08", INSIDE if inside else OUTSIDE, (OUTSIDE, INSIDE))


def of_a_corner(ground: Ground, here: Hex, corner: Corner) -> OneSided | None:
    """CH-COV-09: at a corner one is covered against a shooter who does not see both of the faces
    that meet there.

    He stands on the side of the face that he sees; one who sees neither stands on a third side, the
    rear.
    """
    seen = faces_seen(ground, here, corner)
    if len(seen) == len(corner.faces):
        return None
    return OneSided("CH-COV-09", seen[0] if seen else REAR, (*corner.faces, REAR))


def faces_seen(ground: Ground, here: Hex, corner: Corner) -> tuple[str, ...]:
    """Those of the corner's two faces that are seen from the hex."""
    return tuple(
        face for face in corner.faces if face in faces_towards(ground, corner.building, here)
    )


@lru_cache(maxsize=20000)
def faces_towards(ground: Ground, building: str, here: Hex) -> frozenset[str]:
    """The faces of a building seen from a hex: E or W from beyond its last or first column, S or N
    from below or above it.
    """
    house = next(house for house in ground.map.buildings if house.id == building)
    centres = [centre(hex_) for _, hexes in house.rooms for hex_ in hexes]
    x, y = centre(here)
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
    """The faces that a shooter sees of the corner at which the target stands; None if it is no
    corner.
    """
    corners = [corner for corner in ground.map.corners if corner.hex == there]
    if not corners:
        return None
    return tuple(
        dict.fromkeys(face for corner in corners for face in faces_seen(ground, here, corner))
    )


def one_sided(ground: Ground, line: Line) -> tuple[OneSided, ...]:
    """The covers of the target's hex that work on one side only and would shield it from this
    shot.
    """
    corners = (
        of_a_corner(ground, line.here, corner)
        for corner in ground.map.corners
        if corner.hex == line.there
    )
    return tuple(cover for cover in (of_a_doorway(ground, line), *corners) if cover)


def sides_to_choose(ground: Ground, hex_: Hex) -> tuple[str, ...]:
    """The sides from which a man in that hex may be covered, for his standing order."""
    corners = [
        side
        for corner in ground.map.corners
        if corner.hex == hex_
        for side in (*corner.faces, REAR)
    ]
    return tuple(dict.fromkeys([*((OUTSIDE, INSIDE) if ground.entrance(hex_) else ()), *corners]))


def covered_side(target: Unit, covers: tuple[OneSided, ...]) -> str | None:
    """CH-COV-10: nobody is covered on two sides in one fire step.

    What was chosen in this step holds; else the standing order, if it fits the place; else the side
    of this, the first, shot.
    """
    if target.covered or not covers:
        return target.covered
    fits = any(target.cover_side in cover.all_sides for cover in covers)
    return target.cover_side if fits else covers[0].side


# ------------------------------------------------------------------------------------------------ w


def better_of_two(grades: Iterable[tuple[str, tuple[str, ...]]]) -> tuple[str, tuple[str, ...]]:
    """CH-COV-11: whoever occupies two hexes has the cover of the one that favours him; a hex that
    cannot be hit is left out.
    """
    return max(grades, key=lambda one: GRADES.index(one[0]))


def heaviest(shelters: Iterable[Shelter]) -> tuple[str, tuple[str, ...]]:
    """CH-COV-12: covers do not add up; the heaviest is used. Its grade, and the rules that give
    it.
    """
    all_ = tuple(shelters)
    grade = max((shelter.grade for shelter in all_), key=GRADES.index, default=NONE)
    return grade, tuple(shelter.rule for shelter in all_ if shelter.grade == grade)


def shelters(ground: Ground, line: Line) -> tuple[Shelter, ...]:
    """Every cover of the ground that works on all sides, in page order."""
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
    """The grade that counts when the target is covered on that side, and the rules it comes
    from.
    """
    return heaviest(
        (*shelters_, *(Shelter(MEDIUM, cover.rule) for cover in covers if cover.side == side))
    )
