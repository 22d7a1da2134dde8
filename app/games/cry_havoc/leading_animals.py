"""Animals led by the reins."""

from __future__ import annotations

import msgspec

from app.games.cry_havoc.events import LeadLost, LeadShifted
from app.games.cry_havoc.occupancy import (
    enemies_about,
    figures,
    hexes_of,
    is_animal,
    is_living,
    leader_of,
    living_at,
    may_strike_across,
    the_ground,
    train_of,
)
from app.games.cry_havoc.passage import closed_ground, hexside_barrier
from app.games.cry_havoc.state import Battle, Unit
from app.kernel.contract import Event
from app.kernel.refusal import Refusal, no
from app.kernel.space.hexes import Hex


class Led(msgspec.Struct, frozen=True):
    """Animals led by the reins, the nearest first, and their hexes: both of a horse, one of each
    mule.
    """

    animals: tuple[str, ...]
    row: tuple[Hex, ...]

    def places(self) -> tuple[tuple[str, Hex, Hex | None], ...]:
        """Places of the animals as (animal, front, rear)."""
        if len(self.animals) < len(self.row):
            return ((self.animals[0], self.row[0], self.row[1]),)
        return tuple(
            (animal, hex_, None) for animal, hex_ in zip(self.animals, self.row, strict=True)
        )


def may_be_led(battle: Battle, leader: Unit, unit: Unit) -> bool:
    """True for animals, and for the captive of a scenario without a standing friend adjacent to
    her.
    """
    if is_animal(unit):
        return True
    if unit.id != battle.facts.get("captive") or leader.side in (None, unit.side) or not unit.hex:
        return False
    return not [
        guard for guard in enemies_about(battle, unit.hex, leader.side) if guard.id != unit.id
    ]


def out_of_reach(battle: Battle, leader: Unit, animal: Unit, front: Hex | None) -> Refusal | None:
    """CH-MNT-08: A unit next to a living animal may take its reins, unless an unstunned enemy leads
    it.
    """
    holder = leader_of(battle, animal)
    if not is_living(animal) or not may_be_led(battle, leader, animal):
        return no(
            "CH-MNT-08", "{what} cannot be led.", "No se puede llevar a {what}.", what=animal.name
        )
    if holder and holder.side != leader.side:
        return no(
            "CH-MNT-08",
            "{who} already leads it.",
            "{who} ya lo lleva de la brida.",
            who=holder.name,
        )
    if led_animals(battle, leader, animal, front) is None:
        return no(
            "CH-MNT-08",
            "{who} is not next to {what}.",
            "{who} no está junto a {what}.",
            who=leader.name,
            what=animal.name,
        )
    return None


def led_animals(battle: Battle, leader: Unit, animal: Unit, front: Hex | None) -> Led | None:
    """Led animals in the order in which they follow from end `front` (None: the end in reach); None
    out of reach.
    """
    ground = the_ground(battle)
    train = train_of(battle, animal)
    if train[-1].id == animal.id:
        train = train[::-1]
    ends = hexes_of(animal) if animal.kind == "horse" else hexes_of(animal)[:1]
    for end in ends:
        near = any(may_strike_across(ground, here, end) for here in hexes_of(leader))
        if near and front in (None, end):
            rest = (
                [hex_ for hex_ in ends if hex_ != end]
                if animal.kind == "horse"
                else [mule.hex or "" for mule in train[1:]]
            )
            return Led(tuple(beast.id for beast in train), (end, *rest))
    return None


def led_after_step(
    battle: Battle, led: Led, left: Hex, leader: Unit, now: tuple[Hex, ...]
) -> Led | Refusal:
    """CH-MNT-09: The front of a led animal enters the hex `left` by its leader, and its rear
    follows.

    `now` are the hexes of the leader after the step. Every hex entered must be open to the animal
    and free of living units.
    """
    ground = the_ground(battle)
    if not may_strike_across(ground, led.row[0], left):
        # A rider who has only turned, or whose other end is still beside the animal, need not draw
        # it along.
        if any(may_strike_across(ground, here, led.row[0]) for here in now) and not set(
            led.row
        ) & set(now):
            return led
        return hexside_barrier(battle, led.row[0], left, horse=True) or no(
            "CH-MNT-09",
            "The led animal cannot follow into {hex}.",
            "El animal no puede seguir a {hex}.",
            hex=left,
        )
    row = (left, *led.row[:-1])
    closed = closed_ground(battle, left, horse=is_animal(battle.units[led.animals[0]]))
    if closed:
        return closed
    others = [
        unit
        for unit in living_at(battle, left)
        if unit.id != leader.id and unit.id not in led.animals
    ]
    if others or set(row) & set(now) or len(set(row)) < len(row):
        return no(
            "CH-MNT-09",
            "{hex} has no room for the led animal.",
            "El animal no cabe en {hex}.",
            hex=left,
        )
    return Led(led.animals, row)


def slipping_reins(battle: Battle, mover: str) -> list[Event]:
    """Events of lost reins if no end of the train is adjacent to the leader; else of a change of
    ends.
    """
    unit = battle.units[mover]
    leader = unit if unit.leads else leader_of(battle, unit)
    if leader is None or leader.leads is None or leader.hex is None:
        return []
    train = train_of(battle, battle.units[leader.leads])
    ends = [end.id for end in (train[0], train[-1]) if led_animals(battle, leader, end, None)]
    if not ends:
        return [LeadLost(leader.id, leader.leads)]
    return [] if leader.leads in ends else [LeadShifted(leader.id, ends[0])]


def pace(battle: Battle, led: Led | None) -> int | None:
    """Most points that a leader may spend while leading; None for animals, a person's movement for
    a person.
    """
    head = battle.units[led.animals[0]] if led else None
    return None if head is None or is_animal(head) else figures(head)[2]
