"""Odds of the clash of an assault, of its losses and of the retreat after it."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache, lru_cache

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.counters import is_fighter
from app.games.africa_1859.evolve import with_units
from app.games.africa_1859.fights.aftermath import stack_of
from app.games.africa_1859.fights.branching import PAIRS, courses
from app.games.africa_1859.fights.clash import ClashLosses, Front, Ground, clash_lines, sum_of
from app.games.africa_1859.fights.clash_loss import default_allocation
from app.games.africa_1859.fights.clash_roll import ClashTable, front_of, ground_of
from app.games.africa_1859.fights.hits import Harms
from app.games.africa_1859.fights.odds_policies import advance_once
from app.games.africa_1859.fights.odds_scene import Guns, Scene, Tail
from app.games.africa_1859.fights.odds_stacks import NO_UNIT, ONE, Half
from app.games.africa_1859.fights.roles import ATTACKER, DEFENDER
from app.games.africa_1859.ground import data_of
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


Distribution = dict[Result, int]
"""Weight of each result; all together weigh `WHOLE`."""
Losses = tuple[tuple[int, str, int], ...]
"""Steps lost by a beaten defender, space of the retreat, and weight of `ONE`."""
Flight = tuple[str, tuple[str, ...], int]
"""Space of a retreat, units that are cut off, and weight of `ONE`."""
SETTLED = ("checks", "victor", "end")
"""Stages after losses and retreat."""


class AttackerAtClash(msgspec.Struct, frozen=True):
    """Everything of an attacker that the clash depends on: lines, vanguard's steps, steps lost."""

    front: Front
    ground: Ground
    vanguard: int = 0
    lost: int = 0
    has: int = 0


class DefenderAtClash(msgspec.Struct, frozen=True):
    """Everything of a defender that the clash depends on.

    `beaten` lists the losses of a beaten stack by the steps that it gives up.
    """

    front: Front
    vanguard: int = 0
    lost: int = 0
    beaten: tuple[Losses, ...] = ()


Meeting = tuple[AttackerAtClash, DefenderAtClash]


