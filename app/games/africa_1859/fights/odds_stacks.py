"""Stacks of an assault in conditions that they may have, for its odds."""

from __future__ import annotations

from functools import cache, cached_property

from msgspec.structs import replace

from app.games.africa_1859.counters import combat_factor, is_engineer
from app.games.africa_1859.evolve import with_units
from app.games.africa_1859.fights.aftermath import stack_behind
from app.games.africa_1859.fights.clash import Front
from app.games.africa_1859.fights.clash_roll import front_behind
from app.games.africa_1859.fights.designations import best_by_combat, is_fresh
from app.games.africa_1859.fights.helpers_of_units import helpers_of
from app.games.africa_1859.fights.hits import SHOT, Code, Harms, code_of, hit
from app.games.africa_1859.fights.roles import (
    able_among,
    roles_of,
    stands_among,
    top_assault,
    units_of_role,
)
from app.games.africa_1859.morale import unit_need
from app.games.africa_1859.state import ELIMINATED, Unit, War

Half = tuple[int, tuple[Code, ...]]
"""Condition of one side: the number of its vanguard and the condition of each unit."""
NO_UNIT = -1
"""Number in place of a unit: the side has no vanguard, or sends no screen."""
ONE = 6**30
"""Weight of a certain condition. It is divisible for each fire at a side."""
Spread = dict[Half, int]
"""Weight of each condition of a side; all together weigh `ONE`."""


