"""Moves of the bot: places in reach, weighed by distance to the aim, attacks and shots from there,
and danger.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from app.games.cry_havoc import (
    deployment,
    edges,
    escape,
    escort,
    guards,
    mounting,
    move_offers,
    move_steps,
    orders,
)
from app.games.cry_havoc.occupancy import (
    figures,
    hexes_of,
    is_animal,
    is_knight,
    is_living,
    is_mounted,
    is_standing,
    not_own,
    the_ground,
    unable_to_act,
)
from app.games.cry_havoc.state import Battle, Unit
from app.games.cry_havoc.tactics.aims import Aim, aims, edge_hexes, nerves
from app.games.cry_havoc.tactics.danger import enemies, foes
from app.games.cry_havoc.tactics.place_values import Place, Plan, best_stop, prospect, value_of
from app.games.cry_havoc.tactics.tempers import SENSIBLE, Temper
from app.games.cry_havoc.tactics.ways import FAR
from app.games.cry_havoc.tactics.worth import mules_to_stop
from app.kernel.bot_strengths import is_overlooked
from app.kernel.contract import Order
from app.kernel.offers import Reach
from app.kernel.space.hexes import Hex, hexes_to

LEAST_GAIN = 0.15


def plan_for(battle: Battle, seat: str, temper: Temper = SENSIBLE) -> Plan:
    """Facts for the decisions of a seat, by the temper of its player."""
    side = battle.seats[seat]
    friends = [
        unit
        for unit in battle.units.values()
        if unit.side == side and not is_animal(unit) and is_standing(unit)
    ]
    mules = mules_to_stop(battle) if side == "lord" else []
    return Plan(
        battle,
        seat,
        side,
        aims(battle, side),
        foes(battle, side),
        friends,
        enemies(battle, side) + mules,
        nerves(battle, side) * temper.caution,
        temper,
    )


def march(
    battle: Battle, seat: str, chance: random.Random, temper: Temper = SENSIBLE
) -> Order | None:
    """Next order of the movement step; None if no unit gains by a move."""
    plan = plan_for(battle, seat, temper)
    for kind in (away, with_prisoners, onto_the_map, into_the_saddle, leading):
        order = None if is_overlooked(temper.overlooks, chance) else next(kind(plan, chance), None)
        if order is not None:
            return order
    return next(going(plan, chance), None)


def away(plan: Plan, chance: random.Random) -> Iterator[Order]:  # noqa: ARG001 nothing to choose
    """Orders to leave the map, for the convoy and for leaders of mules or of the captive."""
    for unit in movers(plan):
        led = plan.battle.units.get(unit.leads or "")
        business = plan.side == "convoy" or (
            led is not None and (led.kind == "mule" or led.id == plan.battle.facts.get("captive"))
        )
        if business and any(edges.edge_out(plan.battle, unit, hex_) for hex_ in within(plan, unit)):
            ways = edges.ways_out(plan.battle, unit, plan.seat)
            yield from (
                order
                for order in (orders.Leave(unit.id, way) for way in ways)
                if not edges.leave_refusals(plan.battle, order, plan.seat)
            )


def within(plan: Plan, unit: Unit) -> list[Hex]:
    """Hexes within the unit's points by distance alone."""
    return [
        hex_
        for hex_ in the_ground(plan.battle).hexes
        if hexes_to(unit.hex or "", hex_) < figures(unit)[2]
    ]


