"""What is agreed before a campaign: its first year."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.joining import first_year_refused
from app.games.heart_of_africa.campaign.tables import CALENDAR
from app.kernel.contract import Setup
from app.kernel.form import Field
from app.kernel.game_setup import Agreement, Form, Laying
from app.kernel.refusal import insist
from app.kernel.say import Say, say
from app.kernel.scene import Scene

FIRST_YEAR = "first_year"


class CampaignSetup(Agreement):
    """The contract of `app.kernel.game_setup.Agreement`; no player brings anything."""

    @override
    def terms(self, scenario: str, terms: Form) -> Sequence[Field]:
        """The first year."""
        return (
            Field.number(
                FIRST_YEAR,
                say("First year", "Primer año"),
                least=CALENDAR["first_year"],
                most=CALENDAR["last_year"],
                usual=str(first_year_of(terms)),
                hint=say(
                    "The year opens lists: Egyptians from 1871, Colonial Expeditions from 1885.",
                    "El año abre listas: los egipcios desde 1871, las expediciones coloniales "
                    "desde 1885.",
                ),
            ),
        )

    @override
    def brings(self, scenario: str, terms: Form, side: str) -> Sequence[Field]:
        """Players choose their armies in the campaign."""
        return ()

    @override
    def settled(
        self,
        scenario: str,
        terms: Form,
        brought: Mapping[str, Form],
        chance: random.Random,
        alone: str = "",
    ) -> Form:
        """Terms with the usual first year."""
        return {FIRST_YEAR: first_year_of(terms)}

    @override
    def stock(
        self, scenario: str, options: Sequence[str], terms: Form, brought: Mapping[str, Form]
    ) -> Mapping[str, Any]:
        """The first year. Raises `Refused` for a year outside the period."""
        year = first_year_of(terms)
        insist(first_year_refused(year))
        return {FIRST_YEAR: year}

    @override
    def laying(self, scenario: str, terms: Form, side: str) -> Laying | None:
        """Nothing is laid out."""
        return None

    @override
    def laid(self, scenario: str, terms: Form, side: str, change: Form) -> Form:
        """The terms as they are."""
        return terms

    @override
    def is_laid(self, scenario: str, terms: Form, sides: Sequence[str]) -> bool:
        """Nothing has to be laid out."""
        return True

    @override
    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        """The first year in words."""
        return (say("from {year}", "desde {year}", year=first_year_of(terms)),)

    @override
    def drawing(
        self, scenario: str, terms: Form, language: str, small: bool = False
    ) -> Scene | None:
        """There is no table to draw."""
        return None


def first_year_of(terms: Form) -> int:
    """First year in the terms; the usual one if it is missing or no number."""
    value = str(terms.get(FIRST_YEAR, "")).strip()
    return int(value) if value.isdecimal() and len(value) <= 4 else int(CALENDAR["first_year"])


def begin(setup: Setup) -> e.CampaignBegan:
    """First event of a campaign. Raises `Refused` for a year outside the period."""
    year = first_year_of(setup.stock)
    insist(first_year_refused(year))
    return e.CampaignBegan(year, int(CALENDAR["last_year"]), setup.options, dict(setup.seats), ())
