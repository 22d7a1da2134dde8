"""Tying and untying of mules."""

from __future__ import annotations

from itertools import combinations

from app.games.cry_havoc.events import LeadLost, Tied, Untied
from app.games.cry_havoc.mounting import ground_refusals, workers
from app.games.cry_havoc.occupancy import (
    are_neighbours,
    has_acted,
    is_on_map,
    leader_of,
    train_of,
    unit_named,
    within_reach,
)
from app.games.cry_havoc.orders import Tie, Untie
from app.games.cry_havoc.state import DEAD, Battle, Unit
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say


def train_held_up(battle: Battle, animal: Unit) -> Refusal | None:
    """CH-MNT-11: A train is led from one of its ends, and stays while a dead mule is tied into
    it.
    """
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
        unit_named(battle, order.unit),
        unit_named(battle, order.pair[0]),
        unit_named(battle, order.pair[1]),
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


def tie_assessment(battle: Battle, order: Tie, seat: str) -> Assessment:
    return Assessment(tie_refusals(battle, order, seat))


def untie_assessment(battle: Battle, order: Untie, seat: str) -> Assessment:
    return Assessment(untie_refusals(battle, order, seat))


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
