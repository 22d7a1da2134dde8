"""Odds of the clash of an assault, of its losses and of the retreat after it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.counters import is_fighter
from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.evolve import with_units
from app.games.africa_1859.fights.branching import PAIRS, courses
from app.games.africa_1859.fights.clash import ClashLosses, Front, Ground, clash_lines, sum_of
from app.games.africa_1859.fights.clash_loss import steps_by_default
from app.games.africa_1859.fights.clash_roll import ClashTable, ground_with
from app.games.africa_1859.fights.odds_policies import advance_once
from app.games.africa_1859.fights.odds_scene import Guns, Pair, Scene
from app.games.africa_1859.fights.odds_stacks import NO_UNIT, ONE, Half
from app.games.africa_1859.fights.roles import ATTACKER, DEFENDER
from app.games.africa_1859.procedures import Assault, Clash
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import ELIMINATED, War


class Result(msgspec.Struct, frozen=True):
    """Result of an assault: its outcome, steps lost by attacker and defender, space of retreat.

    `outcome`: "taken", "empty" (won without a survivor), "beaten" or "called_off".
    """

    outcome: str
    attacker_lost: int
    defender_lost: int
    retreat: str = ""


T = TypeVar("T", bound=Hashable)
Distribution = dict[Result, int]
"""Weight of each result; all together weigh `WHOLE`."""
Weights = defaultdict[tuple[str, int, int, str], int]
"""Weight of each result by the fields of `Result`."""
Losses = tuple[tuple[int, str, int], ...]
"""Steps lost by a beaten defender, space of the retreat, and weight of `ONE`."""
Flight = tuple[str, tuple[str, ...], int]
"""Space of a retreat, units that are cut off, and weight of `ONE`."""
SETTLED = ("checks", "victor", "end")
"""Stages after losses and retreat."""


class Condition(msgspec.Struct, frozen=True):
    """Steps of a vanguard, steps lost by its side, and steps that its side can lose.

    `beaten` lists the losses of a beaten defender by the steps that it gives up.
    """

    vanguard: int = 0
    lost: int = 0
    has: int = 0
    beaten: tuple[Losses, ...] = ()


class AttackerAtClash(msgspec.Struct, frozen=True):
    """Everything of an attacker that the clash depends on."""

    front: Front
    ground: Ground
    condition: Condition = Condition()


class DefenderAtClash(msgspec.Struct, frozen=True):
    """Everything of a defender that the clash depends on."""

    front: Front
    condition: Condition = Condition()


Meeting = tuple[AttackerAtClash, DefenderAtClash]
Lines = tuple[int, int]
"""Sums of the lines of attacker and defender."""
ClashOf = tuple[Lines, Condition, Condition]
"""Lines of a clash and the conditions of attacker and defender."""
Shots = tuple[Guns, int]
"""Fires at the attacker: guns by their conditions, and the number of the vanguard's small arms."""


class Routes(msgspec.Struct, frozen=True):
    """Ways of a defender from the screens to the clash, with their weights of `ONE`.

    `gone` lists the guns that fired and the steps lost where no defender is left. `clashes` list
    the fires at the attacker and the number of the defender at the clash.
    """

    gone: tuple[tuple[Guns, int, int], ...]
    clashes: tuple[tuple[Shots, int, int], ...]


