"""Whole bot battles of In the Heart of Africa over all scenarios, regions and army lists; faults
and endings.

Usage: python -m bench.games.heart_of_africa.battles [GAMES] [POINTS] [--write]
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

import msgspec

from app.games.heart_of_africa.bench import SCENARIOS, setup_of
from app.games.heart_of_africa.box import GAME
from app.kernel import headless_games
from bench.written import at_most, counted, write

CAP = 6_000
LARGE, LONGEST = 600, 30.0  # points; budget of such a battle in processor seconds


class Result(msgspec.Struct, frozen=True):
    scenario: str
    region: str
    lists: tuple[str, str]
    ending: str
    winners: tuple[str, ...]
    moves: int
    turns: int
    seconds: float
    slowest: float
    faults: tuple[str, ...]


def play_one(job: tuple[int, int]) -> Result:
    number, points = job
    setup = setup_of(number, points)
    stock = setup.stock
    slowest = 0.0

    def choose(game, view, chance):
        nonlocal slowest
        began = time.process_time()
        order = game.bot(view, chance)
        slowest = max(slowest, time.process_time() - began)
        return order

    began, seed = time.process_time(), f"battle/{number}"
    told = (
        setup.scenario,
        stock["table"]["region"],
        (stock["peoples"]["A"]["list"], stock["peoples"]["B"]["list"]),
    )
    try:
        played = headless_games.play_game(GAME, setup, choose, seed, CAP)
    except Exception:  # noqa: BLE001 an exception is a finding
        return Result(
            *told,
            "broke down",
            (),
            0,
            0,
            time.process_time() - began,
            slowest,
            (traceback.format_exc(limit=-4),),
        )
    seconds = time.process_time() - began
    battle = played.tables[-1].state
    faults = (
        *headless_games.record_faults(GAME, seed, played),
        *(() if played.outcome else ("no end in sight",)),
    )
    return Result(
        *told,
        played.outcome.ending if played.outcome else "stopped",
        played.outcome.winners if played.outcome else (),
        len(played.moves),
        battle.turn,
        seconds,
        slowest,
        faults,
    )


def main(games: int = 300, points: int = 300, *, is_written: bool = False) -> int:
    results = []
    with ProcessPoolExecutor(max_workers=cpu_count()) as pool:
        for number, result in enumerate(
            pool.map(play_one, [(number, points) for number in range(games)])
        ):
            results.append(result)
            print(
                f"{number:4} {result.scenario}, {result.region}, {'/'.join(result.lists)}: "
                f"{result.ending} ({'/'.join(result.winners) or 'no winner'}) "
                f"after {result.turns} turns, {result.moves} moves, {result.seconds:.1f} s",
                *result.faults[:2],
                sep="\n     ",
                flush=True,
            )
    faulty = sum(bool(result.faults) for result in results)
    moves, turns = sorted(one.moves for one in results), sorted(one.turns for one in results)
    print(
        f"{games} battles of {points} points, {faulty} at fault; moves median "
        f"{moves[games // 2]}, turns median {turns[games // 2]}, most {turns[-1]}; "
        f"slowest decision {max(one.slowest for one in results):.2f} s, longest battle "
        f"{max(one.seconds for one in results):.1f} s"
    )
    for scenario in SCENARIOS:
        ends = Counter(
            (one.ending, "/".join(one.winners) or "no winner")
            for one in results
            if one.scenario == scenario
        )
        print(
            f"  {scenario}: "
            + ", ".join(
                f"{ending} ({winner}) {count}" for (ending, winner), count in ends.most_common()
            )
        )
    print(
        "  regions: "
        + ", ".join(
            f"{region} {count}"
            for region, count in Counter(one.region for one in results).most_common()
        )
    )
    print(
        "  lists: "
        + ", ".join(
            f"{key} {count}"
            for key, count in Counter(key for one in results for key in one.lists).most_common()
        )
    )
    if is_written:
        longest = max(one.seconds for one in results)
        write(
            "battles-large" if points >= LARGE else "battles",
            f"python -m bench.games.heart_of_africa.battles {games} {points} --write",
            [
                counted("battles", games),
                counted("battle_points", points),
                counted("battle_pairings", len({(one.scenario, one.lists) for one in results})),
                at_most("battle_faults", faulty, 0),
                counted("battle_moves", sum(moves)),
                at_most("battle_longest", longest, LONGEST, "s")
                if points >= LARGE
                else counted("battle_longest", longest, "s"),
            ],
        )
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(
        main(
            *(int(word) for word in sys.argv[1:] if word.isdigit()),
            is_written="--write" in sys.argv,
        )
    )
