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
from app.games.heart_of_africa.tables import ARCS, TERRAIN, rule_of
from app.kernel.space.plane import (
    CONTACT,
    FINE,
    Point,
    angle_between,
    angle_to,
    base_gap,
    inches_to,
    is_within,
    nearest_on_segment,
    point_at,
    segments_cross,
)

NO_COVER = {"who": "nobody"}
FAR_OFF = 8.0  # fields and marsh give cover only against shooters farther off than this


BANK_ARC = float(ARCS["bank_cover_half_angle"]["value"])


ARTILLERY = ("artillery", "muzzle_loading_cannon", "gunboat")


ONE_BANK = 60.0  # an outline that turns more sharply than this goes round the end of the water


class Stand(msgspec.Struct, frozen=True):
    """A target in a piece of country: its base, its place and its shooter (None: no particular
    one).

    `still`: it has stayed at its place. `steady`: it has not turned either.
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
        """True if the shooter is more than 8 in away."""
        if self.shooter is None or self.shooter.at is None:
            return True
        return not is_within(
            base_gap(base(self.figure, self.at), base(self.shooter))
            if self.off is None
            else self.off,
            FAR_OFF,
        )


def covers(
    battle: Battle, figure: Figure, at: Point, shooter: Figure | None, off: float | None = None
) -> tuple[tuple[str, Piece], ...]:
    """The country that covers a figure at a place against a shooter, as (rule, piece).

    `off` replaces the distance in inches if the shot does not start at the shooter's base. Fields,
    marsh and banks cover a figure only at its present place.
    """
    if figure.aboard:
        return ()
    here = figure.at == at and not has_moved(figure)
    stand = Stand(figure, at, shooter, here, here and not has_turned(figure), off)
    found = []
    for area in areas_at(country(battle.land), at):
        if area.kind in COVER:
            rule, shelters = COVER[area.kind]
            is_covered = shelters(battle, area, stand)
        else:
            rule, is_covered = printed_cover(area.kind, stand)
        if is_covered:
            found.append((rule, area.piece))
    return tuple(found)


def printed_cover(kind: str, stand: Stand) -> tuple[str, bool]:
    """Rule and fact of cover that has no condition but the printed one: for all, for men on foot,
    or for no figure.
    """
    row = TERRAIN[kind]["cover"] if kind in TERRAIN else NO_COVER
    return rule_of(row), row["who"] == "all" or (row["who"] == "foot" and stand.on_foot)


def on_slope(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-07: The slope of an escarpment slows movement, and covers every figure on it."""
    return not area.is_high_at(stand.at)


def on_kopje(battle: Battle, area: Area, stand: Stand) -> bool:
    """HOA-TER-09: The slopes of a kopje are those of an escarpment. Its top is rocky ground: it
    covers figures on foot and is not slow.
    """
    return stand.on_foot if area.is_high_at(stand.at) else on_slope(battle, area, stand)


def in_fields(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-18: Fields cover a figure on foot that has not moved this turn against shooters more
    than 8 in away. Turning is allowed.
    """
    return stand.on_foot and stand.still and stand.is_far


def in_village(battle: Battle, area: Area, stand: Stand) -> bool:  # noqa: ARG001 - all kinds of ground share one signature
    """HOA-TER-22: A visible figure in a village is in cover, except from Artillery and Gunboats."""
    return stand.shooter is None or stand.shooter.type not in ARTILLERY


def in_marsh(battle: Battle, area: Area, stand: Stand) -> bool:
    """Cover of marsh: as in fields."""
    return in_fields(battle, area, stand)


def at_the_bank(battle: Battle, area: Area, stand: Stand) -> bool:
    """HOA-TER-27: A figure on foot in a watercourse that touches the bank and faces it is covered
    against shots from its front half. It must not have moved or turned this turn.
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
        and angle_between(angle_to(stand.at, stand.shooter.at), stand.figure.facing)
        > BANK_ARC + FINE
    ):
        return False
    reach = radius(stand.figure) + CONTACT + FINE
    edges = [(a, b, bank) for a, b, bank in banks_of(area, battle.land) if bank >= 0]
    touched = {
        bank
        for a, b, bank in edges
        if inches_to(stand.at, nearest_on_segment(stand.at, a, b)) <= reach
    }
    return bool(touched) and left_over(area, battle.land, stand.at, stand.figure.facing) in touched


def banks_of(area: Area, land: Land) -> list[tuple[Point, Point, int]]:
    """The edges of a watercourse, each with the number of its bank.

    Edges on the rim of the table have the number -1. A sharp corner ends a bank.
    """
    corners = [*area.points, area.points[0]]
    edges = [(a, b) for a, b in pairwise(corners) if inches_to(a, b) > FINE]
    turns = [
        angle_between(angle_to(*edges[n - 1]), angle_to(*edges[n])) > ONE_BANK
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
    """Number of the bank over which a figure leaves a watercourse if it walks straight ahead; None
    if it meets none.
    """
    x0, y0, x1, y1 = area.ring.box
    far = point_at(at, facing, float(x1 - x0 + y1 - y0) + 1)
    met = [
        (inches_to(at, spot), bank)
        for a, b, bank in banks_of(area, land)
        if (spot := segments_cross(at, far, a, b)) is not None
    ]
    return min(met)[1] if met else None


COVER: dict[str, tuple[str, Callable[[Battle, Area, Stand], bool]]] = {
    "escarpment": ("HOA-TER-07", on_slope),
    "kopje": ("HOA-TER-09", on_kopje),
    "cultivation": ("HOA-TER-18", in_fields),
    "village": ("HOA-TER-22", in_village),
    "marsh": ("HOA-TER-23", in_marsh),
    "stream": ("HOA-TER-27", at_the_bank),
    "ford": ("HOA-TER-27", at_the_bank),
    "river": ("HOA-TER-32", at_the_bank),
}
"""Cover with conditions of its own; the others stand in the table of terrain."""
