"""Exact odds of a whole assault, up to losses and retreat, from the functions that resolve it.

The stages of play are followed until the fire of the screens, with all courses of their dice. In an
assault under way that is later, they are followed until the open question is answered. From there
on the conditions of both sides are spread apart (`odds_scene`) until the clash (`odds_clash`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import Any

from msgspec import structs
from msgspec.structs import replace

from app.games.africa_1859.fights.assault_stages import STAGES
from app.games.africa_1859.fights.branching import WHOLE, courses
from app.games.africa_1859.fights.odds_clash import (
    SETTLED,
    Distribution,
    Result,
    Ways,
    is_settled,
    results_of_scene,
    retreat_of,
    won_in_scene,
)
from app.games.africa_1859.fights.odds_policies import Policy, advance_once
from app.games.africa_1859.fights.odds_scene import FIRES, Reached, Scene
from app.games.africa_1859.fights.roles import ATTACKER, DEFENDER, top_assault, vanguard_stands
from app.games.africa_1859.procedures import Assault
from app.games.africa_1859.state import ENEMY_OF, War

ORDER_OF_STAGES = {stage: number for number, stage in enumerate(STAGES)}
FINISHED = ORDER_OF_STAGES[SETTLED[0]]
NO_LIMIT = 10**9
KnownWays = dict[Hashable, Ways]
"""Scenes of assaults that differ in the defender's designations alone."""


class TooMuchWork(Exception):
    """Raised when odds need more work than they may take."""


class Work:
    """Courses and pairs of conditions that odds may still follow, the same on every machine."""

    def __init__(self, amount: int) -> None:
        self.left = amount

    def take(self, amount: int = 1) -> None:
        """Count courses or pairs; raises `TooMuchWork` when none is left."""
        self.left -= amount
        if self.left < 0:
            raise TooMuchWork


def usual(*_: object) -> None:
    """Policy of the usual answers."""


def assault_results(
    war: War,
    assault: Assault,
    policy: Policy = usual,
    work: Work | None = None,
    begun: War | None = None,
) -> Distribution:
    """Weight of each result of an assault from a position; raises `TooMuchWork`.

    The answers are the usual ones but for the policy. `begun` is the assault under way with what it
    asks, before its clash; its losses count from there.
    """
    work = work or Work(NO_LIMIT)
    course = Course(war, assault, policy, work, begun=begun, counts_losses=True)
    found = course.found
    for ways, reached in course.scenes.values():
        for result, weight in results_of_scene(ways, reached.pairs).items():
            found[result] += weight
    return dict(found)


def assault_won(
    war: War,
    assault: Assault,
    policy: Policy = usual,
    work: Work | None = None,
    known: KnownWays | None = None,
    begun: War | None = None,
) -> int:
    """Weight of the results in which the attacker wins; raises `TooMuchWork`.

    `known` are scenes of the same assault with other designations. New ones are added. `begun` is
    the assault under way.
    """
    work = work or Work(NO_LIMIT)
    course = Course(war, assault, policy, work, known, begun=begun, counts_losses=False)
    weight = won(course.found)
    for ways, reached in course.scenes.values():
        work.take(len(reached.pairs))
        weight += won_in_scene(ways, reached.pairs)
    return weight


def won(results: Distribution) -> int:
    """Weight of the results in which the attacker wins."""
    return sum(ways for one, ways in results.items() if one.outcome in ("taken", "empty"))


