"""Works and buildings as lines: works and fences, walls of a building with loopholes and breaches,
and the figures at them.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec

from app.games.heart_of_africa.figures import base, is_on_foot, placed, profile
from app.games.heart_of_africa.land import BUILDINGS, FIXED_WORKS, Work
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import WORKS
from app.games.heart_of_africa.terrain_and_works import work_of
from app.kernel.space.plane import (
    CONTACT,
    FINE,
    GRACE,
    Base,
    Path,
    Point,
    angle_between,
    angle_to,
    base_gap,
    distance_to_path,
    first_crossing,
    gap_to_line,
    inches_to,
    on_grid,
    rect_path,
    segments_cross,
)

COURTYARD = "courtyard"
ROOM_DEPTH = float(WORKS["temba"]["room_depth_in"])
LOOPHOLES = {
    "outer": int(WORKS["temba"]["loopholes_outer_wall"]),
    "inner": int(WORKS["temba"]["loopholes_inner_wall"]),
}
REAR_QUARTER = 45.0
GUN_OF_BARRICADES = "machine_gun"
BEND = 1.0
"""Largest distance from the base of a figure at a crooked work at which it still counts as at the
work (inches).
"""


class Wall(msgspec.Struct, frozen=True):
    """A stretch of wall from `a` to `b` between `room` and `beyond` (a room, "courtyard" or "" for
    the open).
    """

    a: Point
    b: Point
    room: str
    beyond: str


class Loophole(msgspec.Struct, frozen=True):
    """A place to shoot from: its wall, its place and the direction it faces."""

    at: Point
    facing: float
    wall: Wall


def plan(
    work: Work,
) -> tuple[tuple[float, float, float, float], dict[str, tuple[float, float, float, float]]]:
    """The courtyard and the rooms of a building as rectangles. The two rooms along its greater
    length have its whole length.
    """
    x0, y0, x1, y1 = work.rect or (0.0, 0.0, 0.0, 0.0)
    u0, v0, u1, v1 = x0 + ROOM_DEPTH, y0 + ROOM_DEPTH, x1 - ROOM_DEPTH, y1 - ROOM_DEPTH
    if x1 - x0 >= y1 - y0:
        rooms = {
            "north": (x0, v1, x1, y1),
            "south": (x0, y0, x1, v0),
            "west": (x0, v0, u0, v1),
            "east": (u1, v0, x1, v1),
        }
    else:
        rooms = {
            "north": (u0, v1, u1, y1),
            "south": (u0, y0, u1, v0),
            "west": (x0, y0, u0, y1),
            "east": (u1, y0, x1, y1),
        }
    return (u0, v0, u1, v1), rooms


def room_outlines(work: Work) -> dict[str, Path]:
    """The four rooms and the courtyard."""
    courtyard, rooms = plan(work)
    return {name: rect_path(*rect) for name, rect in rooms.items()} | {
        COURTYARD: rect_path(*courtyard)
    }


def walls_of(work: Work) -> tuple[Wall, ...]:
    """Every wall once: four or more stretches to the open, four to the courtyard, four between
    rooms.
    """
    found = work.__dict__.get("walls")
    if found is None:
        found = work.__dict__["walls"] = tuple(_walls(work))
    return found


def _walls(work: Work) -> list[Wall]:
    courtyard, rooms = plan(work)
    u0, v0, u1, v1 = courtyard
    inner = {
        "north": ((u0, v1), (u1, v1)),
        "south": ((u0, v0), (u1, v0)),
        "west": ((u0, v0), (u0, v1)),
        "east": ((u1, v0), (u1, v1)),
    }
    outer = {}
    for room, (x0, y0, x1, y1) in rooms.items():
        sides = {
            "south": ((x0, y0), (x1, y0)),
            "north": ((x0, y1), (x1, y1)),
            "west": ((x0, y0), (x0, y1)),
            "east": ((x1, y0), (x1, y1)),
        }
        outer[room] = {side: ends for side, ends in sides.items() if _on_edge(work, side, ends)}
    walls = [Wall(a, b, room, "") for room, sides in outer.items() for a, b in sides.values()]
    walls += [Wall(a, b, room, COURTYARD) for room, (a, b) in inner.items()]
    ends = ("west", "east") if len(outer["north"]) > 1 else ("north", "south")
    for room in ends:
        x0, y0, x1, y1 = rooms[room]
        if room in ("west", "east"):
            walls += [
                Wall((x0, y0), (x1, y0), room, "south"),
                Wall((x0, y1), (x1, y1), room, "north"),
            ]
        else:
            walls += [
                Wall((x0, y0), (x0, y1), room, "west"),
                Wall((x1, y0), (x1, y1), room, "east"),
            ]
    return walls


def _on_edge(work: Work, side: str, ends: tuple[Point, Point]) -> bool:
    edge = dict(zip(("west", "south", "east", "north"), work.rect or (), strict=True))[side]
    axis = 0 if side in ("west", "east") else 1
    return ends[0][axis] == edge == ends[1][axis]


def loopholes_of(work: Work, room: str) -> tuple[Loophole, ...]:
    """The loopholes of a room, outer wall first, evenly spaced over the walls that bound its own
    side.
    """
    outward = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}[room]
    found: list[Loophole] = []
    for wall in walls_of(work):
        if wall.room != room or wall.beyond not in ("", COURTYARD):
            continue
        level = wall.a[1] == wall.b[1]
        if wall.beyond == "" and level != (room in ("north", "south")):
            continue
        count = LOOPHOLES["inner" if wall.beyond else "outer"]
        facing = (outward + 180) % 360 if wall.beyond else outward
        found += [
            Loophole(
                on_grid(
                    (
                        wall.a[0] + (wall.b[0] - wall.a[0]) * share,
                        wall.a[1] + (wall.b[1] - wall.a[1]) * share,
                    )
                ),
                facing,
                wall,
            )
            for share in ((2 * n + 1) / (2 * count) for n in range(count))
        ]
    return tuple(found)


def breach_at(work: Work, spot: Point) -> bool:
    """True if a point of a wall lies in a breach."""
    return any(distance_to_path(spot, ends) <= CONTACT / 10 for ends in work.breaches)


def building_of(battle: Battle, place: str) -> Work | None:
    """The building of a room or roof such as "T1/west"."""
    return work_of(battle, place.partition("/")[0]) if place else None


def touches_work(figure: Figure, work: Work, at: Point | None = None) -> bool:
    """True if a figure's base touches a work or fence."""
    if figure.at is None and at is None:
        return False
    here = base(figure, at)
    reach = max(here.radius, here.length) + 1
    box = _box(work)
    if not (
        box[0] - reach <= here.at[0] <= box[2] + reach
        and box[1] - reach <= here.at[1] <= box[3] + reach
    ):
        return False
    return gap_to_line(here, work.line) <= CONTACT + FINE


