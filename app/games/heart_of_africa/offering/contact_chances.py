"""Movement dice in words, and contacts of a charge: their chances before the dice, their number
after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from app.games.heart_of_africa.figures import (
    distance_between,
    enemies,
    is_attendant,
    is_leader,
    is_vessel,
)
from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.movement.charge_targets import fights
from app.games.heart_of_africa.movement.formations import Draft
from app.games.heart_of_africa.orders import Manoeuvre
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import smoke
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import Roll
from app.kernel.offers import chance_in_percent
from app.kernel.say import Say, say
from app.kernel.space.plane import GRACE

MOST_NAMED = 3
"""Enemies whose chances are given, and figures that are named."""
FACES = range(1, 7)


def dice_in_words(battle: Battle, men: Sequence[Figure]) -> Iterator[Say]:
    """Sentence about the inches that the movement dice decide; none for figures afloat."""
    man = next((one for one in men if not is_leader(one)), men[0])
    if is_vessel(man) or man.aboard:
        return
    fast, slow = dice_columns(man)
    if smoke.is_dark(battle):
        fast = None
    only = [roll for roll in (fast, slow) if roll is not None]
    if not only:
        return
    if len(only) == 1 or fast == slow:
        yield say("Movement: {roll}.", "Movimiento: {roll}.", roll=inches_of_roll(only[0]))
        return
    yield say(
        "In the open {fast}, over difficult ground {slow}.",
        "En terreno abierto {fast}, en terreno difícil {slow}.",
        fast=inches_of_roll(only[0]),
        slow=inches_of_roll(only[1]),
    )


def inches_of_roll(roll: Roll) -> Say:
    """Dice of a roll with their lowest and highest result in inches."""
    return say(
        "{roll} in ({least} to {most})",
        "{roll} pulgadas (de {least} a {most})",
        roll=str(roll),
        least=roll.total(*[FACES[0]] * roll.dice),
        most=roll.total(*[FACES[-1]] * roll.dice),
    )


def before_the_dice(battle: Battle, men: Sequence[Figure]) -> Iterator[Say]:
    """Sentences about the chances of contact with the nearest enemies, straight on in the open.

    They are given for the first figure and for half of the figures.
    """
    mine = [man for man in men if man.at is not None and fights(man)]
    foes = [
        foe
        for foe in (enemies(battle, mine[0].side) if mine else ())
        if foe.at is not None and not (is_vessel(foe) or foe.aboard or is_attendant(foe))
    ]
    by_unit: dict[str, list[Figure]] = {}
    for foe in foes:
        by_unit.setdefault(foe.unit or foe.id, []).append(foe)
    rows = []
    for key, those in by_unit.items():
        gaps = [min(distance_between(man, foe) for foe in those) for man in mine]
        shares = sorted(map(share_of_reaching, mine, gaps), reverse=True)
        if shares[0]:
            rows.append((min(gaps), key, shares))
    for gap, key, shares in sorted(rows)[:MOST_NAMED]:
        yield chances_words(called(battle, key), round(gap, 1), shares)


def chances_words(enemy: Say, gap: float, shares: Sequence[Fraction]) -> Say:
    """Sentence about the chances of contact of one figure or more, the best first."""
    half = (len(shares) + 1) // 2
    first = say(
        "{enemy:Aa}, {gap} in away: {chance} for contact straight on over open ground",
        "{enemy:Aa}, a {gap:pulgada+s}: {chance} de contacto en línea recta por terreno abierto",
        enemy=enemy,
        gap=gap,
        chance=in_percent(shares[0]),
    )
    if len(shares) == 1:
        return say("{first}.", "{first}.", first=first)
    return say(
        "{first}; {many} for {n} of {all} figures.",
        "{first}; {many} para {n} de {all} figuras.",
        first=first,
        many=in_percent(shares[half - 1]),
        n=half,
        all=len(shares),
    )


def in_percent(share: Fraction) -> Say:
    return chance_in_percent(share.numerator, share.denominator)


def share_of_reaching(man: Figure, gap: float) -> Fraction:
    """Chance that the open roll of a figure covers so many inches."""
    roll = dice_columns(man)[0]
    return Fraction(0) if roll is None else share_of_roll(roll, gap)


@cache
def share_of_roll(roll: Roll, gap: float) -> Fraction:
    """Chance of a roll of so many inches or more."""
    throws = list(product(FACES, repeat=roll.dice))
    return Fraction(sum(roll.total(*faces) >= gap - GRACE for faces in throws), len(throws))


def after_the_dice(battle: Battle, order: Manoeuvre, draft: Draft) -> Iterator[Say]:
    """Sentence about the figures of a charge that make contact, and their enemies."""
    target = called(battle, order.target)
    if not draft.attack:
        yield say(
            "No figure makes contact with {target:the}.",
            "Ninguna figura entra en contacto con {target:el}.",
            target=target,
        )
        return
    named = [called(battle, key) for key in list(draft.attack)[:MOST_NAMED]]
    more = len(draft.attack) - len(named)
    yield say(
        "In contact with {target:the}: {n:figure+s} ({who}).",
        "En contacto con {target:el}: {n:figura+s} ({who}).",
        target=target,
        n=len(draft.attack),
        who=[*named, say("{n} more", "{n} más", n=more)] if more else named,
    )