class Course:
    """Assault as far as its stages are followed: scenes, and results before them.

    Positions that differ in nothing that counts are merged after each stage.
    """

    def __init__(
        self,
        war: War,
        assault: Assault,
        policy: Policy,
        work: Work,
        known: KnownWays | None = None,
        *,
        begun: War | None = None,
        counts_losses: bool = True,
    ) -> None:
        self.policy, self.work = policy, work
        self._known, self._counts_losses = {} if known is None else known, counts_losses
        self.begun = begun or replace(war, stack=(*war.stack, assault))
        self._assault, self._depth = assault, len(war.stack) + 1
        defenders = [
            unit.id
            for unit in war.units.values()
            if unit.at == assault.space and unit.side == ENEMY_OF[assault.attacker]
        ]
        self._sides = list(assault.group), defenders
        self.found: Distribution = defaultdict(int)
        self.scenes: dict[Hashable, tuple[Ways, Reached]] = {}
        self._follow()

    def _follow(self) -> None:
        """Follow all courses to the screens, or to an end before them."""
        open_: list[dict[Hashable, tuple[War, int]]] = [{} for _ in range(FINISHED)]
        open_[0][self.key(self.begun)] = (self.begun, WHOLE)
        for waiting in open_:
            while waiting:
                _, (now, weight) = waiting.popitem()
                if self.is_scene(now):
                    self._add_to_scene(now, weight)
                    continue
                for after, ways in courses(now, lambda run: advance_once(run, self.policy), weight):
                    self.work.take()
                    if is_settled(after, self._depth):
                        self.found[self.result(after)] += ways
                        continue
                    at_stage, key = open_[self.stage(after)], self.key(after)
                    at_stage[key] = (after, ways + at_stage.get(key, (after, 0))[1])

    def stage(self, war: War) -> int:
        """Number of the stage."""
        assault = war.stack[self._depth - 1]
        return ORDER_OF_STAGES[assault.stage] if isinstance(assault, Assault) else FINISHED

    def is_scene(self, war: War) -> bool:
        """Return true if a stage from the screens to the clash is next, with two vanguards that
        stand.
        """
        top = war.stack[-1]
        return (
            isinstance(top, Assault)
            and len(war.stack) == self._depth
            and top.stage in FIRES
            and not top.answered
            and all(vanguard_stands(war, top, role) for role in (ATTACKER, DEFENDER))
        )

    def _add_to_scene(self, war: War, weight: int) -> None:
        """Add a position to its scene. Positions with other screens are counted apart."""
        units = tuple(
            (unit.id, unit.at, unit.fired)
            for unit, before in zip(war.units.values(), self.begun.units.values(), strict=True)
            if unit is not before and (unit.at, unit.fired) != (before.at, before.fired)
        )
        leaders = tuple(one.at for one in war.leaders.values())
        assault = top_assault(war)
        roles = (
            (one.leader, one.screen, one.screened_off, one.guns_fired)
            for one in (assault.att, assault.dfn)
        )
        fires = assault.stage, assault.fired, war.phase.ships_fired
        key = (units, leaders, id(war.ground), *fires, *roles)
        if key not in self.scenes:
            ways = self._ways(war)
            self.scenes[key] = ways, Reached(ways.scene)
        self.scenes[key][1].add(war, weight)

    def _ways(self, war: War) -> Ways:
        """Ways from a position, known from another assault or new."""
        key = scene_key(war)
        if key not in self._known:
            counts, policy = self._counts_losses, self.policy
            scene = Scene(war, self.begun, self._sides, policy, counts_losses=counts)
            self._known[key] = Ways(scene)
        return self._known[key]

    def key(self, war: War) -> Hashable:
        """Everything of a position that later stages read."""
        changed = tuple(
            (unit.id, unit.at, unit.steps, unit.dem, unit.fired)
            for unit, before in zip(war.units.values(), self.begun.units.values(), strict=True)
            if unit is not before
        )
        places = tuple(one.at for one in war.leaders.values())
        frames = tuple(frame_key(frame) for frame in war.stack[self._depth - 1 :])
        return (changed, places, war.phase.ships_fired, frames)

    def result(self, war: War) -> Result:
        """Result of a position in which the assault is settled."""
        lost = [
            sum(self.begun.units[key].steps - war.units[key].steps for key in units)
            for units in self._sides
        ]
        retreat, space = retreat_of(war, self._depth), self._assault.space
        if any(war.units[key].at == space for key in self._assault.group):
            return Result("taken", lost[0], lost[1], retreat)
        frame = war.stack[self._depth - 1] if len(war.stack) >= self._depth else None
        clash = frame.clash if isinstance(frame, Assault) else None
        if clash is None:
            return Result("called_off", lost[0], lost[1])
        if clash.winner == ATTACKER:
            return Result("empty", lost[0], lost[1], retreat)
        return Result("beaten", lost[0], lost[1])


def scene_key(war: War) -> Hashable:
    """Everything of a position at the beginning of a scene that the scene reads."""
    assault = top_assault(war)
    units = tuple((unit.at, unit.marker, unit.fired) for unit in war.units.values())
    leaders = tuple(one.at for one in war.leaders.values())
    sides = tuple((one.leader, one.guns_fired, one.settled) for one in (assault.att, assault.dfn))
    counters = (assault.stage, assault.group, assault.leaders, assault.fired, assault.answered)
    ground = (*sorted(war.ground.control.items()), *structs.astuple(war.ground)[1:])
    return units, leaders, ground, war.phase.ships_fired, sides, counters


def frame_key(frame: Any) -> Hashable:
    """Everything of a procedure that later stages read, as a hashable value."""
    if isinstance(frame, Assault):
        clash = frame.clash
        due = (clash.winner, clash.attacker_loss, clash.defender_loss) if clash else None
        pairs = tuple(sorted(frame.pairs.items()))
        fixed = (frame.stage, frame.att, frame.dfn, frame.riders, frame.next_rider)
        return (*fixed, pairs, frame.fired, frame.answered, frame.group, frame.beaten, due)
    return frame
