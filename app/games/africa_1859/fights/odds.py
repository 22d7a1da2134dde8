"""Exact odds of a whole assault, up to losses and retreat, from the functions that resolve it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from app.games.africa_1859.counters import is_fighter
from app.games.africa_1859.fights.aftermath import stack_of
from app.games.africa_1859.fights.assault_stages import STAGES, advance
from app.games.africa_1859.fights.branching import PAIRS, WHOLE, courses
from app.games.africa_1859.fights.clash import ClashLosses
from app.games.africa_1859.fights.clash_roll import ClashTable, losses_by_dice
from app.games.africa_1859.fights.counter_battery import may_answer
from app.games.africa_1859.fights.registry import QUESTIONS
from app.games.africa_1859.fights.retreat import best_retreats, fighters_to_go
from app.games.africa_1859.fights.rider_questions import RIDERS
from app.games.africa_1859.fights.roles import ATTACKER, DEFENDER, side_in, vanguard_stands
from app.games.africa_1859.orders import Defend, Riders, Support
from app.games.africa_1859.procedures import Answer, Assault, Question, RiderChoice
from app.games.africa_1859.questions import give_answer
from app.games.africa_1859.run import Run
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import ENEMY_OF, War
from app.kernel.contract import Order

ORDER_OF_STAGES = {stage: number for number, stage in enumerate(STAGES)}
FINISHED = ORDER_OF_STAGES["checks"]
NO_LIMIT = 10**9
Policy = Callable[[War, Question], Order | None]
"""Answer to a question; None for the usual one."""


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


class TooMuchWork(Exception):
    """Raised when odds need more courses than they may follow."""


class Work:
    """Number of courses that odds may still follow. It makes their time the same on every machine."""

    def __init__(self, courses: int) -> None:
        self.left = courses

    def take(self) -> None:
        """Count one course; raises `TooMuchWork` after the last one."""
        self.left -= 1
        if self.left < 0:
            raise TooMuchWork


def assault_results(
    war: War, assault: Assault, policy: Policy = lambda *_: None, work: Work | None = None
) -> Distribution:
    """Weight of each result of an assault from a position, with the usual answers but for `policy`.

    Positions that differ in nothing that counts are merged after each stage. Raises `TooMuchWork`.
    """
    work = work or Work(NO_LIMIT)
    begun = replace(war, stack=(*war.stack, assault))
    watch = Watch(begun, assault)
    found: Distribution = defaultdict(int)
    clashes: dict[ClashAhead, int] = defaultdict(int)
    open_: list[dict[Hashable, tuple[War, int]]] = [{} for _ in range(FINISHED)]
    open_[0][watch.key(begun)] = (begun, WHOLE)
    for waiting in open_:
        while waiting:
            _, (now, weight) = waiting.popitem()
            retreat = watch.retreat_before_clash(now)
            if retreat:
                ahead = clash_ahead(now, watch.lost_by_both(now), retreat)
                clashes[ahead] += weight
                continue
            for after, ways in courses(now, lambda run: advance_once(run, policy), weight):
                work.take()
                stage = watch.stage(after)
                if stage >= FINISHED:
                    found[watch.result(after)] += ways
                else:
                    key = watch.key(after)
                    known = open_[stage].get(key)
                    open_[stage][key] = (after, ways + (known[1] if known else 0))
    for clash, weight in clashes.items():
        add_clash(found, clash, weight)
    return dict(found)


def advance_once(run: Run, policy: Policy) -> None:
    """Carry out the next stage, or give the answer to the question on top."""
    top = run.top
    if isinstance(top, Question):
        rules = QUESTIONS[top.decision]
        answer = rules.only(run.war, top) or policy(run.war, top) or rules.default(run.war, top)
        give_answer(run, top, rules, answer, "server")
    elif isinstance(top, Answer):
        may_answer(run, top)
    elif isinstance(top, Assault):
        advance(run, top)


def whole_retreat(war: War, assault: Assault) -> str:
    """Space to which a beaten defender retreats by default with all fighters; "" if they do not fit."""
    spaces = best_retreats(war, assault)
    fighters = fighters_to_go(war, assault)
    fits = spaces and has_room(war, side_in(assault, DEFENDER), spaces[0], fighters)
    return spaces[0] if fits else ""


class ClashAhead(msgspec.Struct, frozen=True):
    """Everything of a position that its clash and the losses after it depend on.

    `has` are the steps of both stacks, `lost` those that both sides have lost.
    """

    lines: tuple[int, int]
    vanguards: tuple[int, int]
    opposing: bool
    has: tuple[int, int]
    lost: tuple[int, int]
    retreat: str


def clash_ahead(war: War, lost: tuple[int, int], retreat: str) -> ClashAhead:
    """Clash of a position; `retreat` is the space to which beaten defenders would go."""
    assault = top_assault(war)
    stacks = [stack_of(war, assault, role) for role in (ATTACKER, DEFENDER)]
    has = sum(stacks[0].values()), sum(stacks[1].values())
    table = losses_by_dice(war, assault)
    if not is_fighter(war, war.units[assault.dfn.vanguard]):
        retreat = ""
    return ClashAhead(table.lines, table.vanguards, table.opposing, has, lost, retreat)


def add_clash(found: Distribution, clash: ClashAhead, weight: int) -> None:
    """Add the results of a clash, whose losses all have a place in the two stacks."""
    has, lost = clash.has, clash.lost
    for losses, ways in ways_of_clash(clash.lines, clash.vanguards, clash.opposing):
        placed = min(losses.attacker, has[0]), min(losses.defender, has[1])
        outcome = "beaten"
        if losses.winner == ATTACKER:
            outcome = "taken" if placed[0] < has[0] else "empty"
        goes = outcome != "beaten" and placed[1] < has[1]
        both = lost[0] + placed[0], lost[1] + placed[1]
        result = Result(outcome, *both, clash.retreat if goes else "")
        found[result] += weight * ways // len(PAIRS)


@lru_cache(maxsize=4096)
def ways_of_clash(
    lines: tuple[int, int], vanguards: tuple[int, int], opposing: bool
) -> tuple[tuple[ClashLosses, int], ...]:
    """Pairs of dice, of 36, for each result of a clash."""
    table = ClashTable(lines, vanguards, opposing)
    return tuple(Counter(table(*pair) for pair in PAIRS).items())


def top_assault(war: War) -> Assault:
    """Assault that is the innermost procedure."""
    top = war.stack[-1]
    if not isinstance(top, Assault):
        raise TypeError(f"no assault is on top: {top}")
    return top


class Watch:
    """Comparison of positions with the beginning of an assault."""

    def __init__(self, war: War, assault: Assault) -> None:
        self._depth = len(war.stack)
        self._before, self._assault = war, assault
        self._attackers = assault.group
        self._retreats: dict[tuple[str, ...], str] = {}
        self._defenders = [
            unit.id
            for unit in war.units.values()
            if unit.at == assault.space and unit.side == ENEMY_OF[assault.attacker]
        ]

    def retreat_before_clash(self, war: War) -> str:
        """Space of a plain retreat if the clash of two standing vanguards comes next; "" otherwise.

        It depends on the places of the units alone.
        """
        top = war.stack[-1]
        if not (isinstance(top, Assault) and top.stage == "clash"):
            return ""
        if not all(vanguard_stands(war, top, role) for role in (ATTACKER, DEFENDER)):
            return ""
        places = tuple(unit.at for unit in war.units.values())
        if places not in self._retreats:
            self._retreats[places] = whole_retreat(war, top)
        return self._retreats[places]

    def stage(self, war: War) -> int:
        """Number of the stage; `FINISHED` once losses and retreat are settled."""
        if len(war.stack) < self._depth:
            return FINISHED
        assault = war.stack[self._depth - 1]
        return ORDER_OF_STAGES[assault.stage] if isinstance(assault, Assault) else FINISHED

    def key(self, war: War) -> Hashable:
        """Everything of a position that later stages read."""
        before, units = self._before.units, war.units
        changed = tuple(
            (key, unit.at, unit.steps, unit.dem, unit.fired)
            for key, unit in units.items()
            if unit is not before[key]
        )
        places = tuple(one.at for one in war.leaders.values())
        return (
            changed,
            places,
            war.phase.ships_fired,
            tuple(frame_key(frame) for frame in war.stack[self._depth - 1 :]),
        )

    def lost(self, war: War, units: list[str] | tuple[str, ...]) -> int:
        """Steps that units have lost."""
        return sum(self._before.units[key].steps - war.units[key].steps for key in units)

    def lost_by_both(self, war: War) -> tuple[int, int]:
        """Steps that both sides have lost."""
        return self.lost(war, self._attackers), self.lost(war, self._defenders)

    def result(self, war: War) -> Result:
        """Result of a position in which the assault is settled."""
        lost = self.lost_by_both(war)
        space = self._assault.space
        if any(war.units[key].at == space for key in self._attackers):
            return Result("taken", *lost, self.retreat(war))
        if len(war.stack) < self._depth:
            return Result("called_off", *lost)
        assault = war.stack[self._depth - 1]
        clash = assault.clash if isinstance(assault, Assault) else None
        won = clash is not None and clash.winner == ATTACKER
        return Result("empty", *lost, self.retreat(war)) if won else Result("beaten", *lost)

    def retreat(self, war: War) -> str:
        """Space to which the first of the defenders has retreated; "" if none has."""
        spaces = (war.units[key].at for key in self._defenders)
        return next((space for space in spaces if space in war.ground.control), "")


def frame_key(frame: Any) -> Hashable:
    """Everything of a procedure that later stages read, as a hashable value."""
    if isinstance(frame, Assault):
        clash = frame.clash
        due = (clash.winner, clash.attacker_loss, clash.defender_loss) if clash else None
        pairs = tuple(sorted(frame.pairs.items()))
        fixed = (frame.stage, frame.att, frame.dfn, frame.riders, frame.next_rider)
        return (*fixed, pairs, frame.fired, frame.answered, frame.group, frame.beaten, due)
    return frame


# --- Policies
def with_support(war: War, question: Question) -> Order | None:
    """Usual answers, but all guns of the attacker support as one group, then each ship."""
    if question.decision != "support":
        return None
    guns = tuple(key for key in question.units if key in war.units)
    return Support(guns=guns) if guns else Support(ship=question.units[0])


def with_defence(own: Policy, defence: Defend, riders: str) -> Policy:
    """Policy with a designation, and the same choice for all riders that may make it."""

    def answer(war: War, question: Question) -> Order | None:
        if question.decision == "defend":
            return defence
        if question.decision == "riders" and riders:
            shelter = riders == "caracole"
            choices = tuple(RiderChoice(key, riders, shelter=shelter) for key in question.units)
            chosen = Riders(choices)
            refused = [one for one in RIDERS.refusals(war, question, chosen) if one is not None]
            return None if refused else chosen
        return own(war, question)

    return answer
