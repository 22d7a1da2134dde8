"""The worth of a place for a unit: fire given and taken, charges to be feared, progress to its
aim.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.sight import ground
from app.games.heart_of_africa.tactics.bot_view import (
    NO_FIGHTER,
    covered,
)
from app.games.heart_of_africa.tactics.clashes import clash
from app.games.heart_of_africa.tactics.destinations import is_home
from app.games.heart_of_africa.tactics.hosts import Host, chance_to_reach
from app.games.heart_of_africa.tactics.studied_units import StudiedUnit
from app.games.heart_of_africa.tactics.worth import exchange
from app.kernel.space.plane import Point

LATER, NEXT_FIRE, RETURN_FIRE = 0.5, 0.5, 0.9
"""Weights of the next turn against the present one."""
HALF_ARC = 22.5
CHANCE_TO_STAND = 0.45
PROSPECT, LATER_DASH = 0.6, 1.2
"""Weight of a charge next turn; the most that haste may add to it, because haste means now."""
KEEPS_HOLD = 25.0
ENOUGH = 0.7
"""Largest worth of a volley, as a share of all its targets."""


def place_values(
    unit: StudiedUnit, spots: Sequence[Point], moves: Sequence[bool]
) -> NDArray[np.float64]:
    """Worth of those places at the end of the move: fire given and taken, charges to be feared,
    progress to the aim.
    """
    centres = np.asarray(spots, dtype=float).reshape(-1, 2)
    stirs = np.asarray(moves, dtype=bool)
    places = centres[:, None, :] + (unit.army.at[unit.rep] - np.asarray(unit.here))[None, :, :]
    worth = headway(unit, centres) + value_of_ground(unit, centres)
    if len(unit.foes):
        off = places[:, :, None, :] - unit.foes.at[None, None, :, :]
        gaps = (
            np.hypot(off[..., 0], off[..., 1])
            - unit.army.radius[unit.rep][None, :, None]
            - unit.foes.radius[None, None, :]
        )
        flat = places.reshape(-1, 2)
        seen = unit.view_from(flat).reshape(gaps.shape) & unit.foes.target[None, None, :]
        shelter = covered(
            unit.battle, flat, np.tile(unit.army.on_foot[unit.rep], len(centres))
        ).reshape(len(centres), -1)
        worth += fire_given(unit, gaps, seen, stirs)
        worth -= unit.aim.caution * fire_taken(
            unit, gaps, seen, shelter | (unit.behind_works()[None, :] & ~stirs[:, None])
        )
        worth -= unit.aim.caution * charges_feared(unit, unit.hosts, centres, gaps, stirs)
        worth += charge_prospects(unit, gaps.min(axis=1))
    return worth


def headway(unit: StudiedUnit, centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Worth of the progress to the aim, by the worth of the unit."""
    if unit.aim.goal is None:
        return np.zeros(len(centres))
    far = unit.country.far(np.vstack([np.asarray([unit.here]), centres]), unit.aim.goal)
    left = np.maximum(far - unit.aim.reach, 0.0)
    return unit.aim.pull * max(unit.worth, 15.0) * (left[0] - left[1:])


