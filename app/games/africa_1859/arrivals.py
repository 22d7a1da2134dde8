"""AFR-SEQ, AFB-ACT: riders that answer an arrival, and the window that asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import is_cavalry, title_of
from app.games.africa_1859.fights.caracoles import exchange, point_unit, withdraw
from app.games.africa_1859.fights.designations import (
    attacking_vanguards,
    best_by_combat,
    default_screen,
    screens,
)
from app.games.africa_1859.fights.exits import Withdrawal, exit_refusals, exits
from app.games.africa_1859.fights.settled_ahead import settled_by, wrong_charge_sheet
from app.games.africa_1859.ground import adjacent, closed_to_side, is_closed, place, units_at
from app.games.africa_1859.orders import Arrival
from app.games.africa_1859.procedures import Assault, March, Question, Roles, Window
from app.games.africa_1859.questions import ASK, nearest
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.stacking import no_room
from app.games.africa_1859.state import ENEMY_OF, Unit, War
from app.kernel.refusal import Refusal, found_in, no

PASS = Arrival(passes=True)


def open_window(run: Run, march: March, came_from: str) -> None:
    """AFR-SEQ-14: Units that enter an empty space open a window for unmarked riders beside it.

    No window opens if none of these riders can answer.
    """
    space = march.path[march.done - 1]
    window = Window(ENEMY_OF[march.side], space, came_from, march.units, march.leaders, march.point)
    if can_answer(run.war, window):
        run.push(window)


def step_window(run: Run, window: Window) -> None:
    """Ask the owner of the riders, or close the window if none of them can answer."""
    if can_answer(run.war, window):
        run.push(Question("arrival", window.side, window.space))
    else:
        run.pop()


# --- Riders that can answer
def arrived_units(war: War, window: Window) -> list[Unit]:
    """Units of the arrival that are still in the space."""
    return [unit for unit in units_at(war, window.space) if unit.id in window.units]


def ready_riders(war: War, window: Window) -> list[Unit]:
    """Undemoralised riders without marker beside the space, by id."""
    return [
        unit
        for space in sorted(adjacent(war, window.space))
        for unit in units_at(war, space, window.side)
        if is_cavalry(war, unit) and not unit.dem and not unit.marker
    ]


def can_answer(war: War, window: Window) -> bool:
    """Return true if an arrived unit is there and a rider can do something legal."""
    if not arrived_units(war, window) or is_closed(war, window.space, window.side):
        return False
    return bool(answering_riders(war, window))


def answering_riders(war: War, window: Window) -> list[Unit]:
    """Ready riders that can make a caracole or a charge."""
    return [
        unit
        for unit in ready_riders(war, window)
        if can_caracole(war, window, unit) or can_charge(war, window, unit)
    ]


def can_caracole(war: War, window: Window, unit: Unit) -> bool:
    """Return true if the rider has an exit."""
    return bool(exits(war, Withdrawal(unit.id, unit.side, window.space)))


def can_charge(war: War, window: Window, unit: Unit) -> bool:
    """Return true if the rider may lead a charge at the arrival."""
    return unit.at not in window.caracoled_from and bool(
        attacking_vanguards(war, [unit], window.space)
    )


# --- Refusals of an answer
def window_below(war: War) -> Window:
    """Window that asks: below the question if that is still open."""
    found = next((one for one in reversed(war.stack) if isinstance(one, Window)), None)
    if found is None:
        raise LookupError("no window is open")
    return found


def arrival_refusals(war: War, question: Question, order: Arrival) -> Iterator[Refusal | None]:  # noqa: ARG001 - the window has the facts
    """Reasons against an answer to an arrival."""
    window = window_below(war)
    yield one_answer(order)
    if order.passes or one_answer(order):
        return
    riders = (order.caracole,) if order.caracole else order.charge
    yield from (not_ready(war, window, key) for key in riders)
    if any(not_ready(war, window, key) for key in riders):
        return
    yield closed_to_side(war, window.space, window.side)
    if order.caracole:
        yield from exit_refusals(war, order.caracole, window.space, order.exit)
    else:
        yield from charge_refusals(war, window, order)


def one_answer(order: Arrival) -> Refusal | None:
    """Refusal of an answer that is not exactly one of caracole, charge and pass, or mixes them."""
    of_a_charge = order.vanguard or order.screen or settled_by(order)
    mixed = (order.charge and order.exit) or (order.caracole and of_a_charge)
    if not mixed and sum((bool(order.caracole), bool(order.charge), order.passes)) == 1:
        return None
    return no(
        "AFR-SEQ-14",
        "Riders answer with a caracole and its exit, with a charge, or they pass.",
        "Los jinetes responden con una caracola y su salida, con una carga, o pasan.",
    )


def not_ready(war: War, window: Window, key: str) -> Refusal | None:
    """Refusal of a counter that cannot answer this arrival."""
    if any(unit.id == key for unit in ready_riders(war, window)):
        return None
    if war.counter(key) is None:
        return no("CAR-TAB-06", "There is no such piece.", "No existe esa ficha.")
    return no(
        "AFR-SEQ-14",
        "{who} cannot answer: only undemoralised riders without marker beside {place:the} can.",
        "{who}: solo responden jinetes sin marcador, sin desmoralizar y contiguos {place:al}.",
        who=title_of(war, key),
        place=place(war, window.space),
    )


def charge_refusals(war: War, window: Window, order: Arrival) -> Iterator[Refusal | None]:
    """Reasons against a charge at an arrival: one space, vanguard, screen, room."""
    group = [war.units[key] for key in order.charge]
    yield of_one_space(window, group)
    yield no_room(war, window.side, window.space, order.charge)
    able = attacking_vanguards(war, group, window.space)
    if order.vanguard not in {unit.id for unit in able}:
        yield no(
            "AFB-ASL-03",
            "The vanguard is a rider of the charge, and no cavalry leads against a town or a fort.",
            "La vanguardia es un jinete de la carga, y no vale contra una plaza o un fuerte.",
        )
    able_screens = {unit.id for unit in screens(war, group, order.vanguard)}
    if order.screen and order.screen not in able_screens:
        yield no(
            "AFR-ASL-04",
            "The screen is another rider of the charge.",
            "La cobertura es otro jinete de la carga.",
        )
    yield from wrong_charge_sheet(war, order.charge, window.space, order)


def of_one_space(window: Window, group: list[Unit]) -> Refusal | None:
    """Refusal of a charge from several spaces, or from one whose riders have made a caracole."""
    spaces = {unit.at for unit in group}
    is_one = len(spaces) == 1 and len({unit.id for unit in group}) == len(group)
    if is_one and not spaces & set(window.caracoled_from):
        return None
    return no(
        "AFR-SEQ-14",
        "The riders of one space charge together, unless one of them has made a caracole.",
        "Cargan juntos los jinetes de un espacio, si ninguno ha hecho la caracola.",
    )


# --- Execution
def answer_arrival(run: Run, question: Question, order: Arrival) -> None:  # noqa: ARG001 - the window has the facts
    """Carry out an answer to an arrival."""
    window = window_below(run.war)
    if order.passes:
        run.pop()
    elif order.caracole:
        caracole_at_arrival(run, window, order)
    else:
        charge_arrival(run, window, order)


def caracole_at_arrival(run: Run, window: Window, order: Arrival) -> None:
    """AFB-ACT-03: A caracole against an arrival strikes the point unit of the moving stack.

    The rider rides out to its exit and carries a marker. The arrived units have no cover.
    """
    rider = run.war.units[order.caracole]
    there = [unit.id for unit in arrived_units(run.war, window)]
    target = point_unit(run.war, there, window.point)
    run.update(replace(window, caracoled_from=(*window.caracoled_from, rider.at)))
    exchange(run, rider.id, target, target_cover=False)
    withdraw(run, rider.id, (window.space, order.exit))
    mark_in_play(run, rider.id)


def mark_in_play(run: Run, unit: str) -> None:
    """Mark a rider that has reacted, if it is still in play."""
    if run.war.units[unit].steps:
        run.tell(e.Marked((unit,)))


def assault_on_arrival(war: War, window: Window, order: Arrival) -> Assault:
    """Assault of the riders that charge at an arrival, from the space of the first."""
    start = war.units[order.charge[0]].at
    return Assault(
        window.side,
        window.space,
        start,
        start,
        order.charge,
        (),
        Roles("", order.vanguard, order.screen, settled=settled_by(order)),
        reaction=True,
        came_from=window.came_from,
    )


def charge_arrival(run: Run, window: Window, order: Arrival) -> None:
    """AFB-ACT-04: A charge at an arrival is an assault, and ends the action of the mover."""
    assault = assault_on_arrival(run.war, window, order)
    run.pop()
    if isinstance(run.top, March):
        run.update(replace(run.top, stopped=True))
    run.push(assault)


# --- Conditional orders
def arrival_ahead(war: War, question: Question, by_scope: Mapping[str, Any]) -> Arrival | None:
    """Answer by conditional orders: the first rider with a choice acts, and all others pass.

    A rider without a conditional order, or with one that asks, has to be asked.
    """
    window = window_below(war)
    chosen = PASS
    for rider in ready_riders(war, window):
        if not (can_caracole(war, window, rider) or can_charge(war, window, rider)):
            continue
        given = nearest(by_scope, rider.id, rider.at, question.space)
        if given in (None, ASK):
            return None
        wanted = wanted_answer(war, window, rider, given)
        if chosen is PASS and wanted and not found_in(arrival_refusals(war, question, wanted)):
            chosen = wanted
    return chosen


def wanted_answer(war: War, window: Window, rider: Unit, given: Any) -> Arrival | None:
    """Answer of one rider by its conditional order; None to pass.

    `choice` is "caracole" or "charge", `steps` the least steps of the rider, `exit` its exit.
    """
    if not isinstance(given, Mapping) or rider.steps < given.get("steps", 0):
        return None
    if given.get("choice") == "caracole":
        ways = exits(war, Withdrawal(rider.id, rider.side, window.space))
        wished = given.get("exit", "")
        if not ways:
            return None
        return Arrival(
            rider.id, wished if wished in ways else rider.at if rider.at in ways else ways[0]
        )
    if given.get("choice") == "charge":
        group = [
            unit
            for unit in ready_riders(war, window)
            if unit.at == rider.at and can_charge(war, window, unit)
        ]
        if not group:
            return None
        vanguard = best_by_combat(war, group).id
        screen = default_screen(war, group, vanguard)
        return Arrival(charge=tuple(unit.id for unit in group), vanguard=vanguard, screen=screen)
    return None


def denied_arrival(war: War, side: str, order: Arrival) -> Refusal | None:  # noqa: ARG001 - one sentence for all
    """Refusal of an answer while no window is open."""
    return no(
        "AFR-SEQ-14",
        "Riders answer only an enemy that has entered an empty space beside them.",
        "Los jinetes solo responden a un enemigo que entra en un espacio vacío contiguo.",
    )


ARRIVAL = QuestionRules(
    arrival_refusals,
    answer_arrival,
    default=lambda *_: PASS,
    only=lambda *_: None,
    denied=denied_arrival,
    ahead=arrival_ahead,
)
