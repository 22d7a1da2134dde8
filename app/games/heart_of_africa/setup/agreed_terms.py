"""Agreed terms of a battle, and the findings about them before any die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from app.games.heart_of_africa.armies.army import Army, read_army
from app.games.heart_of_africa.armies.scenarios import attackers_points
from app.games.heart_of_africa.armies.validator import findings as army_findings
from app.games.heart_of_africa.armies.validator import house_of
from app.games.heart_of_africa.buildings_and_boats.vessels import GUNBOAT, NARROWEST, width_at
from app.games.heart_of_africa.figures import other_side
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.presentation.naming import side_name
from app.games.heart_of_africa.setup.darkness import no_such_darkness
from app.games.heart_of_africa.setup.scenarios import (
    AMBUSH,
    BY_POINTS,
    ENCOUNTER,
    chooser,
    not_that_edge,
)
from app.games.heart_of_africa.setup.table_edges import OPPOSITE, size_of_table
from app.games.heart_of_africa.state import SIDES, Battle
from app.games.heart_of_africa.tables import SCENARIOS
from app.games.heart_of_africa.terrain.shapes import resampled
from app.games.heart_of_africa.victory import not_that_long
from app.kernel.contract import Setup
from app.kernel.decoding import convert_plain
from app.kernel.refusal import Refusal, Refused, found_in, no, refuse_if
from app.kernel.say import Say, say

DICED = "diced"


NO_ATTACKER = "none"


SIDE_NAMES = {"A": say("side A", "bando A"), "B": say("side B", "bando B")}


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A people for which the server raises an army."""

    list: str
    nation: str = ""
    campaign_class: str | None = None


class Stock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The agreed terms of this battle; the server adds the rest.

    `armies` are plain armies by side; armies are raised for `peoples`. `attacker`: a side, "dice"
    (roll for it), or "none". `points` are the defender's, `totals` those of each side. `table`: a
    plain table, or `region`, `seed` and size of a generated one. `dark`: first and last dark turn.
    """

    scenario: Literal["encounter", "ambush", "planned_attack", "raid", "diced"] | None = None
    attacker: Literal["A", "B", "dice", "none"] | None = None
    armies: Mapping[str, Any] = {}
    peoples: Mapping[str, People] = {}
    table: Mapping[str, Any] = {}
    points: int | None = None
    year: int | None = None
    turn_limit: int | None = None
    dark: tuple[int, int] | None = None
    edges: Mapping[str, str] = {}
    campaign: bool = False
    totals: dict[str, int] = {}


class Making(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be generated."""

    region: str = ""
    seed: int | None = None
    width: float = 72
    depth: float = 48


def agreed_stock(setup: Setup) -> Stock:
    """The stock of the setup. Raises Refused with the place of an unreadable part."""
    try:
        return convert_plain(dict(setup.stock), Stock)
    except msgspec.ValidationError as error:
        raise Refused(unreadable("", str(error))) from error


def unreadable(what: str, why: str) -> Refusal:
    return no(
        "CAR-TAB-06",
        "This cannot be read: {what} {why}.",
        "Esto no se entiende: {what} {why}.",
        what=what,
        why=why,
    )


def armies_of(stock: Stock) -> dict[str, Army]:
    """The armies submitted."""
    found, wrong = {}, []
    for side, form in stock.armies.items():
        try:
            found[side] = read_army(form)
        except (msgspec.ValidationError, AttributeError, TypeError) as error:
            wrong.append(unreadable(f"armies.{side}", str(error)))
    wrong += [unreadable("armies", side) for side in stock.armies if side not in SIDES]
    refuse_if(wrong)
    return found


def diced_too_late(stock: Stock, scenario: str) -> tuple[Refusal, ...]:
    """Refusals if dice decide, after the armies, on facts for which armies are raised."""
    return found_in(
        no(
            "HOA-SCN-02",
            "Armies are raised for a scenario: dice for it first, or name it.",
            "Los ejércitos se forman para un escenario: antes se tira por él o se nombra.",
        )
        if scenario == DICED
        else None,
        no(
            "HOA-SCN-02",
            "Armies are raised for attack or defence: name the attacker.",
            "Los ejércitos se forman para atacar o defender: hay que nombrar al atacante.",
        )
        if stock.attacker == "dice" and scenario != ENCOUNTER
        else None,
    )


def scenario_findings(
    setup: Setup, stock: Stock, armies: Mapping[str, Army]
) -> tuple[Refusal, ...]:
    """Everything that is inconsistent in the agreed terms, before any die."""
    scenario = stock.scenario or setup.scenario
    known = scenario == DICED or scenario in SCENARIOS
    return found_in(
        None
        if known
        else no(
            "HOA-SCN-03",
            "There is no such scenario: {key}.",
            "No existe tal escenario: {key}.",
            key=scenario,
        ),
        diced_too_late(stock, scenario) if armies else None,
        no("HOA-SCN-02", "This scenario has an attacker.", "Este escenario tiene un atacante.")
        if stock.attacker == NO_ATTACKER and scenario not in (ENCOUNTER, DICED)
        else None,
        *(unreadable("seats", side) for side in {*setup.seats.values()} ^ set(SIDES)),
        no_such_darkness(stock.dark) if stock.dark else None,
        no(
            "HOA-ARM-07",
            "{points} points: 100 to 2000 are possible.",
            "{points} puntos: han de ser de 100 a 2000.",
            points=stock.points,
        )
        if stock.points is not None and not 100 <= stock.points <= 2000
        else None,
        not_that_long(scenario, stock.turn_limit)
        if stock.turn_limit is not None and known
        else None,
    )


