"""CH-MNT-03 to 11: mounting and dismounting, animals led by the reins, trains of mules."""

from __future__ import annotations

from itertools import combinations

import msgspec

from app.games.cry_havoc.events import Dismounted, LeadLost, LeadShifted, Mounted, Tied, Untied
from app.games.cry_havoc.occupancy import (
    able,
    are_neighbours,
    enemies_about,
    figures,
    has_acted,
    hexes_of,
    is_animal,
    is_knight,
    is_living,
    is_mounted,
    is_on_map,
    leader_of,
    living_at,
    may_strike_across,
    named,
    on_the_map,
    own,
    the_ground,
    train_of,
    within_reach,
)
from app.games.cry_havoc.orders import Dismount, Mount, Tie, Untie
from app.games.cry_havoc.passage import barrier, closed_ground, taken
from app.games.cry_havoc.state import DEAD, MOVEMENT, WOUNDED, Battle, Unit
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say
from app.kernel.space.hexes import Hex

# ------------------------------------------------------------------------------------------------ m


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
        stays_where_it_is(unit) or own(battle, unit, seat), None if is_animal(unit) else able(unit)
    )


def mount_refusals(battle: Battle, order: Mount, seat: str) -> tuple[Refusal, ...]:
    unit, horse = named(battle, order.unit), named(battle, order.animal)
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
    unit = named(battle, order.unit)
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
    return found_in(apart, closed_ground(battle, to), taken(battle, to))


def dismount(battle: Battle, order: Dismount, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(dismount_refusals(battle, order, seat))
    unit = battle.units[order.unit]
    down: list[Event] = [Dismounted(unit.id, unit.rides or "", order.to)]
    afoot = msgspec.structs.replace(unit, hex=order.to, rear=None)
    if unit.leads and reins(battle, afoot, battle.units[unit.leads], None) is None:
        down += letting_go(unit)
    return down


def letting_go(unit: Unit) -> list[Event]:
    return [LeadLost(unit.id, unit.leads)] if unit.leads else []


# ------------------------------------------------------------------------------------------------ a


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
            "{who} leads it already.",
            "{who} la lleva de la brida.",
            who=holder.name,
        )
    if reins(battle, leader, animal, front) is None:
        return no(
            "CH-MNT-08",
            "{who} is not next to {what}.",
            "{who} no está junto a {what}.",
            who=leader.name,
            what=animal.name,
        )
    return None


def reins(battle: Battle, leader: Unit, animal: Unit, front: Hex | None) -> Led | None:
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


