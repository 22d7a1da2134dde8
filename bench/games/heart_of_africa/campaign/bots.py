"""Campaigns of In the Heart of Africa between eight bots and a referee: faults and events.

Usage: python -m bench.games.heart_of_africa.campaign.bots [CAMPAIGNS] [--write]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from typing import Any

import msgspec

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import events as e
from app.kernel import headless_games
from app.kernel.contract import Game, Order, Setup
from bench.written import at_least, at_most, counted, write

FIRST_YEARS = (1860, 1871, 1882, 1885)
SEATS = {key: key for key in ("referee", *(f"p{number}" for number in range(1, 9)))}
YEARS = 6  # twelve turns
MOST_MOVES = 3_000
LONGEST_THOUGHT = 1.0  # seconds for one order of a bot
EFFECTS: dict[str, type | tuple[type, str, str]] = {
    "campaign_attacks": (e.Declared, "choice", "attack"),
    "campaign_battles": (e.BattleClosed, "status", "closed"),
    "campaign_agreements": e.TermsAgreed,
    "campaign_passages": (e.Explored, "rule", "HOA-CMP-32"),
    "campaign_hunts": e.HuntRolled,
    "campaign_explored_all": e.ExplorationCompleted,
    "campaign_conquests": e.Conquered,
    "campaign_revolts": e.Revolted,
    "campaign_promotions": e.Promoted,
    "campaign_eliminated": (e.Departed, "status", "eliminated"),
}
"""Figures by name: a kind of event, if needed with the value of one field."""


class Result(msgspec.Struct, frozen=True):
    """One campaign: its effects by name, honours, length, and the slowest order in seconds
    of processor time.
    """

    effects: dict[str, int]
    honours: int
    moves: int
    turns: int
    slowest: float
    faults: tuple[str, ...]


def setup_of(number: int) -> Setup:
    """Campaign of eight players; the first year opens other lists."""
    first = FIRST_YEARS[number % len(FIRST_YEARS)]
    stock = {"first_year": first, "last_year": first + YEARS - 1}
    return Setup(CAMPAIGN.card.scenarios[-1].key, SEATS, stock=stock)


def play_one(number: int) -> Result:
    """Play a campaign to its end and check its record."""
    slowest = 0.0

    def choose(game: Game, view: Any, chance: random.Random) -> Order:
        nonlocal slowest
        since = time.process_time()
        order = game.bot(view, chance)
        slowest = max(slowest, time.process_time() - since)
        return order

    seed = f"campaign of bots {number}"
    played = headless_games.play_game(CAMPAIGN, setup_of(number), choose, seed, MOST_MOVES)
    faults = [*headless_games.record_faults(CAMPAIGN, seed, played)]
    if played.outcome is None:
        faults.append("no end in sight")
    events = [event for move in played.moves for event in move.events]
    return Result(
        {name: sum(is_effect(event, what) for event in events) for name, what in EFFECTS.items()},
        len(played.outcome.honours) if played.outcome else 0,
        len(played.moves),
        played.tables[-1].state.turn - 1,
        slowest,
        tuple(faults),
    )


def is_effect(event: object, what: type | tuple[type, str, str]) -> bool:
    """True for an event of this kind, with this value of the field."""
    if isinstance(what, type):
        return isinstance(event, what)
    kind, field, value = what
    return isinstance(event, kind) and getattr(event, field) == value


def main(campaigns: int = 20, *, is_written: bool = False) -> int:
    """Play the campaigns, print what happened, and return 1 if one is at fault."""
    results = [play_one(number) for number in range(campaigns)]
    totals: Counter[str] = Counter()
    for number, result in enumerate(results):
        totals.update(result.effects)
        print(
            f"{number:3} {result.turns} turns, {result.moves} moves, {result.honours} honours",
            *result.faults[:2],
            sep="\n    ",
        )
    faulty = sum(bool(result.faults) for result in results)
    figures = [
        counted("campaigns", campaigns),
        at_most("campaign_faults", faulty, 0),
        counted("campaign_turns", sum(one.turns for one in results)),
        counted("campaign_moves", sum(one.moves for one in results)),
        *(at_least(name, totals[name], 1) for name in EFFECTS),
        at_least("campaign_honours", sum(one.honours for one in results), 1),
        at_most("campaign_slowest", max(one.slowest for one in results), LONGEST_THOUGHT, "s"),
    ]
    for figure in figures:
        print(f"{figure.what}: {figure.value} {figure.unit}")
    if is_written:
        write(
            "campaign-bots",
            f"python -m bench.games.heart_of_africa.campaign.bots {campaigns} --write",
            figures,
        )
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(
        main(
            *(int(word) for word in sys.argv[1:] if word.isdigit()),
            is_written="--write" in sys.argv,
        )
    )
