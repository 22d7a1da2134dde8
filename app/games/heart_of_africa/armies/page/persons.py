"""Sections for the Leader and the independent figures."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, Leader
from app.games.heart_of_africa.armies.draft import ROLLED
from app.games.heart_of_africa.armies.leaders import (
    independent_figures,
    leader_types,
    one_leader,
    traits_of_leader,
    type_of_leader,
)
from app.games.heart_of_africa.armies.page import glyphs, words
from app.games.heart_of_africa.armies.page.desk import Desk, refusals_of
from app.games.heart_of_africa.armies.units import unknown_figures
from app.kernel.army_form import Act, Section
from app.kernel.form import Choice, Field, Kind
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, as_is, say

SINGLE = tuple(words.SINGLE)
ATTENDANTS = lists.GENERAL["leader"]["attendants"]["max"]


def leader_sections(desk: Desk) -> Iterator[Section]:
    """Section for each Leader; without a Leader, one section that offers the types."""
    leaders = desk.army.leaders
    for place, leader in enumerate(leaders):
        drop = (
            Act(f"drop leaders.{place}", say("Remove the figure", "Quitar la figura"))
            if len(leaders) > 1
            else None
        )
        notes = desk.against("leaders") if place == 0 else ()
        yield Section(
            f"leaders.{place}",
            say("Leader", "Líder"),
            fields=tuple(_leader_fields(desk, leader, f"leaders.{place}")),
            drop=drop,
            findings=notes,
        )
    if not leaders:
        types = leader_types(desk.terms) if desk.terms else ()
        calls = tuple(
            Act(
                f"add leaders {kind}",
                words.single_title(kind),
                lists.points_of(kind),
                glyph=glyphs.glyph_of_kind(kind),
            )
            for kind in types
        )
        yield Section(
            "leaders", say("Leader", "Líder"), adds=calls, findings=tuple(one_leader(desk.army))
        )


def _leader_fields(desk: Desk, leader: Leader, place: str) -> Iterator[Field]:
    yield desk.field(f"{place}.type", say("Type", "Tipo"), Kind.CHOICE, _type_choices(desk, leader))
    yield desk.field(f"{place}.name", say("Name", "Nombre"))
    yield _trait_field(desk, leader, place)
    yield desk.count(
        f"{place}.attendants",
        "attendants",
        0,
        hint=say("free, up to {n}", "sin coste, hasta {n}", n=ATTENDANTS),
    )
    if leader.gun_bearer or leader.type == "white_man":
        yield Field.flag(
            f"{place}.gun_bearer",
            say("A gun bearer", "Un portador de armas"),
            values=desk.typed(f"{place}.gun_bearer"),
            price=lists.points_of("gun_bearer"),
            glyph=glyphs.glyph_of_kind("gun_bearer"),
        )


def _type_choices(desk: Desk, leader: Leader) -> tuple[Choice, ...]:
    """Types that may lead, and the chosen type even if it may not."""
    allowed = leader_types(desk.terms) if desk.terms else ()
    kinds = (*allowed, leader.type) if leader.type not in allowed else allowed
    return tuple(
        Choice(
            kind,
            _type_with_price(kind),
            refusals_of(_may_not_lead(desk, kind)),
            glyph=glyphs.glyph_of_kind(kind),
        )
        for kind in kinds
    )


def _type_with_price(kind: str) -> Say:
    return say(
        "{kind}, {n}",
        "{kind}, {n}",
        kind=words.single_title(kind) if kind else as_is("–"),
        n=lists.points_of(kind),
    )


def _may_not_lead(desk: Desk, kind: str) -> Refusal | None:
    return next(type_of_leader(desk.army, Leader(kind), desk.terms), None) if desk.terms else None


def _trait_field(desk: Desk, leader: Leader, place: str) -> Field:
    """Field for one trait or the die. It takes several if an organiser allows them or the army
    names them.
    """
    several = desk.house.two_traits or len(desk.typed(f"{place}.traits")) > 1
    known = (*lists.TRAITS, *(trait for trait in leader.traits if trait not in lists.TRAITS))
    choices = tuple(_trait_choice(desk, leader, trait) for trait in known)
    die = Choice(
        ROLLED,
        say("Roll for it", "Al azar"),
        hint=say("rolled when the battle begins", "se tira al empezar la batalla"),
        rules=("HOA-LDR-11",),
    )
    return desk.field(
        f"{place}.traits",
        say("Trait", "Característica personal"),
        Kind.CHOICES if several else Kind.CHOICE,
        (*choices, die),
        control="drawings",
    )


def _trait_choice(desk: Desk, leader: Leader, trait: str) -> Choice:
    does, rules = words.DOES.get(trait, (None, ()))
    return Choice(
        trait,
        words.TRAITS.get(trait) or as_is(trait),
        refusals_of(_not_his(desk, leader, trait)),
        hint=does,
        rules=rules,
        glyph=glyphs.of_trait(trait),
    )


def _not_his(desk: Desk, leader: Leader, trait: str) -> Refusal | None:
    if desk.terms is None:
        return None
    alone = msgspec.structs.replace(leader, traits=(trait,), trait_rolled=False)
    extra = desk.house.further_traits.get(desk.army.list, ())
    return next(
        traits_of_leader(alone, desk.terms.standing, extra, True, desk.house.no_traits), None
    )


def companion_section(desk: Desk) -> Section:
    """Section for Standard Bearer, Witch Doctor and Scout. Those that the list lacks stand there
    with the reason.
    """
    kinds = (*SINGLE, *(kind for kind in desk.army.independents if kind not in SINGLE))
    return Section(
        "independents",
        say("Independent figures", "Figuras independientes"),
        fields=tuple(_companion_field(desk, kind) for kind in kinds),
        findings=desk.against("independents"),
    )


def _companion_field(desk: Desk, kind: str) -> Field:
    none_of_them = no_such(desk.army, kind) if desk.terms else None
    return desk.count(
        f"independents.{kind}",
        kind,
        lists.points_of(kind),
        none_of_them if not desk.army.independents.get(kind) else None,
    )


def no_such(army: Army, kind: str) -> Refusal | None:
    """Refusal of single figures of a kind, if the army may have none."""
    with_one = msgspec.structs.replace(army, independents={kind: 1})
    found = next(independent_figures(with_one), None) or next(unknown_figures(with_one), None)
    if found is None:
        return None
    return no(
        found.rule,
        "Not in the list “{list}”.",
        "No figura en la lista «{list}».",
        list=lists.list_name(army.list),
    )
