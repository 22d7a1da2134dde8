"""Cells of the printed tables: numbers, signs, inches and common words."""

from __future__ import annotations

from app.games.heart_of_africa.tables import (
    Roll,
)
from app.kernel.say import Say, as_is, say

DASH = as_is("–")
PRINTED = say("Printed on page {page}.", "Impresa en la página {page}.", page=12)
RULED = say(
    "From the text; open points are rulings of Caracole.",
    "Del texto; los puntos abiertos son decisiones de Caracole.",
)
YES, NO = say("yes", "sí"), say("no", "no")
NO_FIGURES, ALL, FOOT = say("none", "ninguna"), say("all", "todos"), say("on foot", "a pie")


def number(amount: float) -> Say:
    return as_is(f"{amount:g}")


def signed(amount: int | None) -> Say:
    return DASH if amount is None else as_is(f"{amount:+d}".replace("-", "−") if amount else "0")


def rolled(roll: Roll | None) -> Say:
    return DASH if roll is None else as_is(str(roll).replace("-", "−"))


def inches(amount: float) -> Say:
    return say("{n} in", "{n} pulgada" if amount == 1 else "{n:pulgada+s}", n=f"{amount:g}")


def from_(die: int | None) -> Say:
    return DASH if die is None else as_is(f"{die}+")
