"""Strengths of the bot of Cry Havoc in mirrored games: the normal bot and a newcomer against the easy one.

Scenarios take turns. Both sides of a pair of games have the same seed.

Usage: python -m bench.bot_strengths [GAMES] [--write]
"""

from __future__ import annotations

import random
import sys
import time

from app.games.cry_havoc import GAME
from app.kernel.bot_strengths import EASY, NORMAL
from app.kernel.dice import SeededDice
from app.kernel.headless_games import plain_setup
from app.kernel.seats import Viewer
from bench.newcomer import newcomers_order
from bench.written import at_least, at_most, counted, write

NEWCOMER = "newcomer"
MOST_MOVES = 1_500
SLOWEST: list[float] = []
"""Processor seconds of the decisions of bots."""


def played(player: str, number: int) -> float:
    """Result of a game of the player against the easy bot: 1 won, 0.5 drawn, 0 lost. Games of an
    even number and the next one differ in the sides only.
    """
    scenario = GAME.card.scenarios[number // 2 % len(GAME.card.scenarios)]
    side, seed = scenario.sides[number % 2].key, f"strengths/{number // 2}"
    chance, state = random.Random(seed), None  # noqa: S311 no secret
    events = GAME.new_game(plain_setup(scenario), SeededDice(seed.encode(), 1))
    for move in range(2, MOST_MOVES):
        for event in events:
            state = GAME.evolve(state, event)
        if state is None or (outcome := GAME.outcome(state)) is not None:
            break
        seat = GAME.waiting_for(state)[0].seat
        view, began = GAME.view(state, Viewer(seat, seat)), time.process_time()
        if seat == side and player == NEWCOMER:
            order = newcomers_order(GAME, view, chance)
        else:
            order = GAME.bot(view, chance, player if seat == side else EASY)
            SLOWEST.append(time.process_time() - began)
        events = GAME.decide(state, order, seat, SeededDice(seed.encode(), move))
    if outcome is None or not outcome.winners:
        return 0.5
    return float(side in outcome.winners)


def main() -> None:
    """Play the games, print the shares with their standard errors, and write them on request."""
    numbers = [word for word in sys.argv[1:] if word != "--write"]
    games = int(numbers[0]) if numbers else 200
    figures = []
    for player, least in ((NEWCOMER, 55), (NORMAL, 75)):
        results = [played(player, number) for number in range(games)]
        share = 100 * sum(results) / games
        error = (share * (100 - share) / games) ** 0.5
        print(f"{player} against easy: {share:.1f} ± {error:.1f} % of {games} games")
        figures += [
            at_least(f"{player}_share", share, least, "%"),
            counted(f"{player}_error", error, "%"),
        ]
    figures.append(at_most("bot_slowest", max(SLOWEST), 2, "s"))
    if "--write" in sys.argv:
        figures.insert(0, counted("strength_games", games))
        write("bot-strengths", f"python -m bench.bot_strengths {games} --write", figures)


if __name__ == "__main__":
    main()