def with_prisoners(plan: Plan, chance: random.Random) -> Iterator[Order]:  # noqa: ARG001 nothing to choose
    """Orders to lead a prisoner to the nearest edge, and to let an own prisoner escape."""
    if guards.OPTION not in plan.battle.options:
        return
    for offer in escape.escape_offers(plan.battle, plan.seat):
        reach = (
            escape.escape_assessment(plan.battle, offer.order, plan.seat).reach
            if offer.is_live
            else {}
        )
        safe = {
            hex_: min((foe.points.get(hex_, FAR) for foe in plan.foes), default=FAR)
            for hex_ in reach
        }
        if safe:
            yield msgspec.structs.replace(
                offer.order, path=reach[max(safe, key=lambda hex_: (safe[hex_], hex_))].path
            )
    marches = [offer for offer in escort.escort_offers(plan.battle, plan.seat) if offer.is_live]
    marches = [
        offer
        for offer in marches
        if not escort.escort_refusals(plan.battle, offer.order, plan.seat)
    ]
    if marches:
        yield min(
            marches,
            key=lambda offer: (not offer.order.leave, to_the_edge(plan, offer.place), offer.place),
        ).order
    for offer in guards.assign_guards_offers(plan.battle, plan.seat):
        if offer.is_live and not plan.battle.units[offer.target].guards:
            yield offer.order


def to_the_edge(plan: Plan, hex_: Hex) -> int:
    column, row = int(hex_[:2]), int(hex_[2:])
    printed = plan.battle.map
    return min(column - 1, row - 1, printed.cols - column, printed.rows - row)


def onto_the_map(plan: Plan, chance: random.Random) -> Iterator[Order]:
    """Orders to enter, at the hex nearest to the aim with little danger."""
    waiting = [
        unit
        for unit in plan.battle.units.values()
        if unit.side == plan.side
        and unit.seat in ("", plan.seat)
        and not is_animal(unit)
        and deployment.is_off_the_map(unit)
    ]
    for unit in waiting:
        aim = entrant_aim(plan, unit)
        scored = [
            (value_of(plan, unit, place_in(unit, way), aim) + 0.05 * chance.random(), way.path)
            for way in edges.ways_in(plan.battle, unit).values()
        ]
        if scored:
            yield orders.Enter(unit.id, max(scored)[1])


def place_in(unit: Unit, way: Reach) -> Place:
    return (way.path[-1], way.path[-2]) if is_mounted(unit) else (way.path[-1],)


def entrant_aim(plan: Plan, unit: Unit) -> Aim:
    """Aim of a unit off the map: the nearest prey, the far edge, or the lady."""
    if plan.side == "convoy":
        return Aim(edge_hexes(plan.battle, ("east",)), 0.6, 0.4)
    lady = plan.battle.units.get(plan.battle.facts.get("captive", ""))
    if lady is not None and lady.hex and lady.side != plan.side:
        return Aim(frozenset({lady.hex}), *((0.1, 2.5) if is_mounted(unit) else (0.4, 0.6)))
    return Aim(
        frozenset(hex_ for enemy in plan.enemies for hex_ in hexes_of(enemy)),
        0.3,
        1.3 if unit.kind == "sergeant" else 0.8,
    )


def into_the_saddle(plan: Plan, chance: random.Random) -> Iterator[Order]:  # noqa: ARG001 nothing to choose
    """Orders to mount, for knights with a horse adjacent and no enemy near, except Sir
    Richard's.
    """
    if plan.side == "richard":
        return
    for offer in mounting.mount_offers(plan.battle, plan.seat):
        unit = plan.battle.units[offer.piece]
        pressed = any(hexes_to(unit.hex or "", foe.unit.hex or "") <= 1 for foe in plan.foes)
        if offer.is_live and is_knight(unit) and not pressed:
            yield offer.order


def leading(plan: Plan, chance: random.Random) -> Iterator[Order]:
    """Orders to take and lead the rebels' mules and the lady."""
    wanted = [
        unit for unit in plan.battle.units.values() if is_living(unit) and is_to_be_led(plan, unit)
    ]
    for unit in movers(plan):
        held = plan.battle.units.get(unit.leads or "")
        if held is not None and held.kind == "horse":
            continue
        if held is not None:
            yield from led_on(plan, unit, move_offers.standing_order(unit), chance, is_begun=True)
        elif any(
            hexes_to(unit.hex or "", other.hex or "") <= figures(unit)[2] + 1 for other in wanted
        ):
            offers = [
                offer
                for offer in move_offers.reins_offers(plan.battle, unit)
                if offer.target in {other.id for other in wanted}
            ]
            yield from (
                order for offer in offers for order in led_on(plan, unit, offer.order, chance)
            )


