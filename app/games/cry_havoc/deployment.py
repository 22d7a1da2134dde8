"""CH-SUM-01: deployment of the units before the game."""

from __future__ import annotations

import msgspec

from app.games.cry_havoc import passage, plans
from app.games.cry_havoc.events import Deployed, StepBegan
from app.games.cry_havoc.occupancy import (
    is_animal,
    is_mounted,
    not_own,
    on_the_map,
    the_ground,
    unit_named,
)
from app.games.cry_havoc.orders import Deploy
from app.games.cry_havoc.state import DEAD, FIRST_FIRE, SETUP, Battle, Unit
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import Say, as_is, say
from app.kernel.space.hexes import Hex, are_adjacent


def is_off_the_map(unit: Unit) -> bool:
    """True if the unit is alive, but neither on the map, ridden, nor gone from it."""
    return unit.hex is None and unit.left is None and unit.state != DEAD


def zone_of(battle: Battle, unit: Unit) -> plans.Zone:
    """Hexes in which the scenario lets the unit deploy; empty if it enters later."""
    plan = plans.PLANS.get(battle.scenario)
    return plan.zone(unit) if plan else frozenset()


def to_deploy(battle: Battle, side: str, seat: str | None = None) -> tuple[Unit, ...]:
    """Units of a side, or of one of its seats, that must still be deployed."""
    return tuple(
        unit
        for unit in battle.units.values()
        if unit.side == side
        and unit.seat in ("", seat or unit.seat)
        and is_off_the_map(unit)
        and zone_of(battle, unit)
    )


