"""Charges of a unit, and moves to enemy baggage, with their average worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.games.heart_of_africa.figures import (
    is_baggage,
)
from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.scenarios import RAID
from app.games.heart_of_africa.sight import ground, smoke
from app.games.heart_of_africa.tactics.bot_view import (
    NO_FIGHTER,
)
from app.games.heart_of_africa.tactics.clashes import clash, figures_that_reach, is_walled
from app.games.heart_of_africa.tactics.destinations import is_home
from app.games.heart_of_africa.tactics.hosts import Host, chance_to_reach
from app.games.heart_of_africa.tactics.place_values import charges_feared, fire_taken, headway
from app.games.heart_of_africa.tactics.sketch import (
    CHARGE,
    Sketch,
)
from app.games.heart_of_africa.tactics.studied_units import StudiedUnit
from app.games.heart_of_africa.tactics.ways import storms_home
from app.games.heart_of_africa.tactics.worth import RAIDED
from app.kernel.space.plane import angle_to, inches_to, point_at

GOODS, GOODS_IN_A_STORM = 35.0, 15.0
"""Worth of baggage outside a Raid; attackers of a village have no time for it."""
AT_GOAL = 3.0
"""Distance in inches from the goal of a unit within which enemies count as at it."""
BARRED = 0.12
"""Remaining chance to take baggage that other figures screen."""


def charge_sketches(unit: StudiedUnit) -> list[Sketch]:
    """A sketch of a charge at every enemy unit in reach."""
    free = [
        n
        for n, man in enumerate(unit.men)
        if man.id not in unit.engaged
        and unit.army.factor[n] > NO_FIGHTER
        and not unit.army.stiff[n]
    ]
    if not free:
        return []
    found = []
    for host in unit.near_hosts(5):
        sketch = charge_at(unit, host, free)
        if sketch is not None:
            found.append(sketch)
    return found + baggage_grabs(unit, free)


def charge_at(unit: StudiedUnit, host: Host, free: Sequence[int]) -> Sketch | None:
    """A charge at a unit: figures that get there, losses by the defenders' shots, and gain of
    the fight.
    """
    off = unit.army.at[free][:, None, :] - unit.foes.at[host.rows][None, :, :]
    apart = (
        np.hypot(off[..., 0], off[..., 1])
        - unit.army.radius[free][:, None]
        - unit.foes.radius[host.rows][None, :]
    )
    gaps = np.maximum(apart.min(axis=1), 0.0)
    if gaps.min() > 20:
        return None
    target = unit.foes.figures[int(host.rows[int(apart.min(axis=0).argmin())])]
    sheltered = (
        ground.slow_at(unit.battle, target.position) is not None
        or ground.slow_at(unit.battle, unit.here) is not None
    )
    walled = is_walled(unit, target)
    count = min(figures_that_reach(unit, gaps, sheltered or walled, free), 2.0 * len(host.rows))
    if count < 0.7:
        return None
    chance = min(1.0, count / min(len(free), 2.0 * len(host.rows))) if not unit.in_hand else 1.0
    volley = _volley_before_contact(unit, host, free)
    fight, falls = clash(unit, host, count, volley, walled=walled)
    value = fight - falls * unit.each
    value = (unit.aim.dash * value if value > 0 else value) + value_at_contact(unit, host, target)
    value += prize_of_ground(unit, host, count)
    if (
        host.factor < -1
        and unit.aim.goal is not None
        and inches_to(target.position, unit.aim.goal) < 4
    ):
        value += 0.05 * unit.worth
    return Sketch(value * chance, CHARGE, None, None, host.key)


def prize_of_ground(unit: StudiedUnit, host: Host, count: float) -> float:
    """Worth of contact with figures that hold the ground to be taken, or are about to return."""
    goal = unit.aim.goal
    if not unit.aim.prize or goal is None:
        return 0.0
    places = [unit.foes.figures[n].position for n in host.rows]
    holding = sum(is_home(unit.battle, at) or inches_to(at, goal) < AT_GOAL for at in places)
    return unit.aim.prize * min(count, 2.0 * holding)


def _volley_before_contact(unit: StudiedUnit, host: Host, free: Sequence[int]) -> float:
    """Expected number of figures that the defenders' shots kill on the way."""
    rows = host.rows
    foes = unit.foes
    shooters = foes.loaded[rows] & ((foes.range[rows] > 5) | foes.stiff[rows])
    hits = (np.clip(1.0 + foes.bonus[rows], 0, 6) / 6 * shooters * foes.shots[rows]).sum()
    return float(hits) * 0.8 * (1 - float(unit.army.save[free].mean()))


