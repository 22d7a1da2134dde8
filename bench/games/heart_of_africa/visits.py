"""Visits that a player of In the Heart of Africa needs in bot battles, by side and turn.

Orders in advance are counted with and without. A visit is a run of orders of one seat. It ends when
the game asks that seat nothing more.

Usage: python -m bench.games.heart_of_africa.visits [GAMES] [POINTS]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from statistics import mean
from typing import Any

import msgspec

from app.games.heart_of_africa.bench import setup_of
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.conditional_orders.plans import Plans, Policies
from app.games.heart_of_africa.conditional_orders.watch import visible_pieces
from app.games.heart_of_africa.conditional_orders.words import FEW_VISITS, REFUSED, STAND, STOPS
from app.games.heart_of_africa.orders import PlanMarch, SetPolicies
from app.games.heart_of_africa.state import INDEPENDENT_MOVES, UNIT_MOVES, Battle
from app.games.heart_of_africa.tactics import singles
from app.games.heart_of_africa.tactics.sketch import CHARGE, CLIMB, FLY, GO, LEAVE
from app.games.heart_of_africa.tactics.sketches import sketches
from app.kernel import table, table_decisions
from app.kernel.contract import Order, Setup
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer
from app.kernel.space.plane import Point
from bench.games.heart_of_africa.battles import CAP

Chooser = Callable[[Any, random.Random], Order]
MOVES = (UNIT_MOVES, INDEPENDENT_MOVES)
NO_SHOOTING = msgspec.structs.replace(FEW_VISITS, reveal="lie", fire="first", arrivals="house")


# --- the players
def by_hand(view: Any, chance: random.Random) -> Order:
    """Give the bot's orders one at a time."""
    return GAME.bot(view, chance)


def ahead(policies: Policies) -> Chooser:
    """Return a bot with conditional orders that plans all its moves at the start of its moves. It
    plans the rest again after an interruption.
    """

    def choose(view: Any, chance: random.Random) -> Order:
        battle, side = view.battle, view.side
        plans = battle.plans.get(side, Plans())
        if plans.policies != policies and not battle.pending and battle.turn > 0:
            return SetPolicies(policies)
        if (
            battle.step in MOVES
            and battle.hand is None
            and (plans.march is None or plans.march.stopped not in ("", REFUSED))
        ):
            return meant(battle, side) or GAME.bot(view, chance)
        return GAME.bot(view, chance)

    return choose


def meant(battle: Battle, side: str) -> PlanMarch | None:
    """Return the bot's moves as a march order, the most valuable first. Moves that a march order
    cannot express are left out.
    """
    to, target, wish, odd = {}, {}, {}, False
    for who in visible_pieces(battle, side):
        if battle.step == UNIT_MOVES and who in battle.units and battle.units[who].kind == "troops":
            best = sketches(battle, side, who)[0]
            wish[who] = best.value
            odd = odd or best.drill in (CLIMB, LEAVE)
            if best.drill == CHARGE:
                target[who] = best.target
            elif best.drill in (GO, FLY) and best.to is not None:
                to[who] = (
                    *on_the_table(battle, best.to),
                    *(() if best.angle is None else (best.angle % 360,)),
                )
        elif who in battle.figures:
            goal = singles.goal_of(battle, side, who)
            if goal is not None:
                to[who] = on_the_table(battle, goal)
    order = tuple(sorted({*to, *target}, key=lambda who: -wish.get(who, 0.0)))
    march = PlanMarch(to, target, {}, order, "ask" if odd else STAND, tuple(STOPS), 8, 1)
    return march if order or not odd else None


def on_the_table(battle: Battle, at: Point) -> Point:
    return (min(max(at[0], 0.0), battle.land.width), min(max(at[1], 0.0), battle.land.depth))


# --- the count
class Count(msgspec.Struct):
    """Visits by (seat, turn), visits by step, the slowest order in seconds, and the ending."""

    visits: Counter
    steps: Counter
    turns: int
    moves: int
    slowest: float
    ending: str


def fought(setup: Setup, seed: str, choose: Chooser) -> Count:
    """Play a whole battle; a player goes on as long as the game asks that seat."""
    chance, key, last, slowest = random.Random(seed), seed.encode(), "", 0.0  # noqa: S311 no secret
    position = table.after_all(
        GAME, table.EMPTY, table_decisions.begin_table(GAME, setup, SeededDice(key, 1))
    )
    visits: Counter = Counter()
    steps: Counter = Counter()
    moves = 1
    while table.table_outcome(GAME, position) is None and moves < CAP:
        battle: Battle = position.state
        owed = GAME.waiting_for(battle)
        if owed[0].draw:
            break
        seat = last if last in {one.seat for one in owed} else owed[0].seat
        if seat != last:
            visits[seat, battle.turn] += 1
            steps[battle.step] += 1
        order = choose(GAME.view(battle, Viewer(seat, battle.seats[seat])), chance)
        moves += 1
        began = time.perf_counter()
        events = table_decisions.decide_on(GAME, position, order, seat, SeededDice(key, moves))
        slowest = max(slowest, time.perf_counter() - began)
        position, last = table.after_all(GAME, position, events), seat
    return Count(
        visits, steps, position.state.turn, moves, slowest, position.state.ending or "no end"
    )


def by_turn(count: Count) -> Iterator[int]:
    """Yield the visits of each seat in each turn."""
    for seat in {seat for seat, _ in count.visits}:
        yield from (count.visits[seat, turn] for turn in range(1, count.turns + 1))


WAYS: dict[str, Chooser] = {
    "one by one": by_hand,
    "march orders and conditional orders": ahead(FEW_VISITS),
    "the same, and automatic fire": ahead(NO_SHOOTING),
}


def main(games: int = 8, points: int = 400) -> None:
    told: dict[str, list[int]] = defaultdict(list)
    for number in range(games):
        setup = setup_of(number, points)
        print(
            f"{number} {setup.scenario}, "
            f"{'/'.join(row['list'] for row in setup.stock['peoples'].values())}"
        )
        for name, choose in WAYS.items():
            count = fought(setup, f"visits/{number}", choose)
            per_turn = list(by_turn(count))
            told[name] += per_turn
            print(
                f"   {name}: {mean(per_turn):.1f} visits for each player and turn, "
                f"{max(per_turn)} at most; before the battle "
                f"{sum(count.visits[key] for key in count.visits if key[1] == 0)}; {count.turns} "
                f"turns, {count.moves} orders, {count.ending}; "
                f"slowest order {count.slowest:.2f} s; "
                f"{', '.join(f'{step} {n}' for step, n in count.steps.most_common(6))}",
                flush=True,
            )
    for name, per_turn in told.items():
        within = sum(one <= 4 for one in per_turn) / len(per_turn)
        print(
            f"{name}: {mean(per_turn):.2f} visits for each player and turn, {max(per_turn)} at "
            f"most, {within:.0%} of the turns with at most 4"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
