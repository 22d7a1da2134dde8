"""Names and phrases of the lines of the log."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.cry_havoc import plans
from app.games.cry_havoc.state import Battle, Unit
from app.kernel.say import Say, as_is, say

WOMEN = ("civilian", "mule")  # Audrey and Edith are women; «mula» is feminine


def unit_phrase(battle: Battle, unit: str) -> Say:
    """Name of a unit in a sentence; a horse with its knight."""
    found = battle.units[unit]
    knight = battle.units.get(found.of or "")
    if found.kind == "horse" and knight:
        return say(
            "{horse} ({knight}’s horse)",
            "{horse} (caballo de {knight})",
            horse=found.name,
            knight=knight.name,
        )
    return as_is(found.name)


def all_of(battle: Battle, units: Iterable[str]) -> tuple[str, ...]:
    return tuple(battle.units[unit].name for unit in units)


def gender(unit: Unit, masculine: str, feminine: str) -> Say:
    """Spanish participle by gender; empty in English."""
    return Say("", feminine if unit.kind in WOMEN else masculine)


def side_in(battle: Battle, side: str | None) -> Say:
    return plans.side_title(battle.scenario, side or "")


def capital(title: Say) -> Say:
    """Name at the head of a line, with a capital."""
    return Say(
        title.en[:1].upper() + title.en[1:], title.es[:1].upper() + title.es[1:], title.facts
    )


def hexes_of(battle: Battle, *units: str) -> tuple[str | None, ...]:
    return tuple(battle.units[unit].hex for unit in units)


def hexes_far(number: int) -> Say:
    return (
        say("{n} hex", "{n} casilla", n=number)
        if number == 1
        else say("{n} hexes", "{n} casillas", n=number)
    )


def points(number: int) -> Say:
    return (
        say("{n} point", "{n} punto", n=number)
        if number == 1
        else say("{n} points", "{n} puntos", n=number)
    )


def is_many(battle: Battle, side: str) -> bool:
    """True if the name of the side is a plural, in both languages."""
    return side_in(battle, side).es.startswith(("los ", "las "))
