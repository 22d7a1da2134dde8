"""Balance of a game by games of its bots: shares of the sides, degrees, losses, turn of the end.

Each scenario is played over all pairings of the tempers of both sides, then with the best temper of
each side. Then each plain strategy plays against the best temper of the other side. Tempers and
strategies are those of the game's entry in the benchmarks.

Usage: python -m bench.balance BOX [--pairings N] [--best N] [--plain N] [--scenario KEY] [--write]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from os import cpu_count
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

import msgspec

from app.games import shelf
from app.kernel.contract import Game, Order
from app.kernel.dice import SeededDice
from app.kernel.headless_games import plain_setup
from app.kernel.seats import Viewer
from bench.balance_table import table_of
from bench.written import HOUSE

MOST_MOVES = 6_000


class Job(msgspec.Struct, frozen=True):
    """Game to play: box, scenario, kind of the sample, player of each side, seed."""

    box: str
    scenario: str
    sample: str
    players: Mapping[str, str]
    seed: str


class Played(msgspec.Struct, frozen=True):
    """Result of a game: winning side ("" for a draw), degree, facts of the last position.

    `decisions` are processor seconds of each decision, `seconds` of the game.
    """

    job: Job
    winner: str
    degree: str
    ending: str
    facts: Mapping[str, float]
    seconds: float
    decisions: tuple[float, ...]


def play(job: Job) -> Played:
    """Play one game to its end; raises `RuntimeError` if it does not end."""
    game = shelf()[job.box]
    scenario = next(one for one in game.card.scenarios if one.key == job.scenario)
    entry, luck = game.bench, random.Random(job.seed)  # noqa: S311 no secret
    players = {
        side: (*entry.tempers[side].items(), *entry.plain[side].items()) for side in job.players
    }
    chosen = {side: dict(players[side])[name] for side, name in job.players.items()}
    began, decisions, state = time.process_time(), list[float](), None

    def choose(side: str) -> Order:
        asked = time.process_time()
        order = chosen[side](game.view(state, Viewer(side, side)), luck)
        decisions.append(time.process_time() - asked)
        return order

    events = game.new_game(plain_setup(scenario), SeededDice(job.seed.encode(), 1))
    for number in range(2, MOST_MOVES):
        for event in events:
            state = game.evolve(state, event)
        if game.outcome(state) is not None:
            seconds = time.process_time() - began
            return result_of(job, game, state, seconds, decisions)
        side = game.waiting_for(state)[0].seat
        dice = SeededDice(job.seed.encode(), number)
        events = game.decide(state, choose(side), side, dice)
    raise RuntimeError(f"{job.seed} does not end")


def result_of(
    job: Job, game: Game, state: Any, seconds: float, decisions: Sequence[float]
) -> Played:
    """Result of an ended game."""
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError("the game has not ended")
    winner = outcome.winners[0] if outcome.winners else ""
    facts = game.bench.facts(state)
    return Played(
        job, winner, outcome.degree, outcome.ending, facts, seconds, tuple(decisions)
    )


def jobs_of(game: Game, scenario: str, pairings: int, best: int, plain: int) -> Iterator[Job]:
    """Games of a scenario: `pairings` over all pairs, `best` of the best, `plain` of each strategy."""
    entry, box = game.bench, game.card.key
    one, two = entry.tempers
    pairs = list(product(entry.tempers[one], entry.tempers[two]))
    for number in range(pairings):
        first, second = pairs[number % len(pairs)]
        players = {one: first, two: second}
        yield Job(box, scenario, "pairings", players, f"balance/{scenario}/{number}")
    for number in range(best):
        yield Job(box, scenario, "best", dict(entry.best), f"best/{scenario}/{number}")
    for side in (one, two):
        for name, number in product(entry.plain[side], range(plain)):
            players = {**entry.best, side: name}
            yield Job(box, scenario, f"plain {side}", players, f"plain/{scenario}/{name}/{number}")


def main() -> int:
    """Play the games, print the table, and write it on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("box")
    parser.add_argument("--pairings", type=int, default=100)
    parser.add_argument("--best", type=int, default=100)
    parser.add_argument("--plain", type=int, default=20)
    parser.add_argument("--scenario", action="append")
    parser.add_argument("--workers", type=int, default=cpu_count())
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    game = shelf()[asked.box]
    keys = asked.scenario or [one.key for one in game.card.scenarios if not one.guided]
    jobs = [
        job
        for key in keys
        for job in jobs_of(game, key, asked.pairings, asked.best, asked.plain)
    ]
    with ProcessPoolExecutor(max_workers=asked.workers) as pool:
        results = list(pool.map(play, jobs, chunksize=2))
    text = table_of(game, results, " ".join(sys.argv[1:]))
    print(text)
    print(times(results))
    if asked.write:
        file = Path(HOUSE, "docs", "figures", f"balance-{asked.box}.md")
        file.write_text(text, encoding="utf-8")
    return 0


def times(results: Sequence[Played]) -> str:
    """Processor seconds of the decisions and of the games."""
    decisions = [one for result in results for one in result.decisions]
    return (
        f"{len(decisions)} decisions: mean {mean(decisions):.3f} s, 99 % "
        f"{quantiles(decisions, n=100)[98]:.3f} s, slowest {max(decisions):.3f} s; "
        f"longest game {max(one.seconds for one in results):.1f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