class Numbered(list[T]):
    """Different values by number, so that sums over them compare numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[T, int] = {}

    def number(self, value: T) -> int:
        """Number of a value; a new one is added."""
        if value not in self._numbers:
            self._numbers[value] = len(self)
            self.append(value)
        return self._numbers[value]


class Ways:
    """Ways of both sides of a scene from its screens to the clash, each computed once.

    `attackers` and `defenders` are the sides at the clash, by number. Assaults may share it.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene, self.with_losses = scene, scene.counts_losses
        self.attackers = Numbered[AttackerAtClash]()
        self.defenders = Numbered[DefenderAtClash]()
        self.attackers_after = cache(self._attackers_after)
        self.routes = cache(self._routes)
        self.winning = cache(self._winning)
        self._attacker_of = cache(self._attacker_in)
        self._defender_of = cache(self._defender_in)
        self._ground = cache(self._ground_of)
        self._beaten = cache(self._beaten_of)
        self._flight = cache(self._flight_of)

    def _routes(self, other: Half) -> Routes:
        """Ways of a condition of the defender to the clash; those that meet alike are one."""
        gone: dict[tuple[Guns, int], int] = defaultdict(int)
        clashes: dict[tuple[Shots, int], int] = defaultdict(int)
        for (guns, small_arms, half), part in self.scene.tails(other).items():
            if half[0] == NO_UNIT:
                gone[guns, self.scene.defender.lost(half)] += part
                continue
            guns_fired = self.scene.has_defence(guns)
            clashes[(guns, small_arms), self._defender_of(half, guns_fired)] += part
        return Routes(
            tuple((*key, part) for key, part in gone.items()),
            tuple((*key, part) for key, part in clashes.items()),
        )

    def _attackers_after(self, half: Half, shots: Shots) -> dict[int, int]:
        """Weights of the attackers at the clash after the fires at them."""
        found: dict[int, int] = defaultdict(int)
        for own, part in self.scene.after_vanguard(half, *shots).items():
            if own[0] != NO_UNIT:
                found[self._attacker_of(own)] += part
        return found

    def _attacker_in(self, half: Half) -> int:
        stack = self.scene.attacker
        front = stack.front(half, guns_fired=self.scene.has_support)
        one = AttackerAtClash(front, self._ground(stack.digs(half)))
        if self.with_losses:
            vanguard, has = stack.vanguard(half).steps, sum(stack.steps(half).values())
            one = replace(one, condition=Condition(vanguard, stack.lost(half), has))
        return self.attackers.number(one)

    def _defender_in(self, half: Half, guns_fired: bool) -> int:
        stack = self.scene.defender
        one = DefenderAtClash(stack.front(half, guns_fired=guns_fired))
        if self.with_losses:
            vanguard, steps = stack.vanguard(half), tuple(sorted(stack.steps(half).items()))
            beaten = self._beaten(steps, vanguard.id)
            condition = Condition(vanguard.steps, stack.lost(half), len(beaten) - 1, beaten)
            one = replace(one, condition=condition)
        return self.defenders.number(one)

    def _ground_of(self, digs: bool) -> Ground:
        return ground_with(self.scene.war, self.scene.assault, digs=digs)

    def _winning(self, number: int, enemy: int) -> int:
        """Pairs of dice, of 36, with which an attacker wins the clash."""
        return winning_ways(lines_of(self.scene, (self.attackers[number], self.defenders[enemy])))

    # --- Losses and retreat of a beaten defender
    def _beaten_of(self, steps: tuple[tuple[str, int], ...], vanguard: str) -> tuple[Losses, ...]:
        """Losses of a beaten stack for each number of steps that it gives up."""
        found, left = list[Losses](), dict(steps)
        for unit in (None, *steps_by_default(left, vanguard)):
            if unit is not None:
                left[unit] -= 1
            fleeing = self._flight(tuple(key for key, number in left.items() if number))
            loss = len(found)
            found.append(
                tuple((loss + sum(left[key] for key in cut), to, ways) for to, cut, ways in fleeing)
            )
        return tuple(found)

    def _flight_of(self, units: tuple[str, ...]) -> tuple[Flight, ...]:
        """Ways of the retreat of these units, by the stages of play."""
        war, space = self.scene.war, self.scene.assault.space
        beaten = [
            key
            for key in self.scene.defender.keys
            if war.units[key].at == space and is_fighter(war, war.units[key]) and key not in units
        ]
        war = with_units(war, beaten, steps=0, at=ELIMINATED)
        won = Clash(0, 0, 0, 0, ATTACKER, 0, 0)
        assault = replace(self.scene.assault, stage="after_losses", clash=won)
        depth = len(war.stack)
        war = replace(war, stack=(*war.stack[:-1], assault))

        def flee(run: Run) -> None:
            while not is_settled(run.war, depth):
                advance_once(run, self.scene.policy)

        found: dict[tuple[str, tuple[str, ...]], int] = defaultdict(int)
        for after, weight in courses(war, flee, ONE):
            cut_off = tuple(key for key in units if after.units[key].at == ELIMINATED)
            found[retreat_of(after, depth), cut_off] += weight
        return tuple((to, cut_off, ways) for (to, cut_off), ways in found.items())


