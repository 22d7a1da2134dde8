"""Rows of a list that are open to a type, and the arrangement of units with the fewest breaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

import msgspec

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Force, Unit
from app.games.heart_of_africa.armies.list_terms import Bound, Conversion, Row, Terms
from app.games.heart_of_africa.armies.words import type_name, units_text
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

COMPANIONS = {row["type"]: row for row in lists.DATA["mixing"]["companions"]}


class Place(msgspec.Struct, frozen=True):
    """Row in which a type may stand. `by`: number of the conversion that allows it, None for the
    native type.
    """

    row: str
    by: int | None = None


class Ledger(msgspec.Struct, frozen=True):
    """Counts of one arrangement. By row: units toward the most, and units toward the least.
    By conversion: units, and converted figures if it is a share. By row: all figures, if a share
    needs them.
    """

    against: tuple[int, ...]
    towards: tuple[int, ...]
    converted: tuple[int, ...]
    raised: tuple[int, ...]
    figures: tuple[int, ...]


class Breach(msgspec.Struct, frozen=True):
    excess: int
    of_a_row: bool
    refusal: Refusal


def places_of(kind: str, terms: Terms) -> tuple[Place, ...]:
    """HOA-ARM-14: a type stands in its own row, unless another must replace it there, and in every
    row that may be raised to it.

    A raised unit still fills the row from which it was bought. It takes no place in the row of its
    new type and pays the new price.
    """
    replaced = {conversion.slot for conversion in terms.conversions if conversion.must}
    native = (Place(kind),) if kind in terms.rows and kind not in replaced else ()
    return native + tuple(
        Place(conversion.slot, number)
        for number, conversion in enumerate(terms.conversions)
        if kind in conversion.to
    )


def types_open(terms: Terms) -> list[str]:
    """Types that some row with room can hold."""
    native = {row for row in terms.rows if any(place.by is None for place in places_of(row, terms))}
    kinds = [*native, *(kind for conversion in terms.conversions for kind in conversion.to)]
    return [
        kind
        for kind in lists.TYPES
        if kind in kinds
        and any(terms.rows[place.row].most.number for place in places_of(kind, terms))
    ]


def troops_of(unit: Unit) -> dict[str, int]:
    """Figures of a unit that fill rows. Bearers do not."""
    return {kind: count for kind, count in unit.items() if count and kind not in COMPANIONS}


def row_findings(force: Force, terms: Terms) -> Iterator[Refusal]:
    """HOA-ARM-04: each type has at least and at most the units that its list says. A type without a
    row cannot be used.
    """
    yield from (_not_in_the_list(kind, terms) for kind in homeless(force, terms))
    for breach in min((breaches(ledger, terms) for ledger in _ledgers(force, terms)), key=_weight):
        yield breach.refusal


def placed_findings(force: Force, terms: Terms) -> Iterator[tuple[str, list[Refusal]]]:
    """Row findings with their places. A type without a row has the place of its first unit; the
    rest concern the units together.
    """
    strangers = homeless(force, terms)
    found = list(row_findings(force, terms))
    for kind, refusal in zip(strangers, found, strict=False):
        yield f"units.{strangers[kind]}", [refusal]
    yield "units", found[len(strangers) :]


def homeless(force: Force, terms: Terms) -> dict[str, int]:
    """Types that no row holds, with the first unit in which each stands."""
    found: dict[str, int] = {}
    for place, unit in enumerate(force.units):
        for kind in troops_of(unit):
            if kind in lists.TYPES and not places_of(kind, terms):
                found.setdefault(kind, place)
    return found


def not_open(kind: str, terms: Terms) -> Refusal | None:
    """Refusal of any unit of the type, if there is one."""
    if kind not in lists.TYPES or not places_of(kind, terms):
        return _not_in_the_list(kind, terms)
    shut = [terms.rows[place.row] for place in places_of(kind, terms)]
    if any(row.most.number for row in shut):
        return None
    return next(_over(1, shut[0], terms)).refusal


def filled(force: Force, terms: Terms) -> list[tuple[Row, int, int]]:
    """Rows with their units toward the most and toward the least, in the arrangement with the
    fewest breaches.
    """
    best = min(_ledgers(force, terms), key=lambda ledger: _weight(breaches(ledger, terms)))
    return list(zip(terms.rows.values(), best.against, best.towards, strict=True))


def _weight(found: list[Breach]) -> tuple[int, int, int]:
    """Sort key of the breaches: their number, then their size, then breaches of rows before those
    of options.
    """
    return (
        len(found),
        sum(breach.excess for breach in found),
        sum(not breach.of_a_row for breach in found),
    )


def _not_in_the_list(kind: str, terms: Terms) -> Refusal:
    """Refusal by the clause that excludes a type: it must be replaced, is banned by name, or is not
    in the list.
    """
    what = type_name(kind)
    for conversion in terms.conversions:
        if conversion.must and conversion.slot == kind:
            return no(
                conversion.most.rule,
                "No {what}: {by} replaces them by {instead}.",
                "No se admiten {what}: {by} obliga a usar {instead}.",
                what=what,
                by=conversion.most.by,
                instead=tuple(type_name(one) for one in conversion.to),
            )
    if kind in terms.banned:
        return no(
            terms.banned[kind].rule,
            "No {what} here: {by} forbids them.",
            "No se admiten {what}: lo prohíbe {by}.",
            what=what,
            by=terms.banned[kind].by,
        )
    return _without_a_row(kind, terms)


def _without_a_row(kind: str, terms: Terms) -> Refusal:
    """Refusal of a type without a row in the list of these years."""
    standing, what = terms.standing, type_name(kind)
    printed = lists.LISTS[standing.list]
    closed = _closed_option(kind, terms)
    if closed:
        return no(
            lists.rule_of(printed),
            "No {what} in {year}: {by} has no such row, and its option for {nation} opens only "
            "{years}.",
            "No caben {what} en {year}: {by} no tiene esa fila y la opción de {nation} solo vale "
            "{years}.",
            what=what,
            year=standing.year,
            by=lists.printed_list(standing.list),
            nation=lists.nation_name(standing.list, standing.nation),
            years=closed,
        )
    return no(
        lists.rule_of(printed),
        "No {what} for {nation}: {by} has no row of them.",
        "{nation} no tiene {what}: {by} no los incluye.",
        what=what,
        by=lists.printed_list(standing.list),
        nation=lists.nation_name(standing.list, standing.nation),
    )


def _closed_option(kind: str, terms: Terms) -> Say | None:
    """Years of an option of this people that would open the type in another year."""
    standing = terms.standing
    for clause in lists.LISTS[standing.list]["rules"]:
        if (
            kind in clause.get("convert", {}).get("to", ())
            and standing.nation in clause.get("for", (standing.nation,))
            and standing.nation not in clause.get("except", ())
        ):
            return lists.years_of(clause.get("when", {}))
    return None


def _ledgers(force: Force, terms: Terms) -> set[Ledger]:
    """Ledgers of all possible arrangements of the units."""
    order = {row: number for number, row in enumerate(terms.rows)}
    nothing = Ledger(
        (0,) * len(order),
        (0,) * len(order),
        *((0,) * len(terms.conversions),) * 2,
        (0,) * len(order),
    )
    shared = {conversion.slot for conversion in terms.conversions if conversion.share}
    reached = {nothing}
    for unit in force.units:
        entries = _entries(troops_of(unit), terms, order, shared)
        reached = {_added(ledger, entry) for ledger in reached for entry in entries}
    return reached


def _entries(
    troops: Mapping[str, int], terms: Terms, order: Mapping[str, int], shared: set[str]
) -> set[Ledger]:
    housed = {kind: count for kind, count in troops.items() if places_of(kind, terms)}
    return {
        _entry(troops, dict(zip(housed, choice, strict=True)), terms, order, shared)
        for choice in product(*(places_of(kind, terms) for kind in housed))
    }


def _entry(
    troops: Mapping[str, int],
    choice: Mapping[str, Place],
    terms: Terms,
    order: Mapping[str, int],
    shared: set[str],
) -> Ledger:
    """HOA-ARM-13: a mixed unit counts toward the most of each of its rows, and toward the least
    only of one with half its figures.
    """
    standing: Counter[str] = Counter()
    raised: Counter[int] = Counter()
    for kind, place in choice.items():
        standing[place.row] += troops[kind]
        if place.by is not None:
            raised[place.by] += troops[kind]
    whole = sum(troops.values())
    numbers = range(len(terms.conversions))
    return Ledger(
        tuple(int(row in standing) for row in order),
        tuple(int(row in standing and 2 * standing[row] >= whole) for row in order),
        tuple(int(number in raised) for number in numbers),
        tuple(raised[number] if terms.conversions[number].share else 0 for number in numbers),
        tuple(standing[row] if row in shared else 0 for row in order),
    )


def _added(one: Ledger, other: Ledger) -> Ledger:
    return Ledger(
        _sum(one.against, other.against),
        _sum(one.towards, other.towards),
        _sum(one.converted, other.converted),
        _sum(one.raised, other.raised),
        _sum(one.figures, other.figures),
    )


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int.__add__, one, other))


def breaches(ledger: Ledger, terms: Terms) -> list[Breach]:
    """Breaches of an arrangement: rows, rows added together, conversions."""
    found: list[Breach] = []
    for number, row in enumerate(terms.rows.values()):
        found += _over(ledger.against[number], row, terms)
        found += _under(ledger.towards[number], row, terms)
    order = {row: number for number, row in enumerate(terms.rows)}
    for cap in terms.unit_caps:
        count = sum(ledger.against[order[row]] for row in cap.over)
        if count > cap.most.number:
            found.append(
                Breach(
                    count - cap.most.number,
                    True,
                    no(
                        cap.most.rule,
                        "{count} of {rows} together; {by} allows {most}.",
                        "{count} de {rows} en total; {by} permite {most} como máximo.",
                        count=units_text(count),
                        rows=tuple(row_name(row, terms) for row in cap.over),
                        by=cap.most.by,
                        most=cap.most.number,
                    ),
                )
            )
    for number, conversion in enumerate(terms.conversions):
        found += _too_many_raised(ledger.converted[number], conversion)
        if conversion.share:
            found += _too_large_a_share(
                ledger.raised[number], ledger.figures[order[conversion.slot]], conversion
            )
    return found


def _over(count: int, row: Row, terms: Terms) -> Iterator[Breach]:
    if count <= row.most.number:
        return
    if row.most.number == 0:
        refusal = no(
            row.most.rule,
            "No {what} here: {by} forbids them.",
            "No se admiten {what}: lo prohíbe {by}.",
            what=row_name(row.type, terms),
            by=row.most.by,
        )
    else:
        refusal = no(
            row.most.rule,
            "{count} in the row of {what}; {by} allows {most} at most.",
            "{count} en la fila de {what}; {by} permite {most} como máximo.",
            count=units_text(count),
            what=row_name(row.type, terms),
            by=row.most.by,
            most=row.most.number,
        )
    yield Breach(count - row.most.number, True, refusal)


def _under(count: int, row: Row, terms: Terms) -> Iterator[Breach]:
    if count < row.least.number:
        yield Breach(
            row.least.number - count,
            True,
            no(
                row.least.rule,
                "{count} in the row of {what}; {by} asks for {least} at least.",
                "{count} en la fila de {what}; {by} exige {least} como mínimo.",
                count=units_text(count),
                what=row_name(row.type, terms),
                by=row.least.by,
                least=row.least.number,
            ),
        )


def _too_many_raised(count: int, conversion: Conversion) -> Iterator[Breach]:
    most: Bound = conversion.most
    if count > most.number:
        yield Breach(
            count - most.number,
            False,
            no(
                most.rule,
                "{count} of {what} in place of {native}; {by} allows {most}.",
                "{count} de {what} en lugar de {native}; {by} permite {most} como máximo.",
                count=units_text(count),
                what=tuple(type_name(one) for one in conversion.to),
                native=type_name(conversion.slot),
                by=most.by,
                most=most.number,
            ),
        )


def _too_large_a_share(raised: int, figures: int, conversion: Conversion) -> Iterator[Breach]:
    part, whole = conversion.share or (1, 1)
    if raised * whole > figures * part:
        yield Breach(
            1,
            False,
            no(
                conversion.most.rule,
                "{raised} of {figures} figures are {what}; {by} allows {part} in {whole}.",
                "{raised} de {figures} figuras son {what}; {by} permite {part} de cada {whole}.",
                raised=raised,
                figures=figures,
                what=tuple(type_name(one) for one in conversion.to),
                by=conversion.most.by,
                part=part,
                whole=whole,
            ),
        )


def row_name(row: str, terms: Terms) -> Say:
    """Name of the native type of a row, or of its replacement."""
    for conversion in terms.conversions:
        if conversion.must and conversion.slot == row:
            return say(
                "{what} (in place of {native})",
                "{what} (en lugar de {native})",
                what=tuple(type_name(one) for one in conversion.to),
                native=type_name(row),
            )
    return type_name(row)
