"""Sections for the terms: name, list, people, year, points, scenario, role, and options of an
organiser.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.list_terms import Standing
from app.games.heart_of_africa.armies.options import OPTIONS
from app.games.heart_of_africa.armies.page import words
from app.games.heart_of_africa.armies.page.desk import Desk, refusals_of
from app.games.heart_of_africa.armies.scenarios import opponents_points
from app.games.heart_of_africa.armies.text import LABELS
from app.kernel.army_form import Note, Section
from app.kernel.form import Choice, Field, Kind
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, as_is, say


def term_section(desk: Desk) -> Section:
    return Section("terms", say("Terms", "Condiciones"), fields=tuple(_term_fields(desk)))


def _term_fields(desk: Desk) -> Iterator[Field]:
    yield desk.field("name", say("Name of the army", "Nombre del ejército"))
    yield desk.field("list", kind=Kind.CHOICE, choices=_list_choices(desk))
    yield desk.field(
        "nation",
        kind=Kind.CHOICE,
        choices=people_choices(desk.army.list, desk.army.year, desk.army.nation),
    )
    yield desk.field("year", kind=Kind.NUMBER)
    yield desk.field("points", kind=Kind.NUMBER)
    yield desk.field(
        "scenario",
        kind=Kind.CHOICE,
        choices=tuple(Choice(key, it) for key, it in words.SCENARIOS.items()),
        hint=_other_side(desk),
    )
    yield desk.field(
        "role",
        kind=Kind.CHOICE,
        control="buttons",
        choices=tuple(Choice(key, it) for key, it in words.ROLES.items()),
    )
    if (
        desk.army.campaign_class
        or lists.LISTS.get(desk.army.list, {}).get("campaign_class") == "choice"
    ):
        yield desk.field(
            "campaign_class", kind=Kind.CHOICE, control="buttons", choices=_class_choices(desk)
        )


def _list_choices(desk: Desk) -> tuple[Choice, ...]:
    """The twelve lists, with their years if they exclude this one, and an unknown list if the draft
    names one.
    """
    known = [
        Choice(
            key,
            lists.list_name(key),
            refusals_of(_not_then(key, next(iter(lists.NATIONS[key])), desk.army.year)),
        )
        for key in lists.LISTS
    ]
    return _with_choice(
        known, desk.army.list, lists.list_name(desk.army.list), desk.against("list")
    )


def people_choices(list_: str, year: int, chosen: str) -> tuple[Choice, ...]:
    """Peoples of a list; a chosen people of another list stands last."""
    known = [
        Choice(key, lists.nation_name(list_, key), refusals_of(_not_then(list_, key, year)))
        for key in lists.NATIONS.get(list_, ())
    ]
    stranger = no("HOA-ARM-22", "Not of this list.", "No es de esta lista.")
    return _with_choice(known, chosen, lists.nation_name(list_, chosen), (stranger,))


def _with_choice(
    known: list[Choice], chosen: str, title: Say, against: tuple[Refusal, ...]
) -> tuple[Choice, ...]:
    if any(choice.value == chosen for choice in known):
        return tuple(known)
    return (*known, Choice(chosen, title if chosen else as_is("–"), against[:1]))


def _not_then(list_: str, nation: str, year: int) -> Refusal | None:
    return next(lists.available(Standing(list_, nation, year)), None)


def _other_side(desk: Desk) -> Say | None:
    """Limit of the opponent, if the scenario gives the sides different limits."""
    army = desk.army
    theirs = (
        opponents_points(army.scenario, army.role, army.points)
        if army.role != "none"
        else army.points
    )
    return (
        say("The other side has {n} points.", "El otro bando tiene {n} puntos.", n=theirs)
        if theirs != army.points
        else None
    )


def _class_choices(desk: Desk) -> tuple[Choice, ...]:
    open_to = lists.LISTS.get(desk.army.list, {}).get("aggression", {})
    blank = Choice("", say("Open", "Sin fijar"))
    return (
        blank,
        *(
            Choice(key, it)
            for key, it in words.CLASSES.items()
            if not isinstance(open_to, dict) or key in open_to or key == desk.army.campaign_class
        ),
    )


def option_section(desk: Desk) -> Section:
    """Section for options, folded because most battles use none."""
    choices = tuple(Choice(option.key, option.title, rules=option.rules) for option in OPTIONS)
    says = say(
        "Options agreed for your battle. The table to which you bring the army decides.",
        "Opciones acordadas para tu batalla. Decide la mesa a la que lleves el ejército.",
    )
    return Section(
        "habits",
        say("Options of the club", "Opciones del club"),
        notes=(Note(says),),
        fields=(desk.field("options", LABELS["options"], Kind.CHOICES, choices),),
        folded=not desk.army.options,
    )
