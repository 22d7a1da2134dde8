"""Storm of a village or camp: advance, fire, assault, and hold of the home (Planned Attack)."""

from __future__ import annotations

import numpy as np

from app.games.heart_of_africa.pieces import Unit
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.aim import (
    ATTACK,
    NEAR_HOME,
    STORM,
    SUPPORT,
    Aim,
    Aims,
)
from app.games.heart_of_africa.tactics.bot_view import bot_view
from app.games.heart_of_africa.tactics.destinations import home_at, is_home
from app.games.heart_of_africa.tactics.hurry import HURRIED, haste
from app.games.heart_of_africa.tactics.strengths import (
    centre_of,
    foes,
    is_for_close_combat,
    men_of,
    prey,
    stand_off,
)
from app.games.heart_of_africa.tactics.ways import country_of
from app.kernel.space.plane import (
    Point,
    inches_to,
)

AT_HAND, EXPELLED = 12.0, 6.0
"""Distance in inches at which an attacker goes for a defender of the home, and the value of a
contact with one.
"""


def stormers(battle: Battle, side: str, units: list[Unit]) -> Aims:
    """Aims of attackers of a village or camp. They advance, expel its defenders, and hold it.

    Close-combat units go into it and at its defenders, shooters into range. When time runs out all
    units go into it. Once no defender is inside, one unit stays in it whole, and the
    others attack enemies that could return.
    """
    goal = home_at(battle)
    inside = defenders_inside(battle, side)
    keeper = "" if inside else keeper_of_home(battle, units)
    in_it = any(is_home(battle, centre_of(battle, unit.id)) for unit in units)
    found: Aims = {}
    for unit in units:
        here = centre_of(battle, unit.id)
        rush = haste(battle, inches_to(here, goal))
        storms = is_for_close_combat(battle, unit.id)
        if unit.id == keeper:
            found[unit.id] = Aim(goal, 0.5, STORM * rush, 0.4 / rush, 0.4)
        elif not inside and storms:
            found[unit.id] = cover(battle, side, rush)
        elif not inside:
            found[unit.id] = Aim(goal, 3.0, ATTACK * rush, 0.9)
        elif storms:
            found[unit.id] = assault(battle, side, unit.id, inside)
        elif rush > HURRIED and not in_it:
            found[unit.id] = Aim(goal, 0.5, STORM * rush, 0.55 / rush, 1.2 * rush)
        else:
            near = min(inside, key=lambda at: inches_to(here, at))
            found[unit.id] = Aim(near, stand_off(battle, unit.id), SUPPORT * rush)
    return found


def assault(battle: Battle, side: str, unit: str, inside: list[Point]) -> Aim:
    """Aim of a close-combat unit that expels the defenders."""
    here, goal = centre_of(battle, unit), home_at(battle)
    rush = haste(battle, way_to(battle, unit, here, goal))
    quarry = prey(battle, side, here, 9.0)
    last = min(inside, key=lambda at: inches_to(here, at))
    if quarry is not None and not is_home(battle, here) and rush <= 1.2:
        spot = quarry.at
    else:
        spot = last if inches_to(here, last) < AT_HAND else goal
    return Aim(spot, 0.5, STORM * rush, 0.55 / rush, 1.2 * rush, prize=EXPELLED * rush)


def cover(battle: Battle, side: str, rush: float) -> Aim:
    """Aim of a unit that keeps the nearest enemy from coming back into the home."""
    goal = home_at(battle)
    back = nearest_to_home(battle, side, goal)
    if back is None:
        return Aim(goal, 0.5, STORM * rush, 0.55 / rush, 1.2)
    return Aim(back, 0.5, STORM, 0.7, 1.2, prize=EXPELLED * rush)


def way_to(battle: Battle, unit: str, here: Point, goal: Point) -> float:
    """Length of the way of a unit to a goal in inches of open ground."""
    men = men_of(battle, unit)
    return float(country_of(battle, men[0]).far(np.array([here]), goal)[0]) if men else 0.0


def keeper_of_home(battle: Battle, units: list[Unit]) -> str:
    """Id of the unit that holds the home: the one with the fewest figures outside."""
    goal = home_at(battle)

    def outside(unit: Unit) -> tuple[int, float, str]:
        here = centre_of(battle, unit.id)
        men = men_of(battle, unit.id)
        return sum(not is_home(battle, man.position) for man in men), inches_to(here, goal), unit.id

    return min((outside(unit) for unit in units), default=(0, 0.0, ""))[2]


def nearest_to_home(battle: Battle, side: str, goal: Point) -> Point | None:
    """Place of the enemy that could return to the home first; None if none is near."""
    near = [foe for foe in foes(battle, side) if inches_to(foe.at, goal) < NEAR_HOME + 4]
    return min(near, key=lambda foe: inches_to(foe.at, goal)).at if near else None


def defenders_inside(battle: Battle, side: str) -> list[Point]:
    """Places of the enemy's figures in the home; a single one denies it to the attackers."""
    army = bot_view(battle, side).foes
    return [
        one.position
        for one, counts in zip(army.figures, army.target, strict=True)
        if counts and is_home(battle, one.position)
    ]