def value_at_contact(unit: StudiedUnit, host: Host, target: Figure) -> float:
    """Progress to the aim, and cost of other enemies for figures in contact there."""
    spot = point_at(target.position, angle_to(target.position, unit.here), 1.0)
    rest = np.ones(len(unit.foes), dtype=bool)
    rest[host.rows] = False
    value = float(headway(unit, np.asarray([spot]))[0])
    places = (
        np.asarray([spot])[:, None, :]
        + (unit.army.at[unit.rep] - np.asarray(unit.here))[None, :, :] * 0.6
    )
    off = places[:, :, None, :] - unit.foes.at[None, None, :, :]
    gaps = np.hypot(off[..., 0], off[..., 1])
    seen = unit.view_from(np.asarray([spot]))[:, None, :] & (unit.foes.target & rest)[None, None, :]
    shelter = np.ones(places.shape[:2], dtype=bool)
    value -= 0.7 * unit.aim.caution * float(fire_taken(unit, gaps, seen, shelter)[0])
    others = [one for one in unit.hosts if one.key != host.key]
    value -= (
        0.5
        * unit.aim.caution
        * float(charges_feared(unit, others, np.asarray([spot]), gaps, np.array([True]))[0])
    )
    return value


def baggage_grabs(unit: StudiedUnit, free: Sequence[int]) -> list[Sketch]:
    """Sketches of moves to enemy baggage in reach."""
    prize = RAIDED if unit.battle.scenario == RAID and unit.side == unit.battle.attacker else GOODS
    if storms_home(unit.battle, unit.side):
        prize = GOODS_IN_A_STORM
    found = []
    for n, one in enumerate(unit.foes.figures):
        if not is_baggage(one):
            continue
        gaps = (
            np.hypot(*(unit.army.at[free] - unit.foes.at[n]).T)
            - unit.army.radius[free]
            - unit.foes.radius[n]
        )
        if gaps.min() > 20:
            continue
        slow = (
            ground.slow_at(unit.battle, one.position) is not None
            or ground.slow_at(unit.battle, unit.here) is not None
        )
        if unit.in_hand:
            chance = 1.0 if figures_that_reach(unit, gaps, slow, free) >= 1 else 0.0
        else:
            is_slow = slow or smoke.is_dark(unit.battle)
            roll = dice_columns(unit.men[free[0]])[1 if is_slow else 0]
            chance = chance_to_reach(roll, float(gaps.min()))
        chance *= 1.0 if is_open(unit, free, gaps, n) else BARRED
        if chance > 0.05:
            found.append(Sketch(prize * chance, CHARGE, None, None, one.id))
    return found


def is_open(unit: StudiedUnit, free: Sequence[int], gaps: NDArray[np.float64], prize: int) -> bool:
    """True if one of the nearest figures has a straight way to it past no enemy."""
    at = unit.foes.at[prize]
    others = np.array(
        [n for n in range(len(unit.foes)) if n != prize and unit.foes.target[n]], dtype=int
    )
    for n in np.argsort(gaps)[:3]:
        start = unit.army.at[free[int(n)]]
        way = at - start
        long = float(np.hypot(*way))
        off = unit.foes.at[others] - start
        along = np.clip((off @ way) / max(long, 1e-6), 0, long - unit.foes.radius[prize])
        away = np.hypot(off[:, 0] - along * way[0] / long, off[:, 1] - along * way[1] / long)
        if not (away < unit.army.radius[free[int(n)]] + unit.foes.radius[others] + 0.06).any():
            return True
    return False
