"""State of a contest: settings, entrants, pairings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from app.games.contests.entry_conditions import Conditions
from app.games.contests.forms import FORMS, SWISS, ContestForm
from app.kernel.battle_dates import PlayRequest

REFEREE = "referee"
"""Side of the organisers, who decide for a seat that no user holds."""
PERIOD = 1
"""Round of all battles of an open form."""
SIGN_UP, PAIRING, PLAYING = "sign_up", "pairing", "playing"
ENTRANTS, CHALLENGES = "entrants", "challenges"
"""Reasons of a void draft."""
STEPS = (SIGN_UP, PAIRING, PLAYING)

ENTERED, WAITING, ASKED, LEFT, WITHDRAWN = "entered", "waiting", "asked", "left", "withdrawn"
"""States of an entrant: with a place, on the waiting list, asked to move up, gone from the contest
after its beginning, gone before it.
"""
ASKS = "asks"
"""State of a player who waits for the captain's answer; others are `ENTERED` or `LEFT`."""

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
    - `terms`: of the battles, as their box reads them. `scenarios` may be chosen for a round.
    - `by_round`: scenario of each round, "" for that of the contest.
    - `reach`: rungs above the own one that a challenge of a ladder reaches.
    - `group_count`, `advance`, `is_double_groups`: number of groups, entrants of each who go on,
      and meetings in a group.
    - `challenge_round`: Swiss round before which entrants challenge each other; 0 for none.
    - `earlier`: addresses of earlier seasons, the first one first. `returning`: names of their
      entrants in the order of the divisions.
    - `divisions` of a round robin, and `moves`: entrants who move up and down between two of them.
    - `conditions`: of an entry. `is_seeded`: organisers order the entrants before the first round.
    - `meetings`: battles of the same two entrants in a free league at most.
    - `team_size`: boards of a battle of two teams; 0 for entrants who play alone.
    - `fee`: of an entry, in words; "" for none, None on records whose terms did not ask.
    - `is_rated`: the battles count for the ratings of their players.
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
    scenarios: tuple[str, ...] = ()
    by_round: tuple[str, ...] = ()
    needs_lists: bool = False
    reach: int = 3
    meetings: int = 1
    conditions: Conditions = Conditions()
    is_seeded: bool = False
    group_count: int = 0
    advance: int = 0
    is_double_groups: bool = False
    challenge_round: int = 0
    divisions: int = 1
    moves: int = 0
    earlier: tuple[str, ...] = ()
    returning: tuple[str, ...] = ()
    team_size: int = 0
    fee: str | None = None
    is_rated: bool = False


class Fault(Struct, frozen=True):
    """Fault of an army list in both languages, with the rule of its game."""

    rule: str
    en: str
    es: str


class ArmyList(Struct, frozen=True):
    """Army list of an entrant with the verdict of its game. A list that the viewer may not know is
    empty.
    """

    army: dict[str, Any] = {}
    faults: tuple[Fault, ...] = ()


class TeamPlayer(Struct, frozen=True, omit_defaults=True):
    """Player of a team. `key` is `p1~1` for the captain with the seat `p1`, and `p1~2` and on for
    players without an account. The captain acts for them. Other players have the key of their seat.
    """

    key: str
    name: str = ""
    status: str = ENTERED

    @property
    def is_playing(self) -> bool:
        """True if the captain has accepted the player and the player has not left."""
        return self.status == ENTERED


def seat_of(key: str) -> str:
    """Seat that acts for an entrant or for a player of a team."""
    return key.partition("~")[0]


class Entrant(Struct, frozen=True):
    """Entrant. `number` counts the entries. `absent` are rounds without the entrant, `since` is the
    first round with the entrant. Since the last battle of a ladder, an entrant may decline a
    challenge, lose a rung by idleness and announce an absence once: `has_declined`, `has_idled` and
    `was_away`. `players` of a team stand in the order of its last public line-up; an entrant who
    plays alone has none.
    """

    key: str
    name: str
    number: int
    club: str = ""
    status: str = ENTERED
    has_paid: bool = False
    absent: tuple[int, ...] = ()
    since: int = 1
    has_declined: bool = False
    has_idled: bool = False
    was_away: bool = False
    players: tuple[TeamPlayer, ...] = ()

    @property
    def is_playing(self) -> bool:
        """True for an entrant with a place."""
        return self.status == ENTERED

    @property
    def squad(self) -> tuple[str, ...]:
        """Keys of the players of a team who may play now."""
        return tuple(one.key for one in self.players if one.is_playing)

    def player(self, key: str) -> TeamPlayer | None:
        """Player of the team with this key; None if there is none."""
        return next((one for one in self.players if one.key == key), None)

    @property
    def is_in_contest(self) -> bool:
        """True for an entrant with a place or on the waiting list."""
        return self.status not in (LEFT, WITHDRAWN)


class Report(Struct, frozen=True):
    """Result that the entrant `by` has entered. `winner` is "" for a draw."""

    by: str
    winner: str
    scores: tuple[int, int] = (0, 0)
    words: str = ""


