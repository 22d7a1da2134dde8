"""Times of whole Swiss contests of 64 and of 200 entrants: rounds paired, drawn and published.

Usage: python -m bench.games.contests.rounds [ROUNDS] [sqlite | postgres] [--write]

Times are those of the organiser's orders with their records. They are times of the processor,
divided by the slowness of the machine meanwhile (`bench/timer.py`). A small contest is played
before, because the first round of a process loads libraries. The pairing alone is decided three
times for each round, and the quickest counts, because other processes disturb the slower ones.
"""

from __future__ import annotations

import random

from app.games import shelf
from app.games.contests import orders as o
from app.games.contests.state import REFEREE
from app.kernel.dice import SeededDice
from app.services.container import Services
from app.services.rate_limit import RateLimiter
from app.services.watch import game_view
from app.services.watch.benchmarks import Measurement
from bench.arguments import exit_with
from bench.games.contests.budgets import LargeContest
from bench.timer import Timer
from bench.two_processes import database
from bench.written import at_most, counted, write

TERMS = {"battle": "cry_havoc/lady_edith"}
SMALL, DRAWINGS = 12, 3
"""Entrants of the contest played before, and decisions of each pairing. The quickest one counts."""
MOST_MS = {64: 50.0, 200: 300.0}
"""Milliseconds that pairing a round may take, by the number of entrants."""
RESULTS = ((3, 0), (3, 1), (2, 2), (1, 3), (0, 3))


def play_contest(services: Services, entrants: int, rounds: int) -> Timer:
    """Play a contest on an empty database, with random results."""
    chance, timer = random.Random(entrants), Timer()  # noqa: S311 - random results
    contest = LargeContest(services, "swiss", entrants, TERMS | {"rounds": str(rounds)})
    for number in range(1, rounds + 1):
        state = game_view.load_view(services, contest.game, contest.organiser).history.now.state
        for drawing in range(DRAWINGS):
            with timer.taken(f"pair {number}"):
                services.shelf["contests"].decide(
                    state, o.DraftRound(), REFEREE, SeededDice(b"times", drawing)
                )
        timer.times.setdefault("pair", []).append(min(timer.times[f"pair {number}"]))
        with timer.taken("draw"):
            contest.give(o.DraftRound())
        with timer.taken("publish"):
            contest.give(o.PublishRound())
        for table in range(1, entrants // 2 + 1):
            result = o.Decide(f"r{number}.{table}", None, *chance.choice(RESULTS))
            with timer.taken("result"):
                contest.give(result)
    return timer


def figures_of(entrants: int, timer: Timer, most: float) -> list[Measurement]:
    """Figures of one contest. The slowest round has to keep the budget."""
    slowest = max(timer.times["pair"]) / timer.ratio
    return [
        counted(f"contest_slowness_{entrants}", timer.ratio),
        at_most(f"contest_pairing_{entrants}", slowest, most, "ms"),
        counted(f"contest_draw_{entrants}", timer.p50("draw"), "ms"),
        counted(f"contest_publish_{entrants}", timer.p50("publish"), "ms"),
        counted(f"contest_result_{entrants}", timer.p50("result"), "ms"),
    ]


def measure(kind: str, entrants: int, rounds: int) -> Timer:
    """Play a contest on a database of its own."""
    with database(kind) as url:
        services = Services.open(shelf(), url)
        services.limits = RateLimiter(lifted=True)
        try:
            return play_contest(services, entrants, rounds)
        finally:
            services.close()


def main(rounds: int = 5, kind: str = "sqlite", *, is_written: bool = False) -> int:
    """Measure; return 1 if a budget is not kept."""
    measure(kind, SMALL, 2)
    figures = [counted("contest_rounds_drawn", rounds)]
    for entrants, most in MOST_MS.items():
        figures += figures_of(entrants, measure(kind, entrants, rounds), most)
    print(*figures, sep="\n")
    if is_written:
        command = f"python -m bench.games.contests.rounds {rounds} {kind} --write"
        write("contest-times", command, figures)
    return 0 if all(one.met is not False for one in figures) else 1


if __name__ == "__main__":
    exit_with(main, 5)
