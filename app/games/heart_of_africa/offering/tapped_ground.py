"""Taps on bare ground before the roll of a unit: the roll comes first, and its chance to reach the
place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from app.games.heart_of_africa.drawing.places import place_of
from app.games.heart_of_africa.figures import is_vessel
from app.games.heart_of_africa.movement import moves
from app.games.heart_of_africa.movement.activation import dice_columns
from app.games.heart_of_africa.offering.contact_chances import in_percent, share_of_roll
from app.games.heart_of_africa.orders import Activate
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import smoke
from app.games.heart_of_africa.state import INDEPENDENT_MOVES, UNIT_MOVES, Battle
from app.kernel.say import Say, say
from app.kernel.space.plane import Point, inches_to, mean_of


def order_to_place(battle: Battle, piece: str, place: str) -> Activate | None:
    """Activation of a unit or single figure that was chosen before a place was tapped, legal or
    not; None in other steps, while it is in hand, and for a tap on itself.
    """
    if battle.step not in (UNIT_MOVES, INDEPENDENT_MOVES) or battle.pending or battle.ending:
        return None
    is_in_hand = battle.hand is not None and battle.hand.who == piece
    is_itself = place == piece or getattr(battle.figures.get(place), "unit", "") == piece
    if is_in_hand or is_itself or not walkers(battle, piece):
        return None
    return Activate(piece) if tapped_point(battle, place) else None


def words_of_tap(battle: Battle, piece: str, place: str) -> Say | None:
    """Sentences about the way to a tapped place in a straight line (inches), and what to do."""
    at, men = tapped_point(battle, place), walkers(battle, piece)
    if order_to_place(battle, piece, place) is None or at is None:
        return None
    middle = mean_of(man.position for man in men)
    gap = round(inches_to(middle, at), 1)
    words = say(
        "From {who:the} to the place you tapped: {n} in.",
        "Desde {who:el} hasta el punto que has tocado: {n:pulgada+s}.",
        who=called(battle, piece),
        n=gap,
    )
    first = say(
        "Roll the movement dice first, then choose the place.",
        "Tira primero los dados de movimiento y luego elige el lugar.",
    )
    chance = chance_of_way(battle, men, gap)
    if chance is None:
        return say("{words} {first}", "{words} {first}", words=words, first=first)
    return say(
        "{words} {chance} {first}",
        "{words} {chance} {first}",
        words=words,
        chance=chance,
        first=first,
    )


def chance_of_way(battle: Battle, men: Sequence[Figure], gap: float) -> Say | None:
    """Sentence about the chance of the open roll to cover so many inches; None on the water, in the
    dark and without an open roll.
    """
    roll = dice_columns(men[0])[0]
    if roll is None or smoke.is_dark(battle) or any(is_vessel(man) or man.aboard for man in men):
        return None
    share = share_of_roll(roll, gap)
    return say(
        "Chance that the roll covers this distance over open ground: {chance}.",
        "Probabilidad de que la tirada alcance esa distancia por terreno abierto: {chance}.",
        chance=in_percent(share),
    )


def walkers(battle: Battle, piece: str) -> tuple[Figure, ...]:
    """Figures on the table that the activation of the piece covers."""
    if piece not in battle.units and piece not in battle.figures:
        return ()
    return tuple(man for man in moves.movers(battle, piece) if man.at is not None)


def tapped_point(battle: Battle, place: str) -> Point | None:
    """The tapped place: a point of the table, the middle of a unit or of a piece of country."""
    at = place_of(battle, place)
    country = next((one for one in battle.land.pieces if one.id == place), None)
    if at is None and country is not None and (country.outline or country.path):
        at = mean_of(country.outline or country.path)
    if at is None or not all(map(math.isfinite, at)):
        return None
    is_on_table = 0 <= at[0] <= battle.land.width and 0 <= at[1] <= battle.land.depth
    return at if is_on_table else None