class DateProposal(Struct, frozen=True):
    """Date for a battle, proposed by the entrant `by`: the moment `at`, "" for one in words alone,
    and some words. `answer` is "" without an answer.
    """

    by: str
    words: str
    answer: str = ""
    at: str = ""


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

    - `points`: of both entrants when the round was drawn. `relaxed`: conditions that it does not
      keep.
    - `match`: key of the match of a bracket. `is_changed`: an organiser has changed it.
    - `report`, `dispute`: entered result, and the other result of the opponent.
    - `is_extended`: its deadline was extended once.
    - `dates`: proposed dates in their order. `is_challenge`: of an accepted challenge.
    - `boards`: battles of the players of two teams. Their result is that of the pairing.
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
    is_challenge: bool = False
    boards: tuple[Pairing, ...] = ()

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
        """True while the result of a battle is awaited. Two teams have their battles on boards."""
        return self.is_undecided and not self.boards

    @property
    def is_undecided(self) -> bool:
        """True while two entrants or two teams have no result."""
        return self.result is None and not self.is_bye

    @property
    def needs_winner(self) -> bool:
        """True for a battle of a bracket, which does not end in a draw."""
        return self.match != ""

    @property
    def entrants(self) -> tuple[str, ...]:
        """Entrants of the pairing, without the bye."""
        return (self.first,) if self.is_bye else (self.first, self.second)

    def opponent(self, entrant: str) -> str:
        """Other entrant of the pairing."""
        return self.second if entrant == self.first else self.first

    def acting(self, seat: str) -> str:
        """Entrant or player of the pairing that a seat acts for; "" if there is none."""
        return next((key for key in self.entrants if seat_of(key) == seat), "")


class Challenge(Struct, frozen=True):
    """Challenge of the entrant `by` to the entrant `to`."""

    key: str
    by: str
    to: str

    @property
    def entrants(self) -> tuple[str, str]:
        return self.by, self.to


class Contest(Struct, frozen=True):
    """Contest. `invited` are seats of its beginning, which still have to sign up. `round` is the
    last published round, `lots` the order that was drawn at its beginning. `draft` is the next
    round before its publication, None without one. `round_lots` are the lots of each Swiss round.
    `lists` are army lists by entrant, in a contest of teams by player; `without_list` are those who
    have missed their deadline.
    `challenges` are those without an answer, `challenged` counts all. `agreed` are the accepted
    ones of a challenge round. `void` is the reason of a void draft until the next draft, else
    empty. `rungs` are those of a ladder, the highest first. `seeded` are the entrants that the
    organisers have seeded, the first seed first. `groups` are the entrants of each group or
    division, `advanced` those of the bracket in the order of its seeds, once it is drawn. `lineups`
    are secret until the next round is published. `requests` are those to play at once.
    """

    form: str = SWISS
    settings: Settings = Settings()
    invited: tuple[str, ...] = ()
    step: str = SIGN_UP
    round: int = 0
    entrants: dict[str, Entrant] = {}
    lots: tuple[str, ...] = ()
    draft: tuple[Pairing, ...] | None = None
    void: str = ""
    pairings: tuple[Pairing, ...] = ()
    round_lots: dict[int, tuple[str, ...]] = {}
    is_closed: bool = False
    lists: dict[str, ArmyList] = {}
    without_list: tuple[str, ...] = ()
    are_lists_open: bool = False
    challenges: tuple[Challenge, ...] = ()
    challenged: int = 0
    rungs: tuple[str, ...] = ()
    seeded: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    advanced: tuple[str, ...] = ()
    agreed: tuple[Challenge, ...] = ()
    lineups: dict[str, tuple[str, ...]] = {}
    requests: dict[str, tuple[PlayRequest, ...]] = {}

    @property
    def rules(self) -> ContestForm:
        """Form of the contest with all that it has and allows."""
        return FORMS[self.form]

    @property
    def has_bracket(self) -> bool:
        """True if the contest has a bracket now; after groups, once it is drawn."""
        return self.rules.has_bracket and (not self.rules.has_groups or self.advanced != ())

    @property
    def is_divided(self) -> bool:
        """True for a contest with groups, or with more than one division."""
        return self.rules.has_groups or self.settings.divisions > 1

    @property
    def turn(self) -> int:
        """Number of the round, for the platform."""
        return self.round

    def entrant(self, key: str) -> Entrant | None:
        return self.entrants.get(key)

    def is_playing(self, key: str) -> bool:
        """True for an entrant with a place. An entrant that a correction has struck has none."""
        found = self.entrants.get(key)
        return found is not None and found.is_playing

    def team_of(self, key: str) -> Entrant | None:
        """Team of a player, also of one who asks or has left; None for other keys."""
        known = self.entrants.get(seat_of(key)) if "~" in key else None
        teams = self.entrants.values() if known is None else (known,)
        return next((team for team in teams if team.player(key) is not None), None)

    def pairing(self, key: str) -> Pairing | None:
        """Published pairing or board with this key; None if there is none."""
        found = next((one for one in self.pairings if one.key == key), None)
        if found is not None or not self.settings.team_size:
            return found
        return next((one for one in self.battles() if one.key == key), None)

    def battles(self) -> tuple[Pairing, ...]:
        """Published pairings, those of two teams by their boards."""
        return tuple(battle for one in self.pairings for battle in one.boards or (one,))

    def challenge(self, key: str) -> Challenge | None:
        """Challenge without an answer; None if there is none."""
        return next((one for one in self.challenges if one.key == key), None)

    def known_challenge(self, key: str) -> Challenge | None:
        """Challenge without an answer, or an accepted one of a challenge round."""
        return next((one for one in (*self.challenges, *self.agreed) if one.key == key), None)

    def open_pairings(self) -> tuple[Pairing, ...]:
        """Pairings whose result is awaited."""
        return tuple(one for one in self.battles() if one.is_open)

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
