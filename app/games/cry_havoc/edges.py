"""CH-SUM-07: entering the map and leaving it."""

from __future__ import annotations

from itertools import pairwise

from app.games.cry_havoc import move_steps, movement, passage, plans
from app.games.cry_havoc.cheapest_paths import Ways, spread
from app.games.cry_havoc.deployment import is_off_the_map
from app.games.cry_havoc.events import LeftMap, Moved
from app.games.cry_havoc.occupancy import (
    figures,
    is_animal,
    is_mounted,
    not_own,
    on_the_map,
    the_ground,
    train_of,
    unit_named,
)
from app.games.cry_havoc.orders import Enter, Leave, Move, Ride
from app.games.cry_havoc.state import Battle, Unit
from app.games.cry_havoc.tying import train_held_up
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.form import Field
from app.kernel.offers import Assessment, Offer, Reach
from app.kernel.refusal import Refusal, Refused, found_in, no, refuse_if
from app.kernel.say import say
from app.kernel.space.hexes import Hex, are_adjacent

LEAVING_COST = 1


def entry_of(battle: Battle, unit: Unit) -> plans.Zone:
    """Edge hexes by which the scenario lets the unit enter."""
    plan = plans.PLANS.get(battle.scenario)
    return plan.entry(unit) if plan else frozenset()


