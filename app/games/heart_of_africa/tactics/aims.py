"""Aims of the units by scenario: a goal, the distance near enough, and the risk accepted."""

from __future__ import annotations

from collections.abc import Callable

from app.games.heart_of_africa.figures import (
    is_baggage,
    profile,
)
from app.games.heart_of_africa.pieces import Unit
from app.games.heart_of_africa.setup.scenarios import AMBUSH, ENCOUNTER, PLANNED_ATTACK, RAID
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.aim import (
    ATTACK,
    HOLD,
    MARCH,
    NEAR_HOME,
    PATIENCE,
    STORM,
    SUPPORT,
    Aim,
    Aims,
    urgency,
)
from app.games.heart_of_africa.tactics.destinations import (
    across_the_way,
    between_them,
    exit_from,
    home_at,
    is_home,
    loot,
    other_side,
    search,
)
from app.games.heart_of_africa.tactics.storming import stormers
from app.games.heart_of_africa.tactics.strengths import (
    centre_of,
    firepower,
    foes,
    here_of,
    is_for_close_combat,
    men_of,
    prey,
    shoots,
    stand_off,
)
from app.kernel.space.plane import inches_to, mean_of

STEADY_FIRE = 1.4
"""Ratio of firepower from which a side waits for the enemy."""
LEISURE = 10


def aims(battle: Battle, side: str) -> Aims:
    """An aim for every unit of the side on the table."""

    def make(owner: Battle) -> Aims:
        part = PARTS[owner.scenario, side == owner.attacker]
        units = [
            unit
            for unit in owner.units.values()
            if unit.side == side and unit.kind == "troops" and here_of(owner, unit.id) is not None
        ]
        return part(owner, side, units)

    return kept_with(battle, f"aims of {side}", make)


def at_prey(
    battle: Battle,
    side: str,
    unit: str,
    pull: float,
    *,
    most: float = 99.0,
    caution: float = 1.0,
    dash: float = 1.0,
) -> Aim | None:
    """An aim at the nearest enemy unit, at the distance of its weapons."""
    here = here_of(battle, unit)
    quarry = prey(battle, side, here, most) if here is not None else None
    return None if quarry is None else Aim(quarry.at, stand_off(battle, unit), pull, caution, dash)


def pitched_battle(battle: Battle, side: str, units: list[Unit]) -> Aims:
    """Aims in the open field. The side with better shooting waits, its close-combat units next to
    the shooters. The other side advances; neither waits for ever.
    """
    mine, theirs = firepower(battle, side), firepower(battle, other_side(side))
    waits = mine > STEADY_FIRE * theirs + 0.5 and battle.turn <= PATIENCE
    outshot = theirs > STEADY_FIRE * mine
    rush = urgency(battle, 0.0)
    found: Aims = {}
    guns = [
        here_of(battle, unit.id)
        for unit in units
        if shoots(battle, unit.id) and not is_for_close_combat(battle, unit.id)
    ]
    if not any(foe.key in battle.units for foe in foes(battle, side)) and (
        battle.turn > PATIENCE or loot(battle, side)
    ):
        return {
            unit.id: Aim(
                search(battle, side, here_of(battle, unit.id) or (0.0, 0.0)), 0.5, ATTACK, 0.5
            )
            for unit in units
        }
    for unit in units:
        if is_for_close_combat(battle, unit.id):
            near = at_prey(
                battle,
                side,
                unit.id,
                (STORM if outshot else ATTACK) * rush,
                most=14.0 if waits else 99.0,
                caution=(0.6 if outshot else 0.8) / rush,
                dash=1.1 * rush,
            )
            found[unit.id] = near or (
                Aim(mean_of([at for at in guns if at]), 6.0, SUPPORT) if guns else Aim()
            )
        else:
            weight = SUPPORT * rush * (0.6 if waits else 1.2)
            found[unit.id] = at_prey(battle, side, unit.id, weight, caution=1.0 / rush) or Aim()
    return found


def garrison(battle: Battle, side: str, units: list[Unit]) -> Aims:
    """Aims of defenders of a home. One unit is always in it; the others attack enemies near it,
    first those inside.
    """
    goal = home_at(battle)
    inside = [foe for foe in foes(battle, side) if is_home(battle, foe.at)]
    found: Aims = {}
    keepers = sorted(
        units, key=lambda unit: (inches_to(here_of(battle, unit.id) or goal, goal), unit.id)
    )
    for number, unit in enumerate(keepers):
        here = centre_of(battle, unit.id)
        if inside and (is_for_close_combat(battle, unit.id) or number == 0):
            found[unit.id] = Aim(
                min(inside, key=lambda foe: inches_to(here, foe.at)).at, 0.0, STORM, 0.7, 1.2
            )
            continue
        near = [
            foe
            for foe in foes(battle, side)
            if inches_to(foe.at, goal) < NEAR_HOME + 4 and inches_to(foe.at, here) < 10
        ]
        if near and is_for_close_combat(battle, unit.id) and number > 0:
            found[unit.id] = Aim(
                min(near, key=lambda foe: inches_to(here, foe.at)).at, 0.0, HOLD, 1.0, 1.1
            )
        else:
            found[unit.id] = Aim(
                goal,
                3.0 if number == 0 else 8.0 if is_for_close_combat(battle, unit.id) else NEAR_HOME,
                HOLD,
                1.1,
            )
    return found


