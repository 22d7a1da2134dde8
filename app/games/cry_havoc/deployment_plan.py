"""Deployment of many units by one order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from app.games.cry_havoc import deployment
from app.games.cry_havoc.events import Deployed
from app.games.cry_havoc.evolve import fold as after
from app.games.cry_havoc.occupancy import is_mounted, unit_named
from app.games.cry_havoc.orders import Deploy, DeployMany
from app.games.cry_havoc.state import SETUP, Battle, Unit
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, Refused, found_in, no, refuse_if
from app.kernel.say import Say, as_is, say
from app.kernel.space.hexes import Hex, hexes_around


def deploy_many(battle: Battle, order: DeployMany, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(deploy_many_refusals(battle, order, seat))
    return [Deployed(one.unit, one.to, one.rear) for one in deploys_of(order)]


def deploys_of(order: DeployMany) -> Iterator[Deploy]:
    """The order of each unit."""
    for unit, hex_ in order.to.items():
        yield Deploy(unit, hex_, order.rear.get(unit))


def deploy_many_refusals(battle: Battle, order: DeployMany, seat: str) -> tuple[Refusal, ...]:
    """Refusals of the hexes, unit after unit, each with the name of its unit."""
    if not order.to:
        return (no("CH-SUM-01", "No unit has a hex.", "Ninguna ficha tiene casilla."),)
    return found_in(
        with_name(unit_named(battle, unit), refusal)
        for unit, refused in faults_of(battle, order, seat).items()
        for refusal in refused
    )


def faults_of(battle: Battle, order: DeployMany, seat: str) -> dict[str, tuple[Refusal, ...]]:
    """Refusals by unit, for the units that cannot be deployed as the order says. Units of the order
    give up the hexes in which they stand.
    """
    found, now = {}, lifted(battle, order)
    for one in deploys_of(order):
        wrong = refusals_of(now, one, seat)
        if wrong:
            found[one.unit] = wrong
        else:
            now = after(now, [Deployed(one.unit, one.to, one.rear)])
    return found


def refusals_of(battle: Battle, order: Deploy, seat: str) -> tuple[Refusal, ...]:
    try:
        return deployment.deploy_refusals(battle, order, seat)
    except Refused as refused:
        return refused.refusals


def lifted(battle: Battle, order: DeployMany) -> Battle:
    """The battle without the units of the order on the map."""
    units = {
        key: msgspec.structs.replace(unit, hex=None, rear=None) if key in order.to else unit
        for key, unit in battle.units.items()
    }
    return msgspec.structs.replace(battle, units=units)


def with_name(unit: Unit, refusal: Refusal) -> Refusal:
    says = say("{who}: {why}", "{who}: {why}", who=unit.name, why=refusal.says)
    return msgspec.structs.replace(refusal, says=says)


def deploy_many_assessment(battle: Battle, order: DeployMany, seat: str) -> Assessment:
    """Assessment of a deployment: the hex of each unit, in words."""
    refused = deploy_many_refusals(battle, order, seat)
    notes = () if refused else tuple(plan_words(battle, order))
    return Assessment(no=refused, notes=notes)


def way_of_plan(order: DeployMany) -> tuple[str, ...]:
    """Each unit with its hexes: "unit:front" or "unit:front:rear"."""
    return tuple(":".join(filter(None, (one.unit, one.to, one.rear))) for one in deploys_of(order))


def planned_units(battle: Battle, way: Sequence[str]) -> tuple[Unit, ...]:
    """Units of a deployment at their hexes, as `way_of_plan` writes them. Words without a unit are
    hexes of a move. Hexes that are closed or unknown are left out.
    """
    found, written = [], [word for word in way if ":" in word]
    ground = deployment.open_ground(battle, False) if written else frozenset()
    for word in written:
        key, *hexes = word.split(":")
        unit = battle.units.get(key)
        if unit is not None and hexes and ground.issuperset(hexes):
            rear = hexes[1] if len(hexes) > 1 else None
            found.append(msgspec.structs.replace(unit, hex=hexes[0], rear=rear))
    return tuple(found)


def faulty_units(battle: Battle, planned: Sequence[Unit], seat: str) -> frozenset[str]:
    """Ids of the planned units that cannot be deployed in their hexes."""
    order = DeployMany(
        {unit.id: unit.hex for unit in planned if unit.hex},
        {unit.id: unit.rear for unit in planned if unit.rear},
    )
    return frozenset(faults_of(battle, order, seat))


def plan_words(battle: Battle, order: DeployMany) -> Iterator[Say]:
    yield say(
        "Deployment: {units}.",
        "Despliegue: {units}.",
        units=[
            say("{who} in {hex}", "{who} en {hex}", who=battle.units[one.unit].name, hex=one.to)
            for one in deploys_of(order)
        ],
    )


# ----------------------------------------------------------------------------- offers
def deploy_many_offers(battle: Battle, seat: str) -> list[Offer]:
    """The offer of a sheet with a hex for each unit of the seat."""
    units = units_to_plan(battle, seat)
    if battle.step != SETUP or not units:
        return []
    grounds = {horse: deployment.open_ground(battle, horse) for horse in (False, True)}
    usual = usual_hexes(battle, seat, units, grounds)
    rows = [
        Choice(unit.id, as_is(unit.name), of=hex_choices(battle, unit, grounds)) for unit in units
    ]
    asks = [Field.each("to", say("Hex", "Casilla"), tuple(rows))]
    if usual.rear:
        asks.append(
            Field.each(
                "rear",
                say("Rear", "Grupa"),
                tuple(
                    row if takes_two(unit) else msgspec.structs.replace(row, of=())
                    for row, unit in zip(rows, units, strict=True)
                ),
            )
        )
    return [
        Offer(
            usual,
            say("Deploy all your units at once", "Desplegar todas tus fichas a la vez"),
            asks=tuple(asks),
            asks_again=True,
            act=say("Deploy all units", "Desplegar todas las fichas"),
        ),
    ]


def units_to_plan(battle: Battle, seat: str) -> list[Unit]:
    """Units that the seat deploys before the game."""
    side = battle.seats.get(seat)
    return [
        unit
        for unit in battle.units.values()
        if unit.side == side
        and unit.seat in ("", seat)
        and deployment.zone_of(battle, unit)
        and unit.left is None
    ]


def takes_two(unit: Unit) -> bool:
    return unit.kind == "horse" or is_mounted(unit)


def hex_choices(
    battle: Battle, unit: Unit, grounds: Mapping[bool, frozenset[Hex]]
) -> tuple[Choice, ...]:
    ground = grounds[takes_two(unit) or unit.kind == "mule"]
    return tuple(
        Choice(hex_, as_is(hex_)) for hex_ in sorted(deployment.zone_of(battle, unit) & ground)
    )


def usual_hexes(
    battle: Battle, seat: str, units: list[Unit], grounds: Mapping[bool, frozenset[Hex]]
) -> DeployMany:
    """Hexes in which the units stand; each other unit has the first free one of its zone."""
    order = DeployMany(
        {unit.id: unit.hex for unit in units if unit.hex},
        {unit.id: unit.rear for unit in units if unit.hex and unit.rear},
    )
    now, to, rear = battle, dict(order.to), dict(order.rear)
    for unit in units:
        if unit.id in to:
            continue
        found = first_place(now, seat, unit, grounds)
        if found is not None:
            to[unit.id] = found.to
            rear |= {unit.id: found.rear} if found.rear else {}
            now = after(now, [Deployed(unit.id, found.to, found.rear)])
    return DeployMany(to, rear)


def first_place(
    battle: Battle, seat: str, unit: Unit, grounds: Mapping[bool, frozenset[Hex]]
) -> Deploy | None:
    """The order that deploys a unit in the first free hex of its zone."""
    zone = deployment.zone_of(battle, unit)
    for choice in hex_choices(battle, unit, grounds):
        rears = (
            [hex_ for _, hex_ in hexes_around(choice.value) if hex_ in zone]
            if takes_two(unit)
            else [None]
        )
        for rear in rears:
            order = Deploy(unit.id, choice.value, rear)
            if not refusals_of(battle, order, seat):
                return order
    return None
