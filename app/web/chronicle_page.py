"""Contexts of the forms for own words in a chronicle, and of the page of its scribes."""

from __future__ import annotations

from dataclasses import dataclass

from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.play.chronicle_words import (
    BATTLE,
    LONGEST,
    TURN,
    IllustratedChronicle,
    may_name_scribes,
)
from app.store.records import Paragraphs


@dataclass(frozen=True)
class WordsPage:
    """Form for own words of the viewer, or of another author (`of`).

    `number` is that of the words, None for the viewer's own. `title` names the chapter or battle.
    """

    told: IllustratedChronicle
    section: str
    title: Say
    anchor: str
    number: int | None = None
    of: Paragraphs | None = None
    longest: int = LONGEST

    @property
    def text(self) -> str:
        return self.of.text if self.of else ""

    @property
    def is_foreign(self) -> bool:
        """True for words of another author."""
        return self.of is not None and self.of.user_id != self.told.found.look.user_id


def words_page(told: IllustratedChronicle, section: str, number: int | None) -> WordsPage:
    """Form for a section. Raises `NoSuchGame`, and `NotYourSeat` for words of others."""
    of = told.own(section) if number is None else told.find(number)
    if section not in told.sections or (number is not None and of is None):
        raise NoSuchGame
    if of is not None and not told.may_change(of):
        raise NotYourSeat
    title, anchor = _place_of(told, section)
    return WordsPage(told, section, title, anchor, number, of)


def _place_of(told: IllustratedChronicle, section: str) -> tuple[Say, str]:
    """Title of a section, and the anchor of its chapter."""
    for one in told.found.chapters:
        anchor = f"turn-{one.chapter.turn}"
        if section == f"{TURN}{one.chapter.turn}":
            return one.when, anchor
        for battle in one.battles:
            if section == f"{BATTLE}{battle.key}":
                return battle.title, anchor
    raise NoSuchGame


@dataclass(frozen=True)
class ScribesPage:
    """Scribes of a game. `name` is the name that was refused, with `findings`."""

    told: IllustratedChronicle
    findings: tuple[Refusal, ...] = ()
    name: str = ""

    @property
    def may_name(self) -> bool:
        return may_name_scribes(self.told.found.look)
