"""Printed sheet of the army for a real table: units with boxes for losses, the needed rows of the
tables, and reminders.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, Contingent, Force
from app.games.heart_of_africa.armies.options import OPTIONS
from app.games.heart_of_africa.armies.page import words
from app.games.heart_of_africa.armies.page.builder import army_in_brief
from app.games.heart_of_africa.armies.prices import (
    price_of_leader,
    price_of_purchase,
    price_of_unit,
)
from app.games.heart_of_africa.armies.scenarios import baggage_elements
from app.games.heart_of_africa.armies.text import in_a_row, leader_text
from app.games.heart_of_africa.armies.words import boats_text, figures_text, purchase_text
from app.games.heart_of_africa.presentation.troop_sheets import (
    characteristics,
    threshold_sheet,
    type_row,
)
from app.games.heart_of_africa.tables import MODES, PROFILES
from app.kernel.army_form import ArmySheet, SheetUnit
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, say

PYGMIES = say(
    "Harder to hit in cover; an ambush of Pygmies causes one more test.",
    "Más difíciles de alcanzar a cubierto; su emboscada causa un test más.",
)
AGILE = say(
    "No throw in a turn whose move ends in close combat.",
    "No lanza en un turno cuyo movimiento acaba en combate.",
)
REMINDERS: dict[str, tuple[Say, tuple[str, ...]]] = {
    "leader": (
        say(
            "Once a turn rallies a unit within 6″ on 4+. An attendant within 2″ may die in "
            "place of the Leader.",
            "Una vez por turno reagrupa a una unidad a 6″ con 4+. Un Ayudante a 2″ puede morir "
            "por él.",
        ),
        ("HOA-LDR-04", "HOA-LDR-08"),
    ),
    "standard_bearer": (
        say(
            "Each turn one unit within 18″ that sees the standard cancels a morale test.",
            "Cada turno una unidad a 18″ que vea la bandera anula un test de moral.",
        ),
        ("HOA-SPC-06",),
    ),
    "witch_doctor": (
        say(
            "Each turn one enemy unit within 18″ in sight takes a morale test more.",
            "Cada turno una unidad enemiga a 18″ y a la vista hace un test de moral más.",
        ),
        ("HOA-SPC-10", "HOA-SPC-12"),
    ),
    "scout": (
        say(
            "Finds ambushes within 8″, bars arrivals within 12″, guides a column; unharmed by a "
            "shot on 3+.",
            "Descubre emboscadas a 8″, impide llegadas a 12″, guía una columna; ileso de un "
            "disparo con 3+.",
        ),
        ("HOA-SPC-14", "HOA-SPC-15", "HOA-SPC-16", "HOA-SPC-17"),
    ),
    "white_man": (
        say(
            "Unharmed by a shot on 4+, but not by White Men, Regulars, guns; no longer once one "
            "of them has been killed.",
            "Ileso de un disparo con 4+, salvo de Hombres Blancos, Regulares o cañones; ya no "
            "cuando muera alguno.",
        ),
        ("HOA-TRP-03", "HOA-TRP-04"),
    ),
    "gun_bearer": (
        say(
            "Within 1″ of its White Man, that figure shoots twice.",
            "A 1″ de su Hombre Blanco, este dispara dos veces.",
        ),
        ("HOA-SPC-02",),
    ),
    "lancer": (
        say(
            "Saves against arrows and thrown weapons on 4+.",
            "Se salva de flechas y armas arrojadizas con 4+.",
        ),
        ("HOA-TRP-21",),
    ),
    "mounted_regular": (
        say(
            "May dismount, and then counts as a Regular.",
            "Puede desmontar; entonces es un Regular.",
        ),
        ("HOA-TRP-22", "HOA-TRP-23"),
    ),
    "agile_warrior": (AGILE, ("HOA-TRP-12",)),
    "agile_spearman": (AGILE, ("HOA-TRP-14",)),
    "machine_gun": (
        say(
            "Up to six shots, one a figure, within 6″ of the first target; more 1s than 6s: jammed.",
            "Hasta seis disparos, uno por figura, a 6″ del primer objetivo; con más unos que seises "
            "se encasquilla.",
        ),
        ("HOA-ART-11", "HOA-ART-12", "HOA-ART-13", "HOA-ART-14"),
    ),
    "gunboat": (
        say(
            "Two guns, two shots; on a river it runs aground on 2 or 12 on 2D6.",
            "Dos cañones, dos disparos; en río encalla con 2 o 12 en 2D6.",
        ),
        ("HOA-ART-17", "HOA-ART-19"),
    ),
    "pygmy_archer": (PYGMIES, ("HOA-TRP-17",)),
    "pygmy_spearman": (PYGMIES, ("HOA-TRP-18",)),
}


def army_sheet(army: Army) -> ArmySheet:
    units = list(_unit_lines(army))
    for ally in army.allies:
        units += _unit_lines(ally, ally, len(units))
    return ArmySheet(
        army_in_brief(army),
        say("morale", "moral"),
        tuple(units),
        tuple(_other_lines(army)),
        (_profile_rows(army), threshold_sheet()),
        tuple(_reminders_of(army)),
    )


def _unit_lines(
    force: Force, ally: Contingent | None = None, before: int = 0
) -> Iterator[SheetUnit]:
    """Units of the army, or of allies; they are numbered on after the `before` units listed."""
    rifles = force.repeating_rifles if isinstance(force, Army) else ()
    for place, unit in enumerate(force.units):
        own = force.unit_names[place] if place < len(force.unit_names) else ""
        count = rifles[place] if place < len(rifles) else 0
        notes = (
            [
                say(
                    "allies: {people}",
                    "aliados: {people}",
                    people=lists.nation_name(ally.list, ally.nation),
                )
            ]
            if ally
            else []
        )
        notes += [say("{n} repeating rifles", "{n} rifles de repetición", n=count)] if count else []
        title = (
            say("{n} {own}", "{n} {own}", n=before + place + 1, own=own)
            if own
            else say("Unit {n}", "Unidad {n}", n=before + place + 1)
        )
        men = tuple(
            (words.single_title(kind) if number == 1 else words.title(kind), number)
            for kind, number in unit.items()
            if number
        )
        yield SheetUnit(title, men, price_of_unit(unit), tuple(notes))


def _other_lines(army: Army) -> Iterator[Say]:
    """Lines for all that belongs to no unit: Leaders, single figures, purchases, boats, baggage,
    options.
    """
    for leader in army.leaders:
        own = (
            say("Leader {own}", "Líder {own}", own=leader.name)
            if leader.name
            else say("Leader", "Líder")
        )
        yield say(
            "{own}: {what} ({n})",
            "{own}: {what} ({n})",
            own=own,
            what=leader_text(leader),
            n=price_of_leader(leader),
        )
    for force in army.forces:
        for kind, count in force.independents.items():
            yield say(
                "{what} ({n})",
                "{what} ({n})",
                what=figures_text(kind, count),
                n=count * lists.points_of(kind),
            )
    for item, count in army.purchases.items():
        yield say(
            "{what} ({n})",
            "{what} ({n})",
            what=purchase_text(item, count),
            n=price_of_purchase(item, count),
        )
    if any(army.boats.values()):
        yield in_a_row(boats_text(kind, count) for kind, count in army.boats.items() if count)
    elements = baggage_elements(army.scenario, army.role)
    if elements:
        yield say("{n} elements of baggage", "{n} elementos de bagaje", n=elements)
    for option in OPTIONS:
        if option.key in army.options:
            yield option.title


def _kinds_of_figures(army: Army) -> list[str]:
    """Types of figures of the army in the order of the lists, then the old cannon."""
    there = {
        kind
        for force in army.forces
        for unit in force.units
        for kind, count in unit.items()
        if count
    }
    there |= {kind for force in army.forces for kind, count in force.independents.items() if count}
    there |= {leader.type for leader in army.leaders} | {
        "gun_bearer" for leader in army.leaders if leader.gun_bearer
    }
    cannon = ["muzzle_loading_cannon"] if army.purchases.get("muzzle_loading_cannon") else []
    return [*(kind for kind in lists.TYPES if kind in there), *cannon]


def _profile_rows(army: Army) -> Sheet:
    """Rows of the table of characteristics for the types of the army."""
    whole = characteristics()
    return Sheet(
        whole.title,
        whole.origin,
        whole.head,
        tuple(row for kind in _kinds_of_figures(army) for row in _rows_of_kind(kind)),
        whole.rules,
    )


def _rows_of_kind(kind: str) -> list[tuple[Say, ...]]:
    if kind == "mounted_regular":
        return [
            type_row(
                mode, say("{it}: {mode}", "{it}: {mode}", it=words.title(kind), mode=RIDING[key])
            )
            for key, mode in MODES.items()
        ]
    return [type_row(PROFILES[kind], words.title(kind))] if kind in PROFILES else []


RIDING = {"mounted": say("mounted", "a caballo"), "dismounted": say("on foot", "a pie")}


def _reminders_of(army: Army) -> Iterator[tuple[Say, Say, tuple[str, ...]]]:
    """Reminders about the Leader, traits, single figures and unusual troops."""
    if army.leaders:
        yield (say("Leader", "Líder"), *REMINDERS["leader"])
    for trait in dict.fromkeys(
        trait for leader in army.leaders for trait in leader.traits if trait in words.DOES
    ):
        yield (words.TRAITS[trait], *words.DOES[trait])
    for kind in _kinds_of_figures(army):
        if kind in REMINDERS:
            yield (words.title(kind), *REMINDERS[kind])
