"""Optional parts of the contract that only long games implement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.kernel.battle_dates import AgreedDate, DateQuestion
from app.kernel.child_battles import Aftermath, Battle, EnteredResult, UnitFall
from app.kernel.contest_chronicle import ContestChapter
from app.kernel.entrant_facts import EntrantFacts
from app.kernel.order_types import Event, Order
from app.kernel.reading_pages import ReadingPages
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.seats import QueuedEntry
from app.kernel.turn_facts import Exchange, TurnFacts


class Difference(msgspec.Struct, frozen=True):
    """Consequence of a correction: a fact with its value `before` and `after`."""

    fact: Say
    before: Say
    after: Say


class News(msgspec.Struct, frozen=True):
    """News of an event for some sides of a long game. These sides may know all of it.

    - `key`: kind of the news. `title`: its heading for these sides. `says`: the event in words.
    - `battle`: child battle that the news is about, "" for all others.
    - `asks`: the event asks these sides for a decision.
    - `at_once`: it is sent without the usual delay. `until`: it is not sent after this time
      (ISO 8601, UTC), "" without an end.
    """

    key: str
    sides: tuple[str, ...]
    title: Say
    says: Say
    battle: str = ""
    asks: bool = False
    at_once: bool = False
    until: str = ""


class Announcements(Protocol):
    """Optional part of a long game: news for the players concerned, and their agreed dates."""

    def news(self, before: Any, event: Event) -> Sequence[News]:
        """News of an event; none for a sealed one. `before` is the state in which it happened."""

    def agreed_dates(self, state: Any) -> Sequence[AgreedDate]:
        """Accepted dates of battles that have no result yet."""

    def date_questions(self, state: Any, seat: str) -> Sequence[DateQuestion]:
        """Proposed dates and requests to play at once that wait for the answer of a seat."""


class Gathering(Protocol):
    """Optional part of a game with open seats: players before its first turn, and late entries."""

    def gathers(self, state: Any) -> bool:
        """True while a game with open seats gathers its players, before its first turn."""

    def queued(self, state: Any) -> Sequence[QueuedEntry]:
        """Entries of players with a seat that take effect later. They are public."""

    def leaving_words(self, state: Any, side: str) -> Sequence[Say]:
        """Sentences about the consequences if the player of this side leaves."""

    def successors(self, state: Any, side: str) -> Sequence[str]:
        """Sides whose players may take over the seat of this one when its player leaves."""

    def succession(self, state: Any, side: str, successor: str) -> Sequence[Event]:
        """Events when the player of this side leaves and that of `successor` takes over the seat.
        Raises `Refused`.
        """

    def entry_refusals(self, state: Any, facts: EntrantFacts) -> Sequence[Refusal]:
        """Refusals of a user who would join, by the conditions of the entry."""

    def game_of_battles(self, state: Any) -> str:
        """Key of the game of its battles, whose ratings count; "" for none."""


class Reading(Protocol):
    """Optional part: pages of a long game to read."""

    def pages(self, view: Any) -> ReadingPages | None:
        """Standings, ledger, sides and battles as the viewer knows them; None for a battle."""

    def places(self, state: Any) -> Mapping[str, int]:
        """Public places of the sides that change with single moves, 1 for the first, as on a
        ladder.
        """

    def turn_facts(self, view: Any) -> TurnFacts | None:
        """Order of play, possible ends and answers of the turn; None without a turn."""

    def exchange(self, before: Any, event: Event) -> Exchange | None:
        """Negotiation in an event, for its two sides; None for any other event. `before` is the
        state before the move.
        """

    def chapter_title(self, before: Any, after: Any) -> Say | None:
        """Title of the turn between two public views; None without one."""

    def closed_chapters(self, state: Any) -> int | None:
        """Chapters of a contest that are closed; None for a game whose chapters are its turns."""

    def contest_chapter(self, before: Any, after: Any) -> ContestChapter | None:
        """Chapter of a contest between two public views; None for other games."""

    def own_notice(self, view: Any) -> Say | None:
        """Sentence for a viewer whose side is out of the game or suspended; None for others."""


class Corrections(Protocol):
    """Optional part of a long game: consequences of a correction (`kernel.corrections`)."""

    def kept_facts(self, before: Sequence[Event], after: Sequence[Event]) -> Sequence[Event]:
        """Events of a move decided again, with the facts that come from outside as they were.

        An example is a battle that has begun: it keeps its points and its ground. `before` are the
        events of the move before the correction, `after` those of the new decision.
        """

    def corrected(self, before: Any, after: Any, move: int) -> Sequence[Event]:
        """Events that a correction of move `move` brings besides: what must stay readable, and what
        lapses because the table of a battle was closed.

        `before` and `after` are the states without and with the correction.
        """

    def differences(self, before: Any, after: Any) -> Sequence[Difference]:
        """Consequences of a correction in words, for its preview and the log."""


class ChildBattles(Protocol):
    """Optional part: battles of a long game that are fought on tables of their own.

    A long game implements `battles`, `resulted`, `result_words`, `defeat_words` and, if it awaits
    armies, `armed`. A battle implements `aftermath`, `unit_falls` and, if its terms name the sides,
    `side_titles`.
    """

    @property
    def battle_box(self) -> str:
        """Box of the battles of a long game; "" without battles on tables."""

    def battles(self, state: Any) -> Sequence[Battle]:
        """Battles of a long game whose terms are fixed, from the first one on. They are public."""

    def entered_results(self, state: Any) -> Sequence[EnteredResult]:
        """Settled results of real tables that have a rating of their own. They are public."""

    def resulted(self, state: Any, battle: Battle, aftermath: Aftermath) -> Order:
        """Order of the long game that settles this battle. It is decided with the seat ""."""

    def result_words(self, state: Any, battle: Battle, aftermath: Aftermath) -> Sequence[Say]:
        """Losses and length of a battle that was fought on its table, in sentences."""

    def defeat_words(self, state: Any, battle: Battle, side: str) -> Sequence[Say]:
        """Consequences in the long game of a defeat of this side in the battle."""

    def armed(self, state: Any, battle: Battle, side: str, how: str) -> Sequence[Event]:
        """Events of a long game once the army of a side is in, or missing at the deadline.

        `how` is `CHOSEN`, `BY_DEFAULT` or `MISSING` of `kernel.battle_armies`.
        """

    def side_titles(self, terms: Mapping[str, Any]) -> Mapping[str, Say]:
        """Titles of the sides of a battle whose long game has set these terms."""

    def aftermath(self, state: Any) -> Aftermath:
        """Facts after a battle. The platform states the winners."""

    def unit_falls(self, state: Any) -> Sequence[UnitFall]:
        """Units of a finished battle that lost figures, in their order."""
