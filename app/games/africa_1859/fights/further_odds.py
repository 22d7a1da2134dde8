"""Odds beside the outcome of an assault: steps that each side loses, and the defender's fate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from app.games.africa_1859.fights.fight_odds import BEATEN, CALLED_OFF, chance
from app.games.africa_1859.fights.odds_clash import Distribution
from app.games.africa_1859.ground import place
from app.games.africa_1859.state import War
from app.kernel.offers import Chance, FurtherOdds
from app.kernel.say import Say, say

AT_LEAST = 5
"""Numbers from this one on are one answer."""
ATTACKER_LOSES = say("Steps lost by the attacker", "Pasos que pierde el atacante")
DEFENDER_LOSES = say("Steps lost by the defender", "Pasos que pierde el defensor")
DEFENDER = say("The defender", "El defensor")


def assault_shares(war: War, results: Distribution) -> tuple[FurtherOdds, ...]:
    """Odds of the losses of both sides and of the defender's fate; good is good for the
    attacker.
    """
    own, enemy, fate = Counter[int](), Counter[int](), Counter[str | None]()
    for one, ways in results.items():
        own[one.attacker_lost] += ways
        enemy[one.defender_lost] += ways
        fate[None if one.outcome in (BEATEN, CALLED_OFF) else one.retreat] += ways
    return (
        (ATTACKER_LOSES, shares_by_number(own, is_good=False)),
        (DEFENDER_LOSES, shares_by_number(enemy, is_good=True)),
        (DEFENDER, fate_shares(war, fate)),
    )


def shares_by_number(weights: Mapping[int, int], *, is_good: bool) -> tuple[Chance, ...]:
    """Chances of each number; large ones are one. `is_good`: more than 0 is good."""
    found = [0] * (AT_LEAST + 1)
    for number, weight in weights.items():
        found[min(number, AT_LEAST)] += weight
    return tuple(
        chance(number_words(number), weight, is_good == bool(number))
        for number, weight in enumerate(found)
        if weight
    )


def number_words(number: int) -> Say:
    """Number, of which the last one stands for more too."""
    if number < AT_LEAST:
        return say("{n}", "{n}", n=number)
    return say("{n} or more", "{n} o más", n=number)


def fate_shares(war: War, weights: Mapping[str | None, int]) -> tuple[Chance, ...]:
    """Chances that the defender holds, retreats to a space, or has no fighter left.

    The space of a retreat is "" without a fighter; None if there is no retreat.
    """
    spaces = sorted((key for key in weights if key), key=lambda key: (-weights[key], key))
    return tuple(
        chance(fate_words(war, key), weights[key], good=key is not None)
        for key in (None, *spaces, "")
        if weights.get(key)
    )


def fate_words(war: War, space: str | None) -> Say:
    """Fate of the defender in words."""
    if space is None:
        return say("holds the space", "conserva el espacio")
    if not space:
        return say("has no fighter left", "se queda sin combatientes")
    return say("retreats to {place:the}", "se retira {place:al}", place=place(war, space))


def seen_by_enemy(odds: Sequence[Chance]) -> tuple[Chance, ...]:
    """The same chances for the other side: good is bad."""
    return tuple(replace(one, good=not one.good) for one in odds)


def shares_for_enemy(shares: Sequence[FurtherOdds]) -> tuple[FurtherOdds, ...]:
    """The same further odds for the other side."""
    return tuple((title, seen_by_enemy(odds)) for title, odds in shares)
