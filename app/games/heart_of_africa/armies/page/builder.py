"""Whole page of an army, and a summary of the army in a few words."""

from __future__ import annotations

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, plain_army
from app.games.heart_of_africa.armies.draft import Draft, answers_of, drafted
from app.games.heart_of_africa.armies.page import extras, force, glyphs, persons, terms, words
from app.games.heart_of_africa.armies.page.desk import Desk, figures_in
from app.games.heart_of_africa.armies.page.verdict import army_sums, army_verdict
from app.games.heart_of_africa.armies.units import units_in_all
from app.kernel.army_form import Answers, Brief, Builder, Section
from app.kernel.form import Field, Glyph
from app.kernel.form_paths import nested_answers
from app.kernel.say import Say, as_is, say


def army_page(answers: Answers, do: str = "") -> Builder:
    """Page for these answers after an act."""
    desk = Desk(drafted(answers, do))
    sections = (
        terms.term_section(desk),
        _unit_sections(desk),
        *persons.leader_sections(desk),
        persons.companion_section(desk),
        extras.purchase_section(desk),
        *extras.ally_sections(desk),
        extras.boat_section(desk),
        terms.option_section(desk),
    )
    return Builder(
        army_title(desk.army),
        army_summary(desk.army),
        plain_army(desk.army),
        sections,
        army_verdict(desk),
        army_sums(desk),
        tuple(desk.draft.wrong.values()),
        tuple(_hidden_answers(desk, sections)),
    )


def _unit_sections(desk: Desk) -> Section:
    least, most = lists.army_units(desk.standing)
    count = say(
        "{n} of {least} to {most}",
        "{n} de {least} a {most}",
        n=units_in_all(desk.army),
        least=least.number,
        most=most.number,
    )
    return Section(
        "units",
        say("Units", "Unidades"),
        count,
        rows=force.row_sections(desk, desk.army, desk.terms),
        adds=force.add_buttons(desk.army, desk.terms),
        findings=desk.against("units"),
    )


def _hidden_answers(desk: Desk, sections: tuple[Section, ...]) -> list[tuple[str, str]]:
    """Answers of the army that no field shows."""
    shown = {field.name for section in sections for field in _fields_of(section)}
    return [
        (place, text)
        for place, texts in desk.answers().items()
        if place not in shown
        for text in texts
        if text
    ]


def _fields_of(section: Section) -> list[Field]:
    return [
        *section.fields,
        *(field for row in section.rows for field in (*row.counts, *row.fields)),
    ]


def army_title(army: Army) -> Say:
    return (
        as_is(army.name)
        if army.name
        else say(
            "{nation}, {points} points",
            "{nation}, {points} puntos",
            nation=lists.nation_name(army.list, army.nation),
            points=army.points,
        )
    )


def army_summary(army: Army) -> Say:
    """Summary of the army, such as "Native Warlord · Mirambo · 1880 · 600 points · Raid,
    defender".
    """
    side = say(", {role}", ", {role}", role=words.ROLES[army.role]) if army.role != "none" else ""
    battle = (
        say(
            " · {scenario}{side}",
            " · {scenario}{side}",
            scenario=words.SCENARIOS[army.scenario],
            side=side,
        )
        if army.scenario != "none"
        else ""
    )
    return say(
        "{list} · {nation} · {year} · {points} points{battle}",
        "{list} · {nation} · {year} · {points} puntos{battle}",
        list=lists.list_name(army.list),
        nation=lists.nation_name(army.list, army.nation),
        year=army.year,
        points=army.points,
        battle=battle,
    )


def army_in_brief(army: Army) -> Brief:
    desk = Desk(Draft(nested_answers(answers_of(army))))
    return Brief(
        army_title(army),
        army_summary(army),
        figures_in(army) + sum(map(figures_in, army.allies)),
        army_verdict(desk, with_kept=False),
        main_glyph(army),
        lists.nation_name(army.list, army.nation),
    )


def main_glyph(army: Army) -> Glyph | None:
    """Drawing of the most numerous type of the army."""
    count: dict[str, int] = {}
    for unit in army.units:
        for kind, number in unit.items():
            count[kind] = count.get(kind, 0) + number * lists.points_of(kind)
    return glyphs.glyph_of_kind(max(count, key=lambda kind: count[kind])) if count else None
