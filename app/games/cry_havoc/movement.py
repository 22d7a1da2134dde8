"""CH-MOV, CH-MNT-02, CH-SEQ-05: whole moves on foot and on horseback.

The conditions of a single step are in `passage`.
"""

from __future__ import annotations

from app.games.cry_havoc import leading_animals
from app.games.cry_havoc.events import LeadLost, Moved
from app.games.cry_havoc.move_reach import making_room
from app.games.cry_havoc.move_steps import (
    Going,
    beyond_his_points,
    by_the_reins,
    may_not_move,
    ridden_on,
    ride_step,
    set_out,
    walked_on,
)
from app.games.cry_havoc.occupancy import (
    hexes_of,
    is_animal,
    is_mounted,
    is_on_map,
    on_the_map,
    unit_named,
)
from app.games.cry_havoc.orders import Move, Ride
from app.games.cry_havoc.passage import (
    hex_taken,
)
from app.games.cry_havoc.state import Battle, Unit
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.space.hexes import Hex


def path_walked(battle: Battle, order: Move | Ride) -> Going:
    """Whole path of an order with its refusals; it ends at the first impossible step."""
    unit = battle.units[order.unit]
    going = set_out(battle, unit, order)
    steps = order.steps if isinstance(order, Ride) else order.path[1:]
    if isinstance(order, Move) and order.path[:1] != hexes_of(unit)[:1]:
        return going.meeting(
            no(
                "CH-MOV-01",
                "The way begins where {who} stands, in {hex}.",
                "El camino empieza donde está {who}, en {hex}.",
                who=unit.name,
                hex=unit.hex,
            )
        )
    for step in steps:
        before = going.way
        going = ridden_on(going, step) if isinstance(order, Ride) else walked_on(going, step)
        if going.way == before:
            return going
        going = by_the_reins(going, order)
    return arrived(going, order)


def arrived(going: Going, order: Move | Ride) -> Going:
    """End of a move: refusals of its points, occupied hexes, and acts by the reins left undone."""
    full = [hex_taken(going.battle, hex_, making_room(going, hex_)) for hex_ in going.hexes]
    pace = leading_animals.pace(going.battle, going.led or None)
    slow = (
        None
        if pace is None or going.cost_leading <= pace
        else no(
            "CH-MOV-01",
            "The led person has {pace} points; this path costs {cost}.",
            "La persona llevada tiene {pace} puntos; este camino cuesta {cost}.",
            pace=pace,
            cost=going.cost_leading,
        )
    )
    return going.meeting(
        beyond_his_points(going.unit, going.cost), slow, *full, left_undone(going, order)
    )


def left_undone(going: Going, order: Move | Ride) -> Refusal | None:
    if (
        order.animal is not None
        and order.animal != going.unit.leads
        and not going.has_taken
        and not going.met
    ):
        return no(
            "CH-MNT-08",
            "The path does not pass the hex where the reins are taken.",
            "El camino no pasa por donde se toma la brida.",
        )
    if order.let_go_at is not None and not going.has_let_go and not going.met:
        return no(
            "CH-MNT-08",
            "No animal is led to the hex where it is to be let go.",
            "No se lleva ningún animal hasta la casilla donde hay que soltarlo.",
        )
    return None


def order_refusals(battle: Battle, order: Move | Ride, seat: str) -> tuple[Refusal, ...]:
    """Refusals before the path is checked: names, places, owner, and the state of the unit."""
    unit = unit_named(battle, order.unit)
    if order.animal is not None:
        unit_named(battle, order.animal)
    places = order.path if isinstance(order, Move) else ()
    astray = on_the_map(
        battle, *filter(None, (*places, order.reins_at, order.front, order.let_go_at))
    )
    if astray:
        return (astray,)
    if is_on_map(unit) and not is_animal(unit) and is_mounted(unit) != isinstance(order, Ride):
        return (
            *may_not_move(battle, unit, seat),
            no(
                "CH-MNT-02",
                "A mounted unit needs a ride order, a unit on foot a move order.",
                "A caballo se da la orden de cabalgar; a pie, la de mover.",
            ),
        )
    return may_not_move(battle, unit, seat)


def move_refusals(battle: Battle, order: Move | Ride, seat: str) -> tuple[Refusal, ...]:
    first = order_refusals(battle, order, seat)
    return first or path_walked(battle, order).met


def move(battle: Battle, order: Move | Ride, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(move_refusals(battle, order, seat))
    unit, going = battle.units[order.unit], path_walked(battle, order)
    path = (
        tuple(step.rpartition(":")[2] for step in going.way)
        if isinstance(order, Move)
        else fronts(battle, unit, going.way)
    )
    places = (*going.left, *(going.led.places() if going.led else ()))
    rear = going.hexes[1] if len(going.hexes) > 1 else None
    moved = Moved(
        unit.id,
        path,
        going.cost,
        going.hexes[0],
        rear,
        places,
        going.led.animals[0] if going.led else None,
    )
    return [*taken_from_friends(battle, going), moved]


def fronts(battle: Battle, unit: Unit, way: tuple[str, ...]) -> tuple[Hex, ...]:
    """Hexes of the front, step by step."""
    front, rear = hexes_of(unit)
    path = [front]
    for step in way[1:]:
        after = ride_step(battle, front, rear, step)
        if not isinstance(after, Refusal):
            front, rear, _ = after
            path.append(front)
    return tuple(path)


def taken_from_friends(battle: Battle, going: Going) -> list[Event]:
    """Events for former holders of the animals, who lose the reins."""
    if not going.has_taken or going.led is None:
        return []
    return [
        LeadLost(unit.id, unit.leads or "")
        for unit in battle.units.values()
        if unit.leads in going.led.animals and unit.id != going.unit.id
    ]


ride = move
