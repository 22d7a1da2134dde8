"""Repeatable hand-drawn lines.

Geometry and shapes shared by the painted boards. Every irregular line is seeded with the name of
the drawn thing, so the same data give the same bytes. Lengths are in the units of the drawing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import Any

from app.kernel.scene import NOTHING, Element, Ink, Point


def hand_for(*key: object) -> random.Random:
    """Random source of the irregular line of one drawn thing, seeded with `key`."""
    return random.Random("/".join(map(str, key)))  # noqa: S311 an irregular line guards no secret


# ---------------------------------------------------------------------- path data
def num(value: float) -> str:
    """Length with one decimal; a trailing ".0" is left out."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def xy(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def line(a: Point, b: Point) -> str:
    return f"M{xy(a)}L{xy(b)}"


def poly(points: Sequence[Point], closed: bool = True) -> str:
    return "M" + "L".join(xy(p) for p in points) + ("Z" if closed else "")


def smooth_path(points: Sequence[Point], closed: bool = False, tension: float = 1.0) -> str:
    """Curve through all points (Catmull-Rom, written as Bezier)."""
    count = len(points)
    if count < 3 and not closed:
        return poly(points, closed)

    def at(i: int) -> Point:
        return points[i % count] if closed else points[max(0, min(count - 1, i))]

    out, k = ["M" + xy(points[0])], tension / 6
    for i in range(count if closed else count - 1):
        a, b, c, d = at(i - 1), at(i), at(i + 1), at(i + 2)
        out.append(
            f"C{xy((b[0] + (c[0] - a[0]) * k, b[1] + (c[1] - a[1]) * k))} "
            f"{xy((c[0] - (d[0] - b[0]) * k, c[1] - (d[1] - b[1]) * k))} {xy(c)}"
        )
    return "".join(out) + ("Z" if closed else "")


def round_path(points: Sequence[Point], radius: float) -> str:
    """Closed polygon with rounded corners."""
    count = len(points)
    out: list[str] = []
    for i, p in enumerate(points):
        for j, q in enumerate((points[i - 1], points[(i + 1) % count])):
            length = math.dist(p, q) or 1
            k = min(radius, length / 2) / length
            s = (p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k)
            out.append(("L" if out else "M") + xy(s) if j == 0 else f"Q{xy(p)} {xy(s)}")
    return "".join(out) + "Z"


def scalloped_path(
    cx: float, cy: float, rx: float, ry: float, lobes: int, pen: random.Random, turn: float = 0.0
) -> str:
    """Outline of a tree crown: outward arcs between points on an ellipse."""
    points = []
    for i in range(lobes):
        t = turn + (i + pen.uniform(-0.18, 0.18)) * math.tau / lobes
        k = pen.uniform(0.9, 1.06)
        points.append((cx + rx * k * math.cos(t), cy + ry * k * math.sin(t)))
    out = "M" + xy(points[0])
    for i in range(lobes):
        q = points[(i + 1) % lobes]
        r = math.dist(points[i], q) * 0.56
        out += f"A{num(r)} {num(r)} 0 0 1 {xy(q)}"
    return out + "Z"


# ---------------------------------------------------------------------- points and loops
def signed_area(points: Sequence[Point]) -> float:
    """Signed area inside the loop, positive if it runs clockwise on the page."""
    return (
        sum(
            a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True)
        )
        / 2
    )


def grown_by(points: Sequence[Point], by: float) -> list[Point]:
    """Closed polygon moved outwards by `by` units (inwards if negative); corners stay sharp."""
    sign = 1 if signed_area(points) > 0 else -1
    out = []
    for i, p in enumerate(points):
        a, c = points[i - 1], points[(i + 1) % len(points)]
        u, v = _unit_vector(p[0] - a[0], p[1] - a[1]), _unit_vector(c[0] - p[0], c[1] - p[1])
        dot = 1 + u[0] * v[0] + u[1] * v[1]
        out.append((p[0] + sign * by * (u[1] + v[1]) / dot, p[1] - sign * by * (u[0] + v[0]) / dot))
    return out


def _unit_vector(x: float, y: float) -> Point:
    length = math.hypot(x, y) or 1
    return x / length, y / length


def left_of(p: Point, q: Point) -> Point:
    """Unit vector to the left of the line from p to q."""
    length = math.dist(p, q) or 1
    return -(q[1] - p[1]) / length, (q[0] - p[0]) / length


def part_way(p: Point, q: Point, t: float = 0.5) -> Point:
    return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t


def spaced_at(points: Sequence[Point], step: float, closed: bool = True) -> list[Point]:
    """Points about every `step` units along the line; old corners are kept."""
    out = []
    ends = [*points[1:], points[0]] if closed else points[1:]
    for a, b in zip(points, ends, strict=False):
        parts = max(1, round(math.dist(a, b) / step))
        out += [part_way(a, b, i / parts) for i in range(parts)]
    return out if closed else [*out, points[-1]]


def shaken_by(points: Iterable[Point], amount: float, pen: random.Random) -> list[Point]:
    return [(x + pen.uniform(-amount, amount), y + pen.uniform(-amount, amount)) for x, y in points]


def joined_loops(edges: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Closed loops made of directed edges that meet end to start."""
    following: dict[Point, list[Point]] = {}
    for a, b in edges:
        following.setdefault(a, []).append(b)
    loops = []
    while following:
        start = next(iter(following))
        loop, here = [], start
        while True:
            loop.append(here)
            ahead = following[here]
            there = ahead.pop()
            if not ahead:
                del following[here]
            here = there
            if here == start:
                break
        loops.append(loop)
    return loops


# ---------------------------------------------------------------------- shapes
def tag(kind: str, body: Ink | str = NOTHING, **attributes: Any) -> Ink:
    """One shape. `klass` stands for class and `_` for a hyphen.

    Attributes with the value None are left out; floats get one decimal.
    """
    attrs = tuple(
        (
            "class" if k == "klass" else k.replace("_", "-"),
            num(v) if isinstance(v, float) else str(v),
        )
        for k, v in attributes.items()
        if v is not None
    )
    children = ((body,) if body else ()) if isinstance(body, str) else body.elements
    return Ink((Element(kind, attrs, children),))


def path(d: str, klass: str | None = None, **attributes: Any) -> Ink:
    """Line or surface; `NOTHING` if it has no points."""
    return tag("path", klass=klass, d=d, **attributes) if d else NOTHING


def group(body: Ink, klass: str | None = None, **attributes: Any) -> Ink:
    """Group of shapes; `NOTHING` if it is empty."""
    return tag("g", body, klass=klass, **attributes) if body else NOTHING


def use(
    symbol: str, x: float = 0, y: float = 0, klass: str | None = None, **attributes: Any
) -> Ink:
    """Reference to a drawing among the symbols, at a place."""
    return tag(
        "use",
        href="#" + symbol,
        x=num(x) if x else None,
        y=num(y) if y else None,
        klass=klass,
        **attributes,
    )


def text(
    words: str, klass: str | None = None, x: float = 0, y: float = 0, **attributes: Any
) -> Ink:
    """Text at a place; the style sheet aligns it."""
    return tag(
        "text", words, klass=klass, x=num(x) if x else None, y=num(y) if y else None, **attributes
    )


def moved(point: Point, then: str = "") -> str:
    """Transform that moves a drawing to a place; `then` is appended."""
    return f"translate({xy(point)}){then}"
