"""Agreements before a battle: the contract of `app.kernel.game_setup.Agreement`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from app.games.heart_of_africa.drawing.portrait import table_portrait
from app.games.heart_of_africa.game_setup import (
    clauses,
    country,
    laying,
    laying_changes,
    laying_turns,
    stocking,
    words,
)
from app.games.heart_of_africa.game_setup.terms import read_terms
from app.games.heart_of_africa.setup.lessons import LESSONS
from app.kernel import game_setup
from app.kernel.form import Field
from app.kernel.game_setup import Form, Laying
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import Say
from app.kernel.scene import Scene


class Agreement(game_setup.Agreement):
    """The agreement of the game. Lessons have their armies and table, so there is nothing to agree
    or bring.
    """

    def terms(self, scenario: str, terms: Form) -> Sequence[Field]:
        return () if scenario in LESSONS else clauses.term_fields(scenario, terms)

    def brings(self, scenario: str, terms: Form, side: str) -> Sequence[Field]:
        return () if scenario in LESSONS else clauses.contribution_fields(scenario, terms, side)

    def settled(
        self,
        scenario: str,
        terms: Form,
        brought: Mapping[str, Form],
        chance: random.Random,
        alone: str = "",
    ) -> Form:
        return (
            {}
            if scenario in LESSONS
            else stocking.settled_terms(scenario, terms, brought, chance, alone)
        )

    def stock(
        self, scenario: str, options: Sequence[str], terms: Form, brought: Mapping[str, Form]
    ) -> Mapping[str, Any]:
        if scenario in LESSONS:
            refuse_if(armies_are_given() if any(brought.values()) else None)
            return {}
        return stocking.battle_stock(scenario, options, terms, brought)

    def laying(self, scenario: str, terms: Form, side: str) -> Laying | None:
        return laying.laying(scenario, terms, side)

    def laid(self, scenario: str, terms: Form, side: str, change: Form) -> Form:
        return laying_changes.laid(scenario, terms, side, change)

    def is_laid(self, scenario: str, terms: Form, sides: Sequence[str]) -> bool:
        return laying_turns.is_laid(scenario, read_terms(scenario, terms), tuple(sides))

    def army_terms(self, scenario: str, terms: Form, side: str) -> Form:
        return {} if scenario in LESSONS else stocking.army_terms(scenario, terms, side)

    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        return (
            ()
            if scenario in LESSONS
            else words.terms_in_words(scenario, read_terms(scenario, terms))
        )

    def drawing(
        self, scenario: str, terms: Form, language: str, small: bool = False
    ) -> Scene | None:
        if scenario in LESSONS:
            return table_portrait(LESSONS[scenario].land, language, small)
        return country.table_drawing(scenario, terms, language, small)


def armies_are_given() -> Refusal:
    return no(
        "HOA-ARM-22",
        "Both armies of this battle are given.",
        "Los dos ejércitos de esta batalla vienen dados.",
    )
