"""Terms of aims: a goal, the distance near enough, the risk accepted, and the time left."""

from __future__ import annotations

import msgspec

from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import Point

MARCH, ATTACK, STORM, HOLD = 0.035, 0.05, 0.085, 0.04
"""Value of an inch nearer, for each point of the unit."""
SUPPORT = 0.03
PATIENCE = 5
NEAR_HOME = 12.0


class Aim(msgspec.Struct, frozen=True):
    """An aim of a unit. `goal`: its destination; `reach`: the distance that is near enough
    (inches). `pull`: value of an inch for each point of the unit. `caution` weighs dangers, `dash`
    the gains of a charge. `prize`: value of each figure that a charge brings into contact with a
    defender of the ground to be taken.
    """

    goal: Point | None = None
    reach: float = 0.0
    pull: float = 0.0
    caution: float = 1.0
    dash: float = 1.0
    prize: float = 0.0


Aims = dict[str, Aim]


def urgency(battle: Battle, inches: float, pace: float = 6.0, spare: int = 3) -> float:
    """Weight of the time left: 1 while there is enough of it, more when it runs out."""
    if battle.conditions.turn_limit is None:
        return 1.0 + max(0, battle.turn - PATIENCE) * 0.12
    left = battle.conditions.turn_limit - battle.turn + 1
    needs = inches / pace + spare
    return 1.0 + max(0.0, needs + 2 - left) * 0.35
