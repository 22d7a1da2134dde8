"""Balance of a game by games of its bots: shares of the sides, degrees, losses, visits.

Each scenario is played over all pairings of the tempers of both sides, then with the best temper of
each side. Then each plain strategy plays against the best temper of the other side. Tempers and
strategies are those of the game's entry in the benchmarks.

All samples advance together, so the games that fit into `--minutes` are spread over all of them. A
file of results is continued, and results are judged by the margins of today. `--seeds WORD` plays
games with other seeds.

Usage: python -m bench.balance BOX [--pairings N] [--best N] [--plain N] [--scenario KEY]
    [--minutes M] [--results FILE] [--seeds WORD] [--write]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean, quantiles

import msgspec

from app.games import shelf
from app.kernel.contract import Game
from bench.balance_games import BEST, PAIRINGS, PLAIN, Job, Played, jobs_of, play
from bench.balance_table import figures_of, table_of
from bench.written import REPOSITORY, write


def main() -> int:
    """Play the games, print the table, and write it on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("box")
    for sample, games in ((PAIRINGS, 100), (BEST, 100), (PLAIN, 20)):
        parser.add_argument(f"--{sample}", type=int, default=games)
    parser.add_argument("--scenario", action="append")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--results", type=Path)
    parser.add_argument("--seeds", default="")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    game = shelf()[asked.box]
    keys = asked.scenario or [one.key for one in game.card.scenarios if not one.guided]
    numbers = {sample: getattr(asked, sample) for sample in (PAIRINGS, BEST, PLAIN)}
    jobs = [job for key in keys for job in jobs_of(game, key, numbers, asked.seeds)]
    jobs.sort(key=lambda job: job.share)
    results = [judged(game, one) for one in played(jobs, asked.minutes, asked.results)]
    command = f"python -m bench.balance {' '.join(sys.argv[1:])}"
    text = table_of(game, results, command)
    print(text)
    print(times(results))
    if asked.write:
        file = Path(REPOSITORY, "docs", "figures", f"balance-{asked.box}.md")
        file.write_text(text, encoding="utf-8")
        write(f"balance-{asked.box}", command, figures_of(game, results))
    return 0


def played(jobs: Sequence[Job], minutes: float, file: Path | None) -> Iterable[Played]:
    """Results of the file and of the games that fit into the time, which are added to the file."""
    end, known = time.monotonic() + 60 * minutes, dict[str, Played]()
    if file and file.exists():
        lines = file.read_bytes().splitlines()
        known = {
            one.job.seed: one for one in (msgspec.json.decode(row, type=Played) for row in lines)
        }
    for job in jobs:
        if job.seed in known:
            yield known[job.seed]
        elif time.monotonic() < end:
            result = play(job)
            if file:
                with file.open("ab") as out:
                    out.write(msgspec.json.encode(result) + b"\n")
            yield result


def judged(game: Game, one: Played) -> Played:
    """Result by the margins of today, which a file of results may not know."""
    winner, degree = game.bench.judge(
        one.job.scenario, (one.winner, one.degree, one.ending), one.facts
    )
    return msgspec.structs.replace(one, winner=winner, degree=degree)


def times(results: Sequence[Played]) -> str:
    """Processor seconds of the decisions and of the games."""
    decisions = [one for result in results for one in result.decisions]
    return (
        f"{len(decisions)} decisions: mean {mean(decisions):.3f} s, 99 % "
        f"{quantiles(decisions, n=100)[98]:.3f} s, slowest {max(decisions):.3f} s; "
        f"longest game {max(sum(one.decisions) for one in results):.1f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
