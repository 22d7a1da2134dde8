"""Ways between the spaces: roads, open ground, tracks, rivers and bridges."""

from __future__ import annotations

import math

from app.games.africa_1859.drawing.sheet import PLATE, Sheet
from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.space.areas import Edge
from app.kernel.strokes import group, hand_for, num, path, use, xy

CLASSES = {"road": "road", "bridge": "road", "open": "open", "river": "track", "track": "track"}
"""Line in which each kind of edge is drawn."""
MARKED = ("river", "bridge")
LINES = {"open": ("af-open",), "track": ("af-track",), "road": ("af-road-ink", "af-road")}
"""Strokes of each line, from bottom to top."""


def bent_way(sheet: Sheet, edge: Edge) -> tuple[Point, Point, Point]:
    """Start, middle and end of an edge, from plate to plate, with a slight bend."""
    p, q = sheet.at[edge.start], sheet.at[edge.end]
    long = math.dist(p, q)
    u = ((q[0] - p[0]) / long, (q[1] - p[1]) / long)
    bow = hand_for(sheet.key, edge.start, edge.end).uniform(-0.07, 0.07) * long
    middle = ((p[0] + q[0]) / 2 - u[1] * bow, (p[1] + q[1]) / 2 + u[0] * bow)
    start = (p[0] + u[0] * PLATE, p[1] + u[1] * PLATE)
    return start, middle, (q[0] - u[0] * PLATE, q[1] - u[1] * PLATE)


def middle_of(p: Point, m: Point, q: Point) -> Point:
    """Middle of a bent way."""
    return p[0] / 4 + m[0] / 2 + q[0] / 4, p[1] / 4 + m[1] / 2 + q[1] / 4


def crossings(sheet: Sheet) -> list[Point]:
    """Places of the signs on rivers and bridges."""
    edges = (edge for edge in sheet.map.graph.edges if edge.kind in MARKED)
    return [middle_of(*bent_way(sheet, edge)) for edge in edges]


def draw_ways(sheet: Sheet) -> Ink:
    """All ways; guns pass solid lines, a broken line bars them, waves are a crossing."""
    lines = {"road": "", "open": "", "track": ""}
    marks = NOTHING
    for edge in sheet.map.graph.edges:
        p, m, q = bent_way(sheet, edge)
        lines[CLASSES[edge.kind]] += f"M{xy(p)}Q{xy(m)} {xy(q)}"
        if edge.kind in MARKED:
            middle = middle_of(p, m, q)
            turn = num(math.degrees(math.atan2(q[1] - p[1], q[0] - p[0])))
            marks += use(f"af-{edge.kind}", transform=f"translate({xy(middle)})rotate({turn})")
    out = path("".join(lines.values()), "af-wayhalo")
    for line, strokes in LINES.items():
        out += in_layers(path(lines[line], stroke) for stroke in strokes)
    return group(out + marks, "af-ways")


def draw_specimen(kind: str) -> Ink:
    """Piece of a way of one kind, for the legend."""
    way = in_layers(path("M-30 0H30", stroke) for stroke in LINES[CLASSES[kind]])
    return way + (use(f"af-{kind}") if kind in MARKED else NOTHING)
