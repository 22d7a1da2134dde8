"""Cover that terrain gives against shots."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec

from app.games.heart_of_africa.figures import (
    base,
    has_moved,
    has_turned,
    is_on_foot,
    is_target_mounted,
    radius,
)
from app.games.heart_of_africa.land import Land, Piece
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight.ground import SLIGHT, Area, areas_at, country
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import ARCS
from app.kernel.space.plane import (
    CONTACT,
    FINE,
    Point,
    angle_between,
    bearing,
    distance,
    gap,
    is_within,
    moved,
    nearest_on_segment,
    segments_cross,
)

FAR_OFF = 8.0  # fields and marsh cover only against those who are farther off


BANK_ARC = float(ARCS["bank_cover_half_angle"]["value"])


ARTILLERY = ("artillery", "muzzle_loading_cannon", "gunboat")


ONE_BANK = 60.0  # an outline that turns more sharply than this goes round the end of the water


class Stand(msgspec.Struct, frozen=True):
    """A target in a piece of country: where its base is, who shoots at it (None: nobody in
    particular), whether it has stayed there (`still`) and has not even turned (`steady`).
    """

    figure: Figure
    at: Point
    shooter: Figure | None
    still: bool
    steady: bool
    off: float | None = None

    @property
    def on_foot(self) -> bool:
        return is_on_foot(self.figure) and not is_target_mounted(self.figure)

    @property
    def is_far(self) -> bool:
        """Whether the shooter is more than 8 in away."""
        if self.shooter is None or self.shooter.at is None:
            return True
        return not is_within(
            gap(base(self.figure, self.at), base(self.shooter)) if self.off is None else self.off,
            FAR_OFF,
        )


def covers(
    battle: Battle, figure: Figure, at: Point, shooter: Figure | None, off: float | None = None
) -> tuple[tuple[str, Piece], ...]:
    """The country that covers a figure at a place against a shooter (`off`: so far away, if his
    shot does not run from his base). Fields, marsh and banks cover only where it stands now.
    """
    if figure.aboard:
        return ()
    here = figure.at == at and not has_moved(figure)
    stand = Stand(figure, at, shooter, here, here and not has_turned(figure), off)
    found = []
    for area in areas_at(country(battle.land), at):
        rule, shelters = COVER.get(area.kind, ("", None))
        if shelters is not None and shelters(battle, area, stand):
            found.append((rule, area.piece))
    return tuple(found)


def in_long_grass(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 one call for all kinds
    """HOA-TER-13: long grass slows and gives nobody cover."""
    return False


def on_slope(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-07: the slope of an escarpment slows, and covers everyone on it."""
    return not area.is_high_at(stand.at)


def on_kopje(battle: Battle, area: Area, stand: Stand) -> bool:
    """HOA-TER-09: the slopes of a kopje are those of an escarpment; its top is rocky ground, in
    cover for men on foot, not slow.
    """
    return stand.on_foot if area.is_high_at(stand.at) else on_slope(battle, area, stand)


def in_jungle(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-11: jungle slows, and covers everyone inside it, mounted or not."""
    return True


def among_rocks(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-16: rocky ground neither slows nor hides; it covers men on foot."""
    return stand.on_foot


def in_fields(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-18: fields cover a man on foot who has not moved this turn (he may have turned) from
    more than 8 in away.
    """
    return stand.on_foot and stand.still and stand.is_far


def in_village(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-22: whoever is seen in a village is in cover, except from Artillery and Gunboats."""
    return stand.shooter is None or stand.shooter.type not in ARTILLERY


def in_marsh(battle: Battle, area: Area, stand: Stand) -> bool:
    """As in the fields."""
    return in_fields(battle, area, stand)


def in_ravine(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-28: a ravine is a strip between two rims: crossing a rim is slow, the rocky bottom is
    not and covers men on foot.
    """
    return stand.on_foot


def at_the_bank(battle: Battle, area: Area, stand: Stand) -> bool:
    """HOA-TER-27: a man on foot in a watercourse who neither moved nor turned, touches the bank and
    faces out over it, is covered against shots from his front half.
    """
    if not (stand.on_foot and stand.steady):
        return False
    if area.kind == "ford" and any(
        river.has(stand.at) for river in country(battle.land).of("river")
    ):
        return False  # the banks are those of the river
    if (
        stand.shooter is not None
        and stand.shooter.at is not None
        and angle_between(bearing(stand.at, stand.shooter.at), stand.figure.facing)
        > BANK_ARC + FINE
    ):
        return False
    reach = radius(stand.figure) + CONTACT + FINE
    edges = [(a, b, bank) for a, b, bank in banks_of(area, battle.land) if bank >= 0]
    touched = {
        bank
        for a, b, bank in edges
        if distance(stand.at, nearest_on_segment(stand.at, a, b)) <= reach
    }
    return bool(touched) and left_over(area, battle.land, stand.at, stand.figure.facing) in touched


def banks_of(area: Area, land: Land) -> list[tuple[Point, Point, int]]:
    """The edges of a watercourse, each with the number of its bank: edges on the rim of the table
    are none (-1); a sharp corner ends a bank.
    """
    corners = [*area.points, area.points[0]]
    edges = [(a, b) for a, b in pairwise(corners) if distance(a, b) > FINE]
    turns = [
        angle_between(bearing(*edges[n - 1]), bearing(*edges[n])) > ONE_BANK
        for n in range(len(edges))
    ]
    first = next((n for n, turn in enumerate(turns) if turn), 0)
    found, number = [], 0
    for n in (*range(first, len(edges)), *range(first)):
        number += turns[n]
        a, b = edges[n]
        found.append((a, b, -1 if _is_rim(a, b, land) else number))
    return found


def _is_rim(a: Point, b: Point, land: Land) -> bool:
    return any(
        abs(a[axis] - limit) <= SLIGHT and abs(b[axis] - limit) <= SLIGHT
        for axis, limits in ((0, (0.0, land.width)), (1, (0.0, land.depth)))
        for limit in limits
    )


def left_over(area: Area, land: Land, at: Point, facing: float) -> int | None:
    """The bank over which one who walks straight ahead leaves a watercourse."""
    x0, y0, x1, y1 = area.ring.box
    far = moved(at, facing, float(x1 - x0 + y1 - y0) + 1)
    met = [
        (distance(at, spot), bank)
        for a, b, bank in banks_of(area, land)
        if (spot := segments_cross(at, far, a, b)) is not None
    ]
    return min(met)[1] if met else None


COVER: dict[str, tuple[str, Callable[[Battle, Area, Stand], bool]]] = {
    "escarpment": ("HOA-TER-07", on_slope),
    "kopje": ("HOA-TER-09", on_kopje),
    "jungle": ("HOA-TER-11", in_jungle),
    "long_grass": ("HOA-TER-13", in_long_grass),
    "rocky_ground": ("HOA-TER-16", among_rocks),
    "cultivation": ("HOA-TER-18", in_fields),
    "village": ("HOA-TER-22", in_village),
    "marsh": ("HOA-TER-23", in_marsh),
    "ravine": ("HOA-TER-28", in_ravine),
    "stream": ("HOA-TER-27", at_the_bank),
    "ford": ("HOA-TER-27", at_the_bank),
    "river": ("HOA-TER-32", at_the_bank),
}
