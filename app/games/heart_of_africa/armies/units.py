"""Units: number, size and types, and the figures that notes of a list count one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, Force, Unit, in_units
from app.games.heart_of_africa.armies.list_terms import Terms
from app.games.heart_of_africa.armies.prices import price_of_unit
from app.games.heart_of_africa.armies.rows import COMPANIONS, troops_of
from app.games.heart_of_africa.armies.words import figures_text, type_name, units_text
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

GENERAL = lists.GENERAL
MIXING = lists.DATA["mixing"]
PAIRS = {frozenset(row["types"]): row for row in MIXING["pairs"]}
REPEATING = ("white_man", "regular", "soldier", "well_armed_askari")


def units_in_all(army: Army) -> int:
    """HOA-ALY-06: Allied units count in the number of the army's units, but in no row of the main
    list.
    """
    return len(army.units) + sum(len(ally.units) for ally in army.allies)


def number_of_units(army: Army) -> Refusal | None:
    """HOA-ARM-02: An army has three to eight units. Leader, independent figures, baggage and
    purchases do not count.
    """
    least, most = lists.army_units(lists.standing_of(army))
    count = units_in_all(army)
    if least.number <= count <= most.number:
        return None
    return no(
        least.rule,
        "The army has {count}, allies included; {by} asks for {least} to {most}.",
        "El ejército tiene {count}, aliados incluidos; {by} pide de {least} a {most}.",
        count=units_text(count) if count else say("no units", "cero unidades"),
        by=least.by,
        least=least.number,
        most=most.number,
    )


def unit_findings(unit: Unit, name: Say) -> Iterator[Refusal]:
    """Refusals of a unit by itself."""
    for check in (
        parts_of_a_unit,
        value_of_a_unit,
        size_of_a_unit,
        mixture_refusals,
        bearer_refusals,
    ):
        yield from check(unit, name)


def unit_name(force: Force, number: int) -> Say:
    own = force.unit_names[number - 1] if number <= len(force.unit_names) else ""
    return (
        say("Unit {n} “{own}”", "Unidad {n} «{own}»", n=number, own=own)
        if own
        else say("Unit {n}", "Unidad {n}", n=number)
    )


def parts_of_a_unit(unit: Unit, name: Say) -> Iterator[Refusal]:
    """HOA-GEN-14: Every figure of a unit belongs to one troop category of the rulebook."""
    for kind in unit:
        if kind not in lists.TYPES:
            yield no(
                "HOA-GEN-14",
                "{unit}: the rulebook knows no troops “{kind}”.",
                "{unit}: el reglamento no conoce la tropa «{kind}».",
                unit=name,
                kind=kind,
            )
    if not any(unit.values()):
        yield no("HOA-GEN-14", "{unit} has no figures.", "{unit}: no tiene figuras.", unit=name)


def unknown_figures(army: Army) -> Iterator[Refusal]:
    """Refusals of single figures that the rulebook does not know."""
    for kind in army.independents:
        if lists.TYPES.get(kind, {}).get("kind") != "independent":
            yield no(
                "HOA-GEN-14",
                "“{kind}” is no independent figure; the rulebook has Standard Bearer, Witch "
                "Doctor and Scout.",
                "«{kind}» no es figura independiente; el reglamento tiene abanderado, brujo y "
                "explorador.",
                kind=kind,
            )


def value_of_a_unit(unit: Unit, name: Say) -> Iterator[Refusal]:
    """HOA-ARM-05: The figures of a unit, gun bearers included, cost 32 to 180 points together. The
    Leader never counts.
    """
    bounds, points = GENERAL["unit_points"], price_of_unit(unit)
    if (
        any(unit.values())
        and all(kind in lists.TYPES for kind in unit)
        and not bounds["min"] <= points <= bounds["max"]
    ):
        yield no(
            "HOA-ARM-05",
            "{unit} is worth {points} points; the general rule asks for {least} to {most}.",
            "{unit}: vale {points} puntos; la regla general pide de {least} a {most}.",
            unit=name,
            points=points,
            least=bounds["min"],
            most=bounds["max"],
        )


def size_of_a_unit(unit: Unit, name: Say) -> Iterator[Refusal]:
    """HOA-ARM-06: a unit has at most thirty figures. A piece with its crew and a gunboat are one
    figure each.
    """
    figures, most = sum(unit.values()), GENERAL["unit_figures"]["max"]
    if figures > most:
        yield no(
            "HOA-ARM-06",
            "{unit} has {figures} figures; the general rule allows {most}.",
            "{unit}: tiene {figures} figuras; la regla general permite {most} como máximo.",
            unit=name,
            figures=figures,
            most=most,
        )


def mixture_refusals(unit: Unit, name: Say) -> Iterator[Refusal]:
    """HOA-ARM-08: a unit is of one troop type, except for the printed mixtures and the bearers of
    White Men.
    """
    kinds = tuple(troops_of(unit))
    if len(kinds) > 1 and not is_printed_pair(kinds):
        yield no(
            "HOA-ARM-08",
            "{unit} mixes {kinds}; the general rule knows no such mixture.",
            "{unit}: mezcla {kinds}; la regla general no admite esa mezcla.",
            unit=name,
            kinds=tuple(map(type_name, kinds)),
        )


def is_printed_pair(kinds: tuple[str, ...]) -> bool:
    """HOA-ARM-12: Mixtures are pairs. Three types never stand together, even if any two of them may
    mix.
    """
    pair = PAIRS.get(frozenset(kinds))
    return pair is not None and bool(lists.rule_of(pair))


def bearers_allowed(men: int) -> int:
    """HOA-SPC-01: Each White Man has at most one bearer, in the same unit throughout."""
    return men * COMPANIONS["gun_bearer"]["max_per_figure"]


def bearer_refusals(unit: Unit, name: Say) -> Iterator[Refusal]:
    """HOA-ARM-09: White Men and their gun bearers form one unit, one bearer for each man. No other
    unit has any.
    """
    count, men = unit.get("gun_bearer", 0), unit.get(COMPANIONS["gun_bearer"]["of"], 0)
    if count > bearers_allowed(men):
        yield no(
            "HOA-ARM-09",
            "{unit} has {bearers} for {men}; the general rule allows one for each White Man.",
            "{unit}: lleva {bearers} para {men}; la regla general permite uno por cada Hombre "
            "Blanco.",
            unit=name,
            bearers=figures_text("gun_bearer", count),
            men=figures_text("white_man", men),
        )


def figure_findings(force: Force, terms: Terms, leaders: tuple[str, ...]) -> Iterator[Refusal]:
    """Refusals by limits and ratios of figures. A contingent has no Leader to count."""
    figures = in_units(force)
    yield from pieces_and_men(figures, terms, leaders)
    for ratio in terms.ratios:
        many, few = (
            sum(figures[kind] for kind in ratio.many),
            sum(figures[kind] for kind in ratio.few),
        )
        if few and many < ratio.least.number * few:
            yield no(
                ratio.least.rule,
                "{few} {few_kind} to {many} {many_kind}; {by} wants {times} for each.",
                "Por {few} {few_kind} hay {many} {many_kind}; {by} pide {times} por cada uno.",
                few=few,
                many=many,
                few_kind=tuple(map(type_name, ratio.few)),
                many_kind=tuple(map(type_name, ratio.many)),
                by=ratio.least.by,
                times=ratio.least.number,
            )


def pieces_and_men(
    figures: Counter[str], terms: Terms, leaders: tuple[str, ...]
) -> Iterator[Refusal]:
    """HOA-ARM-15: Rows count units, the notes below a list count pieces or men. Both hold."""
    for cap in terms.figure_caps:
        with_leader = cap.with_leader and not terms.standing.ally_of
        count = sum(figures[kind] for kind in cap.over) + sum(
            leader in cap.over for leader in leaders if with_leader
        )
        if count > cap.most.number:
            what = tuple(type_name(kind, count) for kind in cap.over)
            if with_leader:
                yield no(
                    cap.most.rule,
                    "{count} {what}, Leader included; {by} allows {most}.",
                    "{count} {what}, Líder incluido; {by} permite {most} como máximo.",
                    count=count,
                    what=what,
                    by=cap.most.by,
                    most=cap.most.number,
                )
            else:
                yield no(
                    cap.most.rule,
                    "{count} {what} in units; {by} allows {most}.",
                    "{count} {what} en unidades; {by} permite {most} como máximo.",
                    count=count,
                    what=what,
                    by=cap.most.by,
                    most=cap.most.number,
                )


def repeating_rifles(army: Army, option: bool) -> Iterator[Refusal]:
    """Refusals of repeating rifles: only with the option, and only for types that may carry
    them.
    """
    if not option and any(army.repeating_rifles):
        yield no(
            "HOA-TRP-27",
            "Repeating rifles are an option of clubs, and this game does not use it.",
            "Los rifles de repetición son una opción de club que esta partida no usa.",
        )
    if option:
        for number, count in enumerate(army.repeating_rifles, start=1):
            unit = army.units[number - 1] if number <= len(army.units) else {}
            most = sum(unit.get(kind, 0) for kind in REPEATING)
            if count > most:
                yield no(
                    "HOA-TRP-27",
                    "{unit}: {count} repeating rifles for {most} figures who may carry one.",
                    "{unit}: {count} rifles de repetición para {most} figuras que pueden llevarlos.",
                    unit=unit_name(army, number),
                    count=count,
                    most=most,
                )
