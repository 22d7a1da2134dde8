"""monkey, bots, proof and bench: whole games without a server, and measurements."""

from __future__ import annotations

import argparse
import random
import time
import traceback
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

import msgspec

from app.cli.command_context import box_of
from app.games import shelf
from app.kernel import headless_games, monkey
from app.kernel.contract import Game

CAP = 6_000  # moves after which a game is stopped: random play may not end


class Result(msgspec.Struct, frozen=True):
    """Result of one practice game; `seconds` is its duration, `slowest` its slowest decision in
    seconds. `faults` are findings to examine.
    """

    seed: str
    scenario: str
    moves: int
    ending: str
    winners: tuple[str, ...]
    seconds: float
    slowest: float
    faults: tuple[str, ...]


def add_commands(commands: argparse._SubParsersAction) -> None:
    for name, help_, games in (
        ("monkey", "play games with random legal orders", 100),
        ("bots", "play games of the bot against itself", 10),
    ):
        parser = commands.add_parser(name, help=help_)
        parser.add_argument("box")
        parser.add_argument("--games", type=int, default=games)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--scenario")
        parser.set_defaults(run=run_games, player=name)
    proof = commands.add_parser(
        "proof",
        help="run many random and bot games; decide every order again and recompute every die",
    )
    proof.add_argument("box", nargs="?")
    proof.add_argument("--monkeys", type=int, default=1000)
    proof.add_argument("--bots", type=int, default=100)
    proof.add_argument(
        "--write", action="store_true", help="write the results for the page /quality"
    )
    proof.set_defaults(run=run_proof)
    bench = commands.add_parser("bench", help="measure and print the speed")
    bench.add_argument("box", nargs="?")
    bench.add_argument(
        "--write", action="store_true", help="write the figures for the page /quality"
    )
    bench.set_defaults(run=run_bench)


def run_games(asked: argparse.Namespace) -> int:
    results = play_many(asked.box, asked.player, asked.games, asked.seed, asked.scenario)
    return 1 if _print_summary(f"{asked.player} {asked.box}", results) else 0


def run_proof(asked: argparse.Namespace) -> int:
    played: dict[tuple[str, str], list[Result]] = {}
    faulty = 0
    for box in [asked.box] if asked.box else sorted(shelf()):
        for player, games in (("monkey", asked.monkeys), ("bots", asked.bots)):
            played[player, box] = play_many(box, player, games, "proof")
            faulty += _print_summary(f"{player} {box}", played[player, box])
    if asked.write:
        _write_down(asked, played)
    return 1 if faulty else 0


def _write_down(asked: argparse.Namespace, played: Mapping[tuple[str, str], list[Result]]) -> None:
    """Write the results of all boxes, or those of one beside them."""
    from bench.written import at_most, counted, write  # noqa: PLC0415 the image has no bench

    one = f" {asked.box}" if asked.box else ""
    write(
        f"games{one.replace(' ', '-')}",
        f"python -m app proof{one} --monkeys {asked.monkeys} --bots {asked.bots} --write",
        [
            figure
            for (player, box), results in played.items()
            for figure in (
                counted(f"{player}_games", len(results), of=box),
                counted(f"{player}_moves", sum(one.moves for one in results), of=box),
                at_most(f"{player}_faults", sum(bool(one.faults) for one in results), 0, of=box),
            )
        ],
    )


def run_bench(asked: argparse.Namespace) -> int:
    from bench.figures import print_figures  # noqa: PLC0415 the image has no bench

    return print_figures(asked.box, asked.write)


def play_many(
    box: str, player: str, games: int, seed: str, scenario: str | None = None
) -> list[Result]:
    """Play this number of games on all processors. Scenarios take turns; options are random for
    each game.
    """
    keys = [one.key for one in box_of(box).card.scenarios if scenario in (None, one.key)]
    jobs = [(box, player, f"{seed}/{number}", keys[number % len(keys)]) for number in range(games)]
    with ProcessPoolExecutor(max_workers=cpu_count()) as pool:
        return list(pool.map(play_one, jobs, chunksize=max(1, min(10, games // 8))))


def play_one(job: tuple[str, str, str, str]) -> Result:
    box, player, seed, key = job
    game = box_of(box)
    scenario = next(one for one in game.card.scenarios if one.key == key)
    chance = random.Random(seed)  # noqa: S311 the options of a practice game are no secret
    options = tuple(
        one.key
        for one in game.card.options
        if one.key in scenario.options_on or chance.random() < 0.3
    )
    slowest = 0.0

    def choose_order(game_, view, luck):
        nonlocal slowest
        began = time.perf_counter()
        order = monkey.any_order(game_, view, luck) if player == "monkey" else game_.bot(view, luck)
        slowest = max(slowest, time.perf_counter() - began)
        return order

    began = time.perf_counter()
    try:
        played = headless_games.play_game(
            game, headless_games.plain_setup(scenario, options), choose_order, seed, CAP
        )
    except Exception:  # noqa: BLE001 an exception is a finding
        return Result(
            seed,
            key,
            0,
            "broke down",
            (),
            time.perf_counter() - began,
            slowest,
            (traceback.format_exc(limit=-4),),
        )
    seconds = time.perf_counter() - began
    ending = played.outcome.ending if played.outcome else "stopped"
    return ended_game(seed, key, played, ending, seconds, slowest, game)


def ended_game(
    seed: str,
    key: str,
    played: headless_games.Practice,
    ending: str,
    seconds: float,
    slowest: float,
    game: Game,
) -> Result:
    """Result of a game played to its end, with the faults of its record and of its positions."""
    return Result(
        seed,
        key,
        len(played.moves),
        ending,
        played.outcome.winners if played.outcome else (),
        seconds,
        slowest,
        (
            *headless_games.record_faults(game, seed, played),
            *headless_games.position_faults(game, played),
        ),
    )


def _print_summary(title: str, results: list[Result]) -> int:
    """Print a summary and return the number of games with faults."""
    faulty = [result for result in results if result.faults]
    for result in faulty[:10]:
        print(f"{title}, seed {result.seed}, {result.scenario}:")
        for fault in result.faults[:3]:
            print(f"    {fault}")
    endings = {
        ending: sum(result.ending == ending for result in results)
        for ending in sorted({one.ending for one in results})
    }
    moves = sorted(result.moves for result in results)
    print(
        f"{title}: {len(results)} games, {len(faulty)} with faults; moves median "
        f"{moves[len(moves) // 2] if moves else 0}, "
        f"most {moves[-1] if moves else 0}; slowest decision "
        f"{max((one.slowest for one in results), default=0):.2f} s, "
        f"longest game {max((one.seconds for one in results), default=0):.1f} s; "
        + ", ".join(f"{ending} {count}" for ending, count in endings.items())
    )
    return len(faulty)
