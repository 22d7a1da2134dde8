"""Many straight lines at once over a plane: lengths inside outlines, crossings and clearances.

All lengths are in inches. "Along" is the distance from the beginning of a line. A point within a
millionth of an inch of a line lies on it, seen from either side. So a turned or mirrored table
gives the same answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.kernel.space.plane import Point, on_grid

Numbers = NDArray[np.float64]
Rows = NDArray[np.intp]
Flags = NDArray[np.bool_]

ON = 1e-6
"""Points nearer than this are the same (inches)."""
APART = 1e-5
"""Crossings nearer to each other than this (inches) are one, at a corner of the crossed outline."""


class Lines:
    """Straight lines, each from (x, y) for `length` inches in the direction (ux, uy)."""

    __slots__ = ("length", "ux", "uy", "x", "y")

    def __init__(self, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers):
        dx, dy = bx - ax, by - ay
        self.x, self.y, self.length = ax, ay, np.hypot(dx, dy)
        span = np.where(self.length > 0, self.length, 1.0)
        self.ux, self.uy = np.where(self.length > 0, dx / span, 1.0), dy / span

    @classmethod
    def along(cls, path: Sequence[Point]) -> Lines:
        """Segments of a path."""
        legs = np.array([(*a, *b) for a, b in pairwise(path)], dtype=float).reshape(-1, 4)
        return cls(legs[:, 0], legs[:, 1], legs[:, 2], legs[:, 3])

    def __len__(self) -> int:
        return len(self.x)

    def spot(self, row: int, along: float) -> Point:
        """Point at the distance `along` on a line."""
        return (
            float(self.x[row] + self.ux[row] * along),
            float(self.y[row] + self.uy[row] * along),
        )

    def place(self, row: int, along: float) -> Point:
        """Point at the distance `along`, rounded to 1/1000 in."""
        return on_grid(self.spot(row, along))

    def aside(self, rows: Rows, x: Numbers, y: Numbers) -> Numbers:
        """Distances of points to the left of lines (negative to the right), a row for each line."""
        return self.ux[rows, None] * (y[None, :] - self.y[rows, None]) - self.uy[rows, None] * (
            x[None, :] - self.x[rows, None]
        )

    def ahead(self, rows: Rows, x: Numbers, y: Numbers) -> Numbers:
        """Distances along the lines to the points level with them, a row for each line."""
        return self.ux[rows, None] * (x[None, :] - self.x[rows, None]) + self.uy[rows, None] * (
            y[None, :] - self.y[rows, None]
        )

    def level(self, rows: Rows, x: Numbers, y: Numbers) -> Numbers:
        """Distance along each line to the point level with its own point."""
        return self.ux[rows] * (x - self.x[rows]) + self.uy[rows] * (y - self.y[rows])


class Corners:
    """Corners of an outline, the last one joined to the first; of a polyline if not `closed`."""

    __slots__ = ("box", "closed", "next", "x", "y")

    def __init__(self, points: Sequence[Point], closed: bool = True):
        array = np.array(points, dtype=float).reshape(-1, 2)
        self.x, self.y = np.ascontiguousarray(array[:, 0]), np.ascontiguousarray(array[:, 1])
        self.closed = closed
        self.next = (
            np.arange(1, len(points) + 1) % len(points) if closed else np.arange(1, len(points))
        )
        self.box = (self.x.min(), self.y.min(), self.x.max(), self.y.max())

    def ends(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Both ends of the edges: x and y of the beginnings, x and y of the ends."""
        count = len(self.next)
        return self.x[:count], self.y[:count], self.x[self.next], self.y[self.next]


class Spans:
    """Segments of lines: line `row` from `start` to `stop` inches along it."""

    __slots__ = ("row", "start", "stop")

    def __init__(self, row: Rows, start: Numbers, stop: Numbers):
        self.row, self.start, self.stop = row, start, stop

    def totals(self, count: int) -> Numbers:
        """Inches on each of `count` lines."""
        lengths: Numbers = np.bincount(
            self.row, weights=self.stop - self.start, minlength=count
        ).astype(float, copy=False)
        return lengths


NOTHING = Spans(np.empty(0, dtype=np.intp), np.empty(0), np.empty(0))


def boxes_of(shapes: Sequence[Corners]) -> Numbers:
    return np.array([shape.box for shape in shapes], dtype=float).reshape(-1, 4)


def meets_box(lines: Lines, rows: Rows, boxes: Numbers) -> Flags:
    """Flags of the lines that touch the boxes (x0, y0, x1, y1): a row for each line, a column for
    each box.
    """
    x, y = lines.x[rows], lines.y[rows]
    ex, ey = x + lines.ux[rows] * lines.length[rows], y + lines.uy[rows] * lines.length[rows]
    x0, y0, x1, y1 = boxes.T
    over = (np.minimum(x, ex)[:, None] <= x1 + ON) & (np.maximum(x, ex)[:, None] >= x0 - ON)
    over &= (np.minimum(y, ey)[:, None] <= y1 + ON) & (np.maximum(y, ey)[:, None] >= y0 - ON)
    reach = (
        np.abs(lines.uy[rows])[:, None] * (x1 - x0) / 2
        + np.abs(lines.ux[rows])[:, None] * (y1 - y0) / 2
    )
    over &= np.abs(lines.aside(rows, (x0 + x1) / 2, (y0 + y1) / 2)) <= reach + ON
    touched: Flags = over
    return touched


