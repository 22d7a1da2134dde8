"""Past events on a board: an arrow for each way, with its number in the list beside the board."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import msgspec

from app.kernel.scene import NOTHING, Ink, Point, in_layers
from app.kernel.strokes import moved, num, part_way, path, poly, tag, text

FIRE, VOLLEY = "fire", "volley"
CLASSES = {FIRE: "is-fire", VOLLEY: "is-fire is-volley"}
"""Classes of a shot; that of a firearm has smoke at its start. Other ways are marches."""
PUFFS = ((1.6, -0.6, 0.9), (1.8, 0.6, 0.8), (2.7, 0.0, 1.1))
"""Smoke of a volley: distance ahead, distance to the left, and radius, in radii of a number."""
ON_A_SHOT = 0.4
"""Position of the number on a shot, as a share of its length."""
HALF_A_SIGN, MARGIN = 0.31, 0.35
"""Half of the width of a sign in a disc, and the margin beside it, in radii of the disc."""
SPOTS = (
    (0, 0),
    (0, -1),
    (1, 0),
    (-1, 0),
    (0, 1),
    (1, -1),
    (-1, -1),
    (1, 1),
    (-1, 1),
    (0, -2),
    (2, 0),
    (-2, 0),
    (0, 2),
)
"""Alternative positions of a number if another one is in the way, in widths of its disc."""
FURTHER = tuple(
    (dx, dy)
    for ring in (2, 3, 4)
    for dx, dy in ((0, -1), (1, 0), (-1, 0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
    for dx, dy in ((dx * ring, dy * ring),)
)
"""Further positions, tried if pieces stand at the nearer ones. A line then leads to the place."""

Disc = tuple[Point, float]
"""Middle and radius of a piece that no number covers."""


class Drawn(msgspec.Struct, frozen=True):
    """Arrow on the page. `points` are in units of the drawing.

    `shape` is the drawing style of its side ("a", "b" ..., "" for none).
    """

    number: int
    points: tuple[Point, ...]
    shape: str = ""
    kind: str = ""


def draw_numbered_arrows(
    rows: Iterable[Drawn],
    size: float,
    ahead: float | None = None,
    standing: Sequence[Disc] = (),
) -> Ink:
    """All arrows, with the numbers on top; `size` is the radius of a number's disc.

    The number of a march is `ahead` of its start, by default one radius behind it. The numbers
    cover no piece of `standing`, as far as there is room.
    """
    rows = tuple(rows)
    if not rows:
        return NOTHING
    return tag(
        "g",
        in_layers(draw_arrow(row, size) for row in rows)
        + draw_number_discs(rows, size, -size if ahead is None else ahead, standing),
        klass="told-arrows",
        aria_hidden="true",
    )


def draw_arrow(row: Drawn, size: float) -> Ink:
    """Arrow with a head; `NOTHING` if its ends are closer than `size`."""
    if (
        len(row.points) < 2
        or math.dist(row.points[0], row.points[-1]) < size
        or not (length := math.dist(*row.points[-2:]))
    ):
        return NOTHING
    tail, head = row.points[-2:]
    shaft = poly(
        [*row.points[:-1], part_way(tail, head, max(0.0, 1 - size / length))], closed=False
    )
    side = f"of-{row.shape or 'n'}"
    return (
        path(shaft, "told-arrow-gap")
        + path(shaft, f"told-arrow {CLASSES.get(row.kind, 'is-march')} {side}")
        + path(point_of(tail, head, size), f"told-head {side}")
        + (smoke_of(row.points[0], head, size) if row.kind == VOLLEY else NOTHING)
    )


def smoke_of(muzzle: Point, mark: Point, size: float) -> Ink:
    """Puffs in front of the muzzle."""
    length = math.dist(muzzle, mark)
    ux, uy = (mark[0] - muzzle[0]) / length, (mark[1] - muzzle[1]) / length
    return in_layers(
        tag(
            "circle",
            klass="told-smoke",
            cx=num(muzzle[0] + size * (ahead * ux - left * uy)),
            cy=num(muzzle[1] + size * (ahead * uy + left * ux)),
            r=num(size * radius),
        )
        for ahead, left, radius in PUFFS
    )


def point_of(tail: Point, head: Point, size: float) -> str:
    """Head of an arrow, as a path."""
    length = math.dist(tail, head)
    ux, uy = (head[0] - tail[0]) / length, (head[1] - tail[1]) / length
    back, wide = size * 1.25, size * 0.6
    foot = (head[0] - ux * back, head[1] - uy * back)
    return poly(
        [
            head,
            (foot[0] - uy * wide, foot[1] + ux * wide),
            (foot[0] + uy * wide, foot[1] - ux * wide),
        ]
    )


def place_of(row: Drawn, size: float, ahead: float) -> Point:
    """Preferred position of the number: on a shot, `ahead` of the start of a march, else there."""
    tail, head = row.points[0], row.points[1 if len(row.points) > 1 else 0]
    if row.kind in CLASSES:
        return part_way(tail, row.points[-1], ON_A_SHOT)
    length = math.dist(tail, head)
    return part_way(tail, head, min(ahead / length, 0.5)) if length > size else tail


def words_of(numbers: Sequence[int]) -> str:
    """Numbers in one line, three and more in a row as a range: "3 · 5–8"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = (
        [f"{run[0]}–{run[-1]}"] if len(run) > 2 else [str(number) for number in run] for run in runs
    )
    return " · ".join(itertools.chain.from_iterable(parts))


