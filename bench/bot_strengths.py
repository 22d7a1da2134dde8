"""Strengths of the bot of a game in mirrored games. A newcomer and the normal bot meet the easy
one. The hard bot meets the normal one.

Scenarios take turns. Both sides of a pair of games have the same seed.

Usage: python -m bench.bot_strengths BOX [GAMES] [--minutes M] [--write]
"""

from __future__ import annotations

import argparse
import random
import time

from app.games import shelf
from app.kernel.bot_strengths import EASY, HARD, NORMAL
from app.kernel.contract import Game, Setup
from app.kernel.dice import SeededDice
from app.kernel.headless_games import plain_setup
from app.kernel.seats import Viewer
from app.services.watch.benchmarks import Measurement
from bench.written import at_least, at_most, counted, write

NEWCOMER = "newcomer"
NEWCOMERS = {key: game.bench.newcomer for key, game in shelf().items() if game.bench.newcomer}
LEAST = {NEWCOMER: 55, NORMAL: 60, HARD: 60}
"""Least share that each player should win, in %."""
WEAKER = {NEWCOMER: EASY, NORMAL: EASY, HARD: NORMAL}
"""Bot that each player meets."""
MOST_MOVES = 3_000
SLOWEST: list[float] = []
"""Processor seconds of the decisions of bots."""


def played(game: Game, player: str, number: int) -> float:
    """Result of a game of the player against a weaker bot: 1 won, 0.5 drawn, 0 lost. Games of an
    even number and the next one differ in the sides only.
    """
    setup, seed = setup_of_pair(game, number // 2), f"strengths/{number // 2}"
    side = list(setup.seats.values())[number % 2]
    chance, state = random.Random(seed), None  # noqa: S311 no secret
    events = game.new_game(setup, SeededDice(seed.encode(), 1))
    for move in range(2, MOST_MOVES):
        for event in events:
            state = game.evolve(state, event)
        if state is None or (outcome := game.outcome(state)) is not None:
            break
        seat = game.waiting_for(state)[0].seat
        view, began = game.view(state, Viewer(seat, seat)), time.process_time()
        if seat == side and player == NEWCOMER:
            order = NEWCOMERS[game.card.key](game, view, chance)
        else:
            order = game.bot(view, chance, player if seat == side else WEAKER[player])
            SLOWEST.append(time.process_time() - began)
        events = game.decide(state, order, seat, SeededDice(seed.encode(), move))
    if outcome is None or not outcome.winners:
        return 0.5
    return float(side in outcome.winners)


def setup_of_pair(game: Game, pair: int) -> Setup:
    """Setup of two games: by the entry in the benchmarks, else the scenarios in turn."""
    if game.bench.setup is not None:
        return game.bench.setup(pair)
    return plain_setup(game.card.scenarios[pair % len(game.card.scenarios)])


def results_until(game: Game, games: int, minutes: float) -> dict[str, list[float]]:
    """Results of each player in mirrored games, in pairs, until the time is over."""
    end, found = time.monotonic() + 60 * minutes, {player: list[float]() for player in LEAST}
    for pair in range(games // 2):
        if time.monotonic() > end:
            break
        for player, results in found.items():
            results += [played(game, player, number) for number in (2 * pair, 2 * pair + 1)]
        print(pair, {player: sum(results) for player, results in found.items()}, flush=True)
    return found


def main() -> None:
    """Play the games, print the shares with their standard errors, and write them on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("box", choices=NEWCOMERS)
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--write", action="store_true")
    asked, figures = parser.parse_args(), list[Measurement]()
    found = results_until(shelf()[asked.box], asked.games, asked.minutes)
    games = len(found[NORMAL])
    for player, results in found.items():
        share = 100 * sum(results) / games
        error = (share * (100 - share) / games) ** 0.5
        print(f"{player} against {WEAKER[player]}: {share:.1f} ± {error:.1f} % of {games} games")
        figures += [
            at_least(f"{player}_share", share, LEAST[player], "%"),
            counted(f"{player}_error", error, "%"),
        ]
    figures.append(at_most("bot_slowest", max(SLOWEST), 2, "s"))
    if asked.write:
        figures.insert(0, counted("strength_games", games))
        command = f"python -m bench.bot_strengths {asked.box} {games} --write"
        write(f"bot-strengths-{asked.box}", command, figures)


if __name__ == "__main__":
    main()