class Meetings:
    """Clashes of an assault in a scene with their weights, and the results without one.

    `clashes` has the weight of each attacker with each defender, by their numbers in `ways`.
    """

    def __init__(self, ways: Ways, pairs: Mapping[Pair, int]) -> None:
        self.ways, self.scene = ways, ways.scene
        self.clashes: dict[int, dict[int, int]] = {}
        self.found: Distribution = defaultdict(int)
        mixed: dict[Half, dict[Half, int]] = defaultdict(dict)
        for (one, other), weight in pairs.items():
            if NO_UNIT in (one[0], other[0]):
                self._end(one, self.scene.defender.lost(other), weight)
            else:
                mixed[one][other] = weight
        for one, others in mixed.items():
            self._meet(one, others)

    def _end(self, one: Half, defender_lost: int, weight: int) -> None:
        """Count an assault in which a side has no vanguard, the attacker first."""
        lost = self.scene.attacker.lost(one), defender_lost
        self.found[Result("called_off" if one[0] == NO_UNIT else "taken", *lost)] += weight

    def _meet(self, one: Half, others: dict[Half, int]) -> None:
        """Count the clashes of one condition of the attacker with all of the defender."""
        by_shots: dict[Shots, dict[int, int]] = {}
        for other, weight in others.items():
            routes = self.ways.routes(other)
            for guns, lost, part in routes.gone:
                self._taken(one, guns, lost, weight * part // ONE)
            for shots, enemy, part in routes.clashes:
                some = by_shots.setdefault(shots, {})
                some[enemy] = some.get(enemy, 0) + weight * part // ONE
        for shots, enemies in by_shots.items():
            if self.ways.with_losses:
                self._call_off(one, shots, enemies)
            for own, part in self.ways.attackers_after(one, shots).items():
                found = self.clashes.setdefault(own, {})
                for enemy, weight in enemies.items():
                    found[enemy] = found.get(enemy, 0) + weight * part // ONE

    def alike(self) -> Iterator[tuple[ClashOf, int]]:
        """Clashes that differ in their dice or losses, with the weight of all those alike."""
        attackers, defenders = self.ways.attackers, self.ways.defenders
        owns, enemies = Numbered[Condition](), Numbered[Condition]()
        own_of = [owns.number(one.condition) for one in attackers]
        enemy_of = [enemies.number(one.condition) for one in defenders]
        found: dict[tuple[Lines, int, int], int] = defaultdict(int)
        for own, others in self.clashes.items():
            for other, weight in others.items():
                lines = lines_of(self.scene, (attackers[own], defenders[other]))
                found[lines, own_of[own], enemy_of[other]] += weight
        for (lines, own, other), weight in found.items():
            yield (lines, owns[own], enemies[other]), weight

    def _taken(self, one: Half, guns: Guns, lost: int, weight: int) -> None:
        """Count the ways on which guns leave no defender: before their fire, or by an answer."""
        spread = self.scene.after_defence(one, guns) if guns else {one: ONE}
        for own, part in spread.items():
            self._end(own, lost, weight * part // ONE)

    def _call_off(self, one: Half, shots: Shots, enemies: dict[int, int]) -> None:
        """Count the ways on which the attacker has no vanguard at the clash."""
        defenders = self.ways.defenders
        for own, part in self.scene.after_vanguard(one, *shots).items():
            if own[0] == NO_UNIT:
                for enemy, weight in enemies.items():
                    self._end(own, defenders[enemy].condition.lost, weight * part // ONE)


def is_settled(war: War, depth: int) -> bool:
    """Return true if the losses and the retreat of the assault at a depth are settled."""
    frame = war.stack[depth - 1] if len(war.stack) >= depth else None
    return not isinstance(frame, Assault) or frame.stage in SETTLED


def retreat_of(war: War, depth: int) -> str:
    """Space to which the first of the beaten defenders has retreated; "" if none has."""
    frame = war.stack[depth - 1] if len(war.stack) >= depth else None
    beaten = frame.beaten if isinstance(frame, Assault) else ()
    spaces = (war.units[key].at for key in beaten if key in war.units)
    return next((space for space in spaces if space in war.ground.control), "")


# --- Results
@lru_cache(maxsize=4096)
def sums_of_lines(version: int, own: Front, ground: Ground, enemy: Front) -> tuple[int, int]:
    """Sums of the lines of attacker and defender by a version of the data."""
    table = VERSIONS[version].tables["assault"]
    one = clash_lines(table, "attacker", (own, enemy), ground)
    other = clash_lines(table, "defender", (enemy, own), ground)
    return sum_of(one), sum_of(other)


@lru_cache(maxsize=4096)
def ways_of_clash(
    lines: tuple[int, int], vanguards: tuple[int, int], opposing: bool
) -> tuple[tuple[ClashLosses, int], ...]:
    """Pairs of dice, of 36, for each result of a clash."""
    table = ClashTable(lines, vanguards, opposing)
    return tuple(Counter(table(*pair) for pair in PAIRS).items())


@lru_cache(maxsize=256)
def winning_ways(lines: tuple[int, int]) -> int:
    """Pairs of dice, of 36, with which the attacker wins a clash."""
    ways = ways_of_clash(lines, (0, 0), False)
    return sum(number for losses, number in ways if losses.winner == ATTACKER)


def add_clash(found: Weights, clash: ClashOf, weight: int, *, opposing: bool) -> None:
    """Add the results of a clash with its losses and the retreat."""
    lines, own, enemy = clash
    for losses, ways in ways_of_clash(lines, (own.vanguard, enemy.vanguard), opposing):
        mine, theirs = min(losses.attacker, own.has), min(losses.defender, enemy.has)
        part = weight * ways // len(PAIRS)
        if losses.winner == DEFENDER:
            found["beaten", own.lost + mine, enemy.lost + theirs, ""] += part
            continue
        outcome = "taken" if mine < own.has else "empty"
        for steps, retreat, share in enemy.beaten[theirs]:
            found[outcome, own.lost + mine, enemy.lost + steps, retreat] += part * share // ONE


def results_of_scene(ways: Ways, pairs: Mapping[Pair, int]) -> Distribution:
    """Weight of each result of an assault in a scene."""
    meetings, found = Meetings(ways, pairs), Weights(int)
    opposing = ways.scene.war.terms.clash_base == "opposing"
    for clash, weight in meetings.alike():
        add_clash(found, clash, weight, opposing=opposing)
    for key, weight in found.items():
        meetings.found[Result(*key)] += weight
    return meetings.found


def won_in_scene(ways: Ways, pairs: Mapping[Pair, int]) -> int:
    """Weight of the results of an assault in a scene in which the attacker wins."""
    meetings = Meetings(ways, pairs)
    won = sum(weight for one, weight in meetings.found.items() if one.outcome == "taken")
    for own, enemies in meetings.clashes.items():
        for enemy, weight in enemies.items():
            won += weight * ways.winning(own, enemy) // len(PAIRS)
    return won


def lines_of(scene: Scene, meeting: Meeting) -> tuple[int, int]:
    """Sums of the lines of both sides."""
    own, enemy = meeting
    return sums_of_lines(scene.war.terms.data, own.front, own.ground, enemy.front)
