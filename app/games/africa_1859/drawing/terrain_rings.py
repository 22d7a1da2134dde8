"""Terrain, drawn as a ring round each plate, so that a stack never hides it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from app.games.africa_1859.drawing.sheet import PLATE, Sheet
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import group, hand_for, num, path, poly, use, xy


def draw_rings(sheet: Sheet) -> Ink:
    """Rings of all spaces."""
    rings = in_layers(ring_of(sheet, key) for key in sheet.spaces)
    return group(rings, "af-rings")


def ring_of(sheet: Sheet, key: str) -> Ink:
    """Ring of one space; hills and mountains have hachures instead."""
    draw = RINGS.get(sheet.spaces[key].terrain)
    return draw(sheet, sheet.at[key], hand_for(sheet.key, key, "ring")) if draw else NOTHING


def around(radius: float, count: int, first: float = 0.0) -> list[tuple[float, Point]]:
    """Angles and points of a circle round 0, 0, evenly spaced."""
    angles = [first + i * math.tau / count for i in range(count)]
    return [(t, (radius * math.cos(t), radius * math.sin(t))) for t in angles]


def wood(sheet: Sheet, at: Point, pen: random.Random) -> Ink:
    """Two rings of orchard trees, the northern ones first."""
    trees = [
        (at[0] + x, at[1] + y)
        for radius, count, first in ((44, 15, 0.0), (56, 19, 0.2))
        for _, (x, y) in around(radius, count, first)
    ]
    trees.sort(key=lambda tree: tree[1])
    return in_layers(
        use("af-orchard", round(x + pen.uniform(-2, 2)), round(y + pen.uniform(-2, 2)))
        for x, y in trees
        if sheet.is_clear((x, y), PLATE + 6)
    )


def village(_: Sheet, at: Point, pen: random.Random) -> Ink:
    """Eleven houses."""
    houses = ""
    for i in range(11):
        t = i * math.tau / 11 + pen.uniform(-0.16, 0.16)
        far, wide, deep = 44 + pen.uniform(-1, 7), pen.uniform(7, 13), pen.uniform(6, 9)
        middle = (at[0] + far * math.cos(t), at[1] + far * math.sin(t))
        houses += block(middle, wide, deep, t + math.pi / 2 + pen.uniform(-0.2, 0.2))
    return path(houses, "af-block")


def town(_: Sheet, at: Point, pen: random.Random) -> Ink:
    """Bastioned wall with houses inside."""
    houses = "".join(
        block((at[0] + x, at[1] + y), 13, 7.5, t + math.pi / 2) for t, (x, y) in around(42, 14)
    )
    wall = star(at, 7, 60, 49, pen.uniform(0, 1))
    return path(wall, "af-wall") + path(houses, "af-block af-townblock")


def marsh(sheet: Sheet, at: Point, pen: random.Random) -> Ink:
    """Lines of water and tufts of reed."""
    lines = ""
    for i in range(26):
        t, far = pen.uniform(0, math.tau), pen.uniform(42, 64)
        x, y = at[0] + far * math.cos(t), at[1] + far * 0.8 * math.sin(t)
        if not sheet.is_land((x, y)) or not sheet.is_clear((x, y), PLATE + 8):
            continue
        wide = pen.uniform(7, 15)
        lines += f"M{num(x - wide / 2)} {num(y)}h{num(wide)}"
        if i % 2:
            lines += (
                f"M{xy((x, y))}v-6M{num(x - 3)} {num(y)}l-1.5-4.5M{num(x + 3)} {num(y)}l1.5-4.5"
            )
    return path(lines, "af-marsh")


def beach(sheet: Sheet, at: Point, pen: random.Random) -> Ink:
    """Dots of sand."""
    dots = ""
    for _ in range(70):
        t, far = pen.uniform(0, math.tau), pen.uniform(39, 60)
        point = (at[0] + far * math.cos(t), at[1] + far * math.sin(t))
        if sheet.is_land(point) and sheet.is_clear(point, PLATE + 3):
            dots += f"M{xy(point)}h0"
    return path(dots, "af-sand")


def plain(sheet: Sheet, at: Point, pen: random.Random) -> Ink:
    """Nine tufts of grass."""
    tufts = ""
    for i in range(9):
        t, far = i * math.tau / 9 + pen.uniform(-0.2, 0.2), pen.uniform(42, 56)
        x, y = at[0] + far * math.cos(t), at[1] + far * math.sin(t)
        if sheet.is_land((x, y)) and sheet.is_clear((x, y), PLATE + 5):
            tufts += f"M{num(x - 4)} {num(y)}l1.5-5M{xy((x, y))}v-6M{num(x + 4)} {num(y)}l-1-5"
    return path(tufts, "af-grass")


RINGS: dict[str, Callable[[Sheet, Point, random.Random], Ink]] = {
    "wood": wood,
    "village": village,
    "town": town,
    "marsh": marsh,
    "beach": beach,
    "plain": plain,
}


def block(at: Point, wide: float, deep: float, turn: float) -> str:
    """House: a rectangle round a point, turned by an angle in radians."""
    c, s = math.cos(turn), math.sin(turn)
    corners = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    return poly([(at[0] + (a * c - b * s) / 2, at[1] + (a * s + b * c) / 2) for a, b in corners])


def star(at: Point, bastions: int, far: float, near: float, turn: float = 0.0) -> str:
    """Bastioned trace round a point."""
    step = math.tau / bastions
    points = []
    for i in range(bastions):
        t = turn + i * step
        for share, r in (
            (-0.17, near),
            (-0.13, far * 0.92),
            (0, far),
            (0.13, far * 0.92),
            (0.17, near),
        ):
            angle = t + share * step * 1.5
            points.append((at[0] + r * math.cos(angle), at[1] + r * math.sin(angle)))
    return poly(points)


def trace_of_works(at: Point, front: Point) -> list[Point]:
    """Points and hollows of the parapet of works, in front of a plate."""
    face = math.atan2(front[1], front[0])
    points = []
    for i in range(-5, 6):
        t, r = face + i * 0.21, 62 if i % 2 == 0 else 52
        points.append((at[0] + r * math.cos(t), at[1] + r * math.sin(t)))
    return points


def draw_works(at: Point, front: Point) -> Ink:
    """Parapet of works, in front of a plate."""
    trace = poly(trace_of_works(at, front), closed=False)
    return path(trace, "af-works-gap") + path(trace, "af-works")


def draw_fort(at: Point) -> Ink:
    """Fort with four bastions behind a plate."""
    return path(star(at, 4, 58, 40, math.pi / 4), "af-fort")
