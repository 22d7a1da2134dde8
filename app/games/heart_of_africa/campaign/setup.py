"""Setup of a campaign: first and last year, and options."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from app.games.heart_of_africa.armies.options import OPTIONS as ARMY_OPTIONS
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.joining import LATEST_YEAR, years_refused
from app.games.heart_of_africa.campaign.meetings import NO_MEETINGS
from app.games.heart_of_africa.campaign.state import BOT_PLAYS, UNDECIDED
from app.games.heart_of_africa.campaign.tables import CALENDAR
from app.kernel.contract import Option, Setup
from app.kernel.form import Field
from app.kernel.game_setup import Agreement, Form
from app.kernel.refusal import refuse_if
from app.kernel.say import Say, say

FIRST_YEAR, LAST_YEAR = "first_year", "last_year"
LEARNING = "learning"
"""Guided campaign of one player against bots."""
YEARS = {LEARNING: (1885, 1890)}
"""First and last year by scenario, if they are not those of the rules: twelve turns with all
lists.
"""
OPTIONS = (
    Option(
        NO_MEETINGS,
        say("Explorers never meet by chance", "Los exploradores nunca se encuentran por azar"),
        ("HOA-CMP-35",),
    ),
    Option(
        UNDECIDED,
        say(
            "A battle that is not played in time ends without a decision, unless it has begun on "
            "this site",
            "Una batalla que no se juega a tiempo acaba sin decisión, salvo que haya empezado en "
            "este sitio",
        ),
        ("HOA-CMP-25",),
    ),
    Option(
        BOT_PLAYS,
        say(
            "In a battle that is not played in time on this site, a bot plays on for absent players",
            "En una batalla que no se juega a tiempo en este sitio, un bot sigue por los ausentes",
        ),
        ("HOA-CMP-24",),
    ),
    *(one for one in ARMY_OPTIONS if one.key in ("no_overspend", "explorer_disciplinarian")),
)


class CampaignSetup(Agreement):
    """The contract of `app.kernel.game_setup.Agreement`; no player brings anything."""

    @override
    def terms(self, scenario: str, terms: Form) -> Sequence[Field]:
        """First and last year."""
        return (
            Field.number(
                FIRST_YEAR,
                say("It begins in the year", "Empieza en el año"),
                least=CALENDAR["first_year"],
                most=CALENDAR["last_year"],
                usual=str(first_year_of(scenario, terms)),
                hint=say(
                    "The year opens lists: Egyptians from 1871, Colonial Expeditions from 1885.",
                    "El año abre listas: los egipcios desde 1871, las expediciones coloniales "
                    "desde 1885.",
                ),
            ),
            Field.number(
                LAST_YEAR,
                say("Its end is proposed after the year", "Se propone su final después del año"),
                least=CALENDAR["first_year"],
                most=LATEST_YEAR,
                usual=str(last_year_of(scenario, terms)),
                hint=say(
                    "After it the end is proposed; the referee closes the campaign. The rules "
                    "cover the years up to {last}; a later year is past them.",
                    "Después se propone el final; la campaña la cierra el árbitro. Las reglas "
                    "llegan hasta {last}; un año posterior queda fuera de ellas.",
                    last=CALENDAR["last_year"],
                ),
            ),
        )

    @override
    def settled(
        self,
        scenario: str,
        terms: Form,
        brought: Mapping[str, Form],
        chance: random.Random,
        alone: str = "",
    ) -> Form:
        """Terms with the usual years."""
        return agreed(scenario, terms)

    @override
    def stock(
        self, scenario: str, options: Sequence[str], terms: Form, brought: Mapping[str, Form]
    ) -> Mapping[str, Any]:
        """First and last year. Raises `Refused` for years outside the period."""
        refuse_if(years_refused(first_year_of(scenario, terms), last_year_of(scenario, terms)))
        return agreed(scenario, terms)

    @override
    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        """The years in words."""
        last = last_year_of(scenario, terms)
        years = say(
            "from {first} to {last}",
            "de {first} a {last}",
            first=first_year_of(scenario, terms),
            last=last,
        )
        return (years, past_the_rules()) if last > CALENDAR["last_year"] else (years,)


def past_the_rules() -> Say:
    """Warning of a campaign that may run past the years of the rules (HOA-CMP-03)."""
    return say(
        "the years after {last} are past the rules",
        "los años posteriores a {last} quedan fuera de las reglas",
        last=CALENDAR["last_year"],
    )


def first_year_of(scenario: str, terms: Form) -> int:
    """First year in the terms; the usual one of the scenario if it is missing or no number."""
    return year_of(terms, FIRST_YEAR, usual_years(scenario)[0])


def last_year_of(scenario: str, terms: Form) -> int:
    """Last year in the terms; the usual one of the scenario if it is missing or no number."""
    return year_of(terms, LAST_YEAR, usual_years(scenario)[1])


def usual_years(scenario: str) -> tuple[int, int]:
    """First and last year of a scenario: the years of the rules, or fewer for the guided
    campaign.
    """
    return YEARS.get(scenario, (int(CALENDAR["first_year"]), int(CALENDAR["last_year"])))


def year_of(terms: Form, name: str, usual: int) -> int:
    """Year of a field of the terms."""
    value = str(terms.get(name, "")).strip()
    return int(value) if value.isdecimal() and len(value) <= 4 else usual


def agreed(scenario: str, terms: Form) -> dict[str, Any]:
    """Terms with all blank fields filled in."""
    return {
        FIRST_YEAR: first_year_of(scenario, terms),
        LAST_YEAR: last_year_of(scenario, terms),
    }


def begin(setup: Setup) -> e.CampaignBegan:
    """First event of a campaign. Raises `Refused` for years outside the period."""
    stock, scenario = setup.stock, setup.scenario
    first, last = first_year_of(scenario, stock), last_year_of(scenario, stock)
    refuse_if(years_refused(first, last))
    seats = dict(setup.seats)
    return e.CampaignBegan(first, last, setup.options, seats, ())
