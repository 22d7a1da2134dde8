"""Offers of answers: arrivals, entries, hunger, replacements, levy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859.activation import seats_of
from app.games.africa_1859.arrivals import (
    arrival_refusals,
    arrived_units,
    assault_on_arrival,
    can_caracole,
    can_charge,
    caracole_at_arrival,
    ready_riders,
    window_below,
)
from app.games.africa_1859.counters import title_of
from app.games.africa_1859.fights.caracoles import point_unit
from app.games.africa_1859.fights.designations import (
    attacking_vanguards,
    best_by_combat,
    default_screen,
    screens,
)
from app.games.africa_1859.fights.exits import Withdrawal, exits
from app.games.africa_1859.fights.fight_odds import caracole_chances
from app.games.africa_1859.fights.previews import assess_charge
from app.games.africa_1859.fights.settled_ahead import charge_sheet
from app.games.africa_1859.ground import place
from app.games.africa_1859.orders import Arrival, Entry, Hunger, LeaderEntry, Levy, Replacement
from app.games.africa_1859.procedures import Question, Window
from app.games.africa_1859.questions import open_question, passes_and_acts
from app.games.africa_1859.state import Unit, War
from app.kernel.contract import Order
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import found_in
from app.kernel.say import say

NOTHING = say("none", "ninguna")


# --- Arrivals
def arrival_offers(war: War, question: Question) -> Iterator[Offer]:  # noqa: ARG001 - the window has the facts
    """Pass, a caracole of each rider, a charge of the riders of each space."""
    window = window_below(war)
    yield Offer(Arrival(passes=True), say("Do not answer", "No responder"), main=True)
    riders = ready_riders(war, window)
    for unit in riders:
        if can_caracole(war, window, unit):
            yield caracole_offer(war, window, unit)
    for space in dict.fromkeys(unit.at for unit in riders):
        group = [unit for unit in riders if unit.at == space and can_charge(war, window, unit)]
        if group:
            yield from charge_offers(war, window, group)


def caracole_offer(war: War, window: Window, unit: Unit) -> Offer:
    """Offer of a caracole with its exit."""
    ways = exits(war, Withdrawal(unit.id, unit.side, window.space))
    choices = tuple(Choice(space, place(war, space)) for space in ways)
    return Offer(
        Arrival(unit.id),
        say("Caracole: {who}", "Caracola: {who}", who=title_of(war, unit.id)),
        asks=(Field.place("exit", say("Exit", "Salida"), choices),),
        piece=unit.id,
        place=window.space,
        rolls=True,
    )


def charge_offers(war: War, window: Window, group: list[Unit]) -> Iterator[Offer]:
    """Offers of a charge: by all riders of a space, and by some of them."""
    vanguard = best_by_combat(war, group).id
    screen = default_screen(war, group, vanguard)
    order = Arrival(charge=tuple(unit.id for unit in group), vanguard=vanguard, screen=screen)
    where = place(war, group[0].at)
    label = say("Charge from {place:the}", "Carga desde {place:el}", place=where)
    question = Question("arrival", window.side, window.space)
    faults = found_in(arrival_refusals(war, question, order))
    sheet = tuple(charge_sheet(war, order.charge, window.space, order))
    yield Offer(
        order,
        label,
        faults,
        asks=sheet,
        piece=vanguard,
        place=window.space,
        rolls=True,
        asks_again=bool(sheet),
    )
    if len(group) > 1:
        choices = tuple(Choice(unit.id, title_of(war, unit.id)) for unit in group)
        yield Offer(
            Arrival(),
            say("Charge by chosen riders", "Carga de jinetes elegidos"),
            asks=(Field.some("charge", say("Riders", "Jinetes"), choices),),
            place=window.space,
            rolls=True,
        )


def assess_arrival(war: War, order: Arrival, seat: str) -> Assessment:
    """Dry run of an answer to an arrival: open fields of a charge, then its exact odds."""
    question = open_question(war)
    if (
        question is None
        or question.decision != "arrival"
        or seat not in seats_of(war, question.side)
    ):
        return Assessment()
    if order.charge and not order.vanguard:
        group = [war.units[key] for key in order.charge if key in war.units]
        window = window_below(war)
        able = attacking_vanguards(war, group, window.space)
        trial = replace(order, vanguard=able[0].id if able else "")
        faults = found_in(arrival_refusals(war, question, trial))
        if faults:
            return Assessment(no=faults)
        sheet = charge_sheet(war, order.charge, window.space, order)
        return Assessment(asks=(*sheet, *role_fields(war, group, able)))
    refused = found_in(passes_and_acts(order), arrival_refusals(war, question, order))
    if refused:
        return Assessment(no=refused)
    if order.caracole:
        return assess_caracole(war, order)
    if not order.charge:
        return Assessment()
    return assess_charge(war, assault_on_arrival(war, window_below(war), order))


def assess_caracole(war: War, order: Arrival) -> Assessment:
    """Odds of a caracole against an arrival."""
    window, rider = window_below(war), war.units[order.caracole]
    there = [unit.id for unit in arrived_units(war, window)]
    answered = replace(war, stack=war.stack[:-1])
    odds = caracole_chances(
        answered,
        lambda run: caracole_at_arrival(run, window, order),
        rider.id,
        point_unit(war, there, window.point),
    )
    return Assessment(odds=odds, way=(rider.at, window.space, order.exit))


def role_fields(war: War, group: list[Unit], able: list[Unit]) -> tuple[Field, ...]:
    """Fields for vanguard and screen of a group of riders."""
    best = best_by_combat(war, able).id
    leads = tuple(Choice(unit.id, title_of(war, unit.id)) for unit in able)
    before = tuple(Choice(unit.id, title_of(war, unit.id)) for unit in screens(war, group, best))
    return (
        Field.choice("vanguard", say("Vanguard", "Vanguardia"), leads, usual=best),
        Field.choice(
            "screen",
            say("Screen", "Cobertura"),
            (Choice("", NOTHING), *before),
            is_optional=True,
        ),
    )


# --- End step
def entry_offers(war: War, question: Question) -> Iterator[Offer]:
    """Each legal space of entry."""
    kind = Entry if question.decision == "entry" else LeaderEntry
    for space in question.spaces:
        label = say("Enter at {place:the}", "Entrar en {place:el}", place=place(war, space))
        yield Offer(kind(space), label, place=space)


def unit_offers(war: War, question: Question) -> Iterator[Offer]:
    """Each unit that may be chosen."""
    kind = Hunger if question.decision == "hunger" else Replacement
    for unit in question.units:
        at = war.units[unit].at
        title = title_of(war, unit)
        act = (
            say("Take a step from {who}", "Quitar un paso {who:al}", who=title)
            if kind is Hunger
            else say("Give a step back to {who}", "Devolver un paso {who:al}", who=title)
        )
        yield Offer(kind(unit), title, act=act, piece=unit, place=at)


def levy_offers(war: War, question: Question) -> Iterator[Offer]:
    """One offer with fields for unit and town."""
    units = tuple(Choice(unit, title_of(war, unit)) for unit in question.units)
    towns = tuple(Choice(space, place(war, space)) for space in question.spaces)
    fields = (
        Field.choice("unit", say("Unit", "Unidad"), units),
        Field.place("to", say("Rear town", "Población de retaguardia"), towns),
    )
    yield Offer(Levy(), say("Levy", "Leva"), act=say("Raise a levy", "Hacer una leva"), asks=fields)


ANSWER_OFFERS: dict[str, Callable[[War, Question], Iterator[Offer]]] = {
    "arrival": arrival_offers,
    "entry": entry_offers,
    "leader_entry": entry_offers,
    "hunger": unit_offers,
    "replacement": unit_offers,
    "levy": levy_offers,
}
"""Offers that answer each kind of decision."""
ASSESSORS: dict[type[Order], Callable[[War, Any, str], Assessment]] = {Arrival: assess_arrival}
