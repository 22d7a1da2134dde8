"""State of a contest: settings, entrants, pairings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

REFEREE = "referee"
"""Side of the organisers, who decide for a seat that no user holds."""

SWISS, ROBIN, DOUBLE_ROBIN, KNOCKOUT, DOUBLE_KNOCKOUT = (
    "swiss",
    "robin",
    "double_robin",
    "knockout",
    "double_knockout",
)
FORMS = (SWISS, ROBIN, DOUBLE_ROBIN, KNOCKOUT, DOUBLE_KNOCKOUT)
ROBINS, KNOCKOUTS = (ROBIN, DOUBLE_ROBIN), (KNOCKOUT, DOUBLE_KNOCKOUT)

SIGN_UP, PAIRING, PLAYING = "sign_up", "pairing", "playing"
STEPS = (SIGN_UP, PAIRING, PLAYING)

ENTERED, WAITING, ASKED, LEFT, WITHDRAWN = "entered", "waiting", "asked", "left", "withdrawn"
"""States of an entrant: with a place, on the waiting list, asked to move up, gone from the contest
after its beginning, gone before it.
"""

HERE, TABLES, BOTH = "here", "tables", "both"
PLACES = (HERE, TABLES, BOTH)
ORGANISER, NO_POINTS, EXTEND, SILENT = "organiser", "no_points", "extend", "silent"
LATE_RULES = (ORGANISER, NO_POINTS, SILENT, EXTEND)
"""Consequences of a battle that is not over at its deadline."""

BYE = ""
YES, NO = "yes", "no"


class Settings(Struct, frozen=True):
    """Settings agreed before a contest.

    - `box`, `scenario`: battle of the platform; both "" for one named in `words`.
    - `played`: one of `PLACES`. `places`: entrants at most. `rounds`: of a Swiss contest.
    - `scoring`, `tiebreaks`: keys of tables. `late`: one of `LATE_RULES`.
    - `late_entry`: last Swiss round that new entrants may still join; 0 for none.
    """

    box: str = ""
    scenario: str = ""
    words: str = ""
    played: str = BOTH
    places: int = 16
    rounds: int = 5
    scoring: str = "three"
    tiebreaks: tuple[str, ...] = ()
    late: str = ORGANISER
    late_entry: int = 0
    keeps_mates_apart: bool = True
    has_third_place: bool = False
    options: tuple[str, ...] = ()
    terms: Mapping[str, Any] = {}


class Entrant(Struct, frozen=True):
    """Entrant. `number` counts the entries. `absent` are rounds without the entrant, `since` is the
    first round with the entrant.
    """

    key: str
    name: str
    number: int
    club: str = ""
    status: str = ENTERED
    has_paid: bool = False
    absent: tuple[int, ...] = ()
    since: int = 1

    @property
    def is_playing(self) -> bool:
        """True for an entrant with a place."""
        return self.status == ENTERED


class Report(Struct, frozen=True):
    """Result that the entrant `by` has entered. `winner` is "" for a draw."""

    by: str
    winner: str
    scores: tuple[int, int] = (0, 0)
    words: str = ""


class DateProposal(Struct, frozen=True):
    """Date for a battle in words, proposed by the entrant `by`. `answer` is "" without an answer."""

    by: str
    words: str
    answer: str = ""


class Result(Struct, frozen=True):
    """Settled result. `winner` is "" for a draw. `silent` get no points. `by` is the entrant or the
    side of the organisers that has decided, "" for a table.
    """

    winner: str
    scores: tuple[int, int] = (0, 0)
    silent: tuple[str, ...] = ()
    by: str = ""
    reason: str = ""


class Pairing(Struct, frozen=True):
    """Pairing of a round: two entrants on their sides, or one with a bye (`second` is "").

    - `points`: of both entrants when the round was drawn. `relaxed`: conditions that it does not keep.
    - `match`: key of the match of a bracket. `is_changed`: an organiser has changed it.
    - `report`, `dispute`: entered result, and the other result of the opponent.
    - `is_extended`: its deadline was extended once.
    - `dates`: proposed dates in their order.
    """

    key: str
    round: int
    first: str
    second: str
    points: tuple[int, int] = (0, 0)
    relaxed: tuple[str, ...] = ()
    match: str = ""
    is_changed: bool = False
    report: Report | None = None
    dispute: Report | None = None
    result: Result | None = None
    is_extended: bool = False
    dates: tuple[DateProposal, ...] = ()

    @property
    def date(self) -> DateProposal | None:
        """Last proposal, also a refused one; None without any."""
        return self.dates[-1] if self.dates else None

    def has_spoken(self, entrant: str) -> bool:
        """True if the entrant has proposed a date or answered one."""
        return any(one.by == entrant or one.answer for one in self.dates)

    @property
    def is_bye(self) -> bool:
        return self.second == BYE

    @property
    def is_open(self) -> bool:
        """True while the result of a battle is awaited."""
        return self.result is None and not self.is_bye

    @property
    def entrants(self) -> tuple[str, ...]:
        """Entrants of the pairing, without the bye."""
        return (self.first,) if self.is_bye else (self.first, self.second)

    def opponent(self, entrant: str) -> str:
        """Other entrant of the pairing."""
        return self.second if entrant == self.first else self.first


class Contest(Struct, frozen=True):
    """Contest. `invited` are seats of its beginning, which still have to sign up. `round` is the last published round, `lots` the order that was drawn at its
    beginning. `draft` is the next round before its publication, None without one. `round_lots` are
    the lots of each Swiss round.
    """

    form: str = SWISS
    settings: Settings = Settings()
    invited: tuple[str, ...] = ()
    step: str = SIGN_UP
    round: int = 0
    entrants: dict[str, Entrant] = {}
    lots: tuple[str, ...] = ()
    draft: tuple[Pairing, ...] | None = None
    pairings: tuple[Pairing, ...] = ()
    round_lots: dict[int, tuple[str, ...]] = {}
    is_closed: bool = False

    @property
    def turn(self) -> int:
        """Number of the round, for the platform."""
        return self.round

    def entrant(self, key: str) -> Entrant | None:
        return self.entrants.get(key)

    def pairing(self, key: str) -> Pairing | None:
        """Published pairing with this key; None if there is none."""
        return next((one for one in self.pairings if one.key == key), None)

    def open_pairings(self) -> tuple[Pairing, ...]:
        """Pairings whose result is awaited."""
        return tuple(one for one in self.pairings if one.is_open)

    def playing(self) -> tuple[Entrant, ...]:
        """Entrants with a place, by entry."""
        return tuple(one for one in self.by_entry if one.is_playing)

    def waiting_list(self) -> tuple[Entrant, ...]:
        """Entrants of the waiting list in their order."""
        return tuple(one for one in self.by_entry if one.status == WAITING)

    @property
    def by_entry(self) -> tuple[Entrant, ...]:
        return tuple(sorted(self.entrants.values(), key=lambda one: one.number))

    @property
    def has_begun(self) -> bool:
        """True once the sign-up is closed."""
        return self.step != SIGN_UP
