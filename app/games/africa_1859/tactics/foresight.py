"""Foresight of the hard bot: worth of a position before the next phase of the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.counters import (
    is_artillery,
    is_convoy,
    is_fighter,
    is_on_map,
    kind_of,
    leader_kind,
)
from app.games.africa_1859.ground import (
    adjacent,
    controller,
    distances_from,
    has_camp,
    is_locality,
    map_of,
)
from app.games.africa_1859.stacking import most_fighters
from app.games.africa_1859.state import ENEMY_OF, LOST, MOROCCO, SPAIN, Leader, Unit, War
from app.games.africa_1859.supply import is_supplied, scenario_of
from app.games.africa_1859.tactics.estimates import stakes_of
from app.games.africa_1859.tactics.prospects import Stack, chance_of_stack, stack_of
from app.games.africa_1859.victory import unit_points
from app.kernel.data_tables import read_yaml
from app.kernel.decoding import convert_plain


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of the foresight in points. The data file explains each of them."""

    margin: float
    spread: float
    ground: float
    late: float
    gone: float
    step: float
    shaken: float
    rallied: float
    capture: float
    won: float
    lost: float
    rout: float
    cut: float
    second: float
    far: float
    walk: float
    danger: float
    outlook: float
    pull: float
    least: float
    fire: float
    caracole: float
    digging: float
    doubt: float
    assaults_first: tuple[str, ...]


WEIGHTS = convert_plain(read_yaml(Path(__file__).with_name("foresight.yaml")), Weights)


LEAST_SPREAD = 2.0
"""Points from victory that count in the last turn."""
MOST_OVER = 30.0
"""Spreads from victory beyond which nothing changes."""
OF_LATE_STEPS = 0.7
"""Part of the worth of a step that is lost until the last turn."""
OUT_OF_REACH = 9
"""Edges to a space that a side cannot reach."""


class Band(msgspec.Struct, frozen=True):
    """Units and leaders of one side in a space: as a guard, and as a force in its next phase.

    `wheels` are its guns and convoys, `pace` the spaces that its fastest fighter moves.
    """

    side: str
    guard: Stack
    force: Stack
    wheels: int
    pace: int
    fighters: int


class Clock(msgspec.Struct, frozen=True):
    """Weights that change with the turn, and the phases that are still to come.

    `even` are the points ahead at which neither side wins, `spread` the points from there that
    count. `keeps_markers` is true in the phase of Spain, before that of Morocco.
    """

    even: float
    spread: float
    ground: float
    gone: float
    step: float
    shaken: float
    keeps_markers: bool
    is_last: bool


def clock_of(war: War, side: str) -> Clock:
    """Weights of a turn; `ground` grows to 1 in the last turn, losses fall to their points."""
    scenario, keeps_markers = scenario_of(war), war.phase.side == SPAIN
    if scenario is None:
        step, even, left, gone = WEIGHTS.step, 0.0, 1.0, 1.0
    else:
        margins = scenario.margins
        even = (margins["S_marginal"] + margins["M_marginal"]) / 2 - war.terms.handicap
        left = max(0, scenario.turns - war.turn) / scenario.turns
        gone = ((war.turn - 1) / max(1, scenario.turns - 1)) ** WEIGHTS.late
        step = WEIGHTS.step * (1 - OF_LATE_STEPS * gone)
    return Clock(
        even if side == SPAIN else -even,
        LEAST_SPREAD + WEIGHTS.spread * left,
        WEIGHTS.ground + (1 - WEIGHTS.ground) * gone,
        1 + (WEIGHTS.gone - 1) * (1 - gone),
        step,
        WEIGHTS.shaken if keeps_markers else WEIGHTS.rallied * step,
        keeps_markers,
        scenario is not None and war.turn >= scenario.turns,
    )


