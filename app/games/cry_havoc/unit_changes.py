"""Changes of units that several events make."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from app.games.cry_havoc.state import PRISONER, Battle, Unit

ANIMALS = ("horse", "mule")


replace = msgspec.structs.replace


def changed_unit(battle: Battle, unit: str, **facts: Any) -> Battle:
    """Battle with some facts of one unit replaced."""
    return replace(battle, units={**battle.units, unit: replace(battle.units[unit], **facts)})


def all_changed(battle: Battle, change: Callable[[Unit], Unit]) -> Battle:
    return replace(battle, units={key: change(unit) for key, unit in battle.units.items()})


def beset_guards(battle: Battle, victims: tuple[str, ...], side: str | None) -> Battle:
    """Battle in which guards attacked by friends of their prisoner are marked (CH-OPT-12)."""
    guarding = {
        guard
        for unit in battle.units.values()
        if unit.state == PRISONER and unit.side == side
        for guard in unit.guards
    }
    for victim in victims:
        if victim in guarding:
            battle = changed_unit(battle, victim, beset=True)
    return battle


def given_up(battle: Battle, unit: Unit, hexes: Iterable[str]) -> Battle:
    """Battle whose combat keeps the hexes that its losers left or lie in, for the advance
    (CH-ADV).
    """
    if battle.combat is None:
        return battle
    loser = (
        next((side for side in battle.sides if side != battle.active), None)
        if unit.side is None or unit.kind in ANIMALS
        else unit.side
    )
    winner = next((side for side in battle.sides if side != loser), None)
    fresh = tuple(hex_ for hex_ in hexes if hex_ not in battle.combat.vacated)
    return replace(
        battle,
        combat=replace(battle.combat, winner=winner, vacated=(*battle.combat.vacated, *fresh)),
    )


def places_of(unit: Unit) -> tuple[str, ...]:
    return tuple(hex_ for hex_ in (unit.hex, unit.rear) if hex_)
