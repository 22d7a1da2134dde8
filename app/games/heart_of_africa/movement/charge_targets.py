"""Targets of a charge, and the cover in front of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely

from app.games.heart_of_africa.figures import (
    is_attendant,
    is_gun,
    members,
    not_there,
    profile,
    radius,
    visible_figures,
)
from app.games.heart_of_africa.land import FIXED_WORKS, Piece, Work
from app.games.heart_of_africa.movement.contact import attackable
from app.games.heart_of_africa.movement.regions import Numbers, Region
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import ground
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, found_in
from app.kernel.space.plane import (
    Point,
    angle_to,
    distance_to_path,
    inches_to,
    nearest_on_path,
    on_grid,
    point_at,
)

BESIDE = 2.0
"""Works and difficult ground within this distance of an enemy (inches) may lie between it and a
base that touches it.
"""


def victims_of(battle: Battle, target: str, side: str) -> tuple[Figure, ...]:
    """The enemies named by a target that is a unit or a figure, as far as the side can see them."""
    wanted = (
        {figure.id for figure in members(battle, target)} if target in battle.units else {target}
    )
    return tuple(
        figure for figure in visible_figures(battle) if figure.id in wanted and figure.side != side
    )


def target_refusals(battle: Battle, target: str, side: str) -> tuple[Refusal, ...]:
    """Everything that is wrong with the target of a charge."""
    victims = victims_of(battle, target, side)
    if not victims:
        return (not_there(battle, target, side),)
    example = Figure("", "spearman", side)
    refusals = found_in(*(attackable(battle, example, victim) for victim in victims))
    return refusals[:1] if len(refusals) == len(victims) else ()


def is_screened(battle: Battle, victim: Figure) -> bool:
    """True if a work or the edge of difficult ground is near enough to lie before an enemy."""
    if victim.at is None:
        return False
    works = [work for work in battle.land.works if work.kind in FIXED_WORKS]
    return any(
        distance_to_path(victim.at, work.line) < BESIDE for work in works
    ) or ground.is_slow_near(battle, victim.at, BESIDE)


def fights(man: Figure) -> bool:
    return profile(man).melee is not None and not is_gun(man) and not is_attendant(man)


def zone_of(cover: Piece | Work, width: float) -> Region:
    """The region in which the centre of a base is too near to a cover."""

    def make(it: Piece | Work) -> Region:
        shape = shapely.LineString(it.line) if isinstance(it, Work) else ground.extent_of(it)
        return Region(shape.buffer(1.0 + width, quad_segs=32))

    found: Region = ground.kept_with(cover, f"zone of {width}", make)
    return found


def opposite_works(battle: Battle, victim: Figure, width: float) -> Iterator[Point]:
    """The places directly across a work from an enemy that stands against it."""
    for work in battle.land.works:
        if work.kind in FIXED_WORKS:
            foot = nearest_on_path(victim.position, work.line)
            if 0.01 < inches_to(foot, victim.position) <= radius(victim) + 0.06:
                yield on_grid(
                    point_at(
                        victim.position, angle_to(victim.position, foot), radius(victim) + width
                    )
                )


def to_faces(spots: Numbers, faces: Numbers) -> Numbers:
    """Distances in inches from places to the nearest stretch of a work."""
    ax, ay, dx, dy = faces[:, 0], faces[:, 1], faces[:, 2] - faces[:, 0], faces[:, 3] - faces[:, 1]
    px, py = spots[:, 0, None] - ax, spots[:, 1, None] - ay
    share = np.clip((px * dx + py * dy) / np.maximum(dx * dx + dy * dy, 1e-12), 0.0, 1.0)
    return np.hypot(px - share * dx, py - share * dy).min(axis=1)