def raiders(battle: Battle, side: str, units: list[Unit]) -> Aims:
    """Aims of raiders: each unit goes for the nearest baggage element, and shooters cover them."""
    prize = loot(battle, side)
    if not prize:
        return pitched_battle(battle, side, units)
    found: Aims = {}
    for unit in units:
        here = centre_of(battle, unit.id)
        nearest = min(prize, key=lambda one: inches_to(here, one.position))
        rush = urgency(battle, inches_to(here, nearest.position), spare=3)
        pace = max(
            (roll.dice if (roll := profile(one).open) else 0) for one in men_of(battle, unit.id)
        )
        if is_for_close_combat(battle, unit.id) or pace >= 2 or rush > 1.3:
            found[unit.id] = Aim(nearest.at, 0.5, STORM * rush, 0.45 / rush, 1.25 * rush)
        else:
            near = at_prey(battle, side, unit.id, SUPPORT * rush, most=16.0)
            found[unit.id] = near or Aim(nearest.at, stand_off(battle, unit.id), ATTACK * rush, 0.9)
    return found


def baggage_guards(battle: Battle, side: str, units: list[Unit]) -> Aims:
    """Aims between the raiders and the baggage."""
    goods = [
        one.at
        for one in battle.figures.values()
        if one.side == side and is_baggage(one) and one.at is not None and not one.fate
    ]
    if not goods:
        return pitched_battle(battle, side, units)
    centre = mean_of(goods)
    thieves = sorted(
        (foe for foe in foes(battle, side)),
        key=lambda foe: min(inches_to(foe.at, at) for at in goods),
    )
    found: Aims = {}
    for number, unit in enumerate(
        sorted(
            units, key=lambda unit: (inches_to(here_of(battle, unit.id) or centre, centre), unit.id)
        )
    ):
        here = centre_of(battle, unit.id)
        close = [foe for foe in thieves if min(inches_to(foe.at, at) for at in goods) < NEAR_HOME]
        if close and is_for_close_combat(battle, unit.id):
            foe = min(close, key=lambda one: inches_to(one.at, here))
            found[unit.id] = Aim(foe.at, 0.0, ATTACK, 0.8, 1.2)
        else:
            goal = between_them(centre, thieves[0].at if thieves else centre, 3.0)
            found[unit.id] = Aim(goal, 3.0 if number < 2 else 7.0, HOLD, 1.0)
    return found


def column(battle: Battle, side: str, units: list[Unit]) -> Aims:
    """Aims of a marching column: through to the far side. Only enemies in the way are attacked."""
    found: Aims = {}
    rush = 1.0 + max(0, battle.turn - len(battle.deployment.march) - LEISURE) * 0.1
    for unit in units:
        here = centre_of(battle, unit.id)
        goal = exit_from(battle, side, here)
        quarry = prey(battle, side, here, 9.0) if is_for_close_combat(battle, unit.id) else None
        if quarry is not None and inches_to(quarry.at, goal) < inches_to(here, goal) + 3:
            found[unit.id] = Aim(quarry.at, 0.0, ATTACK, 0.9, 1.1)
        else:
            found[unit.id] = Aim(goal, 0.0, MARCH * rush, 0.8 / rush)
    return found


def ambushers(battle: Battle, side: str, units: list[Unit]) -> Aims:
    """Aims of the ambushing side. Its units wait; visible ones shoot from their place or attack
    near enemies, first those near the exit.
    """
    found: Aims = {}
    for unit in units:
        here = centre_of(battle, unit.id)
        near = at_prey(
            battle,
            side,
            unit.id,
            ATTACK,
            most=16.0 if is_for_close_combat(battle, unit.id) else 30.0,
            caution=0.9,
            dash=1.15,
        )
        found[unit.id] = near or Aim(across_the_way(battle, side, here), 6.0, SUPPORT)
    return found


PARTS: dict[tuple[str, bool], Callable[[Battle, str, list[Unit]], Aims]] = {
    (ENCOUNTER, True): pitched_battle,
    (ENCOUNTER, False): pitched_battle,
    (PLANNED_ATTACK, True): stormers,
    (PLANNED_ATTACK, False): garrison,
    (RAID, True): raiders,
    (RAID, False): baggage_guards,
    (AMBUSH, True): column,
    (AMBUSH, False): ambushers,
}
