"""Offers of moves, and their dry run."""

from __future__ import annotations

import msgspec

from app.games.cry_havoc import leading_animals, tying
from app.games.cry_havoc.move_reach import Place, ends_of_move, spread
from app.games.cry_havoc.move_steps import may_not_move, set_out
from app.games.cry_havoc.movement import move_refusals, path_walked
from app.games.cry_havoc.occupancy import (
    figures,
    hexes_of,
    is_animal,
    is_living,
    is_mounted,
    is_on_map,
    may_strike_across,
    not_own,
    on_the_map,
    the_ground,
)
from app.games.cry_havoc.orders import Move, Ride
from app.games.cry_havoc.state import MOVEMENT, Battle, Unit
from app.kernel.form import Field
from app.kernel.offers import Assessment, Offer
from app.kernel.say import Say, say
from app.kernel.space.hexes import hexes_to


def is_way(battle: Battle, order: Move | Ride) -> bool:
    """True if the path can be followed at all, so that its cost is known even if the move is
    refused.
    """
    unit = battle.units[order.unit]
    return (
        is_on_map(unit)
        and not is_animal(unit)
        and is_mounted(unit) == isinstance(order, Ride)
        and not (isinstance(order, Move) and (on_the_map(battle, *order.path) or not order.path))
    )


def move_assessment(battle: Battle, order: Move | Ride, seat: str) -> Assessment:
    """Dry run of a move: cost, points left, and the hexes in reach beyond."""
    refused = move_refusals(battle, order, seat)
    if not is_way(battle, order):
        return Assessment(refused)
    unit, going = battle.units[order.unit], path_walked(battle, order)
    report = {"cost": going.cost, "left": figures(unit)[2] - going.cost}
    return Assessment(
        refused,
        report,
        reach={} if may_not_move(battle, unit, seat) else ends_of_move(battle, order),
    )


def movers(battle: Battle, seat: str) -> list[Unit]:
    if battle.step != MOVEMENT or battle.seats.get(seat) != battle.active:
        return []
    return [
        unit
        for unit in battle.units.values()
        if is_living(unit) and not not_own(battle, unit, seat) and not unit.moved
    ]


def standing_order(unit: Unit, **reins: str | None) -> Move | Ride:
    """Move of a unit without a path yet."""
    return (
        Ride(unit.id, (), **reins)
        if is_mounted(unit)
        else Move(unit.id, (unit.hex or "",), **reins)
    )


def asked(unit: Unit) -> tuple[Field, ...]:
    return (Field.path("steps" if is_mounted(unit) else "path", say("Where to", "Adónde")),)


MOVE = say("Move", "Mover"), say("Move {who}", "Mover a {who}")
RIDE = say("Ride", "Cabalgar"), say("Ride with {who}", "Cabalgar con {who}")
"""Label of an order in a list, and its words with the name of the unit."""


def move_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of moves on foot, and of each animal that a unit can take along or let go."""
    return [
        offer
        for unit in movers(battle, seat)
        if not is_mounted(unit)
        for offer in ways_of(battle, unit, seat, MOVE)
    ]


def ride_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of moves on horseback, and of animals to take along or let go."""
    return [
        offer
        for unit in movers(battle, seat)
        if is_mounted(unit)
        for offer in ways_of(battle, unit, seat, RIDE)
    ]


def ways_of(battle: Battle, unit: Unit, seat: str, words: tuple[Say, Say]) -> list[Offer]:
    barred = may_not_move(battle, unit, seat)
    label, named = words
    act = say(named.en, named.es, who=unit.name)
    plain = Offer(
        standing_order(unit), label, barred, asked(unit), piece=unit.id, main=True, act=act
    )
    return [plain] if barred else [plain, *reins_offers(battle, unit)]


def reins_offers(battle: Battle, unit: Unit) -> list[Offer]:
    held = battle.units.get(unit.leads or "")
    if held is not None:
        order = standing_order(unit, let_go_at=unit.hex)
        return [
            Offer(
                order,
                say("Let {what} go", "Soltar a {what}", what=held.name),
                asks=asked(unit),
                piece=unit.id,
                target=held.id,
            )
        ]
    near = [
        beast
        for beast in battle.units.values()
        if leading_animals.may_be_led(battle, unit, beast)
        and is_living(beast)
        and hexes_to(unit.hex or "", beast.hex or "") <= figures(unit)[2] + 2
    ]
    if not near:
        return []
    places = spread(set_out(battle, unit, standing_order(unit)))
    return [offer for beast in near for offer in taking_offer(battle, unit, beast, places)]


def taking_offer(
    battle: Battle, unit: Unit, beast: Unit, places: dict[Place, tuple[int, tuple[str, ...]]]
) -> list[Offer]:
    """Offer to take this animal along, from the nearest place adjacent to it."""
    if tying.train_held_up(battle, beast):
        return []
    ground = the_ground(battle)
    for hexes, _ in sorted(places, key=lambda place: places[place]):
        here = msgspec.structs.replace(
            unit, hex=hexes[0], rear=hexes[1] if len(hexes) > 1 else None
        )
        near = any(
            may_strike_across(ground, one, other) for one in hexes for other in hexes_of(beast)
        )
        if near and leading_animals.out_of_reach(battle, here, beast, None) is None:
            led = leading_animals.led_animals(battle, here, beast, None)
            order = standing_order(
                unit, animal=beast.id, reins_at=hexes[0], front=led.row[0] if led else None
            )
            return [
                Offer(
                    order,
                    say(
                        "Take {what} by the reins at {hex}",
                        "Tomar a {what} de la brida en {hex}",
                        what=beast.name,
                        hex=hexes[0],
                    ),
                    asks=asked(unit),
                    piece=unit.id,
                    target=beast.id,
                )
            ]
    return []