class Foresight:
    """Worth of the positions that may follow from one. It keeps what it has worked out."""

    def __init__(self, war: War, side: str) -> None:
        self._first, self._side, self._clock = war, side, clock_of(war, side)
        self._spaces, scenario = map_of(war).spaces, scenario_of(war)
        self._stakes = {
            space: stakes_of(war, space) for space in (scenario.control if scenario else ())
        }
        self._supplied: dict[str, bool] = {}
        self._bands: dict[tuple[int, tuple[Leader, ...]], tuple[Band, Sequence[Unit]]] = {}
        self._sums: dict[int, tuple[float, Sequence[Unit]]] = {}
        self._chances: dict[tuple[str, str, Stack, Stack], float] = {}

    def worth(self, war: War) -> float:
        """Points ahead, of which those near the margin of victory count most."""
        ahead, spread = self._ahead(war), self._clock.spread
        over = max(-MOST_OVER, min(MOST_OVER, (ahead - self._clock.even) / spread))
        return (1 - WEIGHTS.margin) * ahead + WEIGHTS.margin * 4 * spread / (1 + exp(-over))

    def _ahead(self, war: War) -> float:
        """Points by which the side is ahead, by ground, losses and the next phases of both."""
        found = self._standing(war)
        if war.ending is not None:
            return found
        bands = self._bands_of(war)
        if self._clock.keeps_markers or not self._clock.is_last:
            found -= WEIGHTS.danger * self._prospects(war, bands, ENEMY_OF[self._side])
        if not self._clock.is_last:
            found += WEIGHTS.outlook * self._prospects(war, bands, self._side)
        return found

    # --- Now
    def _standing(self, war: War) -> float:
        """Points of the side now less those of the enemy, and the worth of the steps."""
        found = 0.0
        for space, stakes in self._stakes.items():
            found += (
                self._clock.ground * stakes * (1 if controller(war, space) == self._side else -1)
            )
        for there in war.units_by_space.values():
            key = id(there)
            if key not in self._sums:
                self._sums[key] = sum(self._of_unit(war, one) for one in there), there
            found += self._sums[key][0]
        for leader in war.leaders.values():
            if leader.at == LOST:
                points = self._clock.gone * (1 + leader_kind(war, leader).a)
                found += -points if leader.side == self._side else points
        return found

    def _of_unit(self, war: War, unit: Unit) -> float:
        """Worth of a unit for the side: its steps on the map, less the points of one that is
        gone.
        """
        found = 0.0
        if not is_on_map(unit):
            found = -self._clock.gone * unit_points(war, unit)
        elif is_fighter(war, unit):
            found = unit.steps * (self._clock.shaken if unit.dem else self._clock.step)
        return found if unit.side == self._side else -found

    # --- Stacks
    def _bands_of(self, war: War) -> dict[str, Band]:
        """Bands of both sides by space."""
        leaders: dict[str, list[Leader]] = {}
        for leader in war.leaders.values():
            leaders.setdefault(leader.at, []).append(leader)
        found = {}
        for space, there in war.units_by_space.items():
            if space in self._spaces:
                key = id(there), tuple(leaders.get(space, ()))
                if key not in self._bands:
                    self._bands[key] = self._band(war, space, there, key[1]), there
                found[space] = self._bands[key][0]
        return found

    def _band(self, war: War, space: str, there: Sequence[Unit], leaders: Sequence[Leader]) -> Band:
        """Band of the units in a space; only Morocco keeps markers until its next phase."""
        side = there[0].side
        keeps = side == MOROCCO and self._clock.keeps_markers
        leaders = [one for one in leaders if one.side == side]
        is_open = side == SPAIN or is_locality(war, space) or has_camp(war, space, MOROCCO)
        supplied = side == MOROCCO or self._is_supplied(space)
        if not self._clock.keeps_markers:
            there = [replace(one, dem=False) if one.dem else one for one in there]
        guard = stack_of(war, there, leaders, supplied)
        force = guard
        fresh = [one for one in leaders if not (keeps and one.marker)]
        if keeps:
            force = stack_of(war, [one for one in there if not one.marker], fresh, supplied)
        if not (is_open or fresh):
            force = Stack()
        able = [one for one in there if is_fighter(war, one) and not one.dem]
        pace = max((kind_of(war, one).move for one in able), default=0)
        wheels = sum(is_artillery(war, one) or is_convoy(war, one) for one in there)
        fighters = sum(is_fighter(war, one) for one in there)
        return Band(side, guard, force, wheels, pace if is_open or fresh else 0, fighters)

    def _is_supplied(self, space: str) -> bool:
        if space not in self._supplied:
            self._supplied[space] = is_supplied(self._first, space)
        return self._supplied[space]

    # --- The next phases
    def _prospects(self, war: War, bands: dict[str, Band], side: str) -> float:
        """Points that a side may win in its next phase: an assault of each stack, and empty
        ground.
        """
        by_target: dict[str, list[float]] = {}
        for space, band in bands.items():
            if band.side != side or not band.force.steps:
                continue
            best, where = 0.0, ""
            for target, start, part in self._targets(war, space, side, bands):
                value = part * self._assault(
                    war, (start, target), (band.force, bands[target]), bands
                )
                if value > best:
                    best, where = value, target
            if where:
                by_target.setdefault(where, []).append(best)
        found = WEIGHTS.walk * self._open_ground(war, bands, side)
        for values in by_target.values():
            values.sort(reverse=True)
            found += values[0] + WEIGHTS.second * sum(values[1:])
        return found

    def _targets(
        self, war: War, space: str, side: str, bands: dict[str, Band]
    ) -> Iterator[tuple[str, str, float]]:
        """Spaces with enemies within reach, the space before each, and the part that counts."""
        for one in adjacent(war, space):
            if one in bands:
                if bands[one].side != side:
                    yield one, space, 1.0
            else:
                for two in adjacent(war, one):
                    if two != space and two in bands and bands[two].side != side:
                        yield two, one, WEIGHTS.far

    def _assault(
        self,
        war: War,
        way: tuple[str, str],
        stacks: tuple[Stack, Band],
        bands: dict[str, Band],
    ) -> float:
        """Points that a stack may expect of an assault; `way` are its start and its target."""
        (start, target), (force, band) = way, stacks
        prize = WEIGHTS.capture * band.wheels
        if controller(war, target) == band.side:
            prize += 2 * self._clock.ground * self._stakes.get(target, 0.0)
        if not band.guard.steps and not band.guard.guns:
            return prize
        key = start, target, force, band.guard
        if key not in self._chances:
            self._chances[key] = chance_of_stack(war, way, (force, band.guard))
        chance = self._chances[key]
        won = prize + WEIGHTS.won + WEIGHTS.rout * band.guard.steps
        cut = band.fighters - self._room(war, way, band.side, bands)
        if cut > 0:
            part = cut / band.fighters
            won += (
                WEIGHTS.cut
                * part
                * (self._clock.gone * band.fighters + self._clock.step * band.guard.steps)
            )
        return chance * won - (1 - chance) * (WEIGHTS.lost + WEIGHTS.rout * force.steps)

    def _room(self, war: War, way: tuple[str, str], side: str, bands: dict[str, Band]) -> int:
        """Fighters of a side that find room beside a lost space; `way` is that of the attacker."""
        found = 0
        for one in adjacent(war, way[1]):
            band = bands.get(one)
            if one == way[0] or self._spaces[one].closed == side:
                continue
            if band is None:
                found += most_fighters(war, one, side)
            elif band.side == side:
                found += max(0, most_fighters(war, one, side) - band.fighters)
        return found

    def _open_ground(self, war: War, bands: dict[str, Band], side: str) -> float:
        """Points of ground without units that fighters of a side can enter."""
        found = 0.0
        for space, stakes in self._stakes.items():
            if controller(war, space) == side or space in bands:
                continue
            near = distances_from(war, space, side)
            if any(
                band.side == side and near.get(one, OUT_OF_REACH) <= band.pace
                for one, band in bands.items()
            ):
                found += 2 * self._clock.ground * stakes
        return found
