"""Faults of the drawing of an area map, for the tests of its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from app.kernel.scene import Point
from app.kernel.space.area_drawing import AreaDrawing, is_inside
from app.kernel.space.areas import AreaGraph, AreaKey, Edge


def drawing_faults(graph: AreaGraph, drawing: AreaDrawing) -> list[str]:
    """Faults of a drawing in words.

    Each area has a centre of its own, each outline surrounds its centre, and no edges cross.
    """
    missing = [f"area {key!r} has no centre" for key in graph.keys if key not in drawing.centres]
    surplus = [
        f"{key!r} is no area of the graph"
        for key in dict.fromkeys((*drawing.centres, *drawing.outlines))
        if key not in graph.areas
    ]
    if missing or surplus:
        return missing + surplus
    taken: dict[Point, AreaKey] = {}
    shared = [
        f"areas {taken[at]!r} and {key!r} have the same centre"
        for key, at in drawing.centres.items()
        if taken.setdefault(at, key) != key
    ]
    outside = [
        f"the centre of area {key!r} lies outside its outline"
        for key, outline in drawing.outlines.items()
        if not is_inside(drawing.centres[key], outline)
    ]
    return shared + outside + crossings(graph.edges, drawing)


def crossings(edges: Iterable[Edge], drawing: AreaDrawing) -> list[str]:
    """Pairs of edges that cross, touch or lie on each other; a common end does not count.

    An edge that runs through the centre of another area touches the edges that end there.
    """
    lines = {frozenset((edge.start, edge.end)): drawing.line_of(edge) for edge in edges}
    return [
        f"edges {' - '.join(sorted(one))} and {' - '.join(sorted(other))} cross"
        for (one, first), (other, second) in combinations(lines.items(), 2)
        if lines_meet(first, second, [drawing.centres[key] for key in one & other])
    ]


def lines_meet(first: Sequence[Point], second: Sequence[Point], common: Sequence[Point]) -> bool:
    """True if two lines of points meet anywhere but in their common ends."""
    return any(
        segments_meet(a, b, c, d, common) for a, b in pairwise(first) for c, d in pairwise(second)
    )


def segments_meet(a: Point, b: Point, c: Point, d: Point, common: Sequence[Point] = ()) -> bool:
    """True if the segments ab and cd share a point that is not one of the common ones."""
    turns = turn_of(a, b, c), turn_of(a, b, d), turn_of(c, d, a), turn_of(c, d, b)
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    touching = [c] * is_between(a, b, c) + [d] * is_between(a, b, d)
    touching += [a] * is_between(c, d, a) + [b] * is_between(c, d, b)
    return any(point not in common for point in touching)


def turn_of(a: Point, b: Point, c: Point) -> float:
    """Twice the area of the triangle abc, with its sign; 0 on one line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_between(a: Point, b: Point, point: Point) -> bool:
    """True if a point lies on the segment ab."""
    within = all(min(a[i], b[i]) <= point[i] <= max(a[i], b[i]) for i in (0, 1))
    return within and turn_of(a, b, point) == 0