def is_to_be_led(plan: Plan, unit: Unit) -> bool:
    holder = mounting.leader_of(plan.battle, unit)
    if holder is not None:
        return False
    return (plan.side == "rebels" and unit.kind == "mule") or (
        unit.id == plan.battle.facts.get("captive") and unit.side != plan.side
    )


def led_on(
    plan: Plan,
    unit: Unit,
    order: orders.Move | orders.Ride,
    chance: random.Random,
    is_begun: bool = False,
) -> Iterator[Order]:
    """Order to go on towards the edge by which the led unit leaves, if the place is better."""
    outs = frozenset(
        hex_ for hex_ in the_ground(plan.battle).hexes if edges.edge_out(plan.battle, unit, hex_)
    )
    aim = Aim(outs, 1.0, 0.35)
    best = best_stop(plan, unit, order, aim, chance)
    if best is not None and (
        not is_begun or best[0] > value_of(plan, unit, hexes_of(unit), aim) + LEAST_GAIN
    ):
        yield filled(order, best[1])


def movers(plan: Plan) -> list[Unit]:
    """Units that may still move, the nearest to the enemy first."""
    mine = [
        unit
        for unit in plan.friends
        if not not_own(plan.battle, unit, plan.seat)
        and not unable_to_act(unit)
        and not unit.moved
        and not move_steps.may_not_move(plan.battle, unit, plan.seat)
    ]
    return sorted(
        mine,
        key=lambda unit: (
            min((foe.points.get(unit.hex or "", FAR) for foe in plan.foes), default=FAR),
            unit.id,
        ),
    )


def going(plan: Plan, chance: random.Random) -> Iterator[Order]:
    """Order for the first unit with a better place than its own."""
    for unit in movers(plan):
        aim = plan.aims.get(unit.id, Aim())
        mount = horse_to_fetch(plan, unit)
        aim = Aim(mount, 0.6, 0.8) if mount else aim
        if idle(plan, unit, aim):
            continue
        order = move_offers.standing_order(unit)
        best = best_stop(plan, unit, order, aim, chance)
        here = value_of(plan, unit, hexes_of(unit), aim) + prospect(plan, unit, hexes_of(unit))
        if best is not None and best[0] > here + LEAST_GAIN:
            yield filled(order, best[1])


def idle(plan: Plan, unit: Unit, aim: Aim) -> bool:
    """True if the unit has no goal, no missile weapon and no enemy near."""
    return (
        not aim.goals
        and not unit.weapon
        and all(foe.points.get(unit.hex or "", FAR) > 2 * foe.reach + 4 for foe in plan.foes)
    )


def horse_to_fetch(plan: Plan, unit: Unit) -> frozenset[Hex]:
    """Hexes of a knight's own horse, if it is near enough; else empty."""
    if not is_knight(unit) or is_mounted(unit) or unit.state != "healthy" or plan.side == "richard":
        return frozenset()
    horse = next(
        (
            other
            for other in plan.battle.units.values()
            if other.kind == "horse"
            and other.of in (unit.id, unit.name)
            and is_living(other)
            and mounting.leader_of(plan.battle, other) is None
        ),
        None,
    )
    if horse is None or hexes_to(unit.hex or "", horse.hex or "") > 2 * figures(unit)[2]:
        return frozenset()
    return frozenset(hexes_of(horse))


def filled(order: orders.Move | orders.Ride, reach: Reach) -> Order:
    return msgspec.structs.replace(
        order, **{"steps" if isinstance(order, orders.Ride) else "path": reach.path}
    )
