"""Number of visits that a player of Cry Havoc needs, for each side and turn of whole bot games,
with and without conditional orders.

A visit is a run of orders of one seat. It ends when the game asks that seat nothing more. Answers
given in advance need no visit. Both sides have the same conditional orders.

Usage: python -m bench.games.cry_havoc.answers [GAMES of each scenario]
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from statistics import mean

import msgspec

from app.games.cry_havoc.box import GAME
from app.kernel import table, table_decisions
from app.kernel.contract import Scenario
from app.kernel.dice import SeededDice
from app.kernel.headless_games import answer_to_draw, plain_setup
from app.kernel.seats import Viewer

MOST = 4000
IN_THEIR_PHASE = {"victim": "cheapest", "retreat": "away", "fall": "away", "advance": "safe"}
WAYS: Mapping[str, Mapping[str, str]] = {
    "asked everything": {},
    "answered in the other side's phase": IN_THEIR_PHASE,
    "and in one's own": {**IN_THEIR_PHASE, "own_phase": "yes"},
}


class Count(msgspec.Struct):
    """Visits by (seat, turn), visits for a reaction only, and questions answered in advance."""

    visits: Counter
    reactions: int
    answered: int
    turns: int
    orders: int


def fought(scenario: Scenario, seed: str, given: Mapping[str, str]) -> Count:
    """Play a whole game of the bot against itself and count."""
    chance, key = random.Random(seed), seed.encode()  # noqa: S311 no secret
    position = table.after_all(
        GAME,
        table.EMPTY,
        table_decisions.begin_table(GAME, plain_setup(scenario), SeededDice(key, 1)),
    )
    count, last, number = Count(Counter(), 0, 0, 0, 0), "", 1
    while table.table_outcome(GAME, position) is None and number < MOST:
        owed = next(
            (one for one in GAME.waiting_for(position.state) if one.seat == last),
            GAME.waiting_for(position.state)[0],
        )
        view = GAME.view(position.state, Viewer(owed.seat, position.seats[owed.seat]))
        number += 1
        found = GAME.conditional_orders.answer(view, given) if owed.topic else None
        if found is not None:
            count.answered += 1
            order = found.order
        else:
            if owed.seat != last:
                count.visits[owed.seat, position.state.turn] += 1
                count.reactions += owed.reaction
            count.orders += 1
            last = owed.seat
            order = answer_to_draw(position, owed) or GAME.bot(view, chance)
        position = table.after_all(
            GAME,
            position,
            table_decisions.decide_on(GAME, position, order, owed.seat, SeededDice(key, number)),
        )
    count.turns = position.state.turn
    return count


def main(games: int = 4) -> None:
    for scenario in GAME.card.scenarios:
        print(scenario.key)
        for name, given in WAYS.items():
            counts = [
                fought(scenario, f"answers/{scenario.key}/{number}", given)
                for number in range(games)
            ]
            seats = len(scenario.sides)
            per_turn = mean(one.visits.total() / (seats * max(1, one.turns)) for one in counts)
            print(
                f"   {name}: {per_turn:.2f} visits for each player and turn; for a reaction alone "
                f"{sum(one.reactions for one in counts)} of "
                f"{sum(one.visits.total() for one in counts)}; "
                f"{sum(one.answered for one in counts)} questions answered in advance, "
                f"{sum(one.orders for one in counts)} orders given, "
                f"{sum(one.turns for one in counts)} turns",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