def enter_map(battle: Battle, order: Enter, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 - all orders share one signature
    refuse_if(enter_refusals(battle, order, seat))
    path = order.path
    unit = battle.units[order.unit]
    rear = path[-2] if is_mounted(unit) else None
    return [Moved(order.unit, path, way_in(battle, unit, path), path[-1], rear, entered=True)]


def enter_refusals(battle: Battle, order: Enter, seat: str) -> tuple[Refusal, ...]:
    unit = unit_named(battle, order.unit)
    astray = on_the_map(battle, *order.path)
    if astray:
        return (astray,)
    refused = found_in(
        not_own(battle, unit, seat), waits_outside(unit), wrong_edge(battle, unit, order.path)
    )
    return refused or found_in(walk_refusals(battle, unit, order.path))


def waits_outside(unit: Unit) -> Refusal | None:
    """Refusal unless the unit waits outside the map; a unit that has left cannot return."""
    if unit.left:
        return no(
            "CH-SUM-07",
            "{who} has left the map and cannot come back.",
            "{who} ha salido del mapa y no puede volver.",
            who=unit.name,
        )
    if is_off_the_map(unit):
        return None
    return no(
        "CH-SUM-07", "{who} is on the map already.", "{who} ya está en el mapa.", who=unit.name
    )


def wrong_edge(battle: Battle, unit: Unit, path: tuple[Hex, ...]) -> Refusal | None:
    """CH-SUM-07: Units enter by the hexes of the scenario and pay for the first one; they never
    return after leaving.
    """
    if path and path[0] in entry_of(battle, unit):
        return None
    return no(
        "CH-SUM-07",
        "{who} does not enter by {hex}.",
        "{who} no entra por {hex}.",
        who=unit.name,
        hex=path[0] if path else "-",
    )


def walk_refusals(battle: Battle, unit: Unit, path: tuple[Hex, ...]) -> tuple[Refusal, ...]:
    """Refusals of a path onto the map, hex by hex: ground, walls and units as in any move."""
    horse = is_mounted(unit)
    if horse and len(path) < 2:
        return (
            no(
                "CH-MNT-01",
                "A rider needs a path of two or more hexes on the map.",
                "Un jinete necesita un camino de dos o más casillas en el mapa.",
            ),
        )
    if any(not are_adjacent(here, there) for here, there in pairwise(path)):
        return (no("CH-MOV-01", "The way has a gap.", "El camino tiene un hueco."),)
    side = unit.side or ""
    met = [
        passage.closed_ground(battle, path[0], horse),
        passage.blocked_by_enemy(battle, path[0], side),
        *(
            refusal
            for here, there in pairwise(path)
            for refusal in move_steps.step_refusals(battle, unit, here, there)
        ),
        *(
            passage.hex_taken(battle, hex_, (unit.id,))
            for hex_ in (path[-2:] if horse else path[-1:])
        ),
        turned_on_itself(path) if horse else None,
    ]
    return found_in(*met, move_steps.beyond_his_points(unit, way_in(battle, unit, path)))


def turned_on_itself(path: tuple[Hex, ...]) -> Refusal | None:
    """Refusal if a rider's path goes back into the hex of its own rear."""
    if any(one == third for one, third in zip(path, path[2:], strict=False)):
        return no(
            "CH-MNT-02",
            "The horse cannot turn on its own rear.",
            "El caballo no puede volverse sobre su grupa.",
        )
    return None


def way_in(battle: Battle, unit: Unit, path: tuple[Hex, ...]) -> int:
    """Points of a path onto the map, the first hex included."""
    horse = is_mounted(unit)
    before = (path[0], *path)
    return sum(
        passage.enter_cost(battle, here, there, horse)
        for here, there in zip(before, path, strict=False)
    )


def ways_in(battle: Battle, unit: Unit) -> dict[Hex, Reach]:
    """Hexes that the unit can reach when it enters, each by its cheapest path."""
    begun: Ways = [
        (way_in(battle, unit, (hex_,)), (hex_,))
        for hex_ in sorted(entry_of(battle, unit))
        if not _is_shut(battle, unit, hex_)
    ]
    return {
        way[-1]: Reach(way, cost)
        for cost, way in reversed(spread(battle, unit, begun))
        if _is_place(battle, unit, way)
    }


def _is_shut(battle: Battle, unit: Unit, hex_: Hex) -> bool:
    """True if the unit cannot enter by this hex."""
    return bool(
        passage.closed_ground(battle, hex_, is_mounted(unit))
        or passage.blocked_by_enemy(battle, hex_, unit.side or "")
    )


def _is_place(battle: Battle, unit: Unit, way: tuple[Hex, ...]) -> bool:
    """True if the unit may stop there: a rider on two free hexes, any other unit on one."""
    place = way[-2:] if is_mounted(unit) else way[-1:]
    return len(place) == 1 + is_mounted(unit) and not any(
        passage.hex_taken(battle, hex_, (unit.id,)) for hex_ in place
    )


def enter_assessment(battle: Battle, order: Enter, seat: str) -> Assessment:
    try:
        refused = enter_refusals(battle, order, seat)
    except Refused as found:
        return Assessment(no=found.refusals)
    unit = battle.units[order.unit]
    report = {}
    is_on_it = order.path and not on_the_map(battle, *order.path)
    if is_on_it and all(are_adjacent(here, there) for here, there in pairwise(order.path)):
        cost = way_in(battle, unit, order.path)
        report = {"cost": cost, "left": figures(unit)[2] - cost}
    reach = (
        ways_in(battle, unit) if is_off_the_map(unit) and not not_own(battle, unit, seat) else {}
    )
    return Assessment(no=refused, report=report, reach=reach)


def enter_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers to enter, one for each unit that waits outside the map."""
    side = battle.seats[seat]
    return [
        _enter_offer(battle, unit)
        for unit in battle.units.values()
        if unit.side == side
        and unit.seat in ("", seat)
        and is_off_the_map(unit)
        and entry_of(battle, unit)
    ]


def _enter_offer(battle: Battle, unit: Unit) -> Offer:
    reach = ways_in(battle, unit)
    label = say("Enter the map with {who}", "Entrar en el mapa con {who}", who=unit.name)
    if not reach:
        shut = no(
            "CH-SUM-07",
            "Every entry hex of {who} is taken.",
            "Todas las casillas de entrada de {who} están ocupadas.",
            who=unit.name,
        )
        return Offer(Enter(unit.id, (min(entry_of(battle, unit)),)), label, (shut,), piece=unit.id)
    way = min(reach.values(), key=lambda one: (one.cost, one.path)).path
    return Offer(
        Enter(unit.id, way), label, asks=(Field.path("path", say("Way", "Camino")),), piece=unit.id
    )


def leave_map(battle: Battle, order: Leave, seat: str, dice: Dice) -> list[Event]:
    refuse_if(leave_refusals(battle, order, seat))
    unit, way = battle.units[order.unit], way_out(battle, order)
    walked = list(_walk(battle, order, way, seat, dice)) if len(way) > 1 else []
    led = walked[-1].leads if walked and isinstance(walked[-1], Moved) else unit.leads
    along = tuple(animal.id for animal in train_of(battle, battle.units[led])) if led else ()
    return [*walked, LeftMap(order.unit, edge_out(battle, unit, way[-1]) or "", along)]


def way_out(battle: Battle, order: Leave) -> tuple[Hex, ...]:
    """Path to the edge, from the unit's own hex."""
    return order.path or (battle.units[order.unit].hex or "",)


def _walk(battle: Battle, order: Leave, way: tuple[Hex, ...], seat: str, dice: Dice) -> list[Event]:
    walk = as_move(battle, order, way)
    return movement.move(battle, walk, seat, dice)


def as_move(battle: Battle, order: Leave, way: tuple[Hex, ...]) -> Move | Ride:
    """Move that brings the unit to the edge, as an order of its own."""
    if is_mounted(battle.units[order.unit]):
        return Ride(order.unit, tuple(f"forward:{hex_}" for hex_ in way[1:]))
    return Move(order.unit, way)


def leave_refusals(battle: Battle, order: Leave, seat: str) -> tuple[Refusal, ...]:
    unit = unit_named(battle, order.unit)
    astray = on_the_map(battle, *order.path)
    if astray:
        return (astray,)
    if not unit.hex:
        return found_in(not_own(battle, unit, seat), waits_outside(unit) or not_here(unit))
    way = way_out(battle, order)
    if way[0] != unit.hex:
        return (
            no(
                "CH-MOV-01",
                "The way begins where {who} stands.",
                "El camino empieza donde está {who}.",
                who=unit.name,
            ),
        )
    refused, cost = walked_out(battle, order, seat)
    return found_in(refused, no_way_out(battle, unit, way[-1]), nothing_left(battle, unit, cost))


def not_here(unit: Unit) -> Refusal:
    return no("CH-SUM-07", "{who} is not on the map.", "{who} no está en el mapa.", who=unit.name)


def walked_out(battle: Battle, order: Leave, seat: str) -> tuple[tuple[Refusal, ...], int]:
    """Refusals of the path to the edge, and its points.

    A unit already at the edge is asked only whether it may move.
    """
    unit, way = battle.units[order.unit], way_out(battle, order)
    if len(way) < 2:
        led = battle.units.get(unit.leads or "")
        return found_in(
            move_steps.may_not_move(battle, unit, seat), train_held_up(battle, led) if led else None
        ), 0
    walk = as_move(battle, order, way)
    refused = movement.move_refusals(battle, walk, seat)
    return refused, 0 if refused else movement.path_walked(battle, walk).cost


def nothing_left(battle: Battle, unit: Unit, cost: int) -> Refusal | None:
    """Refusal if the unit or the lady it leads lacks the point for the step off the map."""
    led = [battle.units[unit.leads]] if unit.leads else []
    spent = [
        who for who in (unit, *led) if not is_animal(who) and figures(who)[2] - cost < LEAVING_COST
    ]
    if not spent:
        return None
    return no(
        "CH-SUM-07",
        "Leaving the map takes 1 point, and {who} has none left.",
        "Salir del mapa cuesta 1 punto y a {who} no le queda ninguno.",
        who=spent[0].name,
    )


def edge_out(battle: Battle, unit: Unit, hex_: Hex) -> str | None:
    """Edge by which the unit may leave from this hex; None if there is none."""
    plan = plans.PLANS.get(battle.scenario)
    allowed = plan.side(unit.side or "").leaves if plan else ()
    return next((edge for edge in the_ground(battle).edges(hex_) if edge in allowed), None)


def no_way_out(battle: Battle, unit: Unit, hex_: Hex) -> Refusal | None:
    """Refusal unless the hex lies at an edge by which the side may leave."""
    if edge_out(battle, unit, hex_):
        return None
    return no(
        "CH-SUM-07",
        "{who} cannot leave the map from {hex}.",
        "{who} no puede salir del mapa por {hex}.",
        who=unit.name,
        hex=hex_,
    )


def leave_assessment(battle: Battle, order: Leave, seat: str) -> Assessment:
    refused = leave_refusals(battle, order, seat)
    unit = battle.units[order.unit]
    if not unit.hex or refused:
        return Assessment(no=refused)
    cost = walked_out(battle, order, seat)[1] + LEAVING_COST
    return Assessment(report={"cost": cost, "left": figures(unit)[2] - cost})


def leave_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers to leave, one for each unit that can get to an edge by which it may leave."""
    side = battle.seats[seat]
    plan = plans.PLANS.get(battle.scenario)
    if not plan or not plan.side(side).leaves:
        return []
    offers = [
        _leave_offer(battle, unit, seat)
        for unit in battle.units.values()
        if unit.side == side
        and unit.seat in ("", seat)
        and not is_animal(unit)
        and is_near_the_edge(battle, unit)
    ]
    return [offer for offer in offers if offer]


def _leave_offer(battle: Battle, unit: Unit, seat: str) -> Offer | None:
    """Offer of the cheapest path out; None if the three cheapest are refused."""
    for way in ways_out(battle, unit, seat)[:3]:
        if not leave_refusals(battle, Leave(unit.id, way), seat):
            return Offer(
                Leave(unit.id, way),
                say("Leave the map with {who}", "Salir del mapa con {who}", who=unit.name),
                piece=unit.id,
            )
    return None


def is_near_the_edge(battle: Battle, unit: Unit) -> bool:
    """True if an edge by which the unit may leave lies within its points on ideal ground."""
    if not unit.hex:
        return False
    column, row = int(unit.hex[:2]), int(unit.hex[2:])
    away = {
        "west": column - 1,
        "east": battle.map.cols - column,
        "north": row - 1,
        "south": battle.map.rows - row,
    }
    return any(
        away[edge] + LEAVING_COST <= figures(unit)[2]
        for edge in plans.PLANS[battle.scenario].side(unit.side or "").leaves
    )


def ways_out(battle: Battle, unit: Unit, seat: str) -> list[tuple[Hex, ...]]:
    """Paths to the edge hexes by which the unit may leave, the cheapest first; standing there is
    one.
    """
    if not unit.hex or move_steps.may_not_move(battle, unit, seat):
        return []
    begun = (unit.rear, unit.hex) if unit.rear and is_mounted(unit) else (unit.hex,)
    ways = spread(battle, unit, [(LEAVING_COST, begun)])
    return [way[len(begun) - 1 :] for _, way in ways if edge_out(battle, unit, way[-1])]
