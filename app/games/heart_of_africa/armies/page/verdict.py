"""Verdict on the army as a whole, and its total cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.heart_of_africa.armies import lists, prices
from app.games.heart_of_africa.armies.army import Army
from app.games.heart_of_africa.armies.leaders import leader_types
from app.games.heart_of_africa.armies.page import force, words
from app.games.heart_of_africa.armies.page.desk import Desk, figures_in
from app.games.heart_of_africa.armies.prices import (
    price,
    price_of_contingent,
    price_of_leader,
    price_of_purchases,
    price_of_unit,
)
from app.games.heart_of_africa.armies.scenarios import baggage_elements
from app.games.heart_of_africa.armies.units import units_in_all
from app.games.heart_of_africa.armies.validator import warnings
from app.kernel.army_form import Finding, Note, Sum, Verdict
from app.kernel.say import Say, say


def army_verdict(desk: Desk, with_kept: bool = True) -> Verdict:
    army = desk.army
    spare = prices.tolerance(army) if desk.house.overspend else 0
    found = tuple(
        Finding(finding.refusal, place_on_page(desk, finding.at)) for finding in desk.findings
    )
    return Verdict(
        found,
        tuple(_kept_rules(desk)) if with_kept else (),
        tuple(_remarks_on(desk)),
        price(army).total,
        army.points,
        army.points + spare,
        lists.VERSION,
    )


def place_on_page(desk: Desk, place: str) -> str:
    """Place on the page for a place of the army. Leaders have their own sections; units of a
    contingent stand under its heading.
    """
    if place == "leaders" and desk.army.leaders:
        return "leaders.0"
    return place.removesuffix(".units") if place.startswith("allies.") else place


def _kept_rules(desk: Desk) -> Iterator[Note]:
    """Notes of the rules that the army keeps, in the order of army building."""
    broken = {finding.refusal.rule for finding in desk.findings}
    yield from (note for note in _checked(desk) if note.rule not in broken)


def _checked(desk: Desk) -> Iterator[Note]:
    army, units = desk.army, lists.GENERAL["unit_points"]
    yield Note(
        say(
            "{spent} points of {limit}",
            "{spent} puntos de {limit}",
            spent=price(army).total,
            limit=army.points,
        ),
        "HOA-ARM-07",
    )
    least, most = lists.army_units(desk.standing)
    yield Note(
        say(
            "{n} units of {least} to {most}",
            "{n} unidades de {least} a {most}",
            n=units_in_all(army),
            least=least.number,
            most=most.number,
        ),
        least.rule,
    )
    yield from _unit_notes(army, units)
    yield from _list_notes(desk, army)
    if army.allies:
        yield Note(
            say(
                "allies worth {n} points",
                "aliados por {n} puntos",
                n=sum(map(price_of_contingent, army.allies)),
            ),
            "HOA-ALY-01",
        )


def _list_notes(desk: Desk, army: Army) -> Iterator[Note]:
    """Notes on the rows of the list and the Leader."""
    if desk.terms is not None:
        yield from force.rows_kept(army, desk.terms)
        if army.leader and army.leader.type in leader_types(desk.terms):
            traits = tuple(
                words.TRAITS[trait] for trait in army.leader.traits if trait in words.TRAITS
            )
            yield Note(
                say("Leader: {kind}", "Líder: {kind}", kind=words.single_title(army.leader.type)),
                "HOA-ARM-17",
            )
            if traits:
                yield Note(
                    say("trait: {traits}", "característica personal: {traits}", traits=traits),
                    "HOA-ARM-18",
                )


def _unit_notes(army: Army, units: Mapping[str, int]) -> Iterator[Note]:
    if army.units:
        yield Note(
            say(
                "every unit worth {min} to {max} points",
                "cada unidad vale de {min} a {max} puntos",
                **units,
            ),
            "HOA-ARM-05",
        )
        yield Note(
            say(
                "no unit above {max} figures",
                "ninguna unidad pasa de {max} figuras",
                max=lists.GENERAL["unit_figures"]["max"],
            ),
            "HOA-ARM-06",
        )


def _remarks_on(desk: Desk) -> Iterator[Say]:
    yield from warnings(desk.army)
    left = desk.army.points - price(desk.army).total
    if left > 0:
        yield (
            say("1 point is left.", "Queda 1 punto.")
            if left == 1
            else say("{n} points are left.", "Quedan {n} puntos.", n=left)
        )
    elements = baggage_elements(desk.army.scenario, desk.army.role)
    if elements:
        yield say(
            "{n} elements of baggage come along, free.",
            "Vienen {n} elementos de bagaje, sin coste.",
            n=elements,
        )


def army_sums(desk: Desk) -> tuple[Sum, ...]:
    """Sums of units, Leader and single figures, purchases, allies."""
    army = desk.army
    single = sum(count * lists.points_of(kind) for kind, count in army.independents.items())
    lines = (
        Sum(
            say("Units", "Unidades"),
            sum(sum(unit.values()) for unit in army.units),
            sum(map(price_of_unit, army.units)),
        ),
        Sum(
            say("Leader and independent figures", "Líder y figuras independientes"),
            sum(1 + leader.gun_bearer for leader in army.leaders) + sum(army.independents.values()),
            sum(map(price_of_leader, army.leaders)) + single,
        ),
        Sum(
            say("Bought by a defender", "Compras del defensor"),
            0,
            price_of_purchases(army.purchases),
        ),
        Sum(
            say("Allies", "Aliados"),
            sum(map(figures_in, army.allies)),
            sum(map(price_of_contingent, army.allies)),
        ),
    )
    return tuple(line for line in lines if line.points or line.figures)
