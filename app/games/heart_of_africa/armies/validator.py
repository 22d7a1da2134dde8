"""Verdict on an army: all refusals at once, in the order of the pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import msgspec

from app.games.heart_of_africa.armies import (
    allies,
    extras,
    leaders,
    list_terms,
    lists,
    prices,
    rows,
    units,
)
from app.games.heart_of_africa.armies.army import Army, Contingent
from app.games.heart_of_africa.armies.words import either_of, type_name
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.say import Say, say

CHAPTERS = ("GEN", "LDR", "TRP", "ART", "SPC", "FRT", "STR", "SCN", "ARM", "ALY", "LST")


class House(msgspec.Struct, frozen=True):
    """Settings of an organiser. `further_traits`: for each list, traits open to its Leader besides
    the printed ones.
    """

    overspend: bool = True
    two_traits: bool = False
    no_traits: bool = False
    further_traits: Mapping[str, tuple[str, ...]] = {}
    repeating_rifles: bool = False


PRINTED = House()
OPTIONS: dict[str, dict[str, Any]] = {  # keys that games and cases use
    "no_overspend": {"overspend": False},
    "second_trait": {"two_traits": True},
    "no_traits": {"no_traits": True},
    "explorer_disciplinarian": {"further_traits": {"white_explorers": ("disciplinarian",)}},
    "repeating_rifles": {"repeating_rifles": True},
}


def house_of(options: Iterable[str]) -> House:
    """Settings for these options. Options that do not concern army building are skipped."""
    return House(
        **{key: value for option in options for key, value in OPTIONS.get(option, {}).items()}
    )


class Finding(msgspec.Struct, frozen=True):
    """Refusal and its place in the army: "units.2", "leaders.0", "allies.0.units.1", "points"
    ...
    """

    refusal: Refusal
    at: str


Parts = Iterator[tuple[str, Iterable[Refusal | None]]]


def findings(army: Army, house: House = PRINTED) -> tuple[Refusal, ...]:
    """Refusals of the army; none if it is lawful."""
    return tuple(finding.refusal for finding in findings_by_place(army, house))


def findings_by_place(army: Army, house: House = PRINTED) -> tuple[Finding, ...]:
    """Refusals of the army with their places; one that concerns two places appears once."""
    found: list[Finding] = []
    for at, refusals in chain(_own_findings(army, house), _ally_findings(army)):
        for refusal in found_in(refusals):
            if all(refusal != other.refusal for other in found):
                found.append(Finding(refusal, at))
    return tuple(sorted(found, key=lambda finding: _page_of_rule(finding.refusal.rule)))


def _page_of_rule(rule: str) -> tuple[int, str]:
    _, chapter, number = rule.split("-")
    return CHAPTERS.index(chapter), number


def _own_findings(army: Army, house: House) -> Parts:
    for place, unit in enumerate(army.units):
        yield f"units.{place}", units.unit_findings(unit, units.unit_name(army, place + 1))
    yield "independents", units.unknown_figures(army)
    yield "units", units.repeating_rifles(army, house.repeating_rifles)
    yield "leaders", leaders.one_leader(army)
    yield "leaders", leaders.leaders_bearer(army)
    yield "leaders", leaders.attendant_refusals(army)
    yield "purchases", extras.extra_findings(army)
    yield "boats", extras.free_boats(army)
    yield "units", (units.number_of_units(army),)
    yield "points", (prices.within_the_limit(army, house.overspend),)
    standing = lists.standing_of(army)
    unknown = lists.declaration_refusal(standing)
    if unknown:
        yield "nation" if army.list in lists.LISTS else "list", (unknown,)
        return
    terms = lists.terms_of(standing)
    types = tuple(leader.type for leader in army.leaders)
    yield "year", lists.available(standing)
    yield from rows.placed_findings(army, terms)
    yield "units", units.figure_findings(army, terms, types)
    yield "units", _need_findings(army, terms)
    yield (
        "leaders",
        leaders.leader_findings(
            army, terms, house.further_traits.get(army.list, ()), house.two_traits, house.no_traits
        ),
    )
    yield "independents", leaders.independent_figures(army)
    yield "allies", allies.ally_findings(army)


def _need_findings(army: Army, terms: list_terms.Terms) -> Iterator[Refusal]:
    """Refusals of figures that a clause ties to a purchase of the defender."""
    present = units.in_units(army)
    for need in terms.needs:
        if any(present[kind] for kind in need.types) and not any(
            army.purchases.get(item) for item in need.any_of
        ):
            yield no(
                need.rule,
                "Without {works} there are no {what}: so says {by}.",
                "Sin {works} no se admiten {what}: así lo dice {by}.",
                what=either_of(map(type_name, need.types)),
                works=either_of(map(_work_words, need.any_of)),
                by=need.by,
            )


def _work_words(item: str) -> Say:
    works = {
        "field_fortification": say("a field fortification", "una fortificación de campaña"),
        "barricade": say("a barricade", "una barricada"),
        "mission_station": say("the walls of a mission", "los muros de una misión"),
    }
    return works.get(item) or say(item, item)


def _ally_findings(army: Army) -> Parts:
    for place, ally in enumerate(army.allies):
        for at, refusals in _for_contingent(army, ally):
            yield (
                f"allies.{place}" + (f".{at}" if at else ""),
                (_in_contingent(refusal, ally) for refusal in found_in(refusals)),
            )


def _for_contingent(army: Army, ally: Contingent) -> Parts:
    for place, unit in enumerate(ally.units):
        yield f"units.{place}", units.unit_findings(unit, units.unit_name(ally, place + 1))
    yield "", allies.figures_no_contingent_has(ally)
    standing = lists.standing_of_ally(army, ally)
    unknown = lists.declaration_refusal(standing)
    if unknown:
        yield "", (unknown,)
        return
    terms = lists.terms_of(standing)
    yield "", lists.available(standing)
    yield "", allies.standard_of_contingent(ally)
    yield from rows.placed_findings(ally, terms)
    yield "", units.figure_findings(ally, terms, ())


def _in_contingent(refusal: Refusal, ally: Contingent) -> Refusal:
    return Refusal(
        refusal.rule,
        say(
            "{it} (Contingent: {list}, {nation}.)",
            "{it} (Contingente: {list}, {nation}.)",
            it=refusal.says,
            list=lists.list_name(ally.list),
            nation=lists.nation_name(ally.list, ally.nation),
        ),
    )


def warnings(army: Army) -> tuple[Say, ...]:
    """HOA-ARM-01: the lists are balanced for 300 to 720 points and the rulebook for 1860 to 1899.
    Other games are possible.
    """
    period, found = lists.DATA["period"], []
    if not 300 <= army.points <= 720:
        found.append(
            say(
                "The lists are balanced for 300 to 720 points; this army has {points}.",
                "Las listas están equilibradas entre 300 y 720 puntos; este ejército tiene "
                "{points}.",
                points=army.points,
            )
        )
    if not period["from"] <= army.year <= period["until"]:
        found.append(
            say(
                "The rulebook covers the years {first} to {last}; this battle is fought in {year}.",
                "El reglamento abarca los años de {first} a {last}; esta batalla es de {year}.",
                first=period["from"],
                last=period["until"],
                year=army.year,
            )
        )
    return tuple(found)
