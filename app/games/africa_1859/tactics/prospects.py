"""Prospects of stacks in an assault of the next phase, and the danger to a space and its guard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from app.games.africa_1859.counters import (
    combat_factor,
    is_artillery,
    is_cavalry,
    is_engineer,
    is_fighter,
    leader_kind,
)
from app.games.africa_1859.fights.clash import Front, Ground, clash_lines, sum_of
from app.games.africa_1859.fights.designations import bars_horse
from app.games.africa_1859.fights.horse_ground import horse_ground
from app.games.africa_1859.ground import (
    adjacent,
    controller,
    data_of,
    has_camp,
    is_crossing,
    is_locality,
    leaders_at,
    map_of,
    space_of,
    terrain_defence,
    units_at,
    works_defence,
)
from app.games.africa_1859.state import ENEMY_OF, MOROCCO, Leader, Unit, War
from app.games.africa_1859.supply import is_supplied
from app.games.africa_1859.tactics.estimates import (
    PAIRS,
    is_within_reach,
    stakes_of,
    worth_a_guard,
)
from app.kernel.space.areas import Traveller

OF_A_STACK = 0.5
"""Points that a beaten stack loses beside the ground, and more than the enemy that beats it."""
OF_A_GIFT = 1.5
"""Points that ground without a guard counts more: the enemy takes it without an assault."""
OF_A_PRIZE = 1.5
"""Points that the best assault may win beside the ground and the counters taken."""
OF_A_TRY = 0.3
"""Chance of an assault that is not worth waiting for."""
OF_FAR = 0.5
"""Part that the chance of a stack counts which is two edges away."""
NO_LEADER = -1


class Stack(msgspec.Struct, frozen=True):
    """Side of an assault that may come: combat factors of its best foot and riders, and its steps.

    `leader` is the first factor of its best leader, or `NO_LEADER`. Demoralised fighters count
    nothing. `supplied` is false out of supply.
    """

    foot: int = 0
    horse: int = 0
    steps: int = 0
    horse_steps: int = 0
    leader: int = NO_LEADER
    guns: bool = False
    engineers: bool = False
    supplied: bool = True


def stack_of(
    war: War, units: Iterable[Unit], leaders: Iterable[Leader], supplied: bool = True
) -> Stack:
    """Stack of some units and leaders; activation markers do not count, as they fall before."""
    found = [unit for unit in units if not unit.dem]
    fighters = [unit for unit in found if is_fighter(war, unit)]
    riders = [unit for unit in fighters if is_cavalry(war, unit)]
    foot = [unit for unit in fighters if not is_cavalry(war, unit)]
    return Stack(
        max((combat_factor(war, unit) for unit in foot), default=0),
        max((combat_factor(war, unit) for unit in riders), default=0),
        sum(unit.steps for unit in fighters),
        sum(unit.steps for unit in riders),
        max((leader_kind(war, one).a for one in leaders), default=NO_LEADER),
        any(is_artillery(war, unit) for unit in found),
        any(is_engineer(war, unit) for unit in fighters),
        supplied,
    )


def stack_at(war: War, space: str, side: str) -> Stack:
    """Stack of a side that stands in a space."""
    supplied = side == MOROCCO or is_supplied(war, space)
    return stack_of(war, units_at(war, space, side), leaders_at(war, space, side), supplied)


# --- Chances
def attacking_fronts(stack: Stack, bars_riders: bool) -> Iterator[Front]:
    """Fronts with which a stack may assault: with foot under a leader, or with riders."""
    guns, led = stack.guns, max(stack.leader, 0)
    if stack.leader != NO_LEADER and stack.steps > stack.horse_steps:
        yield Front(stack.foot, False, led, guns, stack.steps, stack.supplied)
    if stack.horse_steps and not bars_riders:
        steps = stack.steps if stack.leader != NO_LEADER else stack.horse_steps
        yield Front(stack.horse, True, led, guns, steps, stack.supplied)


def defending_front(stack: Stack) -> Front:
    """Front with which a stack defends; one without fresh fighters is shaken."""
    is_horse = stack.horse > stack.foot
    return Front(
        max(stack.foot, stack.horse),
        is_horse,
        max(stack.leader, 0),
        stack.guns,
        stack.steps,
        stack.supplied,
        not stack.steps,
    )


def ground_between(war: War, start: str, target: str, has_engineers: bool) -> Ground:
    """Ground of a clash in a space that is entered from another."""
    works = works_defence(war, target)
    if has_engineers:
        works = max(0, works + int(data_of(war).tables["works"]["engineers"]))
    crossing = is_crossing(war, start, target) or space_of(war, target).terrain == "marsh"
    return Ground(terrain_defence(war, target), works, horse_ground(war, target), crossing)


def chance_of_stack(war: War, ways: tuple[str, str], stacks: tuple[Stack, Stack]) -> float:
    """Chance that a stack takes a space from another; `ways` are its space and the other's.

    It is that of the clash alone, without the fire before. Both are (attacker, defender).
    """
    (start, target), (attacker, defender) = ways, stacks
    table = data_of(war).tables["assault"]
    ground = ground_between(war, start, target, attacker.engineers)
    other = defending_front(defender)
    ahead = (
        sum_of(clash_lines(table, "attacker", (one, other), ground))
        - sum_of(clash_lines(table, "defender", (other, one), ground))
        for one in attacking_fronts(attacker, bars_horse(war, target))
    )
    return max(map(chance_ahead, ahead), default=0.0)


@cache
def chance_ahead(ahead: int) -> float:
    """Chance of an attacker whose lines sum to so many more than those of the defender."""
    return sum(first + ahead > second for first, second in PAIRS) / len(PAIRS)


class Prospects:
    """Chances of the stacks of a position, as one side sees them. It keeps what it has worked
    out.
    """

    def __init__(self, war: War, side: str) -> None:
        self._war, self._side = war, side
        self._enemies: dict[str, Stack] = {}
        self._chances: dict[tuple[str, str, Stack, Stack], float] = {}

    def enemy_at(self, space: str) -> Stack:
        """Stack of the enemy in a space."""
        if space not in self._enemies:
            self._enemies[space] = stack_at(self._war, space, ENEMY_OF[self._side])
        return self._enemies[space]

    def chance(self, start: str, target: str, attacker: Stack, defender: Stack) -> float:
        """Chance that a stack takes a space from another."""
        key = start, target, attacker, defender
        if key not in self._chances:
            self._chances[key] = chance_of_stack(self._war, (start, target), (attacker, defender))
        return self._chances[key]

    def threat(self, space: str, guard: Stack, but: str = "") -> float:
        """Best chance of an enemy stack beside a space, other than in `but`, against its guard.

        It is 1 for a space without fighters that an enemy can enter.
        """
        if not guard.steps:
            return float(is_within_reach(self._war, space, self._side, but))
        starts = (
            one
            for one in adjacent(self._war, space)
            if one != but and self.enemy_at(one).steps and self._may_act(one)
        )
        return max(
            (self.chance(start, space, self.enemy_at(start), guard) for start in starts),
            default=0.0,
        )

    def threat_from_afar(self, space: str, guard: Stack) -> float:
        """Best chance of an enemy stack within two edges that nothing bars; half of it for the
        far.
        """
        enemy, graph = ENEMY_OF[self._side], map_of(self._war).graph
        best = self.threat(space, guard)
        for middle in adjacent(self._war, space):
            if units_at(self._war, middle, self._side):
                continue
            for start in graph.neighbours(middle, Traveller(enemy)):
                if start != space and self.enemy_at(start).steps:
                    chance = self.chance(middle, space, self.enemy_at(start), guard)
                    best = max(best, OF_FAR * chance)
        return best

    def danger(self, space: str, guard: Stack) -> float:
        """Points that the side may expect to lose in a space with a guard."""
        worth = worth_a_guard(self._war, space, self._side)
        if controller(self._war, space) != self._side:
            worth -= stakes_of(self._war, space)
        if not guard.steps:
            return self.threat(space, guard) * (worth + OF_A_GIFT) if worth else 0.0
        return self.threat(space, guard) * (worth + OF_A_STACK)

    def outlook(self, space: str, stack: Stack) -> float:
        """Points that a stack may expect of its best assault from a space."""
        if not stack.steps:
            return 0.0
        enemy = ENEMY_OF[self._side]
        worths = (
            (worth_a_guard(self._war, one, enemy) + OF_A_PRIZE)
            * max(0.0, self.chance(space, one, stack, self.enemy_at(one)) - OF_A_TRY)
            for one in adjacent(self._war, space)
            if units_at(self._war, one, enemy)
        )
        return max(worths, default=0.0)

    def _may_act(self, space: str) -> bool:
        """Return true if the enemy could open a space, Morocco by a locality, a camp or a
        leader.
        """
        if self._side == MOROCCO or self.enemy_at(space).leader != NO_LEADER:
            return True
        return is_locality(self._war, space) or has_camp(self._war, space, MOROCCO)