def battle_findings(
    stock: Stock,
    shell: Battle,
    armies: Mapping[str, Army],
    land: Land | None,
    options: tuple[str, ...],
) -> tuple[Refusal, ...]:
    """Everything that is wrong with armies, table and sides of a battle with fixed roles."""
    from app.games.heart_of_africa.terrain.findings import findings as table_findings  # noqa: PLC0415 most battles need no check of a table

    house = house_of(options)
    of_armies = [
        for_side(title_of_side(stock, side, armies[side]), refusal)
        for side in SIDES
        if side in armies
        for refusal in army_findings(armies[side], house)
    ]
    return found_in(
        same_year(armies),
        fair_points(stock, shell, armies),
        of_armies,
        (size_of_table(land), *table_findings(land, land.region, shell.scenario)) if land else (),
        boats_on_dry_land(armies, land),
        gunboat_without_water(armies, land),
        edges_agreed(stock, shell, land),
    )


def title_of_side(stock: Stock, side: str, army: Army) -> Say:
    """People of an army in a campaign, else the letter of the side."""
    return side_name(army.list, army.nation) if stock.campaign else SIDE_NAMES[side]


def for_side(title: Say, refusal: Refusal) -> Refusal:
    says = say("{side:Aa}: {it}", "{side:Aa}: {it}", side=title, it=refusal.says)
    return Refusal(refusal.rule, says)


def same_year(armies: Mapping[str, Army]) -> Refusal | None:
    years = sorted({army.year for army in armies.values()})
    if len(years) < 2:
        return None
    return no(
        "HOA-ARM-16",
        "Both armies need the same year; these have {one} and {two}.",
        "Los dos ejércitos deben ser del mismo año; estos son de {one} y {two}.",
        one=years[0],
        two=years[1],
    )


def fair_points(stock: Stock, shell: Battle, armies: Mapping[str, Army]) -> Refusal | None:
    """Refusal if the limits of the armies do not fit the scenario; a campaign has its own."""
    if len(armies) < 2 or stock.campaign:
        return None
    attacker, defender = armies[shell.attacker].points, armies[other_side(shell.attacker)].points
    fair = attackers_points(shell.scenario, defender)
    if attacker == fair:
        return None
    return no(
        BY_POINTS[shell.scenario],
        "{attacker} points attack {defender}: the scenario gives the attacker {fair}.",
        "{attacker} puntos atacan a {defender}: el escenario da {fair} al atacante.",
        attacker=attacker,
        defender=defender,
        fair=fair,
    )


def has_gunboat(army: Army) -> bool:
    return any(GUNBOAT in unit for force in army.forces for unit in force.units)


def gunboat_without_water(armies: Mapping[str, Army], land: Land | None) -> Refusal | None:
    """Refusal of a Gunboat on a table without water for it."""
    if land is None or not any(has_gunboat(army) for army in armies.values()):
        return None
    afloat = Battle(land)
    rivers = [piece for piece in land.pieces if piece.kind == "river"]
    wide = [
        width_at(afloat, spot)
        for river in rivers
        for spot in (resampled(river.path, 3.0) if len(river.path) > 1 else river.outline)
    ]
    if any(piece.kind == "sea_or_lake" for piece in land.pieces) or any(
        width is not None and width >= NARROWEST for width in wide
    ):
        return None
    return no(
        "HOA-ART-15",
        "A Gunboat needs water {needs} in wide, and the table has none.",
        "Una Cañonera necesita agua de {needs:pulgada+s} de ancho, y en la mesa no la hay.",
        needs=NARROWEST,
    )


def boats_on_dry_land(armies: Mapping[str, Army], land: Land | None) -> Refusal | None:
    if (
        land is None
        or any(piece.kind in ("river", "sea_or_lake") for piece in land.pieces)
        or not any(any(army.boats.values()) for army in armies.values())
    ):
        return None
    return no(
        "HOA-STR-05",
        "Boats need a river, a lake or the sea, and the table has none.",
        "Los botes necesitan río, lago o mar, y en la mesa no los hay.",
    )


def edges_agreed(stock: Stock, shell: Battle, land: Land | None) -> Refusal | None:
    if not stock.edges:
        return None
    if shell.scenario == AMBUSH:
        return no(
            "HOA-SCN-10",
            "In an Ambush the side is named with the order of march.",
            "En una emboscada el lado se nombra con el orden de marcha.",
        )
    side = chooser(shell)
    edge = stock.edges.get(side, "")
    if set(stock.edges) != set(SIDES) or OPPOSITE.get(edge) != stock.edges.get(other_side(side)):
        return no(
            "HOA-SCN-04",
            "The two base edges lie opposite each other.",
            "Los dos lados base son opuestos.",
        )
    return not_that_edge(msgspec.structs.replace(shell, land=land or Land()), edge)
