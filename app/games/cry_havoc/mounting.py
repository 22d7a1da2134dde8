"""CH-MNT-03 to 11: mounting and dismounting, animals led by the reins, trains of mules."""

from __future__ import annotations

import msgspec

from app.games.cry_havoc.events import Dismounted, LeadLost, Mounted
from app.games.cry_havoc.leading_animals import led_animals
from app.games.cry_havoc.occupancy import (
    are_neighbours,
    has_acted,
    hexes_of,
    is_animal,
    is_knight,
    is_living,
    is_mounted,
    is_on_map,
    leader_of,
    may_strike_across,
    not_own,
    on_the_map,
    the_ground,
    unable_to_act,
    unit_named,
    within_reach,
)
from app.games.cry_havoc.orders import Dismount, Mount
from app.games.cry_havoc.passage import closed_ground, hex_taken
from app.games.cry_havoc.state import MOVEMENT, WOUNDED, Battle, Unit
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say
from app.kernel.space.hexes import Hex


def undisturbed(unit: Unit) -> Refusal | None:
    """CH-MNT-03: Mounting and dismounting take the whole turn of a character who has not acted in
    it before.
    """
    if has_acted(unit):
        return no(
            "CH-MNT-03",
            "{who} has acted in this phase; mounting takes all of it.",
            "{who} ya ha actuado en esta fase; montar la ocupa entera.",
            who=unit.name,
        )
    return None


def spent_in_the_stirrups(unit: Unit) -> Refusal:
    """Refusal of another act after mounting or dismounting."""
    return no(
        "CH-MNT-03",
        "{who} has spent this phase on mounting or dismounting.",
        "{who} ha gastado esta fase en montar o desmontar.",
        who=unit.name,
    )


def beside_the_mount(battle: Battle, unit: Unit, horse: Unit) -> Refusal | None:
    """Refusal unless the horse is adjacent with no wall between."""
    if within_reach(battle, unit, horse):
        return None
    return no(
        "CH-MNT-03",
        "{who} is not next to the horse.",
        "{who} no está junto al caballo.",
        who=unit.name,
    )


def may_mount(battle: Battle, unit: Unit, horse: Unit) -> Refusal | None:
    """CH-MNT-04: A knight mounts any free horse, other characters only the one that the scenario
    gives them.
    """
    leader = leader_of(battle, horse)
    if not is_living(horse) or (leader and leader.side != unit.side):
        return no("CH-MNT-04", "That horse is not free.", "Ese caballo no está libre.")
    if is_knight(unit) or horse.of in (unit.id, unit.name):
        return None
    return no(
        "CH-MNT-04",
        "Only knights mount another unit's horse, and {who} is no knight.",
        "Solo los caballeros montan un caballo ajeno, y {who} no lo es.",
        who=unit.name,
    )


def too_hurt_to_mount(unit: Unit) -> Refusal | None:
    """CH-MNT-05: A wounded character may dismount but not mount."""
    if unit.state == WOUNDED:
        return no(
            "CH-MNT-05",
            "{who} is wounded and cannot mount.",
            "{who} está herido y no puede montar.",
            who=unit.name,
        )
    return None


def in_the_saddle(unit: Unit, horse: Unit) -> Mounted:
    """CH-MNT-06: A mounted character has mounted figures and the two hexes of the horse."""
    return Mounted(unit.id, horse.id)


def stays_where_it_is(unit: Unit) -> Refusal | None:
    """CH-MNT-07: A horse without rider stays until it is mounted or led."""
    if is_animal(unit):
        return no(
            "CH-MNT-07",
            "{who} stays until it is mounted or led.",
            "{who} se queda hasta que lo montan o lo llevan.",
            who=unit.name,
        )
    return None


def ground_refusals(battle: Battle, unit: Unit, seat: str) -> tuple[Refusal, ...]:
    """Refusals of any act of the unit that takes the whole phase."""
    return found_in(
        stays_where_it_is(unit) or not_own(battle, unit, seat),
        None if is_animal(unit) else unable_to_act(unit),
    )


def mount_refusals(battle: Battle, order: Mount, seat: str) -> tuple[Refusal, ...]:
    unit, horse = unit_named(battle, order.unit), unit_named(battle, order.animal)
    first = ground_refusals(battle, unit, seat)
    if first:
        return first
    if is_mounted(unit):
        return (
            no(
                "CH-MNT-03",
                "{who} is mounted already.",
                "{who} ya va a caballo.",
                who=unit.name,
            ),
        )
    if not is_animal(horse):
        return (
            no("CH-MNT-04", "{what} is no horse.", "{what} no es un caballo.", what=horse.name),
        )
    return found_in(
        undisturbed(unit),
        beside_the_mount(battle, unit, horse),
        may_mount(battle, unit, horse),
        too_hurt_to_mount(unit),
        never_ridden(horse),
    )