def followed(
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
        return barrier(battle, led.row[0], left, horse=True) or no(
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
    ends = [end.id for end in (train[0], train[-1]) if reins(battle, leader, end, None)]
    if not ends:
        return [LeadLost(leader.id, leader.leads)]
    return [] if leader.leads in ends else [LeadShifted(leader.id, ends[0])]


def pace(battle: Battle, led: Led | None) -> int | None:
    """Most points that a leader may spend while leading; None for animals, a person's movement for
    a person.
    """
    head = battle.units[led.animals[0]] if led else None
    return None if head is None or is_animal(head) else figures(head)[2]


def never_ridden(animal: Unit) -> Refusal | None:
    """CH-MNT-10: A mule is treated like a horse without rider but is never ridden."""
    if animal.kind == "mule":
        return no("CH-MNT-10", "Mules are never ridden.", "Las mulas no se montan.")
    return None


# ------------------------------------------------------------------------------------------------ t


def train_held_up(battle: Battle, animal: Unit) -> Refusal | None:
    """CH-MNT-11: A train is led from one of its ends, and stays while a dead mule is tied into it."""
    train = train_of(battle, animal)
    if len(train) > 1 and any(mule.state == DEAD for mule in train):
        return no(
            "CH-MNT-11",
            "A dead mule is tied into the train; untie it first.",
            "La reata lleva atada una mula muerta; antes hay que desatarla.",
        )
    if animal.id not in (train[0].id, train[-1].id):
        return no(
            "CH-MNT-11",
            "A train is led from one of its ends; {what} is in the middle.",
            "La reata se lleva por una punta; {what} va en medio.",
            what=animal.name,
        )
    return None


def spent_on_a_knot(unit: Unit) -> Refusal:
    return no(
        "CH-MNT-11",
        "{who} spends this phase on tying or untying mules.",
        "{who} dedica esta fase a atar o desatar mulas.",
        who=unit.name,
    )


def knot_refusals(battle: Battle, order: Tie | Untie, seat: str) -> tuple[Refusal, ...]:
    """Refusals of tying or untying: two mules, the worker adjacent to one, no wall between, no act
    before.
    """
    unit, one, other = (
        named(battle, order.unit),
        named(battle, order.pair[0]),
        named(battle, order.pair[1]),
    )
    first = ground_refusals(battle, unit, seat)
    if first:
        return first
    mules = (
        {one.kind, other.kind} == {"mule"}
        and one.id != other.id
        and is_on_map(one)
        and is_on_map(other)
    )
    if not mules:
        return (
            no(
                "CH-MNT-11", "Only two mules are tied together.", "Solo se atan dos mulas entre sí."
            ),
        )
    return found_in(
        spent_on_a_knot(unit) if has_acted(unit) else None,
        None
        if within_reach(battle, unit, one) or within_reach(battle, unit, other)
        else no(
            "CH-MNT-11",
            "{who} is next to neither mule.",
            "{who} no está junto a ninguna de las dos.",
            who=unit.name,
        ),
        not_in_enemy_hands(battle, unit, one, other),
    )


def not_in_enemy_hands(battle: Battle, unit: Unit, *mules: Unit) -> Refusal | None:
    for mule in mules:
        holder = leader_of(battle, mule)
        if holder and holder.side != unit.side:
            return no(
                "CH-MNT-11",
                "{who} leads that train.",
                "{who} lleva esa reata de la brida.",
                who=holder.name,
            )
    return None


def tie_refusals(battle: Battle, order: Tie, seat: str) -> tuple[Refusal, ...]:
    found = knot_refusals(battle, order, seat)
    one, other = (battle.units[mule] for mule in order.pair)
    if found and "mule" not in (one.kind, other.kind):
        return found
    apart = (
        None
        if within_reach(battle, one, other)
        else no(
            "CH-MNT-11",
            "The two mules are not side by side.",
            "Las dos mulas no están una junto a otra.",
        )
    )
    in_one = one.id in {mule.id for mule in train_of(battle, other)}
    inside = len(one.tied_to) > 1 or len(other.tied_to) > 1
    joined = (
        no("CH-MNT-11", "They cannot be tied into one row.", "No se pueden atar en una sola fila.")
        if in_one or inside
        else None
    )
    return found_in(found, apart, joined)


def tie(battle: Battle, order: Tie, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    """Events of tying two mules; a leader adjacent to no end of the new train loses the reins."""
    refuse_if(tie_refusals(battle, order, seat))
    one, other = (battle.units[mule] for mule in order.pair)
    row = (*train_of(battle, one), *train_of(battle, other))
    ends = [
        mule
        for mule in row
        if not mule.tied_to or (len(mule.tied_to) == 1 and mule.id not in order.pair)
    ]
    holders = [unit for unit in battle.units.values() if unit.leads in {mule.id for mule in row}]
    kept = holders[:1] if holders and any(are_neighbours(holders[0], end) for end in ends) else []
    lost = [LeadLost(unit.id, unit.leads or "") for unit in holders if unit not in kept]
    return [Tied(order.unit, order.pair), *lost]


def untie_refusals(battle: Battle, order: Untie, seat: str) -> tuple[Refusal, ...]:
    found = knot_refusals(battle, order, seat)
    loose = (
        None
        if order.pair[1] in battle.units[order.pair[0]].tied_to
        else no(
            "CH-MNT-11", "Those two are not tied together.", "Esas dos no están atadas entre sí."
        )
    )
    return found_in(found, loose)


def untie(battle: Battle, order: Untie, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(untie_refusals(battle, order, seat))
    return [Untied(order.unit, order.pair)]


# ------------------------------------------------------------------------------------------------ d


def mount_assessment(battle: Battle, order: Mount, seat: str) -> Assessment:
    return Assessment(mount_refusals(battle, order, seat))


def dismount_assessment(battle: Battle, order: Dismount, seat: str) -> Assessment:
    return Assessment(dismount_refusals(battle, order, seat))


def tie_assessment(battle: Battle, order: Tie, seat: str) -> Assessment:
    return Assessment(tie_refusals(battle, order, seat))


def untie_assessment(battle: Battle, order: Untie, seat: str) -> Assessment:
    return Assessment(untie_refusals(battle, order, seat))


def workers(battle: Battle, seat: str) -> list[Unit]:
    """Characters of the seat that could still begin an act for the whole phase."""
    if battle.step != MOVEMENT or battle.seats.get(seat) != battle.active:
        return []
    return [
        unit
        for unit in battle.units.values()
        if is_on_map(unit)
        and not own(battle, unit, seat)
        and not able(unit)
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


def knots(battle: Battle, seat: str) -> list[tuple[Unit, Unit, Unit]]:
    """Pairs of mules adjacent to a worker, as (worker, mule, mule)."""
    mules = [unit for unit in battle.units.values() if unit.kind == "mule" and is_on_map(unit)]
    return [
        (unit, one, other)
        for unit in workers(battle, seat)
        for one, other in combinations(mules, 2)
        if are_neighbours(unit, one) or are_neighbours(unit, other)
    ]


def tie_offers(battle: Battle, seat: str) -> list[Offer]:
    tied = [
        (
            unit,
            Tie(unit.id, (one.id, other.id)),
            say("Tie {one} and {other}", "Atar {one} y {other}", one=one.name, other=other.name),
        )
        for unit, one, other in knots(battle, seat)
        if other.id not in one.tied_to and are_neighbours(one, other)
    ]
    return [
        Offer(order, label, tie_refusals(battle, order, seat), piece=unit.id, target=order.pair[0])
        for unit, order, label in tied
    ]


def untie_offers(battle: Battle, seat: str) -> list[Offer]:
    loosed = [
        (
            unit,
            Untie(unit.id, (one.id, other.id)),
            say(
                "Untie {one} and {other}", "Desatar {one} y {other}", one=one.name, other=other.name
            ),
        )
        for unit, one, other in knots(battle, seat)
        if other.id in one.tied_to
    ]
    return [
        Offer(
            order, label, untie_refusals(battle, order, seat), piece=unit.id, target=order.pair[0]
        )
        for unit, order, label in loosed
    ]