class Meetings:
    """Clashes of a scene with their weights, and the assaults that end without one."""

    def __init__(self, scene: Scene, *, with_losses: bool) -> None:
        self.scene, self.with_losses = scene, with_losses
        self.clashes: dict[Meeting, int] = defaultdict(int)
        self.found: Distribution = defaultdict(int)
        self.attackers = cache(self._attackers)
        self.attacker_of = cache(self._attacker_of)
        self.defender_of = cache(self._defender_of)
        self.beaten = cache(self._beaten)
        self.flight = cache(self._flight)
        mixed: dict[Half, dict[Half, int]] = defaultdict(dict)
        for (one, other), weight in scene.pairs.items():
            if NO_UNIT in (one[0], other[0]):
                self._end(one, other, weight)
            else:
                mixed[one][other] = weight
        for one, others in mixed.items():
            self._meet(one, others)

    def _end(self, one: Half, other: Half, weight: int) -> None:
        """Count an assault in which a side has no vanguard, the attacker first."""
        lost = self.scene.attacker.lost(one), self.scene.defender.lost(other)
        self.found[Result("called_off" if one[0] == NO_UNIT else "taken", *lost)] += weight

    def _meet(self, one: Half, others: dict[Half, int]) -> None:
        """Count the clashes of one condition of the attacker with all of the defender."""
        tails: dict[Tail, int] = defaultdict(int)
        for other, weight in others.items():
            for tail, part in self.scene.tails(other).items():
                tails[tail] += weight * part // ONE
        ways: dict[tuple[Guns, tuple[Harms, ...]], dict[DefenderAtClash, int]] = {}
        for tail, weight in tails.items():
            if tail.half[0] == NO_UNIT:
                self._taken(one, tail, weight)
                continue
            guns_fired = bool(self.scene.defence(tail.guns).shots)
            enemy = self.defender_of(tail.half, guns_fired)
            key = tail.guns, tail.small_arms
            some = ways.setdefault(key, {})
            some[enemy] = some.get(enemy, 0) + weight
            if self.with_losses:
                self._call_off(one, tail, weight)
        for key, enemies in ways.items():
            for own, part in self.attackers(one, *key).items():
                for enemy, weight in enemies.items():
                    self.clashes[own, enemy] += weight * part // ONE

    def _taken(self, one: Half, tail: Tail, weight: int) -> None:
        """Count the ways on which guns leave no defender: before their fire, or by an answer."""
        spread = self.scene.after_defence(one, tail.guns) if tail.guns else {one: ONE}
        for own, part in spread.items():
            self._end(own, tail.half, weight * part // ONE)

    def _call_off(self, one: Half, tail: Tail, weight: int) -> None:
        """Count the ways on which the attacker has no vanguard at the clash."""
        for own, part in self.scene.after_vanguard(one, tail.guns, tail.small_arms).items():
            if own[0] == NO_UNIT:
                self._end(own, tail.half, weight * part // ONE)

    def _attackers(
        self, half: Half, guns: tuple[int, ...], shots: tuple[Harms, ...]
    ) -> dict[AttackerAtClash, int]:
        found: dict[AttackerAtClash, int] = defaultdict(int)
        for own, part in self.scene.after_vanguard(half, guns, shots).items():
            if own[0] != NO_UNIT:
                found[self.attacker_of(own)] += part
        return found

    def _attacker_of(self, half: Half) -> AttackerAtClash:
        stack = self.scene.attacker
        war, assault = stack.position(half, guns_fired=bool(self.scene.support.shots))
        front, ground = front_of(war, assault, ATTACKER), ground_of(war, assault)
        if not self.with_losses:
            return AttackerAtClash(front, ground)
        has = sum(stack_of(war, assault, ATTACKER).values())
        return AttackerAtClash(front, ground, half[1][half[0]] // 2, stack.lost(half), has)

    def _defender_of(self, half: Half, guns_fired: bool) -> DefenderAtClash:
        stack = self.scene.defender
        war, assault = stack.position(half, guns_fired=guns_fired)
        front = front_of(war, assault, DEFENDER)
        if not self.with_losses:
            return DefenderAtClash(front)
        steps = tuple(sorted(stack_of(war, assault, DEFENDER).items()))
        beaten = self.beaten(steps, assault.dfn.vanguard)
        return DefenderAtClash(front, half[1][half[0]] // 2, stack.lost(half), beaten)

    # --- Losses and retreat of a beaten defender
    def _beaten(self, steps: tuple[tuple[str, int], ...], vanguard: str) -> tuple[Losses, ...]:
        """Losses of a beaten stack for each number of steps that it gives up."""
        found: list[Losses] = []
        for loss in range(sum(number for _, number in steps) + 1):
            given = default_allocation(loss, dict(steps), vanguard)
            left = {key: number - given.get(key, 0) for key, number in steps}
            fleeing = self.flight(tuple(key for key, number in left.items() if number))
            found.append(
                tuple((loss + sum(left[key] for key in cut), to, ways) for to, cut, ways in fleeing)
            )
        return tuple(found)

    def _flight(self, units: tuple[str, ...]) -> tuple[Flight, ...]:
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
def sums_of_lines(war: War, own: AttackerAtClash, enemy: DefenderAtClash) -> tuple[int, int]:
    """Sums of the lines of attacker and defender."""
    table, fronts = data_of(war).tables["assault"], (own.front, enemy.front)
    one = clash_lines(table, "attacker", fronts, own.ground)
    other = clash_lines(table, "defender", (fronts[1], fronts[0]), own.ground)
    return sum_of(one), sum_of(other)


@lru_cache(maxsize=4096)
def ways_of_clash(
    lines: tuple[int, int], vanguards: tuple[int, int], opposing: bool
) -> tuple[tuple[ClashLosses, int], ...]:
    """Pairs of dice, of 36, for each result of a clash."""
    table = ClashTable(lines, vanguards, opposing)
    return tuple(Counter(table(*pair) for pair in PAIRS).items())


def add_clash(
    found: Distribution, war: War, meeting: Meeting, weight: int, lines: tuple[int, int]
) -> None:
    """Add the results of a clash with its losses and the retreat."""
    own, enemy = meeting
    opposing = war.terms.clash_base == "opposing"
    most = len(enemy.beaten) - 1
    for losses, ways in ways_of_clash(lines, (own.vanguard, enemy.vanguard), opposing):
        mine, theirs = min(losses.attacker, own.has), min(losses.defender, most)
        part = weight * ways // len(PAIRS)
        if losses.winner == DEFENDER:
            found[Result("beaten", own.lost + mine, enemy.lost + theirs)] += part
            continue
        outcome = "taken" if mine < own.has else "empty"
        for steps, retreat, share in enemy.beaten[theirs]:
            result = Result(outcome, own.lost + mine, enemy.lost + steps, retreat)
            found[result] += part * share // ONE


def results_of_scene(scene: Scene) -> Distribution:
    """Weight of each result of a scene."""
    meetings = Meetings(scene, with_losses=True)
    lines = cache(lambda own, enemy: sums_of_lines(scene.war, own, enemy))
    for (own, enemy), weight in meetings.clashes.items():
        fronts = AttackerAtClash(own.front, own.ground), DefenderAtClash(enemy.front)
        add_clash(meetings.found, scene.war, (own, enemy), weight, lines(*fronts))
    return meetings.found


def won_in_scene(scene: Scene) -> int:
    """Weight of the results of a scene in which the attacker wins."""
    meetings = Meetings(scene, with_losses=False)
    won = sum(weight for one, weight in meetings.found.items() if one.outcome == "taken")
    for (own, enemy), weight in meetings.clashes.items():
        lines = sums_of_lines(scene.war, own, enemy)
        ways = ways_of_clash(lines, (0, 0), False)
        won += sum(weight * n // len(PAIRS) for losses, n in ways if losses.winner == ATTACKER)
    return won
