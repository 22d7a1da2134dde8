"""HOA-FRT, page 14: Inside of Tembas and similar buildings: rooms, doors, walls, breaches, and
capacity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec

from app.games.heart_of_africa.figures import radius, visible_figures
from app.games.heart_of_africa.land import BUILDINGS, Work
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.sight.lines import COURTYARD, Wall
from app.games.heart_of_africa.state import Battle
from app.kernel.say import say
from app.kernel.space.plane import (
    CONTACT,
    Path,
    Point,
    inches_to,
    is_inside,
    on_grid,
    segments_cross,
)

DOORWAY = 0.42
"""Distance from the middle of a door within which a figure passes it (inches): a door is as wide as
a base.
"""
DOOR, BREACH, WALL = "door", "breach", "wall"
ROOM_NAMES = {
    "north": say("north", "norte"),
    "south": say("south", "sur"),
    "west": say("west", "oeste"),
    "east": say("east", "este"),
    COURTYARD: say("courtyard", "patio"),
}


class Door(msgspec.Struct, frozen=True):
    """A door in the middle of a wall."""

    at: Point
    wall: Wall


class Passage(msgspec.Struct, frozen=True):
    """A wall on a way: the point, the inches to it, and its kind: door, breach or intact wall."""

    work: Work
    wall: Wall
    at: Point
    length: float
    kind: str


def rooms(work: Work) -> Mapping[str, Path]:
    """The rooms north, south, west and east, and the courtyard."""
    return lines.room_outlines(work)


def walls(work: Work) -> tuple[tuple[Point, Point], ...]:
    """Every wall as a line."""
    return tuple((wall.a, wall.b) for wall in lines.walls_of(work))


def doors(work: Work) -> tuple[Door, ...]:
    """HOA-FRT-20: A Temba is a hollow rectangle of four rooms round a courtyard. Each room has a
    door to the courtyard and one to each room next to it. The room that its owner chose has the
    gate. Every door is in the middle of its wall.
    """
    found = work.__dict__.get("doors")
    if found is None:
        found = work.__dict__["doors"] = tuple(
            Door(on_grid(((wall.a[0] + wall.b[0]) / 2, (wall.a[1] + wall.b[1]) / 2)), wall)
            for wall in lines.walls_of(work)
            if wall.beyond or is_gate(work, wall)
        )
    return found


def is_gate(work: Work, wall: Wall) -> bool:
    """True if the outer door is in that wall: the wall on the side after which the room with the
    gate is named.
    """
    return (
        not wall.beyond
        and wall.room == work.gate
        and (wall.a[1] == wall.b[1]) == (wall.room in ("north", "south"))
    )


def room_of(work: Work, point: Point) -> str:
    """Room of a building at a point, such as "T1/west"; "" in the courtyard and outside."""
    name = room_at(work, point)
    return f"{work.id}/{name}" if name and name != COURTYARD else ""


def room_at(work: Work, point: Point) -> str:
    """north, south, west, east or courtyard; "" outside."""
    if work.rect is None or not (
        work.rect[0] <= point[0] <= work.rect[2] and work.rect[1] <= point[1] <= work.rect[3]
    ):
        return ""
    outlines = rooms(work)
    return next(
        (name for name in outlines if name != COURTYARD and is_inside(outlines[name], point)),
        COURTYARD,
    )


def rooms_of(battle: Battle, at: Mapping[str, Sequence[float]]) -> dict[str, str]:
    """The rooms of figures put down at these places; only of those in a room."""
    found = {}
    for key, place in at.items():
        for work in buildings(battle):
            room = room_of(work, (place[0], place[1]))
            if room:
                found[key] = room
    return found


def buildings(battle: Battle) -> tuple[Work, ...]:
    return tuple(
        work for work in battle.land.works if work.kind in BUILDINGS and work.rect is not None
    )


def in_courtyard(battle: Battle, figure: Figure) -> Work | None:
    """The building in whose courtyard a figure stands."""
    if figure.room or figure.roof or figure.at is None:
        return None
    return next((work for work in buildings(battle) if room_at(work, figure.at) == COURTYARD), None)


def holds(battle: Battle, room: str, side: str) -> bool:
    return any(figure.room == room and figure.side == side for figure in visible_figures(battle))


def is_open(battle: Battle, work: Work, wall: Wall, side: str) -> bool:
    """True if a door is open to that side: each room it leads to holds figures of that side, or
    none at all.
    """
    names = [
        f"{work.id}/{name}" for name in (wall.room, wall.beyond) if name in lines.plan(work)[1]
    ]
    return all(
        holds(battle, room, side)
        or not any(figure.room == room for figure in visible_figures(battle))
        for room in names
    )


def crossed(battle: Battle, way: Sequence[Point]) -> tuple[Passage, ...]:
    """The walls that a way crosses, in order."""
    found: list[Passage] = []
    for work in buildings(battle):
        if not comes_near(work, way):
            continue
        done = 0.0
        for one, two in pairwise(way):
            for wall in lines.walls_of(work):
                spot = segments_cross(one, two, wall.a, wall.b)
                if spot is not None and done + inches_to(one, spot) > 0.001:
                    found.append(
                        Passage(
                            work, wall, spot, done + inches_to(one, spot), kind_at(work, wall, spot)
                        )
                    )
            done += inches_to(one, two)
    return tuple(sorted(found, key=lambda passage: passage.length))


def comes_near(work: Work, way: Sequence[Point], margin: float = 0.0) -> bool:
    x0, y0, x1, y1 = work.footprint
    return (
        min(x for x, _ in way) <= x1 + margin
        and max(x for x, _ in way) >= x0 - margin
        and min(y for _, y in way) <= y1 + margin
        and max(y for _, y in way) >= y0 - margin
    )


def kind_at(work: Work, wall: Wall, spot: Point) -> str:
    """The kind of a wall at one of its points: breach, door or wall."""
    if lines.breach_at(work, spot):
        return BREACH
    return (
        DOOR
        if any(door.wall == wall and inches_to(door.at, spot) <= DOORWAY for door in doors(work))
        else WALL
    )


def through_breach(battle: Battle, way: Sequence[Point], touched: Iterable[Figure] = ()) -> bool:
    """True if a way leads through a breach, or against an enemy directly behind one."""
    return any(passage.kind == BREACH for passage in crossed(battle, way)) or any(
        across_a_breach(battle, way[-1], enemy.at) for enemy in touched
    )


def across_a_breach(battle: Battle, a: Point, b: Point | None) -> bool:
    """True if a breach and no other wall lies between two places."""
    if b is None:
        return False
    passed = crossed(battle, (a, b))
    return bool(passed) and all(passage.kind == BREACH for passage in passed)


def room_after(battle: Battle, way: Sequence[Point], victim: Figure | None = None) -> str:
    """The room of a figure after its way. A figure that fights through a breach counts as in the
    room of its enemy.
    """
    if (
        victim is not None
        and victim.at is not None
        and inches_to(way[-1], victim.at) <= 2 * radius(victim) + CONTACT
        and across_a_breach(battle, way[-1], victim.at)
    ):
        return victim.room
    return next((room for work in buildings(battle) if (room := room_of(work, way[-1]))), "")


def is_indoors(battle: Battle, way: Sequence[Point]) -> bool:
    """HOA-FRT-36: In the courtyard, and wholly inside the building, a move counts as in the open,
    on any terrain.
    """
    return any(all(room_at(work, point) for point in way) for work in buildings(battle))