def runs_in(lines: Lines, rows: Rows, shape: Corners, *, edges: bool = False) -> Spans:
    """Segments of lines inside an outline.

    A segment along an edge counts as outside; with `edges` it counts as inside.
    """
    aside = lines.aside(rows, shape.x, shape.y)
    inner = _between_crossings(lines, rows, shape, aside, aside > ON)
    if not (np.abs(aside) <= ON).any():
        return inner
    outer = _between_crossings(lines, rows, shape, aside, aside >= -ON)
    more = outer.totals(len(lines)) - inner.totals(len(lines))
    return _chosen_spans(inner, outer, more > 0 if edges else more < 0)


def _chosen_spans(one: Spans, two: Spans, second: Flags) -> Spans:
    """First spans; for the flagged lines the second ones."""
    mine, other = ~second[one.row], second[two.row]
    return Spans(
        np.concatenate([one.row[mine], two.row[other]]),
        np.concatenate([one.start[mine], two.start[other]]),
        np.concatenate([one.stop[mine], two.stop[other]]),
    )


def _between_crossings(
    lines: Lines, rows: Rows, shape: Corners, aside: Numbers, left: Flags
) -> Spans:
    """Segments of lines between crossings.

    An endless line changes between outside and inside at each edge with one corner on either side
    of it.
    """
    at, edge = np.nonzero(left != left[:, shape.next])
    if not len(at):
        return NOTHING
    here, there = aside[at, edge], aside[at, shape.next[edge]]
    share = np.clip(here / (here - there), 0.0, 1.0)
    x, y = shape.x, shape.y
    row = rows[at]
    along = lines.level(
        row,
        x[edge] + share * (x[shape.next[edge]] - x[edge]),
        y[edge] + share * (y[shape.next[edge]] - y[edge]),
    )
    order = np.lexsort((along, at))
    row, along = row[order], along[order]
    start, stop = np.maximum(along[::2], 0.0), np.minimum(along[1::2], lines.length[row[::2]])
    real = stop > start
    return Spans(row[::2][real], start[real], stop[real])


def line_crossings(lines: Lines, rows: Rows, shape: Corners) -> tuple[Rows, Numbers]:
    """Crossings of lines with a polyline, all ends included: line and distance along it, each place
    once.

    A line that runs along an edge does not cross that edge.
    """
    aside = lines.aside(rows, shape.x, shape.y)
    count = len(shape.next)
    here, there = aside[:, :count], aside[:, shape.next]
    meets = ((here <= ON) & (there >= -ON)) | ((here >= -ON) & (there <= ON))
    meets &= (np.abs(here) > ON) | (np.abs(there) > ON)
    at, edge = np.nonzero(meets)
    if not len(at):
        return NOTHING.row, NOTHING.start
    share = np.clip(here[at, edge] / (here[at, edge] - there[at, edge]), 0.0, 1.0)
    x, y, nx, ny = (
        shape.x[edge],
        shape.y[edge],
        shape.x[shape.next[edge]],
        shape.y[shape.next[edge]],
    )
    row = rows[at]
    along = lines.level(row, x + share * (nx - x), y + share * (ny - y))
    order = np.lexsort((along, row))
    row, along = row[order], along[order]
    real = (along >= -ON) & (along <= lines.length[row] + ON)
    row, along = row[real], along[real]
    new = np.ones(len(row), dtype=bool)
    new[1:] = (row[1:] != row[:-1]) | (along[1:] - along[:-1] > APART)
    return row[new], along[new]


def union_of(within: Sequence[Spans], without: Sequence[Spans] = ()) -> Spans:
    """Segments that lie in any of the spans `within` and in none of `without`."""
    within = [spans for spans in within if len(spans.row)]
    without = [spans for spans in without if len(spans.row)]
    if not within:
        return NOTHING
    if len(within) == 1 and not without and len(within[0].row) == 1:
        return within[0]
    every = (*within, *without)
    row = np.concatenate([part for spans in every for part in (spans.row, spans.row)])
    along = np.concatenate([part for spans in every for part in (spans.start, spans.stop)])
    inside = np.concatenate(
        [np.repeat((1, -1), len(spans.row)) for spans in within]
        + [np.zeros(2 * len(spans.row), dtype=int) for spans in without]
    )
    cut = np.concatenate(
        [np.zeros(2 * len(spans.row), dtype=int) for spans in within]
        + [np.repeat((1, -1), len(spans.row)) for spans in without]
    )
    order = np.lexsort((along, row))
    row, along = row[order], along[order]
    keep = (
        (np.cumsum(inside[order])[:-1] > 0)
        & (np.cumsum(cut[order])[:-1] == 0)
        & (row[:-1] == row[1:])
        & (along[1:] > along[:-1])
    )
    return Spans(row[:-1][keep], along[:-1][keep], along[1:][keep])


def is_within_outline(x: Numbers, y: Numbers, shape: Corners) -> Flags:
    """Flags of the points that lie in an outline, its edge included."""
    ax, ay, bx, by = shape.ends()
    px, py = x[:, None], y[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        odd = ((by > py) != (ay > py)) & (px < (ax - bx) * (py - by) / (ay - by) + bx)
    inside = np.count_nonzero(odd, axis=1) % 2 == 1
    found: Flags = inside | (clearance_to(x, y, shape) <= ON)
    return found


def clearance_to(x: Numbers, y: Numbers, shape: Corners) -> Numbers:
    """Distances of points from a polyline, or from the edge of an outline."""
    ax, ay, bx, by = shape.ends()
    if not len(ax):
        distances: Numbers = np.hypot(x - shape.x[0], y - shape.y[0])
        return distances
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = np.clip(
        ((x[:, None] - ax) * dx + (y[:, None] - ay) * dy) / np.where(square > 0, square, 1.0),
        0.0,
        1.0,
    )
    nearest: Numbers = np.hypot(x[:, None] - ax - share * dx, y[:, None] - ay - share * dy).min(
        axis=1
    )
    return nearest