def deploy(battle: Battle, order: Deploy, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(deploy_refusals(battle, order, seat))
    return [Deployed(order.unit, order.to, order.rear)]


def deploy_refusals(battle: Battle, order: Deploy, seat: str) -> tuple[Refusal, ...]:
    unit = unit_named(battle, order.unit)
    places = (order.to,) if order.rear is None else (order.to, order.rear)
    astray = on_the_map(battle, *places)
    if astray:
        return (astray,)
    horse = unit.kind == "horse" or is_mounted(unit)
    return found_in(
        of_your_seat(battle, unit, seat),
        footprint(unit, order.to, order.rear),
        *(outside_the_zone(battle, unit, hex_) for hex_ in places),
        split_houses(battle, unit, order.to),
        *(passage.closed_ground(battle, hex_, horse or unit.kind == "mule") for hex_ in places),
        *(passage.hex_taken(battle, hex_, (unit.id,)) for hex_ in places),
        passage.hexside_barrier(battle, order.to, order.rear, horse=True, window_ok=False)
        if order.rear and are_adjacent(order.to, order.rear)
        else None,
    )


def of_your_seat(battle: Battle, unit: Unit, seat: str) -> Refusal | None:
    """Refusal unless the unit belongs to the seat; animals belong to every seat of their side."""
    if not is_animal(unit):
        return not_own(battle, unit, seat)
    if unit.side == battle.seats.get(seat):
        return None
    return no("CH-SEQ-01", "{who} is not yours.", "{who} no es de los tuyos.", who=unit.name)


def footprint(unit: Unit, front: Hex, rear: Hex | None) -> Refusal | None:
    """Refusal unless a horse has two adjacent hexes and any other unit one."""
    wanted = unit.kind == "horse" or is_mounted(unit)
    if wanted == (rear is not None) and (rear is None or are_adjacent(front, rear)):
        return None
    if wanted:
        return no(
            "CH-MNT-01",
            "{who} needs two adjacent hexes.",
            "{who} necesita dos casillas contiguas.",
            who=unit.name,
        )
    return no("CH-MNT-01", "{who} takes one hex.", "{who} ocupa una sola casilla.", who=unit.name)


def outside_the_zone(battle: Battle, unit: Unit, hex_: Hex) -> Refusal | None:
    """CH-SUM-01: Each side deploys its units in the starting positions of the scenario."""
    if hex_ in zone_of(battle, unit):
        return None
    return no(
        "CH-SUM-01",
        "{hex} is outside the starting positions of {who}.",
        "{hex} queda fuera de las posiciones iniciales de {who}.",
        hex=hex_,
        who=unit.name,
    )


def split_houses(battle: Battle, unit: Unit, hex_: Hex) -> Refusal | None:
    """Refusal if the scenario keeps a side in or beside one house and the hex is at another."""
    plan = plans.PLANS.get(battle.scenario)
    if plan is None or not plan.side(unit.side or "").one_house:
        return None
    ground = the_ground(battle)
    common = plans.houses_beside(ground, hex_)
    for other in battle.units.values():
        if other.side == unit.side and other.id != unit.id and other.hex:
            common &= _house_of(battle, other)
    if unit.name == plan.captive:
        common &= {ground.house(hex_)}
    if common:
        return None
    return no(
        "CH-SUM-01",
        "The whole side begins in or beside one house; {hex} is at another.",
        "Todo el bando empieza dentro o al lado de una misma casa; {hex} está en otra.",
        hex=hex_,
    )


def _house_of(battle: Battle, unit: Unit) -> frozenset[str]:
    """Houses in or beside which a unit stands; for the captive only the house around her."""
    ground, place = the_ground(battle), unit.hex or ""
    if unit.name == plans.PLANS[battle.scenario].captive:
        return frozenset({ground.house(place)})
    return plans.houses_beside(ground, place)


def in_order(battle: Battle, seat: str) -> Refusal | None:
    """Refusal unless it is the seat's turn to deploy; the side that acts second deploys first."""
    if battle.seats.get(seat) == battle.active:
        return None
    side = plans.side_title(battle.scenario, battle.active)
    return no(
        "CH-SUM-01",
        "It is the other side's deployment: {side}.",
        "Ahora se despliega el otro bando: {side}.",
        side=side,
    )


def unfinished_deployment(battle: Battle, seat: str) -> Refusal | None:
    """Refusal to end deployment while units of the seat wait."""
    left = to_deploy(battle, battle.active, seat)
    if not left:
        return None
    return no(
        "CH-SUM-01",
        "Still to deploy: {who}.",
        "Faltan por desplegar: {who}.",
        who=[unit.name for unit in left],
    )


def first_deployment(battle: Battle) -> StepBegan:
    """First step of the game: the side that acts second deploys first; a side without units is left
    out.
    """
    for side in reversed(battle.sides):
        if to_deploy(battle, side):
            return StepBegan(0, side, SETUP)
    return StepBegan(1, battle.sides[0], FIRST_FIRE)


def next_deployment(battle: Battle) -> StepBegan:
    """Step after a deployment: the other side's deployment, then turn 1."""
    first, second = battle.sides
    if battle.active == second and to_deploy(battle, first):
        return StepBegan(0, first, SETUP)
    return StepBegan(1, first, FIRST_FIRE)


def deploy_assessment(battle: Battle, order: Deploy, seat: str) -> Assessment:
    return Assessment(no=deploy_refusals(battle, order, seat))


def deploy_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers for each unit with its possible hexes; a deployed unit may be moved."""
    side = battle.seats[seat]
    grounds = {horse: open_ground(battle, horse) for horse in (False, True)}
    return [
        _deploy_offer(battle, unit, grounds[is_animal(unit) or is_mounted(unit)])
        for unit in battle.units.values()
        if unit.side == side
        and unit.seat in ("", seat)
        and zone_of(battle, unit)
        and unit.left is None
    ]


def open_ground(battle: Battle, horse: bool) -> frozenset[Hex]:
    """Hexes of the map that are open to characters or to animals, occupied ones included."""
    return frozenset(
        hex_ for hex_ in the_ground(battle).hexes if not passage.closed_ground(battle, hex_, horse)
    )


def _deploy_offer(battle: Battle, unit: Unit, ground: frozenset[Hex]) -> Offer:
    label = say("Deploy {who}", "Desplegar a {who}", who=unit.name)
    fits = [
        hex_
        for hex_ in sorted(zone_of(battle, unit) & ground)
        if not passage.hex_taken(battle, hex_, (unit.id,)) and not split_houses(battle, unit, hex_)
    ]
    if unit.kind != "horse" and not is_mounted(unit):
        return _asked(unit, label, fits)
    pairs = [
        (front, rear)
        for front in fits
        for _, rear in the_ground(battle).neighbours(front)
        if rear in fits
        and not passage.hexside_barrier(battle, front, rear, horse=True, window_ok=False)
    ]
    offer = _asked(unit, label, list(dict.fromkeys(front for front, _ in pairs)))
    if not pairs:
        return offer
    rears = tuple(dict.fromkeys(rear for _, rear in pairs))
    asks = (
        *offer.asks,
        Field.place(
            "rear", say("Rear", "Grupa"), tuple(Choice(hex_, as_is(hex_)) for hex_ in rears)
        ),
    )
    return msgspec.structs.replace(offer, order=Deploy(unit.id, *pairs[0]), asks=asks)


def _asked(unit: Unit, label: Say, hexes: list[Hex]) -> Offer:
    if not hexes:
        full = no(
            "CH-SUM-01",
            "No starting hex of {who} is free.",
            "No queda libre ninguna casilla inicial de {who}.",
            who=unit.name,
        )
        return Offer(Deploy(unit.id, unit.hex or "0101"), label, (full,), piece=unit.id)
    choices = tuple(Choice(hex_, as_is(hex_)) for hex_ in hexes)
    first = hexes[0] if unit.hex is None or unit.hex not in hexes else unit.hex
    return Offer(
        Deploy(unit.id, first),
        label,
        asks=(Field.place("to", say("Hex", "Casilla"), choices),),
        piece=unit.id,
    )
