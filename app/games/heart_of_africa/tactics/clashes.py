"""The worth of close combat for a unit, and the figures that reach it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.movement.allowances import allowance
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import smoke
from app.games.heart_of_africa.sight.lines import fixed_works, is_at
from app.games.heart_of_africa.tactics.hosts import Host, chance_to_reach
from app.games.heart_of_africa.tactics.studied_units import StudiedUnit
from app.games.heart_of_africa.tactics.worth import chance_to_win, exchange

AFTERWARDS = 0.35
"""Weight of the turns after the first of a fight."""


def figures_that_reach(
    unit: StudiedUnit, gaps: NDArray[np.float64], slow: bool, free: Sequence[int]
) -> float:
    """Expected number of figures that get so far, with the roll as it is or might be."""
    if unit.in_hand:
        fast, creep = allowance(unit.battle, unit.slowest)
        inches = creep if slow else fast if fast is not None else creep
        return float((gaps <= (inches or 0.0)).sum()) if inches else 0.0
    fast_roll, slow_roll = dice_columns(unit.men[free[0]])
    roll = slow_roll if slow or smoke.is_dark(unit.battle) else fast_roll
    return float(sum(chance_to_reach(roll, float(gap)) for gap in gaps))


def clash(
    unit: StudiedUnit, host: Host, count: float, volley: float, *, walled: bool = False
) -> tuple[float, float]:
    """Gain of a fight of so many figures against a unit after its volley, first turn and
    outlook; and the losses by that volley.
    """
    falls = min(volley, 0.8 * count)
    left = count - falls
    defenders = max(1, min(len(host.rows), round(left * 1.2)))
    mine = unit.factor - (1 if walled else 0)
    fight = (
        exchange(max(1, round(left)), mine, unit.each, defenders, round(host.factor), host.worth)
        if left >= 0.5
        else 0.0
    )
    ahead = mine - round(host.factor)
    outlook = chance_to_win(ahead) - chance_to_win(-ahead)
    return fight + AFTERWARDS * outlook * min(len(unit.men), 2 * len(host.rows)) * min(
        unit.each, host.worth
    ), falls


def is_walled(unit: StudiedUnit, target: Figure) -> bool:
    """True if a work stands between the unit and an enemy."""
    return any(
        work.owner == target.side and is_at(unit.battle, target, work)
        for work in fixed_works(unit.battle)
    ) or bool(target.room)


def value_of_fighting(unit: StudiedUnit) -> float:
    """Average gain this turn of the close combat that figures of the unit are in."""
    enemies = {one.id: one for found in unit.engaged.values() for one in found}
    if not enemies:
        return 0.0
    mine = [unit.men[n] for n in range(len(unit.men)) if unit.men[n].id in unit.engaged]
    rows = [unit.army.row[man.id] for man in mine]
    theirs = [unit.foes.row[key] for key in enemies if key in unit.foes.row]
    if not theirs:
        return 0.0
    return exchange(
        len(rows),
        round(float(unit.army.factor[rows].mean())),
        float(unit.army.worth[rows].mean()),
        len(theirs),
        round(float(np.maximum(unit.foes.factor[theirs], -3).mean())),
        float(unit.foes.worth[theirs].mean()),
    )
