"""Figures on foot that could climb a work on the way to their goal."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.figures import (
    is_on_foot,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight.lines import fixed_works, touches_work
from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import Point, first_crossing, inches_to


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
                and first_crossing((man.at, goal), work.line) is not None
                and inches_to(man.at, goal) > 1.5
            ):
                found.append((man.id, work.id))
                break
    return tuple(found)
