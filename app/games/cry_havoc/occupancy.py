"""Places, states and figures of units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from app.games.cry_havoc.ground import WALL, WINDOW, Ground, ground_of
from app.games.cry_havoc.state import DEAD, PRISONER, STUNNED, WOUNDED, Battle, Figures, Unit
from app.games.cry_havoc.tables import RANSOM
from app.kernel.contract import Order
from app.kernel.refusal import Refusal, Refused, no
from app.kernel.space.hexes import Hex, side_towards

ANIMALS = ("horse", "mule")


def the_ground(battle: Battle) -> Ground:
    return ground_of(battle.map)


def is_animal(unit: Unit) -> bool:
    return unit.kind in ANIMALS


def is_mounted(unit: Unit) -> bool:
    return unit.rides is not None


def is_knight(unit: Unit) -> bool:
    return unit.kind == "knight"


def hexes_of(unit: Unit) -> tuple[Hex, ...]:
    """Hexes of the unit: two for a rider and a loose horse, none off the map."""
    return tuple(hex_ for hex_ in (unit.hex, unit.rear) if hex_)


def is_on_map(unit: Unit) -> bool:
    return unit.hex is not None


def is_living(unit: Unit) -> bool:
    """True if alive and on the map; stunned characters, prisoners and animals count."""
    return unit.hex is not None and unit.state != DEAD


def is_standing(unit: Unit) -> bool:
    """True if alive, on the map and not stunned; animals count."""
    return is_living(unit) and unit.state != STUNNED


def is_prisoner(unit: Unit) -> bool:
    return unit.state == PRISONER


def is_dazed(unit: Unit) -> bool:
    """True for a prisoner stunned before the capture who has not recovered."""
    return is_prisoner(unit) and unit.stunned_in is not None


def figures(unit: Unit) -> Figures:
    """CH-SEQ-10: Attack, defence and movement follow the present state. Stunned characters have
    attack and movement 0, and defend as wounded on foot; with a ransom counter, as its wounded
    one.
    """
    if unit.kind in ANIMALS:
        return unit.foot
    if unit.state == STUNNED:
        of_wounded = RANSOM["ransom_wounded"] if unit.ransom else unit.foot_wounded
        return (0, of_wounded[1], 0)
    if unit.ransom:
        return unit.ransom
    hurt = unit.state == WOUNDED
    if is_mounted(unit):
        found = unit.mounted_wounded if hurt else unit.mounted
        return found or unit.foot
    return unit.foot_wounded if hurt else unit.foot


def units_at(battle: Battle, hex_: Hex) -> tuple[Unit, ...]:
    """Units in the hex, the dead included."""
    return _by_hex(battle.units).get(hex_, ())


_latest: tuple[Mapping[str, Unit], dict[Hex, tuple[Unit, ...]]] = ({}, {})


def _by_hex(units: Mapping[str, Unit]) -> dict[Hex, tuple[Unit, ...]]:
    """Units by hex, cached for the last position; `evolve` makes a new position for each change."""
    global _latest  # noqa: PLW0603 - a cache of one entry
    known, by_hex = _latest
    if known is not units:
        by_hex = {}
        for unit in units.values():
            for hex_ in hexes_of(unit):
                by_hex[hex_] = (*by_hex.get(hex_, ()), unit)
        _latest = (units, by_hex)
    return by_hex


def living_at(battle: Battle, hex_: Hex) -> tuple[Unit, ...]:
    return tuple(unit for unit in units_at(battle, hex_) if is_living(unit))


def leader_of(battle: Battle, animal: Unit) -> Unit | None:
    """Character that leads the animal or its train; a stunned one leads none."""
    train = {unit.id for unit in train_of(battle, animal)}
    return next(
        (unit for unit in battle.units.values() if unit.leads in train and is_standing(unit)), None
    )


def train_of(battle: Battle, animal: Unit) -> tuple[Unit, ...]:
    """Animal with all tied to it, from one end to the other, the dead included."""
    if not animal.tied_to:
        return (animal,)
    end, before = animal, None
    while True:
        further = [other for other in end.tied_to if other != before]
        if not further or (before is None and end is not animal):
            break
        before, end = end.id, battle.units[further[0]]
        if len(end.tied_to) == 1:
            break
    row, before = [end], None
    while True:
        further = [other for other in row[-1].tied_to if other != before]
        if not further:
            return tuple(row)
        before = row[-1].id
        row.append(battle.units[further[0]])


def side_of(battle: Battle, unit: Unit) -> str | None:
    """Side of the unit now: for an animal that of its leader, None if it is loose."""
    if is_animal(unit):
        leader = leader_of(battle, unit)
        return leader.side if leader else None
    return unit.side


def other_side(battle: Battle, side: str) -> str:
    return next(other for other in battle.sides if other != side)


def characters(battle: Battle, side: str) -> Iterator[Unit]:
    """Characters of a side that are alive and on the map."""
    return (
        unit
        for unit in battle.units.values()
        if unit.side == side and not is_animal(unit) and is_living(unit)
    )


def enemies_about(battle: Battle, hex_: Hex, side: str) -> tuple[Unit, ...]:
    """Standing enemy characters adjacent to the hex, walls or not; prisoners and animals do not
    count.
    """
    found = []
    for unit in battle.units.values():
        if (
            unit.side in (None, side)
            or is_animal(unit)
            or not is_standing(unit)
            or is_prisoner(unit)
        ):
            continue
        if any(side_towards(there, hex_) for there in hexes_of(unit)):
            found.append(unit)
    return tuple(found)


def may_strike_across(ground: Ground, one: Hex, other: Hex) -> bool:
    """True if the hexes are adjacent with neither wall nor window between."""
    side = side_towards(one, other)
    return side is not None and ground.side(one, side) not in (WALL, WINDOW)


def within_reach(battle: Battle, one: Unit, other: Unit) -> bool:
    """True if the units are adjacent with neither wall nor window between."""
    ground = the_ground(battle)
    return any(
        may_strike_across(ground, here, there)
        for here in hexes_of(one)
        for there in hexes_of(other)
    )


def are_neighbours(one: Unit, other: Unit) -> bool:
    """CH-MNT-01: A hex adjacent to either hex of a rider or horse is adjacent to it."""
    return any(side_towards(a, b) for a in hexes_of(one) for b in hexes_of(other))


def unit_named(battle: Battle, unit: str) -> Unit:
    """CAR-TAB-06: An order names existing pieces; unseen and invented ids get the same answer.

    Raises `Refused`.
    """
    if unit not in battle.units:
        raise Refused(no("CAR-TAB-06", "There is no such piece.", "No existe esa ficha."))
    return battle.units[unit]


def on_the_map(battle: Battle, *hexes: Hex) -> Refusal | None:
    """CAR-TAB-08: A place that an order names lies on the map."""
    if all(the_ground(battle).has(hex_) for hex_ in hexes):
        return None
    return no(
        "CAR-TAB-08", "There is no such place on this map.", "No existe ese lugar en este mapa."
    )


def not_own(battle: Battle, unit: Unit, seat: str) -> Refusal | None:
    """Refusal unless the unit belongs to the seat's side, and to the seat if the side has
    several.
    """
    if unit.side != battle.seats.get(seat) or is_animal(unit):
        return no("CH-SEQ-01", "{who} is not yours.", "{who} no es de los tuyos.", who=unit.name)
    if unit.seat and unit.seat != seat:
        return no(
            "CH-SEQ-02",
            "{who} belongs to another player of your side.",
            "{who} es de otro jugador de tu bando.",
            who=unit.name,
        )
    return None


def unable_to_act(unit: Unit) -> Refusal | None:
    """Refusal of any act of a unit off the map, stunned, dead or captured."""
    if not is_on_map(unit):
        return no(
            "CH-SUM-07", "{who} is not on the map.", "{who} no está en el mapa.", who=unit.name
        )
    if unit.state in (STUNNED, DEAD):
        return no(
            "CH-SEQ-10",
            "{who} is {state}.",
            "{who} está {estado}.",
            who=unit.name,
            state=unit.state,
            estado="aturdido" if unit.state == STUNNED else "muerto",
        )
    if is_prisoner(unit):
        return no(
            "CH-OPT-11",
            "{who} is a prisoner and moves with the guards.",
            "{who} es prisionero y se mueve con su escolta.",
            who=unit.name,
        )
    return None


def has_acted(unit: Unit) -> bool:
    """True if the unit has shot, moved, attacked or done another act in this phase."""
    return bool(unit.shot or unit.moved or unit.busy or unit.attacked)


def seat_of(battle: Battle, unit: Unit) -> str:
    """Seat that decides for the unit: its owner; for an animal its leader's seat, its side's, or
    the attacked side's.
    """
    if is_animal(unit):
        leader = leader_of(battle, unit)
        if leader:
            return seat_of(battle, leader)
    side = unit.side or other_side(battle, battle.active)
    return unit.seat or next((seat for seat, its in battle.seats.items() if its == side), side)


def refusals_of(
    refusals: Callable[..., Iterable[Refusal]], battle: Battle, order: Order, seat: str
) -> tuple[Refusal, ...]:
    """Refusals of the order; an unknown id is the only refusal then."""
    try:
        return tuple(refusals(battle, order, seat))
    except Refused as refused:
        return refused.refusals
