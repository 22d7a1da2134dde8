"""CH-MOV-02 to 08, CH-STK: conditions and costs of entering a hex and crossing a hexside."""

from __future__ import annotations

from app.games.cry_havoc.ground import WALL, WINDOW, Ground
from app.games.cry_havoc.occupancy import (
    is_animal,
    is_living,
    leader_of,
    living_at,
    the_ground,
    units_at,
)
from app.games.cry_havoc.state import DEAD, STUNNED, Battle, Unit
from app.games.cry_havoc.tables import CORPSES, TERRAIN
from app.kernel.refusal import Refusal, no
from app.kernel.space.hexes import Hex, side_towards

WINDOW_COST: int = TERRAIN["hexsides"]["window"]["foot_total"]


def terrain_cost(ground: Ground, hex_: Hex, horse: bool) -> int | None:
    """CH-MOV-02: A move pays the terrain of the hexes that it enters, in points; None is closed."""
    return TERRAIN[ground.kind(hex_)]["horse" if horse else "foot"]


def closed_water(ground: Ground, hex_: Hex) -> Refusal | None:
    """Refusal of water, which has no cost in the terrain table."""
    if terrain_cost(ground, hex_, horse=False) is None:
        return no(
            "CH-MOV-02", "{hex} is water and closed.", "{hex} es agua y está cerrada.", hex=hex_
        )
    return None


def blocked_by_enemy(battle: Battle, hex_: Hex, side: str) -> Refusal | None:
    """CH-MOV-03: A living enemy closes its hex unless stunned; an animal led by an enemy counts as
    one.
    """
    for unit in living_at(battle, hex_):
        if not may_be_crossed(battle, unit, side):
            return no(
                "CH-MOV-03",
                "{who} stands in the way at {hex}.",
                "{who} cierra el paso en {hex}.",
                who=unit.name,
                hex=hex_,
            )
    return None


def may_be_crossed(battle: Battle, unit: Unit, side: str) -> bool:
    """CH-STK-01: Units pass through hexes with friends, stunned characters, corpses and loose
    animals.
    """
    return not is_living(unit) or unit.state == STUNNED or side_led_by(battle, unit) in (None, side)


def side_led_by(battle: Battle, unit: Unit) -> str | None:
    """Side of the unit's leader, else its own; None for a loose animal."""
    leader = leader_of(battle, unit)
    if leader:
        return leader.side
    return None if is_animal(unit) else unit.side


def walled_off(ground: Ground, here: Hex, there: Hex) -> Refusal | None:
    """CH-MOV-04: Walls cannot be crossed; doors, gates and windows can."""
    side = side_towards(here, there)
    if side and ground.side(here, side) == WALL:
        return no(
            "CH-MOV-04",
            "There is a wall between {here} and {there}.",
            "Hay una pared entre {here} y {there}.",
            here=here,
            there=there,
        )
    return None


def no_ground_for_horses(ground: Ground, hex_: Hex) -> Refusal | None:
    """CH-MOV-05: Horses and mules do not enter trees or houses; yards and door hexes are open to
    them.
    """
    if (
        terrain_cost(ground, hex_, horse=True) is None
        and terrain_cost(ground, hex_, horse=False) is not None
    ):
        return no(
            "CH-MOV-05",
            "{hex} is closed to horses and mules.",
            "{hex} está cerrada a caballos y mulas.",
            hex=hex_,
        )
    return None


def corpse_weight(battle: Battle, hex_: Hex) -> int:
    """Weight of the corpses in the hex: a person 1, a horse 3 in each of its hexes, a mule 3."""
    weights = CORPSES["weight"]
    heap = sum(weights[kind] * count for kind, count in battle.heaps.get(hex_, {}).items())
    return heap + sum(
        weights[unit.kind if is_animal(unit) else "person"]
        for unit in units_at(battle, hex_)
        if unit.state == DEAD
    )


def corpse_surcharge(weight: int) -> int:
    """CH-MOV-06: Three human corpses or one dead horse cost 1 point more, and never more."""
    return CORPSES["surcharge"]["movement"] if weight >= CORPSES["surcharge"]["from_weight"] else 0


def heaped(battle: Battle, hex_: Hex) -> Refusal | None:
    """CH-MOV-07: Six human corpses, two dead horses, or three corpses and a horse close a hex to
    units outside it.
    """
    if corpse_weight(battle, hex_) >= CORPSES["closed"]["from_weight"]:
        return no(
            "CH-MOV-07",
            "Corpses close {hex}.",
            "Los cadáveres cierran {hex}.",
            hex=hex_,
        )
    return None


def is_window(ground: Ground, here: Hex, there: Hex) -> bool:
    side = side_towards(here, there)
    return side is not None and ground.side(here, side) == WINDOW


def barred_window(battle: Battle, here: Hex, there: Hex, side: str) -> Refusal | None:
    """CH-MOV-08: A window is closed while an enemy, even a stunned one, is in the hex behind it."""
    if not is_window(the_ground(battle), here, there):
        return None
    beyond = next(
        (
            unit
            for unit in living_at(battle, there)
            if side_led_by(battle, unit) not in (None, side)
        ),
        None,
    )
    if beyond:
        return no(
            "CH-MOV-08",
            "{who} is behind the window at {hex}.",
            "{who} está tras la ventana en {hex}.",
            who=beyond.name,
            hex=there,
        )
    return None


def hex_taken(battle: Battle, hex_: Hex, but: tuple[str, ...] = ()) -> Refusal | None:
    """CH-STK-02: At the end of a move each hex holds one living unit at most, stunned ones and
    animals included.
    """
    return _full_hex("CH-STK-02", battle, hex_, but)


def taken_after_combat(battle: Battle, hex_: Hex, but: tuple[str, ...] = ()) -> Refusal | None:
    """CH-STK-03: Retreats and advances obey the stacking limit as well."""
    return _full_hex("CH-STK-03", battle, hex_, but)


def _full_hex(rule: str, battle: Battle, hex_: Hex, but: tuple[str, ...]) -> Refusal | None:
    for unit in living_at(battle, hex_):
        if unit.id not in but:
            return no(
                rule,
                "{who} is in {hex} already.",
                "{who} está ya en {hex}.",
                who=unit.name,
                hex=hex_,
            )
    return None


def hexside_barrier(
    battle: Battle, here: Hex, there: Hex, horse: bool = False, window_ok: bool = False
) -> Refusal | None:
    """Refusal of the hexside: a wall, or a window for horses and where it may not be climbed."""
    ground = the_ground(battle)
    if is_window(ground, here, there) and (horse or not window_ok):
        return no(
            "CH-MOV-08",
            "Only a move on foot passes the window between {here} and {there}.",
            "La ventana entre {here} y {there} solo se pasa con un movimiento a pie.",
            here=here,
            there=there,
        )
    return walled_off(ground, here, there)


def closed_ground(battle: Battle, hex_: Hex, horse: bool = False) -> Refusal | None:
    """Refusal of the hex: water, trees and interiors for horses, or heaped corpses."""
    ground = the_ground(battle)
    return (
        closed_water(ground, hex_)
        or (no_ground_for_horses(ground, hex_) if horse else None)
        or heaped(battle, hex_)
    )


def enter_cost(battle: Battle, here: Hex, there: Hex, horse: bool = False) -> int:
    """Points for one step: terrain, or the window instead of it, and corpses. Closed ground counts
    0.
    """
    ground = the_ground(battle)
    entered = (
        WINDOW_COST if is_window(ground, here, there) else terrain_cost(ground, there, horse) or 0
    )
    return entered + corpse_surcharge(corpse_weight(battle, there))
