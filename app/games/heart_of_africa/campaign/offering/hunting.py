"""Odds of hunting, from the printed tables of both dice."""

from __future__ import annotations

from collections import Counter
from itertools import product

from app.games.heart_of_africa.campaign.tables import HONGOS, HUNTING, WOUNDS
from app.kernel.offers import Chance
from app.kernel.say import Say, say

WOUNDED = "roll_leader_wound"
RESULTS: dict[str, Say] = {
    "plus_one_hongo": say("{n:hongo+s} more", "{n:hongo+s} más", n=int(HONGOS["hunting_gain"])),
    "nothing": say("nothing", "nada"),
    "slight": say("a slight wound, without effect", "herida leve, sin efecto"),
    "misses_next_turn": say(
        "a wound: your Leader loses the next turn", "herida: tu Líder pierde el turno siguiente"
    ),
    "dead": say(
        "your Leader dies, and the expedition ends", "tu Líder muere y acaba la expedición"
    ),
}
"""Results of both dice in words, the best one first."""
BAD = ("misses_next_turn", "dead")


def hunting_odds() -> tuple[Chance, ...]:
    """Odds of each result of the hunt. A wound is rolled with a second die."""
    found = Counter(
        WOUNDS[wound] if HUNTING[hunt] == WOUNDED else HUNTING[hunt]
        for hunt, wound in product(HUNTING, WOUNDS)
    )
    ways = len(HUNTING) * len(WOUNDS)
    return tuple(
        Chance(says, found[key], ways, good=key not in BAD) for key, says in RESULTS.items()
    )
