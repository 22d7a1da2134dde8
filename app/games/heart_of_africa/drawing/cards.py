"""Card of a unit, opened by the pointer, the focus or the arrow keys."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.games.heart_of_africa.drawing.words import DID, HIDDEN, agreeing_words, state_words
from app.games.heart_of_africa.figures import profile
from app.games.heart_of_africa.pieces import AMBUSH, Figure, Unit
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import weapons
from app.games.heart_of_africa.state import Battle
from app.kernel.say import Say, say

STRENGTH, STATE = say("Strength", "Efectivos"), say("State", "Estado")
FIRE, COMBAT = say("Shooting", "Disparo"), say("Close combat", "Combate")
MORALE = say("Morale", "Moral")


class Card(msgspec.Struct, frozen=True):
    """Card of a unit: title, side, figures left and at the beginning, rows of facts."""

    title: str
    side: str
    men: int
    original: int
    rows: tuple[tuple[str, str], ...]


def card(battle: Battle, unit: Unit, men: Sequence[Figure], language: str) -> str:
    """The card as JSON, for the page."""
    rows = tuple(
        (head.in_(language), words.in_(language)) for head, words in rows_of(battle, unit, men)
    )
    made = Card(
        called(battle, unit.id).in_(language),
        unit.side.lower(),
        len(men),
        max(unit.original, len(men)),
        rows,
    )
    return msgspec.json.encode(made).decode()


def rows_of(battle: Battle, unit: Unit, men: Sequence[Figure]) -> list[tuple[Say, Say]]:
    """Strength, state, morale, shooting and close combat of a unit."""
    all_men = max(unit.original, len(men))
    rows = [(STRENGTH, say("{n} of {all}", "{n} de {all}", n=len(men), all=all_men))]
    who = called(battle, unit.id)
    state = [HIDDEN] if unit.where == AMBUSH else []
    state += [agreeing_words(DID[unit.activation], who)] if unit.activation in DID else []
    state += state_words(battle, men, who)
    rows += [(STATE, words) for words in state]
    row = profile(men[0])
    if row.morale:
        words = (
            say("{need}+, one marker", "{need}+, con un marcador")
            if unit.marker
            else say("{need}+", "{need}+")
        )
        rows.append((MORALE, say(words.en, words.es, need=row.morale)))
    arm = weapons.weapon(battle, men[0])
    if arm.range:
        rows.append(
            (
                FIRE,
                say(
                    "{range}″, {bonus} to the die",
                    "{range}″, {bonus} al dado",
                    range=f"{arm.range:g}",
                    bonus=signed(arm.bonus),
                ),
            )
        )
    if row.melee is not None:
        melee = say("{bonus} to the die", "{bonus} al dado", bonus=signed(row.melee))
        rows.append((COMBAT, melee))
    return rows


def signed(number: int) -> str:
    """A modifier with its sign."""
    return f"{number:+d}".replace("-", "−")
