"""Strengths of own units and of visible enemies, as the bot sees them."""

from __future__ import annotations

import msgspec
import numpy as np

from app.games.heart_of_africa.figures import (
    is_attendant,
    members,
    placed,
    profile,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.bot_view import bot_view
from app.games.heart_of_africa.tactics.worth import worth
from app.kernel.space.plane import Point, inches_to, mean_of

SHORT_ARM = 6.0


def men_of(battle: Battle, unit: str) -> tuple[Figure, ...]:
    return tuple(figure for figure in members(battle, unit) if not is_attendant(figure))


def reach_of(battle: Battle, unit: str) -> float:
    """The range in inches of most of its figures."""
    ranges = sorted(
        weapon(battle, one).range for one in men_of(battle, unit) if one.type != "gun_bearer"
    )
    return ranges[len(ranges) // 2] if ranges else 0.0


def factor_of(battle: Battle, unit: str) -> float:
    printed = [profile(one).melee for one in men_of(battle, unit)]
    factors = [-3 if factor is None else factor for factor in printed]
    return sum(factors) / len(factors) if factors else -3.0


def shoots(battle: Battle, unit: str) -> bool:
    return reach_of(battle, unit) > SHORT_ARM


def is_for_close_combat(battle: Battle, unit: str) -> bool:
    """True for units that are better in close combat than at shooting."""
    return not shoots(battle, unit) or (
        factor_of(battle, unit) >= 2 and reach_of(battle, unit) <= 10
    )


def firepower(battle: Battle, side: str) -> float:
    """Firepower of a side, in hits a turn at middle range."""
    known = bot_view(battle, side)
    army = known.mine
    return float(
        (
            np.minimum(army.range, 24)
            / 24
            * (2 + army.bonus)
            / 6
            * np.where(army.reload, 0.5, 1.0)
            * army.shots
            * (army.range > SHORT_ARM)
        ).sum()
    )


class Foe(msgspec.Struct, frozen=True):
    """An enemy unit (or single figure) on the table."""

    key: str
    at: Point
    worth: float
    factor: float
    count: int
    side: str = ""


def foes(battle: Battle, side: str) -> tuple[Foe, ...]:
    """The enemy's visible fighting units and single figures."""

    def make(owner: Battle) -> tuple[Foe, ...]:
        army = bot_view(owner, side).foes
        rows: dict[str, list[int]] = {}
        for n, key in enumerate(army.units):
            if army.target[n]:
                rows.setdefault(key, []).append(n)
        return tuple(
            Foe(
                key,
                mean_of([army.figures[n].position for n in some]),
                float(army.worth[some].sum()),
                float(np.maximum(army.factor[some], -3).mean()),
                len(some),
            )
            for key, some in rows.items()
        )

    return kept_with(battle, f"foes of {side}", make)


def prey(battle: Battle, side: str, here: Point, most: float = 99.0) -> Foe | None:
    """The enemy unit to attack: near and valuable; single figures only if no unit is visible."""
    near = [foe for foe in foes(battle, side) if inches_to(here, foe.at) <= most]
    units = [foe for foe in near if foe.key in battle.units]
    return min(
        units or (near if most > 50 else []),
        key=lambda foe: (inches_to(here, foe.at) - 0.04 * foe.worth, foe.key),
        default=None,
    )


def here_of(battle: Battle, unit: str) -> Point | None:
    men = [one.position for one in placed(battle, unit) if not is_attendant(one)]
    return mean_of(men) if men else None


def centre_of(battle: Battle, unit: str) -> Point:
    """The middle of a unit that stands on the table."""
    return here_of(battle, unit) or (battle.land.width / 2, battle.land.depth / 2)


def stand_off(battle: Battle, unit: str) -> float:
    """Distance in inches that a unit keeps from the enemy."""
    if is_for_close_combat(battle, unit):
        return 0.0
    return max(3.0, 0.75 * reach_of(battle, unit))


def army_worth(battle: Battle, unit: str) -> float:
    return sum(worth(battle, one) for one in men_of(battle, unit))
