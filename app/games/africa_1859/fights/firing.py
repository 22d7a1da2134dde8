"""AFB-FIR: one fire at one target, and two simultaneous fires."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from app.games.africa_1859.counters import fire_factor, is_convoy, is_fighter
from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.fights.clash import Lines, sum_of
from app.games.africa_1859.fights.fire_table import Harm, fire_lines, fire_result
from app.games.africa_1859.fights.helpers_of_units import helpers_of
from app.games.africa_1859.fights.hits import FACES, Harms
from app.games.africa_1859.fights.rolling import roll_one, roll_two
from app.games.africa_1859.ground import data_of
from app.games.africa_1859.harm import lose_leader, lose_steps
from app.games.africa_1859.morale import check
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import Unit, War


class Fire(msgspec.Struct, frozen=True):
    """One fire: purpose and owner of the die, factors of the firers, target, cover.

    `is_alone`: no leader helps the check of the target.
    """

    purpose: str
    owner: str
    factors: tuple[int, ...]
    target: str
    has_cover: bool = False
    is_alone: bool = False


def lines_of(war: War, fire: Fire) -> Lines:
    """Lines of the roll of a fire."""
    return fire_lines(data_of(war).tables["fire"], fire.factors, fire.has_cover)


def may_fire_small_arms(war: War, unit: Unit) -> bool:
    """AFB-FIR-03: Only fighters without demoralisation fire small arms."""
    return is_fighter(war, unit) and not unit.dem


def small_arms(
    war: War,
    purpose: str,
    units: tuple[str, str],
    *,
    has_cover: bool = False,
    is_alone: bool = False,
) -> Fire:
    """Fire of the small arms of one unit at another; `units` are firer and target."""
    firer, target = units
    factors = (fire_factor(war, war.units[firer]),)
    return Fire(purpose, firer, factors, target, has_cover, is_alone)


def harms_of(war: War, fire: Fire) -> Harms:
    """Harm of a fire for each face of its die."""
    return harms_by_lines(war.terms.data, sum_of(lines_of(war, fire)))


@lru_cache(maxsize=256)
def harms_by_lines(version: int, added: int) -> Harms:
    """Harm by a version of the fire table for each face of a die to which lines are added."""
    rows = VERSIONS[version].tables["fire"]["rows"]
    return tuple(fire_result(rows, face, face + added) for face in FACES)


class BothFires(msgspec.Struct, frozen=True):
    """Effect of the dice of two simultaneous fires."""

    one: Harms
    other: Harms

    def __call__(self, first: int, second: int) -> tuple[Harm, Harm]:
        return self.one[first - 1], self.other[second - 1]


def resolve_fire(run: Run, fire: Fire) -> None:
    """Roll a fire and apply it to its target."""
    harms = harms_of(run.war, fire)
    roll = (fire.purpose, fire.owner, lines_of(run.war, fire))
    die = roll_one(run, roll, lambda face: harms[face - 1])
    apply_harm(run, fire, harms[die - 1])


def roll_together(run: Run, one: Fire, other: Fire) -> tuple[Harm, Harm]:
    """Results of two simultaneous fires: both dice, before either has an effect."""
    war = run.war
    effect = BothFires(harms_of(war, one), harms_of(war, other))
    rolls = tuple((fire.purpose, fire.owner, lines_of(war, fire)) for fire in (one, other))
    return effect(*roll_two(run, (rolls[0], rolls[1]), effect))


def apply_harm(run: Run, fire: Fire, harm: Harm) -> None:
    """AFB-FIR-04: Steps come off first, then a surviving unit checks.

    A leader is lost by a step and checks without one. A convoy never checks.
    """
    target = fire.target
    if target in run.war.leaders:
        if harm.steps:
            lose_leader(run, target, "fire")
        elif harm.check:
            check(run, target)
        return
    if harm.steps:
        lose_steps(run, target, harm.steps, "fire")
    unit = run.war.units[target]
    if harm.check and unit.steps and not is_convoy(run.war, unit):
        check(run, target, () if fire.is_alone else helpers_of(run.war, target))
