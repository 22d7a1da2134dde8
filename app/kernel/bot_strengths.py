"""Strengths of bots: their keys and words. The card of a game names those that its bot has."""

from __future__ import annotations

import random
from collections.abc import Sequence

from app.kernel.say import Say, say

EASY, NORMAL, HARD = "easy", "normal", "hard"
ONE_STRENGTH = "house"
"""Kind of bot of a game that has one strength only, and of games before there were strengths. It
plays as well as it can."""
TITLES: dict[str, Say] = {
    EASY: say("easy", "fácil"),
    NORMAL: say("normal", "normal"),
    HARD: say("hard", "difícil"),
}


def is_offered(offered: Sequence[str], strength: str) -> bool:
    """Return true if a bot of this strength may be seated; every game has a normal one."""
    return strength == NORMAL or strength in offered


def kind_of_bot(offered: Sequence[str], strength: str = NORMAL) -> str:
    """Kind of bot in the record of a seat: its strength, if the game has several."""
    return strength if strength in offered else ONE_STRENGTH


def strength_of(offered: Sequence[str], kind: str) -> str:
    """Strength in which a bot of this kind plays; the best if the game does not offer it."""
    return kind if kind in offered else best_of(offered)


def best_of(offered: Sequence[str]) -> str:
    """Strength of the best bot of a game. A game with one strength has a normal bot."""
    return HARD if HARD in offered else NORMAL


def title_of_strength(kind: str) -> Say | None:
    """Strength of a bot in words; None for a person, and for a bot of one strength."""
    return TITLES.get(kind)


def is_overlooked(share: float, chance: random.Random) -> bool:
    """Return true if a bot does not see an order. It overlooks a share of them, from 0 to 1. A bot
    that sees all uses no chance.
    """
    return share > 0 and chance.random() < share
