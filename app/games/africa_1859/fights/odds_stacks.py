"""Stacks of an assault in conditions that they may have, for its odds."""

from __future__ import annotations

from functools import cached_property

from msgspec.structs import replace

from app.games.africa_1859.evolve import with_units
from app.games.africa_1859.fights.designations import best_by_combat
from app.games.africa_1859.fights.helpers_of_units import helpers_of
from app.games.africa_1859.fights.hits import SHOT, Code, Harms, code_of, hit
from app.games.africa_1859.fights.roles import (
    able_among,
    roles_of,
    stands_among,
    top_assault,
    units_of_role,
    with_roles,
)
from app.games.africa_1859.morale import unit_need
from app.games.africa_1859.procedures import Assault
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

    @cached_property
    def present(self) -> tuple[int, ...]:
        """Numbers of the units that fight."""
        return tuple(n for n, key in enumerate(self.keys) if key in self._there)

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
        found = self._standing.get(half)
        if found is None:
            found = self._standing[half] = self._with_vanguard(half)
        return found

    def _with_vanguard(self, half: Half) -> Half:
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

    def position(self, half: Half, *, guns_fired: bool = False) -> tuple[War, Assault]:
        """Position and assault with this side in a condition."""
        changed = {self.keys[n]: self.unit(n, half[1][n]) for n in self.present}
        war = replace(self.war, units={**self.war.units, **changed})
        vanguard = self.keys[half[0]] if half[0] != NO_UNIT else ""
        return war, with_roles(self.assault, self.role, vanguard=vanguard, guns_fired=guns_fired)


def with_fired(war: War, guns: tuple[str, ...]) -> War:
    """Position in which guns have fired."""
    return with_units(war, guns, marker=True, fired=True)
