"""Targets of missiles: which units, and where."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.cry_havoc.occupancy import (
    characters,
    hexes_of,
    is_animal,
    is_living,
    is_mounted,
    is_on_map,
    is_prisoner,
    other_side,
    side_of,
)
from app.games.cry_havoc.state import Battle, Unit
from app.games.cry_havoc.tables import RANGES
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.kernel.space.hexes import Hex

MOUNTED, ARMOURED, UNARMOURED = "mounted", "foot_armoured", "foot_unarmoured"


BAND_NAMES = {
    "short": say("short range", "distancia corta"),
    "medium": say("medium range", "distancia media"),
    "long": say("long range", "distancia larga"),
}


def band_name(band: str | None) -> Say:
    return BAND_NAMES[band] if band else say("out of range", "fuera de alcance")


def category_of(target: Unit) -> str:
    """Category of a target: mounted for riders and animals, else armoured (knights, sergeants) or
    unarmoured.
    """
    if is_mounted(target) or is_animal(target):
        return MOUNTED
    return ARMOURED if target.armoured else UNARMOURED


def no_such_hex(target: Unit, hex_: Hex | None) -> Refusal | None:
    """CH-MIS-08: A shot at a rider or horse names one of its two hexes."""
    if hex_ is None or hex_ in hexes_of(target):
        return None
    return no(
        "CH-MIS-08", "{who} is not in {hex}.", "{who} no está en {hex}.", who=target.name, hex=hex_
    )


def may_shoot_the_animal(battle: Battle, shooter: Unit, target: Unit) -> Refusal | None:
    """CH-MIS-09: A loose animal is a target for either side, a led one for the side that does not
    lead it.
    """
    if side_of(battle, target) == shooter.side:
        return no(
            "CH-MIS-09",
            "{what} is led by your own side.",
            "A {what} lo lleva tu propio bando.",
            what=target.name,
        )
    return None


def band_of(weapon: str | None, range_: int) -> str | None:
    """CH-MIS-10: The range in hexes, target included, gives the band; beyond the long band there is
    none.
    """
    return next(
        (row["band"] for row in RANGES.get(weapon, ()) if row["min"] <= range_ <= row["max"]), None
    )


def out_of_range(shooter: Unit, range_: int) -> Refusal | None:
    """Refusal of a shot beyond the long band of the weapon."""
    if shooter.weapon is None or band_of(shooter.weapon, range_):
        return None
    return no(
        "CH-MIS-10",
        "{range} hexes away; the weapon reaches {most}.",
        "Está a {range} casillas; el arma alcanza {most}.",
        range=range_,
        most=RANGES[shooter.weapon][-1]["max"],
    )


def legal_target(battle: Battle, shooter: Unit, target: Unit) -> Refusal | None:
    """CH-MIS-12: Targets are living enemies, stunned and escaping ones included, and animals, but
    no prisoners.
    """
    if not is_on_map(target):
        return no(
            "CH-MIS-12", "{who} is not on the map.", "{who} no está en el mapa.", who=target.name
        )
    if not is_living(target):
        return no("CH-MIS-12", "{who} is dead.", "{who} está muerto.", who=target.name)
    if is_animal(target):
        return may_shoot_the_animal(battle, shooter, target)
    if target.side == shooter.side:
        return no(
            "CH-MIS-12",
            "{who} is on your own side.",
            "{who} es de tu propio bando.",
            who=target.name,
        )
    if is_prisoner(target):
        return no("CH-MIS-12", "{who} has surrendered.", "{who} se ha rendido.", who=target.name)
    return None


def targets(battle: Battle, shooter: Unit) -> Iterator[Unit]:
    """Legal targets of the shooter's side anywhere: enemies, then animals."""
    enemies = characters(battle, other_side(battle, shooter.side or ""))
    yield from (unit for unit in enemies if legal_target(battle, shooter, unit) is None)
    yield from (
        unit
        for unit in battle.units.values()
        if is_animal(unit) and legal_target(battle, shooter, unit) is None
    )