class Stack:
    """Units of one side in an assault, by number. `war` has the assault on top.

    The new vanguard that the side settled ahead replaces a lost one, if it can; otherwise that by
    default.

    `steps` are those of each unit at the beginning. Units that have left the space count for losses
    alone.
    """

    def __init__(self, war: War, role: str, steps: dict[str, int]) -> None:
        self.war, self.role, self.assault = war, role, top_assault(war)
        self.keys = tuple(sorted(steps))
        self.begun_with = sum(steps.values())
        self._settled = dict(roles_of(self.assault, role).settled).get("new_vanguard", "")
        self._there = {unit.id for unit in units_of_role(war, self.assault, role)}
        self._units: dict[tuple[int, Code], Unit] = {}
        self._needs: dict[int, int] = {}
        self._standing: dict[Half, Half] = {}

        self.fresh_steps = cache(self._fresh_steps)
        self._rank = cache(self._rank_of)
        self._front = cache(self._front_of)

    @cached_property
    def present(self) -> tuple[int, ...]:
        """Numbers of the units that fight."""
        return tuple(n for n, key in enumerate(self.keys) if key in self._there)

    @cached_property
    def _engineers(self) -> tuple[int, ...]:
        """Numbers of the engineers that fight."""
        war = self.war
        return tuple(n for n in self.present if is_engineer(war, war.units[self.keys[n]]))

    def half_of(self, war: War, vanguard: str) -> Half:
        """Condition of the side in a position."""
        units = (war.units[key] for key in self.keys)
        return self.keys.index(vanguard), tuple(code_of(one.steps, one.dem) for one in units)

    def lost(self, half: Half) -> int:
        """Steps that the side has lost since the beginning."""
        return self.begun_with - sum(code // 2 for code in half[1])

    def unit(self, number: int, code: Code) -> Unit:
        """Unit in a condition."""
        found = self._units.get((number, code))
        if found is None:
            unit = self.war.units[self.keys[number]]
            found = replace(unit, steps=code // 2, dem=bool(code % 2))
            if not found.steps and number in self.present:
                found = replace(found, at=ELIMINATED)
            self._units[number, code] = found
        return found

    def _fresh_steps(self, number: int, code: Code) -> int:
        """Steps of a unit in a condition if it is a fresh fighter, else 0."""
        unit = self.unit(number, code)
        return unit.steps if is_fresh(self.war, unit) else 0

    def units(self, half: Half) -> list[Unit]:
        """Units that fight, by id."""
        return [self.unit(n, half[1][n]) for n in self.present if half[1][n]]

    def need(self, number: int) -> int:
        """Need of a unit in a morale check during the assault."""
        if number not in self._needs:
            key = self.keys[number]
            helpers = helpers_of(self.war, key)
            self._needs[number] = unit_need(self.war, self.war.units[key], helpers)
        return self._needs[number]

    def standing(self, half: Half) -> Half:
        """Condition with a vanguard that stands; another replaces a lost or shaken one."""
        number, codes = half
        if number in self.present and self.fresh_steps(number, codes[number]):
            return half
        found = self._standing.get(half)
        if found is None:
            found = self._standing[half] = self._with_vanguard(half)
        return found

    def _with_vanguard(self, half: Half) -> Half:
        codes = half[1]
        fresh = [n for n in self.present if self.fresh_steps(n, codes[n])]
        if not fresh:
            return self._without_fresh(half)
        ranks = [rank for n in fresh if (rank := self._rank(n, codes[n])) is not None]
        return (min(ranks)[-1] if ranks else NO_UNIT), codes

    def _rank_of(self, number: int, code: Code) -> tuple[bool, int, int, int] | None:
        """Rank of a fresh unit as a new vanguard, its number last; None if it cannot lead."""
        unit = self.unit(number, code)
        if not able_among(self.war, self.assault, self.role, [unit]):
            return None
        is_other = unit.id != self._settled
        return is_other, -combat_factor(self.war, unit), -unit.steps, number

    def _without_fresh(self, half: Half) -> Half:
        """Condition with the vanguard of a stack without a fresh unit."""
        units = self.units(half)
        if stands_among(self.war, self.role, units, self.keys[half[0]]):
            return half
        able = able_among(self.war, self.assault, self.role, units)
        if not able:
            return NO_UNIT, half[1]
        named = next((unit for unit in able if unit.id == self._settled), None)
        return self.keys.index((named or best_by_combat(self.war, able)).id), half[1]

    def hits(self, half: Half, number: int, harms: Harms) -> list[tuple[Half, int]]:
        """Conditions after a fire at a unit, with their weights of `SHOT`."""
        vanguard, codes = half
        return [
            ((vanguard, (*codes[:number], code, *codes[number + 1 :])), ways)
            for code, ways in hit(harms, codes[number], self.need(number))
        ]

    def volley(self, spread: Spread, shots: tuple[Harms, ...]) -> Spread:
        """Conditions after fires at the vanguard, one after another; each falls on the next one."""
        for harms in shots:
            after: Spread = {}
            for half, weight in spread.items():
                if half[0] == NO_UNIT:
                    after[half] = after.get(half, 0) + weight
                    continue
                for struck, ways in self.hits(half, half[0], harms):
                    one = self.standing(struck)
                    after[one] = after.get(one, 0) + weight * ways // SHOT
            spread = after
        return spread

    # --- At the clash
    def vanguard(self, half: Half) -> Unit:
        """Vanguard in its condition."""
        return self.unit(half[0], half[1][half[0]])

    def front(self, half: Half, *, guns_fired: bool) -> Front:
        """Side of the clash in a condition."""
        number, codes = half
        steps = sum(self.fresh_steps(n, codes[n]) for n in self.present)
        return self._front(number, codes[number], steps, guns_fired)

    def _front_of(self, number: int, code: Code, steps: int, guns_fired: bool) -> Front:
        """Side of the clash; its own losses do not change its supply."""
        roles = replace(roles_of(self.assault, self.role), guns_fired=guns_fired)
        return front_behind(self.war, roles, self.unit(number, code), steps)

    def digs(self, half: Half) -> bool:
        """Return true if fresh engineers are there."""
        return any(self.fresh_steps(n, half[1][n]) for n in self._engineers)

    def steps(self, half: Half) -> dict[str, int]:
        """Steps of the units that can take losses in the clash."""
        return stack_behind(self.war, self.vanguard(half), self.units(half))


def with_fired(war: War, guns: tuple[str, ...]) -> War:
    """Position in which guns have fired."""
    return with_units(war, guns, marker=True, fired=True)