def mount(battle: Battle, order: Mount, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(mount_refusals(battle, order, seat))
    unit = battle.units[order.unit]
    lost = [] if unit.leads == order.animal else letting_go(unit)
    return [*lost, in_the_saddle(unit, battle.units[order.animal])]


def dismount_refusals(battle: Battle, order: Dismount, seat: str) -> tuple[Refusal, ...]:
    unit = unit_named(battle, order.unit)
    first = ground_refusals(battle, unit, seat)
    if first:
        return first
    if not is_mounted(unit):
        return (no("CH-MNT-03", "{who} is on foot.", "{who} va a pie.", who=unit.name),)
    return found_in(
        undisturbed(unit), on_the_map(battle, order.to) or landing(battle, unit, order.to)
    )


def landing(battle: Battle, unit: Unit, to: Hex) -> tuple[Refusal, ...]:
    """Refusals of a hex to dismount in: free, adjacent to the horse, open on foot, not across a
    wall.
    """
    ground = the_ground(battle)
    beside = any(may_strike_across(ground, here, to) for here in hexes_of(unit))
    apart = (
        None
        if beside and to not in hexes_of(unit)
        else no(
            "CH-MNT-03",
            "{hex} is not next to the horse.",
            "{hex} no está junto al caballo.",
            hex=to,
        )
    )
    return found_in(apart, closed_ground(battle, to), hex_taken(battle, to))


def dismount(battle: Battle, order: Dismount, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(dismount_refusals(battle, order, seat))
    unit = battle.units[order.unit]
    down: list[Event] = [Dismounted(unit.id, unit.rides or "", order.to)]
    afoot = msgspec.structs.replace(unit, hex=order.to, rear=None)
    if unit.leads and led_animals(battle, afoot, battle.units[unit.leads], None) is None:
        down += letting_go(unit)
    return down


def letting_go(unit: Unit) -> list[Event]:
    return [LeadLost(unit.id, unit.leads)] if unit.leads else []


def never_ridden(animal: Unit) -> Refusal | None:
    """CH-MNT-10: A mule is treated like a horse without rider but is never ridden."""
    if animal.kind == "mule":
        return no("CH-MNT-10", "Mules are never ridden.", "Las mulas no se montan.")
    return None


def mount_assessment(battle: Battle, order: Mount, seat: str) -> Assessment:
    return Assessment(mount_refusals(battle, order, seat))


def dismount_assessment(battle: Battle, order: Dismount, seat: str) -> Assessment:
    return Assessment(dismount_refusals(battle, order, seat))


def workers(battle: Battle, seat: str) -> list[Unit]:
    """Characters of the seat that could still begin an act for the whole phase."""
    if battle.step != MOVEMENT or battle.seats.get(seat) != battle.active:
        return []
    return [
        unit
        for unit in battle.units.values()
        if is_on_map(unit)
        and not not_own(battle, unit, seat)
        and not unable_to_act(unit)
        and not has_acted(unit)
    ]


def mount_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers to mount, for every character on foot and adjacent living animal."""
    beasts = [unit for unit in battle.units.values() if is_animal(unit) and is_living(unit)]
    pairs = [
        (unit, beast)
        for unit in workers(battle, seat)
        if not is_mounted(unit)
        for beast in beasts
        if are_neighbours(unit, beast)
    ]
    return [
        Offer(
            Mount(unit.id, beast.id),
            say("Mount {what}", "Montar {what}", what=beast.name),
            mount_refusals(battle, Mount(unit.id, beast.id), seat),
            piece=unit.id,
            target=beast.id,
        )
        for unit, beast in pairs
    ]


def dismount_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the hexes in which a rider may dismount."""
    riders = [unit for unit in workers(battle, seat) if is_mounted(unit)]
    return [
        Offer(
            Dismount(unit.id, hex_),
            say("Dismount at {hex}", "Desmontar en {hex}", hex=hex_),
            piece=unit.id,
            place=hex_,
        )
        for unit in riders
        for hex_ in hexes_beside(battle, unit)
        if not landing(battle, unit, hex_)
    ]


def hexes_beside(battle: Battle, unit: Unit) -> list[Hex]:
    there = {hex_ for here in hexes_of(unit) for _, hex_ in the_ground(battle).neighbours(here)}
    return sorted(there - set(hexes_of(unit)))
