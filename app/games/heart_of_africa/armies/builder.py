"""Army builder of the contract (`app.kernel.army_form.ArmyBuilder`): a page that raises armies of
the twelve lists.
"""

from __future__ import annotations

import random
from typing import Any

from app.games.heart_of_africa.armies import lists, reading, text
from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.draft import Draft, answers_of, drafted, new_army
from app.games.heart_of_africa.armies.muster import army_of_form
from app.games.heart_of_africa.armies.page import builder as page
from app.games.heart_of_africa.armies.page import glyphs, sheet
from app.games.heart_of_africa.armies.sensible import sensible
from app.kernel.army_form import Answers, ArmySheet, Brief, Builder, Form
from app.kernel.form_paths import nested_answers
from app.kernel.refusal import Refused, found_in, no


class ArmyBuilder:
    version = lists.VERSION
    symbols = glyphs.glyph_symbols()

    def new(self, terms: Form) -> Answers:
        return answers_of(new_army(terms))

    def answers(self, form: Form) -> Answers:
        return answers_of(army_of_form(form))

    def builder(self, answers: Answers, do: str = "") -> Builder:
        return page.army_page(answers, do)

    def read(self, form: Any) -> Form:
        """Plain form of an army; line breaks in names become blanks."""
        draft = Draft(nested_answers(answers_of(army_of_form(form))))
        if draft.wrong:
            raise Refused(*draft.wrong.values())
        return plain_army(draft.army)

    def raised(self, answers: Answers, chance: random.Random) -> Form:
        """Army raised at random with the same name, terms and options. Refuses a list that does not
        exist in that year.
        """
        asked = drafted(answers).army
        standing = lists.standing_of(asked)
        unknown = lists.declaration_refusal(standing)
        wrong = found_in(unknown, () if unknown else lists.available(standing))
        if wrong:
            raise Refused(*wrong)
        try:
            army = sensible(
                asked.list,
                asked.nation,
                asked.year,
                asked.points,
                asked.scenario,
                asked.role,
                chance,
                asked.campaign_class,
            )
        except ValueError as none:
            raise Refused(
                no(
                    "HOA-ARM-02",
                    "No army of {nation} can be raised for {points} points.",
                    "Con {points} puntos no se puede formar un ejército de {nation}.",
                    points=asked.points,
                    nation=lists.nation_name(asked.list, asked.nation),
                )
            ) from none
        kept = {
            field: value
            for field, value in plain_army(asked).items()
            if field in ("name", "options", "water")
        }
        return plain_army(army) | kept

    def brief(self, form: Form) -> Brief:
        return page.army_in_brief(army_of_form(form))

    def sheet(self, form: Form) -> ArmySheet:
        return sheet.army_sheet(army_of_form(form))

    def written(self, form: Form, language: str) -> str:
        return text.army_text(army_of_form(form), language)

    def own_names(self, form: Form) -> tuple[str, ...]:
        army = army_of_form(form)
        leaders = (one for force in army.forces for one in force.leaders)
        units = (name for force in army.forces for name in force.unit_names)
        return tuple(filter(None, (army.name, *units, *(one.name for one in leaders))))

    def read_text(self, text: str) -> Form:
        return plain_army(reading.read_text(text))
