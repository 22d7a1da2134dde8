"""Figures on foot that could climb a work on the way to their goal."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.figures import (
    is_on_foot,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight.lines import fixed_works, touches_work
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.ways import storms_home
from app.kernel.space.plane import Path, Point, angle_to, first_crossing, inches_to, point_at

AT_THE_WORK = 2.0
"""Distance in inches within which the way of a figure crosses the work that it touches."""


def climbers(
    battle: Battle, men: Sequence[Figure], goal: Point | None
) -> tuple[tuple[str, str], ...]:
    """Pairs of a figure on foot and a work between it and a goal that it could climb."""
    if goal is None:
        return ()
    found = []
    for man in men:
        if man.did or not is_on_foot(man) or man.at is None or man.room:
            continue
        for work in fixed_works(battle):
            if work.owner == man.side and work.kind != "fence" and inches_to(man.at, goal) < 3:
                continue
            if (
                touches_work(man, work)
                and is_before(battle, man, goal, work.line)
                and inches_to(man.at, goal) > 1.5
            ):
                found.append((man.id, work.id))
                break
    return tuple(found)


def is_before(battle: Battle, man: Figure, goal: Point, line: Path) -> bool:
    """True if a work lies on the straight way of a figure. A fence may go all round a village, so
    for its attackers the stretch that they touch has to lie there.
    """
    here = man.position
    if not storms_home(battle, man.side):
        return first_crossing((here, goal), line) is not None
    near = point_at(here, angle_to(here, goal), min(AT_THE_WORK, inches_to(here, goal)))
    return first_crossing((here, near), line) is not None
