"""Groups of enemies, and chances of rolling far enough."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import smoke
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import Roll
from app.games.heart_of_africa.tactics.bot_view import NO_FIGHTER, bot_view


@lru_cache(maxsize=4096)
def sum_chances(dice: int) -> tuple[float, ...]:
    """The chance of each total of some dice."""
    found = [1.0]
    for _ in range(dice):
        longer = [0.0] * (len(found) + 6)
        for total, chance in enumerate(found):
            for face in range(1, 7):
                longer[total + face] += chance / 6
        found = longer
    return tuple(found)


@lru_cache(maxsize=4096)
def chance_to_roll(dice: int, plus: int, least: int) -> float:
    return sum(chance for total, chance in enumerate(sum_chances(dice)) if total + plus >= least)


def chance_to_reach(roll: Roll | None, inches: float) -> float:
    """The chance that a roll reaches so many inches."""
    if inches <= 0.05:
        return 1.0
    return 0.0 if roll is None else chance_to_roll(roll.dice, roll.plus, math.ceil(inches - 0.01))


class Host(NamedTuple):
    """An enemy unit that could charge: its rows, its dice, its close combat factor, and if it has
    moved.
    """

    key: str
    rows: NDArray[np.intp]
    roll: Roll | None
    slow: Roll | None
    factor: float
    worth: float
    acted: bool


def hosts(battle: Battle, side: str) -> tuple[Host, ...]:
    def make(owner: Battle) -> tuple[Host, ...]:
        army = bot_view(owner, side).foes
        rows: dict[str, list[int]] = {}
        for n, key in enumerate(army.units):
            if army.target[n]:
                rows.setdefault(key, []).append(n)
        found = []
        for key, some in rows.items():
            one = army.figures[some[len(some) // 2]]
            fast, slow = dice_columns(one)
            unit = owner.units.get(key)
            fighters = [n for n in some if army.factor[n] > NO_FIGHTER]
            factor = float(army.factor[fighters].mean()) if fighters else -3.0
            found.append(
                Host(
                    key,
                    np.array(some),
                    fast,
                    slow,
                    factor,
                    float(army.worth[some].mean()),
                    bool(unit.activation) if unit else one.activated,
                )
            )
        return tuple(found)

    return kept_with(battle, f"hosts against {side}", make)


def usual_rolls(battle: Battle, figure: Figure) -> tuple[float | None, float | None]:
    """Averages of the dice in inches."""
    fast, slow = dice_columns(figure)
    return (None if smoke.is_dark(battle) else average_roll(fast), average_roll(slow))


def average_roll(roll: Roll | None) -> float | None:
    return None if roll is None else max(0.0, 3.5 * roll.dice + roll.plus)