def _box(work: Work) -> tuple[float, float, float, float]:
    found = work.__dict__.get("box")
    if found is None:
        xs, ys = [x for x, _ in work.line], [y for _, y in work.line]
        found = work.__dict__["box"] = (min(xs), min(ys), max(xs), max(ys))
    return found


def can_man(figure: Figure, work: Work) -> bool:
    """True if the figure is of a kind that sees and shoots across such a work. Figures on foot do;
    at barricades and fences also machine guns.
    """
    return is_on_foot(figure) or (
        figure.type == GUN_OF_BARRICADES and work.kind != "field_fortification"
    )


def is_second_rank(
    battle: Battle, front: Figure, rear: Figure, rear_at: Point | None = None
) -> bool:
    """HOA-VIS-06: The second rank of a unit of muzzle-loaders is in contact behind a figure of its
    unit and type at the fortification. It counts as touching the work and shoots over the first
    rank. Only one of such a pair shoots in a turn.
    """
    return (
        front.id != rear.id
        and bool(rear.unit)
        and front.unit == rear.unit
        and front.type == rear.type
        and profile(rear).reload
        and front.at is not None
        and base_gap(base(front), base(rear, rear_at)) <= CONTACT + FINE
        and (
            any(
                touches_work(front, work) and not touches_work(rear, work, rear_at)
                for work in fixed_works(battle)
            )
            or (
                bool(rear.room)
                and front.room == rear.room
                and own_loophole(battle, front) is not None
                and own_loophole(battle, rear) is None
            )
        )
    )


def fixed_works(battle: Battle) -> tuple[Work, ...]:
    return tuple(
        work for work in battle.land.works if work.kind in FIXED_WORKS and len(work.line) > 1
    )


def first_rank(
    battle: Battle, rear: Figure, work: Work, at: Point | None = None
) -> tuple[Figure, ...]:
    """The figures over whose heads a figure of the second rank shoots across a work: those of its
    unit and type at that work.

    Empty unless one of them stands directly in front of it.
    """
    if not rear.unit or not profile(rear).reload or touches_work(rear, work, at):
        return ()
    front = tuple(
        one
        for one in placed(battle, rear.unit)
        if one.type == rear.type and one.id != rear.id and touches_work(one, work)
    )
    return front if any(is_second_rank(battle, one, rear, at) for one in front) else ()


