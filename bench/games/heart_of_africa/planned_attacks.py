"""Share of Planned Attacks that the attackers win, in bot games of *In the Heart of Africa*.

    python -m bench.games.heart_of_africa.planned_attacks GAMES [FIRST]

A game of an even number and the next one are mirrored. They have the same table and seed, and the
lists change sides. The defender has 150 points, and the scenario gives the attacker more. Each game
is a line. The last line gives the share and its standard error.
"""

from __future__ import annotations

import math
import random
import sys
import time
from typing import NamedTuple

from app.games.heart_of_africa.armies.lists import LISTS
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer

POINTS, YEAR = 150, 1885
MOST_MOVES = 6_000
ATTACKER = "A"


class Played(NamedTuple):
    """Result of a game: 1 if the attacker won, 0 if the defender won, else 0.5.

    `slowest` is the processor time of the slowest decision in seconds.
    """

    attacker: str
    defender: str
    score: float
    ending: str
    slowest: float


def terms(number: int) -> tuple[Setup, str, str]:
    """Setup of a game, and the lists of attacker and defender."""
    lists, regions = sorted(LISTS), sorted(REGIONS)
    pair = number // 2
    attacker = lists[pair % len(lists)]
    defender = lists[(pair + 5 + pair // len(lists) * 3) % len(lists)]
    if number % 2:
        attacker, defender = defender, attacker
    stock = {
        "scenario": "planned_attack",
        "points": POINTS,
        "year": YEAR,
        "peoples": {"A": {"list": attacker}, "B": {"list": defender}},
        "table": {"region": regions[pair * 5 % len(regions)], "seed": pair},
        "attacker": ATTACKER,
    }
    return Setup("planned_attack", {"A": "A", "B": "B"}, (), stock), attacker, defender


def play(number: int) -> Played:
    """Game of this number between two hard bots, to its end."""
    setup, attacker, defender = terms(number)
    seed = f"planned attacks/{number // 2}"
    chance = random.Random(seed)  # noqa: S311 no secret
    state, outcome, slowest = None, None, 0.0
    events = GAME.new_game(setup, SeededDice(seed.encode(), 1))
    for move in range(2, MOST_MOVES):
        for event in events:
            state = GAME.evolve(state, event)
        if state is None or (outcome := GAME.outcome(state)) is not None:
            break
        seat = GAME.waiting_for(state)[0].seat
        began = time.process_time()
        order = GAME.bot(GAME.view(state, Viewer(seat, seat)), chance)
        slowest = max(slowest, time.process_time() - began)
        events = GAME.decide(state, order, seat, SeededDice(seed.encode(), move))
    if outcome is None:
        return Played(attacker, defender, 0.5, "not ended", slowest)
    score = 0.5 if len(outcome.winners) != 1 else float(ATTACKER in outcome.winners)
    return Played(attacker, defender, score, outcome.ending, slowest)


def main(games: int, first: int = 0) -> None:
    """Play the games and print a line for each, then the share of the attackers."""
    scores, slowest = [], 0.0
    for number in range(first, first + games):
        one = play(number)
        scores.append(one.score)
        slowest = max(slowest, one.slowest)
        print(number, one.attacker, one.defender, one.score, one.ending, flush=True)
    share = sum(scores) / len(scores)
    error = math.sqrt(share * (1 - share) / len(scores))
    print(f"attackers won {100 * share:.1f} ± {100 * error:.1f} % of {len(scores)} games,", end=" ")
    print(f"the slowest decision took {slowest:.2f} s of processor time")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
