"""The Leader and independent figures: types, traits, attendants, Standard Bearer, Witch Doctor,
Scout.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import list_terms, lists
from app.games.heart_of_africa.armies.army import Army, Leader, in_units
from app.games.heart_of_africa.armies.list_terms import Clause, Standing, Terms
from app.games.heart_of_africa.armies.rows import COMPANIONS, types_open
from app.games.heart_of_africa.armies.words import (
    either_of,
    figures_text,
    too_many,
    trait_name,
    type_name,
)
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

GENERAL = lists.GENERAL["leader"]


def one_leader(army: Army) -> Iterator[Refusal]:
    """HOA-ARM-17: exactly one Leader, of a type that the list names. If it names none, any type
    open to this army serves.
    """
    if len(army.leaders) != GENERAL["count"]:
        yield no(
            "HOA-ARM-17",
            "The army has {count} Leaders; the general rule asks for exactly one.",
            "El ejército tiene {count} Líderes; la regla general pide exactamente uno.",
            count=len(army.leaders) or say("no", "cero"),
        )


def leader_findings(
    army: Army,
    terms: Terms,
    house_traits: tuple[str, ...] = (),
    two_traits: bool = False,
    no_traits: bool = False,
) -> Iterator[Refusal]:
    """Refusals of the Leader, or of each Leader if there are too many."""
    for leader in army.leaders:
        yield from type_of_leader(army, leader, terms)
        yield from traits_of_leader(leader, terms.standing, house_traits, two_traits, no_traits)


def type_clause(terms: Terms) -> Clause:
    return lists.first_that_binds(
        lists.LISTS[terms.standing.list]["leader"], "types", terms.standing
    )


def leader_types(terms: Terms) -> tuple[str, ...]:
    """Types that may be the Leader: those that the list names, or every foot or mounted type of its
    rows.
    """
    clause = type_clause(terms)
    if clause["use"] != "any_available":
        return tuple(clause["use"])
    return (
        *(kind for kind in types_open(terms) if lists.TYPES[kind]["leader_ok"]),
        *clause.get("plus", ()),
    )


def type_of_leader(army: Army, leader: Leader, terms: Terms) -> Iterator[Refusal]:
    """Refusals of the Leader's type: it must be allowed and agree with the units."""
    allowed = leader_types(terms)
    if leader.type not in allowed:
        yield no(
            type_clause(terms)["rule"],
            "No Leader of the type {type}: {by} leaves {allowed}.",
            "El Líder no puede ser {type}; {by} permite {allowed}.",
            type=type_name(leader.type, 1),
            by=lists.printed_list(terms.standing.list),
            allowed=either_of(type_name(kind, 1) for kind in allowed),
        )
    present = in_units(army)
    for clause in terms.leader_clauses:
        if present[clause.present] and clause.must != (leader.type == clause.type):
            yield no(
                clause.rule,
                "With {present} in a unit the Leader {must} be of the type {type}: so says {by}.",
                "Con {present} en una unidad, el Líder {must} ser {type}: así lo dice {by}.",
                present=type_name(clause.present),
                must=_must_words(clause.must),
                type=type_name(clause.type, 1),
                by=clause.by,
            )


def _must_words(must: bool) -> Say:
    return say("must", "debe") if must else say("must not", "no puede")


def leaders_bearer(army: Army) -> Iterator[Refusal]:
    """Refusal of a gun bearer of a Leader that is not a White Man. The rule is the one for bearers
    in units.
    """
    companion = COMPANIONS["gun_bearer"]
    for leader in army.leaders:
        if leader.gun_bearer and leader.type != companion["of"]:
            yield no(
                companion["rule"],
                "A Leader of the type {type} has no gun bearer; the general rule gives one to "
                "White Men only.",
                "Un Líder {type} no lleva Portador de Armas; la regla general solo lo concede a "
                "Hombres Blancos.",
                type=type_name(leader.type, 1),
            )


def attendant_refusals(army: Army) -> Iterator[Refusal]:
    """HOA-LDR-06: up to three attendants are free. They do not fight or shoot, and no count
    includes them.
    """
    most = GENERAL["attendants"]["max"]
    for leader in army.leaders:
        if leader.attendants > most:
            yield no(
                "HOA-LDR-06",
                "{count} attendants; the general rule allows {most}.",
                "{count} Ayudantes; la regla general permite {most} como máximo.",
                count=leader.attendants,
                most=most,
            )


def trait_clause(standing: Standing, leader_type: str) -> Clause:
    return lists.first_that_binds(
        lists.LISTS[standing.list]["leader"], "traits", standing, leader_type
    )


def traits_open(standing: Standing, leader_type: str, rolled: bool = False) -> tuple[str, ...]:
    """HOA-LDR-11: the trait is chosen from the list's options, or rolled among all six unless the
    list demands its own.
    """
    clause = trait_clause(standing, leader_type)
    return lists.TRAITS if rolled and not clause.get("must") else tuple(clause["use"])


def traits_of_leader(
    leader: Leader,
    standing: Standing,
    house_traits: tuple[str, ...],
    two_traits: bool,
    no_traits: bool,
) -> Iterator[Refusal]:
    """HOA-ARM-18: one personal trait among those of list and people. None of the twelve lists
    grants a second.
    """
    printed = lists.LISTS[standing.list]["leader"]
    most = max(printed["max_traits"], 2 if two_traits else 0)
    if len(leader.traits) > most:
        yield no(
            "HOA-ARM-18",
            "{count} traits; {by} grants the Leader one.",
            "{count} características personales; {by} concede una sola al Líder.",
            count=len(leader.traits),
            by=lists.printed_list(standing.list),
        )
    if not leader.traits and not leader.trait_rolled and not no_traits:
        yield no(
            "HOA-ARM-18",
            "The Leader has no trait; the general rule gives every Leader one, free.",
            "El Líder no tiene característica personal; la regla general da una a cada Líder, sin coste.",
        )
    allowed = traits_open(standing, leader.type, leader.trait_rolled)
    for trait in leader.traits:
        if trait not in (*allowed, *house_traits):
            yield no(
                trait_clause(standing, leader.type)["rule"],
                "The trait {trait} is not for this Leader; {by} gives {nation} only: {allowed}.",
                "La característica personal {trait} no vale para este Líder; {by} solo da a {nation}: {allowed}.",
                trait=trait_name(trait),
                by=lists.printed_list(standing.list),
                nation=lists.nation_name(standing.list, standing.nation),
                allowed=either_of(map(trait_name, allowed)),
            )


def independent_figures(army: Army) -> Iterator[Refusal]:
    """HOA-ARM-19: one Scout at most in any army; Standard Bearer and Witch Doctor only if the list
    shows them.
    """
    printed = lists.LISTS[army.list]
    for kind, count in army.independents.items():
        _, most = printed["independents"].get(kind, (0, list_terms.MANY))
        if count <= most:
            continue
        if kind == "scout":
            yield no(
                "HOA-ARM-19",
                "{what}; the general rule allows every army one.",
                "{what}; la regla general permite uno por ejército.",
                what=figures_text(kind, count),
            )
        else:
            yield too_many(
                lists.rule_of(printed),
                figures_text(kind, count),
                lists.printed_list(army.list),
                most,
            )
