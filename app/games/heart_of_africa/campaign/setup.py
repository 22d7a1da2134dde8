"""Setup of a campaign: first and last year, and battles that are not fought in time."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from app.games.heart_of_africa.armies.options import OPTIONS as ARMY_OPTIONS
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.joining import LATEST_YEAR, years_refused
from app.games.heart_of_africa.campaign.meetings import NO_MEETINGS
from app.games.heart_of_africa.campaign.state import ASK_REFEREE, DRAW
from app.games.heart_of_africa.campaign.tables import CALENDAR
from app.kernel.contract import Option, Setup
from app.kernel.form import Choice, Field
from app.kernel.game_setup import Agreement, Form, Laying
from app.kernel.refusal import insist
from app.kernel.say import Say, say
from app.kernel.scene import Scene

FIRST_YEAR, LAST_YEAR, PLAY_ENDS = "first_year", "last_year", "play_ends"
OPTIONS = (
    Option(
        NO_MEETINGS,
        say("Explorers never meet by chance", "Los exploradores nunca se encuentran por azar"),
        ("HOA-CMP-35",),
    ),
    *(one for one in ARMY_OPTIONS if one.key in ("no_overspend", "explorer_disciplinarian")),
)
ENDS_OF_PLAY = {
    ASK_REFEREE: say("the referee decides", "decide el árbitro"),
    DRAW: say("there is no decision", "queda sin decidir"),
}


class CampaignSetup(Agreement):
    """The contract of `app.kernel.game_setup.Agreement`; no player brings anything."""

    @override
    def terms(self, scenario: str, terms: Form) -> Sequence[Field]:
        """First year, last year, and the end of the term for a battle."""
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
            Field.number(
                LAST_YEAR,
                say("Last year", "Último año"),
                least=CALENDAR["first_year"],
                most=LATEST_YEAR,
                usual=str(last_year_of(terms)),
                hint=say(
                    "After it the end is proposed; the referee closes the campaign.",
                    "Después se propone el final; la campaña la cierra el árbitro.",
                ),
            ),
            Field.choice(
                PLAY_ENDS,
                say("If a battle is not fought in time", "Si una batalla no se juega a tiempo"),
                tuple(Choice(key, title) for key, title in ENDS_OF_PLAY.items()),
                usual=play_ends_of(terms),
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
        """Terms with the usual years."""
        return agreed(terms)

    @override
    def stock(
        self, scenario: str, options: Sequence[str], terms: Form, brought: Mapping[str, Form]
    ) -> Mapping[str, Any]:
        """Years and end of the term. Raises `Refused` for years outside the period."""
        insist(years_refused(first_year_of(terms), last_year_of(terms)))
        return agreed(terms)

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
        """The years in words, and the end of the term if it is not the usual one."""
        years = say(
            "from {first} to {last}",
            "de {first} a {last}",
            first=first_year_of(terms),
            last=last_year_of(terms),
        )
        if play_ends_of(terms) == ASK_REFEREE:
            return (years,)
        late = say(
            "battles not fought in time: {end}",
            "batallas no jugadas a tiempo: {end}",
            end=ENDS_OF_PLAY[play_ends_of(terms)],
        )
        return (years, late)

    @override
    def drawing(
        self, scenario: str, terms: Form, language: str, small: bool = False
    ) -> Scene | None:
        """There is no table to draw."""
        return None


def first_year_of(terms: Form) -> int:
    """First year in the terms; the usual one if it is missing or no number."""
    return year_of(terms, FIRST_YEAR, int(CALENDAR["first_year"]))


def last_year_of(terms: Form) -> int:
    """Last year in the terms; the last year of the rules if it is missing or no number."""
    return year_of(terms, LAST_YEAR, int(CALENDAR["last_year"]))


def year_of(terms: Form, name: str, usual: int) -> int:
    """Year of a field of the terms."""
    value = str(terms.get(name, "")).strip()
    return int(value) if value.isdecimal() and len(value) <= 4 else usual


def play_ends_of(terms: Form) -> str:
    """Consequence of a battle that is not fought in time: one of `ENDS_OF_PLAY`."""
    value = str(terms.get(PLAY_ENDS, ""))
    return value if value in ENDS_OF_PLAY else ASK_REFEREE


def agreed(terms: Form) -> dict[str, Any]:
    """Terms with all blank fields filled in."""
    return {
        FIRST_YEAR: first_year_of(terms),
        LAST_YEAR: last_year_of(terms),
        PLAY_ENDS: play_ends_of(terms),
    }


def begin(setup: Setup) -> e.CampaignBegan:
    """First event of a campaign. Raises `Refused` for years outside the period."""
    first, last = first_year_of(setup.stock), last_year_of(setup.stock)
    insist(years_refused(first, last))
    seats = dict(setup.seats)
    return e.CampaignBegan(first, last, setup.options, seats, (), play_ends_of(setup.stock))
