"""Drills of a unit: displacement, wheel, shapes and charge."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from app.games.heart_of_africa.figures import is_attendant, radius
from app.games.heart_of_africa.movement.activation import movers
from app.games.heart_of_africa.movement.charge_targets import victims_of
from app.games.heart_of_africa.movement.charges import charge
from app.games.heart_of_africa.movement.group_moves import LEAST, GroupMove
from app.games.heart_of_africa.movement.layouts import (
    COLUMN,
    SHAPES,
    front_of,
    matched,
    ranks_of,
    slots,
)
from app.games.heart_of_africa.movement.regions import FAR
from app.games.heart_of_africa.movement.wishes import Wish
from app.games.heart_of_africa.orders import Manoeuvre
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.entry import INWARDS
from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import Point, angle_to, inches_to, mean_of, on_grid, turned_by

DISPLACE, WHEEL, CHARGE = "displace", "wheel", "charge"


ATTEMPTS = 10
"""Number of steps of the way to a new formation, to find the farthest at which the unit arrives
formed.
"""


def displaced(body: GroupMove, men: Sequence[Figure], order: Manoeuvre) -> list[Wish]:
    """Moves all figures by the same vector; without a place, turns all the same way."""
    inside = [man for man in men if man.at is not None]
    if not inside:
        return formed(body, men, msgspec.structs.replace(order, drill="close_up"))
    if order.to is None:
        return [Wish(man, (body.at(man), body.at(man)), order.angle) for man in inside]
    here = mean_of(body.at(man) for man in everybody_of(body, inside))
    dx, dy = order.to[0] - here[0], order.to[1] - here[1]
    far = math.hypot(dx, dy)
    facing = (
        order.angle
        if order.angle is not None
        else angle_to(here, order.to)
        if far > LEAST
        else None
    )
    found = [
        Wish(man, (body.at(man), on_grid((body.at(man)[0] + dx, body.at(man)[1] + dy))), facing)
        for man in inside
    ]
    outside = [man for man in men if man.at is None]
    return found + (
        formed(body, outside, msgspec.structs.replace(order, drill="close_up")) if outside else []
    )


def everybody_of(body: GroupMove, men: Sequence[Figure]) -> list[Figure]:
    """The figures whose middle is the middle of the unit: all of its own on the table."""
    every = [
        figure
        for figure in movers(body.battle, body.who)
        if figure.at is not None and not is_attendant(figure) and not figure.aboard
    ]
    return every or list(men)


def on_the_table(battle: Battle, point: Point) -> Point:
    return on_grid(
        (min(max(point[0], 0.0), battle.land.width), min(max(point[1], 0.0), battle.land.depth))
    )


def wheeled(body: GroupMove, men: Sequence[Figure], order: Manoeuvre) -> list[Wish]:
    """Wheels all figures about a pivot, as far as the outermost figure gets."""
    inside = [man for man in men if man.at is not None]
    pivot, whole = order.to or (0.0, 0.0), order.angle or 0.0
    share = 1.0
    for man in inside:
        inches = max((roll for roll in body.rolls[man.id] if roll is not None), default=0.0)
        out = inches_to(body.at(man), pivot)
        if out > 0.01:
            half = min(1.0, inches / (2 * out))
            most = math.degrees(2 * math.asin(half))
            share = min(share, most / abs(whole)) if whole else share
    angle = whole * share
    return [
        Wish(
            man,
            (body.at(man), on_grid(turned_by(body.at(man), pivot, angle))),
            (man.facing + angle) % 360,
        )
        for man in inside
    ]


def farthest_centre(
    body: GroupMove, men: Sequence[Figure], drill: str, here: Point, goal: Point, facing: float
) -> Point:
    """Centre of the formation as near to the goal as all figures still arrive in it, or as the
    last of them is least late.
    """
    places = [body.at(man) for man in men]
    inches = [
        max((roll for roll in body.rolls[man.id] if roll is not None), default=0.0) for man in men
    ]
    wide, ranks = max(radius(man) for man in men), ranks_of(drill, len(men))
    best: tuple[float, Point] = (FAR, goal)
    for n in range(ATTEMPTS, -1, -1):
        at = (
            here[0] + (goal[0] - here[0]) * n / ATTEMPTS,
            here[1] + (goal[1] - here[1]) * n / ATTEMPTS,
        )
        goals = matched(
            places, slots(drill, len(men), wide, at, facing), facing, ranks, swaps=False
        )
        over = max(
            inches_to(place, end) - roll
            for place, end, roll in zip(places, goals, inches, strict=True)
        )
        if over < best[0] - 1e-6:
            best = (over, at)
        if over <= 0:
            break
    return best[1]


def formed(body: GroupMove, men: Sequence[Figure], order: Manoeuvre) -> list[Wish]:
    """Forms line, column, loose order or a close body. Towards a place out of reach the unit goes
    as far as it still arrives formed.
    """
    inside = [man for man in men if man.at is not None]
    if not inside:
        return marching_in(body, men, order)
    here = mean_of(body.at(man) for man in inside)
    goal = order.to if order.to is not None else here
    facing = order.angle
    if facing is None:
        facing = (
            angle_to(here, goal)
            if order.drill == COLUMN and inches_to(here, goal) > 1
            else front_of(inside)
        )
    places = [body.at(man) for man in inside]
    wide = max(radius(man) for man in inside)
    ranks = ranks_of(order.drill, len(inside))
    centre = farthest_centre(body, inside, order.drill, here, goal, facing)
    goals = matched(places, slots(order.drill, len(inside), wide, centre, facing), facing, ranks)
    return [
        Wish(man, (place, on_grid(end)), facing)
        for man, place, end in zip(inside, places, goals, strict=True)
    ]


def marching_in(body: GroupMove, men: Sequence[Figure], order: Manoeuvre) -> list[Wish]:
    """Moves a marching column straight in over its edge, in as many ranks as the roll has
    room for.
    """
    if order.to is None:
        return []
    edge = body.battle.edges[body.side]
    dx, dy = INWARDS[edge]
    facing = order.angle if order.angle is not None else angle_to((0.0, 0.0), (dx, dy))
    wide = max(radius(man) for man in men)
    inches = min(
        max((roll for roll in body.rolls[man.id] if roll is not None), default=0.0) for man in men
    )
    deepest = max(1, math.floor((inches - wide) / (2 * wide + 0.1)) + 1)
    goal = order.to
    start = edge_point(body.battle, edge, goal)
    most = max(inches - 0.01, 0.0)
    head = min(inches_to(start, goal), most)
    front = (start[0] + dx * head, start[1] + dy * head)
    shape = order.drill if order.drill == COLUMN else "rank"
    ends = slots(
        "line" if shape != COLUMN and deepest > 1 else shape,
        len(men),
        wide,
        front,
        angle_to((0.0, 0.0), (dx, dy)),
        deepest if shape == COLUMN else min(deepest, 2),
    )
    found = []
    for man, end in zip(sorted(men, key=is_attendant), ends, strict=True):
        begin = edge_point(body.battle, edge, end)
        found.append(Wish(man, (begin, on_the_table(body.battle, end)), facing))
    return found


def edge_point(battle: Battle, edge: str, goal: Point) -> Point:
    """The point of an edge of the table directly opposite a place."""
    x, y = on_the_table(battle, goal)
    return {
        "west": (0.0, y),
        "east": (battle.land.width, y),
        "south": (x, 0.0),
        "north": (x, battle.land.depth),
    }[edge]


def charged(body: GroupMove, men: Sequence[Figure], order: Manoeuvre) -> list[Wish]:
    """Sends the unit at the enemy: as many as find a place, the others after them."""
    free = [man for man in men if man.id not in body.engaged]
    return charge(body, free, victims_of(body.battle, order.target, body.side))


DRILLS: dict[str, Callable[[GroupMove, Sequence[Figure], Manoeuvre], list[Wish]]] = {
    DISPLACE: displaced,
    WHEEL: wheeled,
    CHARGE: charged,
    **dict.fromkeys(SHAPES, formed),
}
