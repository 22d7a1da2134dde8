"""Outline of each unit: one path of straight lines, stroked with round ends.

Every two figures that stand near are joined, and the parts by the shortest gaps. A wide stroke is
the rim, a narrower one the tint. A third, invisible one takes taps: gaps between figures belong to
their unit. Lengths are tenths of inches.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

import msgspec

from app.games.heart_of_africa.drawing import figures as men
from app.games.heart_of_africa.drawing.places import page
from app.games.heart_of_africa.drawing.unit_drawings import Group
from app.games.heart_of_africa.pieces import AMBUSH
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Marks
from app.kernel.scene import Box, Element, Ink, Point
from app.kernel.strokes import num, path, xy

NEAR = 23.0
"""Middles of two figures that are joined by a line of their own."""
MARGIN = 3.4
"""Room between a base and the edge of the hull."""
RIM, BESIDE = 3.4, 9.0
"""Width of the rim, half of it on each side, and of the part outside the hull that takes taps."""
NEIGHBOUR = 30.0
"""Distance within which units of a side have different tints."""
TINTS = (1, 0, 2)
"""Tints in the order in which they are tried."""


class Hull(msgspec.Struct, frozen=True):
    """The outline of a group: its path, the radius of its largest base, and the box round it."""

    d: str
    radius: float
    box: Box


def hulls(
    battle: Battle, groups: Sequence[Group], marks: Marks, unseen: Collection[str] = ()
) -> Ink:
    """The outlines of all groups, at the bottom of the board; `unseen` groups are faint."""
    shapes = {group.key: hull(battle, group) for group in groups}
    tints = tints_of(groups, shapes)
    return Ink(
        tuple(
            drawn_hull(
                battle,
                group,
                shapes[group.key],
                marks,
                f"t{tints[group.key]}{' is-unseen' if group.key in unseen else ''}",
            )
            for group in groups
        )
    )


def hull(battle: Battle, group: Group) -> Hull:
    spots = tuple(page(battle, one.position) for one in group.men)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    radius = max(men.disc_radius(one) for one in group.men)
    whole = group.key in battle.units
    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return Hull(hull_path(spots, whole=whole), radius, box)


@lru_cache(maxsize=2048)
def hull_path(spots: tuple[Point, ...], *, whole: bool) -> str:
    """A path that joins near figures, and, if `whole`, the parts by the shortest gaps (a spanning
    tree).
    """
    pairs = sorted(
        (math.dist(spots[one], spots[two]), one, two)
        for one in range(len(spots))
        for two in range(one + 1, len(spots))
    )
    parts = list(range(len(spots)))
    out = "".join(f"M{xy(spot)}h.1" for spot in spots)
    for far, one, two in pairs:
        is_apart = parts[one] != parts[two]
        if far > NEAR and not (whole and is_apart):
            continue
        out += f"M{xy(spots[one])}L{xy(spots[two])}"
        if is_apart:
            old, new = parts[two], parts[one]
            parts = [new if part == old else part for part in parts]
    return out


def tints_of(groups: Sequence[Group], shapes: Mapping[str, Hull]) -> dict[str, int]:
    """The first tint that no neighbour of its side has."""
    found: dict[str, int] = {}
    for group in groups:
        taken = {
            found[other.key]
            for other in groups
            if other.key in found
            and other.side == group.side
            and boxes_apart(shapes[group.key].box, shapes[other.key].box) < NEIGHBOUR
        }
        found[group.key] = next((tint for tint in TINTS if tint not in taken), TINTS[0])
    return found


def boxes_apart(one: Box, two: Box) -> float:
    """The gap between two boxes; 0 if they overlap."""
    dx = max(two[0] - one[0] - one[2], one[0] - two[0] - two[2], 0.0)
    dy = max(two[1] - one[1] - one[3], one[1] - two[1] - two[3], 0.0)
    return math.hypot(dx, dy)


def drawn_hull(battle: Battle, group: Group, it: Hull, marks: Marks, shade: str) -> Element:
    """Rim, tint and the part that takes taps; a link if the whole unit is offered. `shade` are
    classes.
    """
    href = marks.piece_links.get(group.key, "")
    unit = battle.units.get(group.key)
    members = {group.key, *(one.id for one in group.men)}
    klass = f"hoa-hull hoa-{men.SHAPES[group.side]} {shade}"
    klass += " is-hidden" if unit is not None and unit.where == AMBUSH else ""
    klass += " is-chosen" if marks.piece in members else ""
    klass += " is-target" if members & {marks.target, *marks.targets} - {""} else ""
    wide = 2 * (it.radius + MARGIN)
    shapes = (
        path(it.d, "rim", stroke_width=num(wide + RIM), data_rim=num(wide))
        + path(it.d, "tint", stroke_width=num(wide))
        + path(it.d, "hit", stroke_width=num(wide + BESIDE))
    )
    attrs = (("class", klass), ("data-key", group.key), ("aria-hidden", "true"))
    if href:
        return Element("a", (*attrs, ("href", href), ("tabindex", "-1")), shapes.elements)
    return Element("g", attrs, shapes.elements)
