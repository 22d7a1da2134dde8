"""Choice of the hard bot: the order after which its side is expected to be farthest ahead."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from app.games.africa_1859.activation import side_of
from app.games.africa_1859.counters import (
    combat_factor,
    is_artillery,
    is_cavalry,
    is_convoy,
    leader_kind,
)
from app.games.africa_1859.ground import (
    adjacent,
    bars_wheels,
    is_enemy_held,
    leaders_at,
    map_of,
    units_at,
)
from app.games.africa_1859.orders import Assault, Close, EndPhase, Move
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.stacking import has_room, most_fighters
from app.games.africa_1859.state import SPAIN, War
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.tactics.choosing import (
    Valued,
    best_of,
    caracoles,
    choose,
    fires,
    ship_fires,
    withdrawals,
    works,
)
from app.games.africa_1859.tactics.estimates import (
    best_assault,
    best_director,
    chosen_group,
    free_fighters,
    is_legal,
    may_open,
)
from app.games.africa_1859.tactics.following import followers_from, pulls_of_stacks
from app.games.africa_1859.tactics.foresight import WEIGHTS, Foresight
from app.games.africa_1859.tactics.marching import divisions, fitting, plan_of
from app.games.africa_1859.tactics.reactions import answer
from app.games.africa_1859.tactics.tempers import best_temper, temper_of_strength
from app.games.africa_1859.tactics.trials import Trial, after_move
from app.kernel.bot_strengths import HARD
from app.kernel.contract import Order

MOST_TRIED, MOST_OF_A_WAY = 6, 2
"""Assaults that a decision tries, in all and from one space on another."""
HOPELESS = 0.1
"""Estimated chance up to which an assault is not tried."""
TRIES, MORE_TRIES, BEST = 6, 14, 2
"""Tries of each assault, further tries of the best ones, and their number."""


class Planner:
    """Orders of a seat in a position, with the points that each is expected to gain."""

    def __init__(self, war: War, seat: str) -> None:
        self._war, self._seat, self._side = war, seat, side_of(war, seat)
        self._sight = Foresight(war, self._side)
        self._now = self._sight.worth(war)

    def choose(self, spaces: Sequence[str]) -> Order | None:
        """Legal order from some spaces that gains most; None if none gains enough."""
        war, side = self._war, self._side
        assaults, quiet = self.assaults(spaces), self.quiet_orders(spaces)
        in_turn = side in WEIGHTS.assaults_first
        tiers = ([assaults], [quiet]) if in_turn else ([assaults, quiet],)
        for tier in tiers:
            found = [one for orders in tier for one in orders if one[0] >= WEIGHTS.least]
            for _, order in sorted(found, key=lambda one: (-one[0], repr(one[1]))):
                if is_legal(war, order, self._seat):
                    return order
        return None

    # --- Assaults
    def assaults(self, spaces: Sequence[str]) -> Iterator[Valued]:
        """Best assaults by their trials, less a part of their standard error."""
        trials = [
            Trial(self._war, order, self._seat, self._sight.worth)
            for order in self._hopeful(spaces)
        ]
        for trial in trials:
            trial.try_on(TRIES)
        able = sorted((one for one in trials if one.is_legal), key=lambda one: -one.mean)
        for trial in able[:BEST]:
            if trial.mean > self._now:
                trial.try_on(MORE_TRIES)
                yield trial.mean - WEIGHTS.doubt * trial.error - self._now, trial.order

    def _hopeful(self, spaces: Sequence[str]) -> list[Assault]:
        """Assaults of the best estimated chances, a few from each space on another."""
        estimated = (one for space in spaces for one in self._groups_from(space))
        ranked = sorted(estimated, key=lambda one: (-one[0], repr(one[1])))
        ways, found = dict[tuple[str, str], int](), list[Assault]()
        for chance, order in ranked:
            way = order.space, order.path[-1]
            ways[way] = ways.get(way, 0) + 1
            if chance > HOPELESS and ways[way] <= MOST_OF_A_WAY:
                found.append(order)
        return found[:MOST_TRIED]

    def _groups_from(self, space: str) -> Iterator[tuple[float, Assault]]:
        """Assaults of all that may go, all but the weakest, the strongest half, the strongest, and
        of the group that leaves a guard.
        """
        war, side = self._war, self._side
        fighters = free_fighters(war, space, side)
        director = best_director(war, space, side)
        if not director:
            fighters = [one for one in fighters if is_cavalry(war, one)]
        ranked = sorted(fighters, key=lambda one: (-combat_factor(war, one), -one.steps))
        for target in adjacent(war, space) if fighters else ():
            if not is_enemy_held(war, target, side):
                continue
            most = min(len(ranked), most_fighters(war, target, side))
            groups = [ranked[:size] for size in {most, most - 1, (most + 1) // 2, 1} - {0}]
            guarded = chosen_group(war, fighters, target, side)
            for group in groups if guarded in groups else (*groups, guarded):
                found = best_assault(war, space, group, (target, director))
                if found is not None:
                    yield found

    # --- Everything else
    def quiet_orders(self, spaces: Sequence[str]) -> Iterator[Valued]:
        """Fires, caracoles, works and moves."""
        war, side, temper = self._war, self._side, best_temper(self._side)
        goals, pulls = plan_of(war, side, temper).worth, pulls_of_stacks(war, side)
        for space in spaces:
            for value, order in fires(war, space, side):
                yield WEIGHTS.fire * value, order
            for value, order in caracoles(war, space, side, temper):
                yield WEIGHTS.caracole * value, order
            for value, order in works(war, space, side):
                yield WEIGHTS.digging * value, order
            for value, order in followers_from(war, space, side, pulls):
                yield from self._moved(order, value)
            for pull, order in (*self._marches(space, goals), *self._trains(space)):
                yield from self._moved(order, pull)

    def _moved(self, order: Move, pull: float) -> Iterator[Valued]:
        """Move with its gain and the pull of its goal, if it is legal."""
        after = after_move(self._war, order, self._seat)
        if after is not None:
            yield self._sight.worth(after) - self._now + WEIGHTS.pull * pull, order

    def _marches(self, space: str, goals: Mapping[str, float]) -> Iterator[tuple[float, Move]]:
        """Moves of the stack of a space or a part of it, with the pull of the goals."""
        war, side = self._war, self._side
        fighters = free_fighters(war, space, side)
        ranked = sorted(
            leaders_at(war, space, side), key=lambda one: (-leader_kind(war, one).a, one.id)
        )
        leaders = tuple(one.id for one in ranked if not one.marker)
        for there in adjacent(war, space):
            if is_enemy_held(war, there, side):
                continue
            gain = goals.get(there, 0.0) - goals.get(space, 0.0)
            for group in divisions(fitting(war, fighters, there, side)):
                keys = tuple(one.id for one in group)
                is_whole = len(group) == len(fighters)
                for going in {leaders} if is_whole else {leaders, leaders[:1]}:
                    yield (
                        gain * len(group) / len(fighters),
                        Move(keys, (there,), going, space=space),
                    )

    def _trains(self, space: str) -> Iterator[tuple[float, Move]]:
        """Moves of all guns and convoys of a space to another without enemies."""
        war, side = self._war, self._side
        trains = [
            one
            for one in units_at(war, space, side)
            if (is_artillery(war, one) or is_convoy(war, one)) and not (one.dem or one.marker)
        ]
        for there in adjacent(war, space) if trains else ():
            going = [one.id for one in trains if not bars_wheels(war, space, there, one)]
            if going and not is_enemy_held(war, there, side) and has_room(war, side, there, going):
                yield 0.0, Move(tuple(going), (there,), space=space)


def order_of_strength(war: War, seat: str, chance: random.Random, strength: str) -> Order:
    """Order of a bot of a strength. The hard bot looks ahead, except in a guided battle, as the
    hints do not.
    """
    scenario = scenario_of(war)
    if strength != HARD or (scenario is not None and scenario.guided):
        return choose(war, seat, chance, temper_of_strength(side_of(war, seat), strength))
    return plan(war, seat)


def plan(war: War, seat: str) -> Order:
    """Order of the hard bot for a seat that owes a decision. Withdrawals and fires of ships come
    first, as they open no space.
    """
    side, open_ = side_of(war, seat), war.phase.open
    top = war.stack[-1] if war.stack else None
    if isinstance(top, Question):
        return answer(war, top, best_temper(side))
    tiers = (
        () if open_ else (withdrawals(war, side), *((ship_fires(war),) if side == SPAIN else ()))
    )
    first = best_of(war, seat, iter(tiers))
    if first is not None:
        return first
    spaces = [open_] if open_ else [one for one in map_of(war).spaces if is_able(war, one, side)]
    return Planner(war, seat).choose(spaces) or (Close() if open_ else EndPhase())


def is_able(war: War, space: str, side: str) -> bool:
    """Return true if a side has units or leaders in a space that it may open."""
    has_own = bool(units_at(war, space, side) or leaders_at(war, space, side))
    return has_own and may_open(war, space, side)