def value_of_ground(unit: StudiedUnit, centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Worth of places on ground that has to be held, or taken."""
    if not unit.battle.conditions.objective:
        return np.zeros(len(centres))
    return np.array(
        [
            KEEPS_HOLD * 0.2 if is_home(unit.battle, (float(x), float(y))) else 0.0
            for x, y in centres
        ]
    )


def fire_given(
    unit: StudiedUnit, gaps: NDArray[np.float64], seen: NDArray[np.bool_], stirs: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The enemies' loss by the unit's shots, this turn and the next; `seen` by each figure."""
    some = unit.rep
    reach = unit.army.range[some]
    if not reach.any():
        return np.zeros(len(gaps))
    able = seen & (gaps <= reach[None, :, None])
    far = gaps > reach[None, :, None] / 2
    base = 2.0 - far - unit.foes.covered[None, None, :]
    bonus = unit.army.bonus[some][None, :, None]
    value = unit.foes.worth * (1 - unit.foes.save)
    next_turn = np.where(able, np.clip(base + bonus, 0, 6) / 6 * value, 0.0)
    nearest = np.where(able, gaps, 1e6)
    free = unit.army.free[some]
    pick = np.where(free[None, :], next_turn.argmax(axis=2), nearest.argmin(axis=2))
    loaded = unit.army.loaded[some]
    shots = unit.army.shots[some]
    can = loaded[None, :] & ~(unit.army.stiff[some][None, :] & stirs[:, None])
    in_front = able & in_arc(unit, stirs)
    now = np.where(in_front, np.clip(base + bonus * ~stirs[:, None, None], 0, 6) / 6 * value, 0.0)
    held = np.take_along_axis(now, pick[..., None], 2)[..., 0]
    first = np.where(can, np.maximum(held, 0.7 * now.max(axis=2)), 0.0) * shots
    then = np.take_along_axis(next_turn, pick[..., None], 2)[..., 0] * shots
    reload = unit.army.reload[some]
    again = np.where(
        reload[None, :],
        np.where(
            loaded[None, :], np.where(first > 0, 0.3, 0.9), np.where(stirs[:, None], 0.0, 0.9)
        ),
        1.0,
    )
    most = ENOUGH * (able.any(axis=1) * value).sum(axis=1)
    return np.minimum(unit.scale * (first + NEXT_FIRE * then * again).sum(axis=1), most)


def in_arc(unit: StudiedUnit, stirs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Flags of the enemies in the arc of figures; after a move every enemy is."""
    off = unit.foes.at[None, :, :] - unit.army.at[unit.rep][:, None, :]
    turn = np.abs(
        (
            np.degrees(np.arctan2(off[..., 1], off[..., 0]))
            - unit.army.facing[unit.rep][:, None]
            + 180
        )
        % 360
        - 180
    )
    half = 45.0 if "wide_arc" in unit.battle.options else HALF_ARC
    ahead = (turn <= half) | (unit.army.bonus[unit.rep] == 0)[:, None]
    return stirs[:, None, None] | ahead[None, :, :]


def fire_taken(
    unit: StudiedUnit,
    gaps: NDArray[np.float64],
    seen: NDArray[np.bool_],
    shelter: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """Cost of enemy shots there, this turn and the next; nearer friends draw some of them."""
    shoots = np.flatnonzero((unit.foes.range > 0) & unit.foes.target)
    if not len(shoots):
        return np.zeros(len(gaps))
    here, reach = gaps[..., shoots], unit.foes.range[shoots]
    able = seen[..., shoots] & (here <= reach)
    chance = (
        np.clip(2.0 + unit.foes.bonus[shoots] - (here > reach / 2) - shelter[..., None], 0, 6)
        / 6
        * (1 - unit.army.save[unit.rep])[None, :, None]
    )
    best = np.where(able, chance, 0.0).max(axis=1)
    nearest = here.min(axis=1)
    others = unit.nearest_friends(shoots)
    share = np.where(nearest <= others[None, :] + 0.5, 1.0, 0.35)
    ready = (
        np.where(
            unit.foes.loaded[shoots],
            1.0 + LATER * np.where(unit.foes.reload[shoots], 0.3, 1.0),
            LATER,
        )
        * unit.foes.shots[shoots]
    )
    lost = RETURN_FIRE * unit.each * (best * share * ready).sum(axis=1)
    return np.minimum(lost, 0.8 * unit.worth)


def charges_feared(
    unit: StudiedUnit,
    hosts: Sequence[Host],
    centres: NDArray[np.float64],
    gaps: NDArray[np.float64],
    stirs: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """Expected cost of charges of these enemies; shooters that stand ready reduce it by a
    volley.
    """
    total = np.zeros(len(centres))
    near = gaps.min(axis=1)
    in_slow = np.array(
        [ground.slow_at(unit.battle, (float(x), float(y))) is not None for x, y in centres],
        dtype=bool,
    )
    volley = float(
        (
            np.clip(1.0 + unit.army.bonus, 0, 6) / 6 * (unit.army.loaded & (unit.army.range > 0))
        ).sum()
    )
    support = support_factor(unit, centres)
    for host in hosts:
        if host.factor <= NO_FIGHTER + 1 or host.factor < -1:
            continue
        off = near[:, host.rows].min(axis=1)
        if off.min() > 19:
            continue
        likely = _chances_of_contact(host, off, in_slow)
        if not likely.any():
            continue
        for ready in (False, True):
            rows = stirs != ready
            if not (likely * rows).any():
                continue
            count = len(host.rows) - (0.8 * volley if ready else 0.5 * volley)
            if count < 1:
                continue
            cost = _cost_of_charge(unit, host, round(count))
            total += np.where(rows, likely * cost * support, 0.0)
    return np.minimum(total * 1.2, 0.9 * unit.worth)


def _chances_of_contact(
    host: Host, gaps: NDArray[np.float64], in_slow: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The chances that a charge comes, and comes so far (`gaps` in inches)."""
    reach = [
        chance_to_reach(host.slow if slow else host.roll, float(far))
        for far, slow in zip(gaps, in_slow, strict=True)
    ]
    return np.array(reach) * (CHANCE_TO_STAND if host.acted else 0.8)


def _cost_of_charge(unit: StudiedUnit, host: Host, count: int) -> float:
    """Average loss by a charge of that many figures."""
    many = max(1, min(count, 2 * len(unit.men)))
    gain = exchange(len(unit.men), unit.factor, unit.each, many, round(host.factor), host.worth)
    return max(0.0, -gain)


def support_factor(unit: StudiedUnit, centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Factor by which friends nearby reduce the danger of a charge."""
    mine = unit.bot_view.mine
    rows = np.array(
        [
            key != unit.who and factor >= 1
            for key, factor in zip(mine.units, mine.factor, strict=True)
        ],
        dtype=bool,
    )
    if not rows.any():
        return np.ones(len(centres))
    off = centres[:, None, :] - mine.at[rows][None, :, :]
    beside = (np.hypot(off[..., 0], off[..., 1]) <= 6).sum(axis=1)
    return 1.0 / (1.0 + 0.8 * beside / max(4, len(unit.men)))


def charge_prospects(unit: StudiedUnit, near: NDArray[np.float64]) -> NDArray[np.float64]:
    """Worth of a charge from there next turn; `near`: the distance of each enemy in inches."""
    found = np.zeros(len(near))
    if unit.factor < 1 or unit.army.stiff.any():
        return found
    roll = dice_columns(unit.slowest)[0]
    dash = min(unit.aim.dash, LATER_DASH) if unit.aim.prize else unit.aim.dash
    for host in unit.hosts:
        off = near[:, host.rows].min(axis=1)
        if off.min() > 12:
            continue
        volley = 0.35 * float(
            (
                np.clip(1.0 + unit.foes.bonus[host.rows], 0, 6)
                / 6
                * (unit.foes.range[host.rows] > 5)
            ).sum()
        )
        fight, falls = clash(unit, host, min(len(unit.men), 2 * len(host.rows)), volley)
        gain = dash * (fight - falls * unit.each)
        if gain > 0:
            chances = np.array([chance_to_reach(roll, float(far)) for far in off])
            found = np.maximum(found, gain * chances)
    return PROSPECT * found