def is_at(battle: Battle, figure: Figure, work: Work, at: Point | None = None) -> bool:
    """True if a figure touches a work, or counts as touching it from the second rank."""
    return bool(posts_at_work(battle, figure, work, at))


def posts_at_work(
    battle: Battle, figure: Figure, work: Work, at: Point | None = None
) -> tuple[Base, ...]:
    """The bases that put a figure at a work: its own, or those of the first rank before it."""
    if touches_work(figure, work, at):
        return (base(figure, at),)
    return tuple(base(one) for one in first_rank(battle, figure, work, at))


def is_directly_behind(post: Base, work: Work, spot: Point) -> bool:
    """True if a base at a work is directly behind a point of it. The point lies on a straight
    stretch that the base touches, or near the base round a bend.
    """
    return inches_to(post.at, spot) <= post.radius + BEND + FINE or any(
        distance_to_path(spot, leg) <= GRACE for leg in stretches(post, work)
    )


def stretches(post: Base, work: Work) -> tuple[tuple[Point, Point], ...]:
    """The straight stretches of a work that a base touches."""
    return tuple(leg for leg in pairwise(work.line) if gap_to_line(post, leg) <= CONTACT + FINE)


def is_before(battle: Battle, figure: Figure, work: Work, toward: Point) -> bool:
    """True if a figure is at a work at the point where its line to a place crosses it."""
    if first_crossing((figure.position, toward), work.line) is None:
        return False
    mine = posts_at_work(battle, figure, work)
    spots = (segments_cross(figure.position, toward, *leg) for leg in pairwise(work.line))
    return bool(mine) and any(
        spot is not None and is_directly_behind(post, work, spot) for spot in spots for post in mine
    )


def is_same_file(battle: Battle, front: Figure, rear: Figure) -> bool:
    """HOA-VIS-09: Of two figures of a unit in contact, one behind the other, only one shoots in a
    turn.

    Behind means in the rear quarter, or in the second rank at a work. No unit shoots in more than
    one rank, and no other figure shoots over troops.
    """
    if (
        front.id == rear.id
        or not front.unit
        or front.unit != rear.unit
        or front.at is None
        or rear.at is None
    ):
        return False
    if base_gap(base(front), base(rear)) > CONTACT + FINE:
        return False
    behind = angle_between(angle_to(front.at, rear.at), front.facing + 180) <= REAR_QUARTER + FINE
    return behind or is_second_rank(battle, front, rear)


def behind_work(battle: Battle, figure: Figure, toward: Point) -> Work | None:
    """The work or fence at which a figure stands, also in the second rank, and that its line to a
    point crosses.

    For a figure in a building: the building, if the line leaves it through a breach.
    """
    if figure.at is None:
        return None
    for work in fixed_works(battle):
        if is_before(battle, figure, work, toward):
            return work
    inside = building_of(battle, figure.room)
    if inside is not None:
        spots = [
            spot
            for wall in walls_of(inside)
            if (spot := segments_cross(figure.at, toward, wall.a, wall.b)) is not None
        ]
        if spots and all(breach_at(inside, spot) for spot in spots):
            return inside
    return None


def own_loophole(battle: Battle, figure: Figure) -> Loophole | None:
    """The loophole that the base of a figure in a room touches, if any."""
    work = building_of(battle, figure.room)
    if (
        work is None
        or figure.at is None
        or figure.room.endswith(COURTYARD)
        or work.kind not in BUILDINGS
    ):
        return None
    here = base(figure)
    near = min(
        loopholes_of(work, figure.room.partition("/")[2]),
        key=lambda one: inches_to(one.at, here.at),
    )
    return near if inches_to(near.at, here.at) <= here.radius + CONTACT + FINE else None


def loophole_in_use(battle: Battle, figure: Figure) -> Loophole | None:
    """The loophole of a figure that has declared to shoot: its own or that of the figure in front
    of it. A figure that shoots through a breach has none.
    """
    if not figure.room or figure.id not in battle.shooting.shooters:
        return None
    own = own_loophole(battle, figure)
    if own is not None:
        return own
    front = (
        next(
            (one for one in placed(battle, figure.unit) if is_second_rank(battle, one, figure)),
            None,
        )
        if figure.unit
        else None
    )
    return own_loophole(battle, front) if front is not None else None
