"""Relief in hachures: ridges along edges between mountains, slopes round mountains and hills."""

from __future__ import annotations

import math
from itertools import pairwise

from app.games.africa_1859.drawing.sheet import PLATE, Sheet, scaled
from app.kernel.scene import Ink, Point
from app.kernel.strokes import group, hand_for, path, spaced_at, xy

LIGHT = (-0.7, -0.7)
"""Direction from which the light comes: north-west."""
BETWEEN_STROKES = 4.2
PARTS_OF_A_RIDGE = 34
"""Length of a part of a spine, between its bends."""


class Burin:
    """Strokes of the engraver, sorted into lit and shaded ones."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.shaded: list[str] = []
        self.lit: list[str] = []

    def stroke(self, root: Point, along: Point, length: float, weight: float = 1.0) -> None:
        """One stroke from its thick root; none across plates or water."""
        tip = (root[0] + along[0] * length, root[1] + along[1] * length)
        sheet = self.sheet
        on_land = sheet.is_land(tip) and sheet.is_land(root)
        if not on_land or not sheet.is_clear(root, PLATE + 1) or not sheet.is_clear(tip, PLATE):
            return
        shade = -(along[0] * LIGHT[0] + along[1] * LIGHT[1])
        width = 2.7 if shade > 0.35 else 1.9 if shade > 0 else 1.15
        (self.shaded if shade > 0 else self.lit).append(wedge(root, along, length, width * weight))

    def ridge(self, start: Point, end: Point, reach: float, key: str) -> None:
        """Strokes on both sides of a crooked spine, shorter towards its ends."""
        pen = hand_for(self.sheet.key, key)
        parts = max(3, round(math.dist(start, end) / PARTS_OF_A_RIDGE))
        spine = []
        for i in range(parts + 1):
            share, bend = i / parts, 0 < i < parts
            x = start[0] + (end[0] - start[0]) * share + (pen.uniform(-13, 13) if bend else 0)
            y = start[1] + (end[1] - start[1]) * share + (pen.uniform(-13, 13) if bend else 0)
            spine.append((x, y))
        fine = spaced_at(spine, BETWEEN_STROKES, closed=False)
        for i, point in enumerate(fine[1:-1], 1):
            across = fine[i + 1][0] - fine[i - 1][0], fine[i + 1][1] - fine[i - 1][1]
            long = math.hypot(*across) or 1
            swell = 0.45 + 0.55 * math.sin(math.pi * i / len(fine))
            for side in (1, -1):
                turn = pen.uniform(-0.22, 0.22)
                v = turned((-across[1] / long * side, across[0] / long * side), turn)
                root = (point[0] + v[0] * 1.8, point[1] + v[1] * 1.8)
                self.stroke(root, v, reach * swell * pen.uniform(0.55, 1.05))

    def skirt(self, space: str, count: int, reach: float, weight: float) -> None:
        """Slopes that fall from a plate: long in the shade, short and broken in the light."""
        (x, y), pen = self.sheet.at[space], hand_for(self.sheet.key, space, "skirt")
        waves = [(pen.uniform(0, math.tau), pen.randrange(2, 6)) for _ in range(3)]
        for i in range(count):
            t = i * math.tau / count + pen.uniform(-0.03, 0.03)
            v = (math.cos(t), math.sin(t))
            swell = 0.62 + sum(math.sin(k * t + o) for o, k in waves) * 0.16
            facing = v[0] * LIGHT[0] + v[1] * LIGHT[1]
            if facing > 0.3 and i % 3 == 0:
                continue
            far = reach * swell * (1.12 - 0.3 * facing) * pen.uniform(0.8, 1.1)
            lean = t + pen.uniform(-0.14, 0.14)
            root = (x + v[0] * (PLATE + 2), y + v[1] * (PLATE + 2))
            self.stroke(root, (math.cos(lean), math.sin(lean)), far, weight)


def wedge(root: Point, along: Point, length: float, width: float) -> str:
    """One stroke of the burin: thick at the root, thin at the tip."""
    n = (-along[1] * width / 2, along[0] * width / 2)
    first = (root[0] + n[0], root[1] + n[1])
    there = (along[0] * length - n[0], along[1] * length - n[1])
    back = (-along[0] * length - n[0], -along[1] * length - n[1])
    return f"M{xy(first)}l{xy(there)} {xy(back)}"


def turned(v: Point, angle: float) -> Point:
    """Vector turned by an angle in radians."""
    c, s = math.cos(angle), math.sin(angle)
    return v[0] * c - v[1] * s, v[0] * s + v[1] * c


def draw_relief(sheet: Sheet) -> Ink:
    """All hachures of a map as two paths, lit and shaded."""
    burin = Burin(sheet)
    high = {key for key, space in sheet.spaces.items() if space.terrain == "mountain"}
    for edge in sheet.map.graph.edges:
        if {edge.start, edge.end} <= high:
            start, end = sheet.at[edge.start], sheet.at[edge.end]
            burin.ridge(start, end, 27, f"{edge.start}-{edge.end}")
    pen = hand_for(sheet.key, "relief")
    for key in sorted(high):
        spurs(burin, key, pen.uniform(0, math.tau))
        burin.skirt(key, 70, 30, 1.0)
    for key, space in sheet.spaces.items():
        if space.terrain == "hill":
            burin.skirt(key, 58, 17, 0.9)
    for number, line in enumerate(sheet.scenery.get("ridges", ())):
        points = scaled(line)
        for part, (a, b) in enumerate(pairwise(points)):
            burin.ridge(a, b, 21, f"far{number}-{part}")
    lit = path("".join(burin.lit), "af-hachure af-light")
    return group(lit + path("".join(burin.shaded), "af-hachure"), "af-relief")


def spurs(burin: Burin, space: str, first: float) -> None:
    """Five ridges that run out from a mountain where there is room."""
    sheet, (x, y) = burin.sheet, burin.sheet.at[space]
    pen = hand_for(sheet.key, space, "spurs")
    for i in range(5):
        t = first + i * math.tau / 5 + pen.uniform(-0.35, 0.35)
        far = pen.uniform(92, 132)
        end = (x + far * math.cos(t), y + far * math.sin(t))
        if sheet.is_land(end) and sheet.is_clear(end, 58, space):
            start = (x + 34 * math.cos(t), y + 34 * math.sin(t))
            burin.ridge(start, end, 22, f"{space}{i}")