def draw_number_discs(
    rows: Sequence[Drawn], size: float, ahead: float, standing: Sequence[Disc] = ()
) -> Ink:
    """Numbers on discs that do not overlap, as far as there are free positions.

    All events of one place share a disc, so a place with many events is not covered by them.
    """
    shared: dict[tuple[Point, int], list[int]] = {}
    for row in rows:
        alone = row.number if len(set(row.points)) > 1 else 0
        shared.setdefault((place_of(row, size, ahead), alone), []).append(row.number)
    taken: list[tuple[Point, float]] = []
    ties = NOTHING
    out = []
    for ((x, y), _), numbers in shared.items():
        words = words_of(numbers)
        half = size * max(1.0, HALF_A_SIGN * len(words) + MARGIN)
        spot = free_spot((x, y), half, size, taken, standing)
        taken.append((spot, half))
        if math.dist((x, y), spot) > 2 * size + half:
            ties += path(poly([(x, y), spot], closed=False), "told-tie")
        disc = tag(
            "rect",
            klass="told-disc",
            x=num(-half),
            y=num(-size),
            width=num(2 * half),
            height=num(2 * size),
            rx=num(size),
        ) + text(words, "told-no", 0, size * 0.36)
        out.append(tag("g", disc, transform=moved(spot)))
    return ties + in_layers(out)


def free_spot(
    at: Point, half: float, size: float, taken: Sequence[Disc], standing: Sequence[Disc]
) -> Point:
    """Position of a number that covers no other and no piece; without one, no other number."""
    spots = [(at[0] + dx * 2.1 * half, at[1] + dy * 2.1 * size) for dx, dy in SPOTS + FURTHER]
    near = [one for one in standing if math.dist(at, one[0]) < 12 * half + one[1]]
    free = [spot for spot in spots if is_free(spot, half, size, taken)]
    return next(
        (spot for spot in free if covers_none(spot, half, size, near)),
        next(iter(free), spots[len(SPOTS) - 1]),
    )


def covers_none(spot: Point, half: float, high: float, standing: Iterable[Disc]) -> bool:
    """True if a sign of this half width and half height overlaps no piece."""
    return all(
        math.hypot(
            max(abs(x - spot[0]) - half, 0.0),
            max(abs(y - spot[1]) - high, 0.0),
        )
        >= radius
        for (x, y), radius in standing
    )


def is_free(spot: Point, half: float, size: float, taken: Iterable[tuple[Point, float]]) -> bool:
    """True if a disc of this half width overlaps no other."""
    return all(
        abs(spot[0] - other[0]) >= half + wide or abs(spot[1] - other[1]) >= 2 * size
        for other, wide in taken
    )
