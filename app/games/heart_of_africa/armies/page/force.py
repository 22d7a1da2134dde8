"""Sections for the units of an army or contingent: a row for each unit, and types that may be
added.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Force
from app.games.heart_of_africa.armies.list_terms import Terms
from app.games.heart_of_africa.armies.page import glyphs, words
from app.games.heart_of_africa.armies.page.desk import Desk
from app.games.heart_of_africa.armies.prices import price_of_unit
from app.games.heart_of_africa.armies.rows import (
    COMPANIONS,
    Place,
    filled,
    not_open,
    places_of,
    types_open,
)
from app.games.heart_of_africa.armies.units import PAIRS, REPEATING
from app.games.heart_of_africa.armies.words import type_name
from app.kernel.army_form import Act, Note, Row
from app.kernel.form import Field, Kind
from app.kernel.say import Say, say


def row_sections(desk: Desk, force: Force, terms: Terms | None, way: str = "") -> tuple[Row, ...]:
    return tuple(
        _unit_section(desk, dict(unit), terms, f"{way}units.{number}", number)
        for number, unit in enumerate(force.units)
    )


def _unit_section(
    desk: Desk, unit: dict[str, int], terms: Terms | None, place: str, number: int
) -> Row:
    kinds = tuple(unit)
    counts = tuple(
        desk.count(f"{place}.figures.{kind}", kind, lists.points_of(kind)) for kind in kinds
    )
    return Row(
        place,
        unit_heading(kinds, number),
        counts,
        tuple(_unit_fields(desk, unit, place)),
        tuple(_unit_acts(unit, terms, place)),
        Act(f"drop {place}", say("Remove the unit", "Quitar la unidad")),
        tuple(_row_notes(kinds, terms)),
        price_of_unit(unit),
        glyphs.glyph_of_kind(kinds[0]) if kinds else None,
        desk.against(place, f"{place}.repeating"),
    )


def unit_heading(kinds: tuple[str, ...], number: int) -> Say:
    """Heading of a unit, such as "Spearmen and Archers"; an empty unit has its number."""
    return (
        say("{all}", "{all}", all=tuple(map(words.title, kinds)))
        if kinds
        else say("Unit {n}", "Unidad {n}", n=number + 1)
    )


def _unit_fields(desk: Desk, unit: dict[str, int], place: str) -> Iterator[Field]:
    yield desk.field(f"{place}.name", say("Name of the unit", "Nombre de la unidad"))
    if desk.typed(f"{place}.repeating") or (
        desk.house.repeating_rifles and any(kind in REPEATING for kind in unit)
    ):
        yield desk.field(f"{place}.repeating", kind=Kind.NUMBER, control="steps")


def _unit_acts(unit: dict[str, int], terms: Terms | None, place: str) -> Iterator[Act]:
    for kind in partner_types(unit, terms):
        yield Act(
            f"join {place}.figures {kind}",
            say("with {kind}", "con {kind}", kind=type_name(kind)),
            lists.points_of(kind),
            glyph=glyphs.glyph_of_kind(kind),
        )
    if len(unit) > 1:
        for kind in unit:
            yield Act(
                f"drop {place}.figures.{kind}",
                say("without {kind}", "sin {kind}", kind=type_name(kind)),
            )
    yield Act(f"copy {place}", say("once more", "otra igual"))


def partner_types(unit: dict[str, int], terms: Terms | None) -> list[str]:
    """Types that may still join the unit: the other half of a printed pair, and companions."""
    troops = tuple(kind for kind in unit if kind not in COMPANIONS)
    found = [
        kind
        for kind in lists.TYPES
        if len(troops) == 1 and frozenset((kind, *troops)) in PAIRS and kind not in unit
    ]
    found = [kind for kind in found if terms is None or kind in types_open(terms)]
    return found + [
        kind for kind, row in COMPANIONS.items() if row["of"] in unit and kind not in unit
    ]


def _row_notes(kinds: tuple[str, ...], terms: Terms | None) -> Iterator[Note]:
    for kind in kinds:
        line = words.stat_line(kind)
        if line is not None:
            yield Note(
                say("{kind}: {line}", "{kind}: {line}", kind=words.title(kind), line=line)
                if len(kinds) > 1
                else line
            )
        replaced = _in_place_of(kind, terms)
        if replaced is not None:
            yield replaced


def _in_place_of(kind: str, terms: Terms | None) -> Note | None:
    """Note with the row that a type fills if it has no row of its own."""
    if terms is None:
        return None
    places: tuple[Place, ...] = places_of(kind, terms)
    if not places or places[0].by is None:
        return None
    by = terms.conversions[places[0].by]
    return Note(
        say("in place of {native}", "en lugar de {native}", native=type_name(by.slot)), by.most.rule
    )


def add_buttons(force: Force, terms: Terms | None, way: str = "") -> tuple[Act, ...]:
    """Buttons for every type, with price and filled row. Types that the list excludes stand last,
    with the reason.
    """
    if terms is None:
        return ()
    full = {
        row.type: say(
            "{count} of {least}–{most}",
            "{count} de {least}–{most}",
            count=against,
            least=row.least.number,
            most=row.most.number,
        )
        for row, against, _ in filled(force, terms)
    }
    kinds = [
        kind for kind, row in lists.TYPES.items() if row["kind"] not in ("companion", "independent")
    ]
    acts = [_add_button(kind, terms, full, way) for kind in kinds]
    return tuple(sorted(acts, key=lambda act: act.no is not None))


def _add_button(kind: str, terms: Terms, full: dict[str, Say], way: str) -> Act:
    shut, places = not_open(kind, terms), places_of(kind, terms)
    says = full[places[0].row] if shut is None and places and places[0].row in full else None
    return Act(
        f"add {way}units {kind}",
        words.title(kind),
        lists.points_of(kind),
        says if shut is None else None,
        glyphs.glyph_of_kind(kind),
        shut,
    )


def rows_kept(force: Force, terms: Terms) -> Iterator[Note]:
    """Notes on rows with a minimum or with units that are within their limits."""
    for row, against, towards in filled(force, terms):
        if (
            towards >= row.least.number
            and against <= row.most.number
            and (against or row.least.number)
        ):
            yield Note(
                say(
                    "{kind}: {count} of {least} to {most}",
                    "{kind}: {count} de {least} a {most}",
                    kind=words.title(row.type),
                    count=against,
                    least=row.least.number,
                    most=row.most.number,
                ),
                row.most.rule,
            )
