"""Pages of a contest: rounds with their pairings, cross table, bracket, entrants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.say import Say


class PairingRow(msgspec.Struct, frozen=True):
    """Pairing of a round. `second` is "" for a bye.

    - `points`: of both entrants when the round was drawn. `why`: reason of the pairing.
    - `state`: result or present state in words. `winner` is a side, "" without one.
    - `roles`: sides of the battle that the entrants play, () for a bye or a battle in words.
    - `score`: points of victory, None before the result or without any. `needs_winner`: no draw is
      possible.
    - `boards`: battles of the players of two teams, whose `score` are board points. `seats` act for
      both. `relaxed`: conditions that no pairing of the round could keep, in words.
    """

    key: str
    table: int
    first: str
    second: str
    state: Say
    why: Say
    points: tuple[int, int]
    winner: str = ""
    is_open: bool = False
    roles: tuple[Say, ...] = ()
    score: tuple[int, int] | None = None
    needs_winner: bool = False
    boards: tuple[PairingRow, ...] = ()
    seats: tuple[str, ...] = ()
    relaxed: tuple[Say, ...] = ()

    @property
    def is_bye(self) -> bool:
        """True without an opponent."""
        return self.second == ""


class RoundTable(msgspec.Struct, frozen=True):
    """Round with its pairings. A draft is seen by organisers only. `absent` are entrants without a
    pairing in this round. `scenario` is None if all rounds have the same.
    """

    number: int
    title: Say
    rows: tuple[PairingRow, ...]
    is_draft: bool = False
    absent: tuple[str, ...] = ()
    scenario: Say | None = None


class CrossRow(msgspec.Struct, frozen=True):
    """Row of the cross table: for each opponent the points from the battles against them, None for
    no battle.
    """

    side: str
    cells: tuple[int | None, ...]
    points: int


class BracketMatch(msgspec.Struct, frozen=True):
    """Match of a bracket. None is an entrant who is not known yet, "" a bye. `score` are the
    points of victory of both, None without any. `says` tells the match in one sentence.
    """

    key: str
    title: Say
    first: str | None
    second: str | None
    winner: str | None
    battle: str = ""
    score: tuple[int, int] | None = None
    says: Say | None = None


class BracketColumn(msgspec.Struct, frozen=True):
    """Matches of one round of a bracket."""

    title: Say
    matches: tuple[BracketMatch, ...]


class PlaceRow(msgspec.Struct, frozen=True):
    """Place with its reason. `values` are the tie-breaks that decided, with their names, and
    `tiebreaks` all that have a number. `form` are the last
    results: "w", "d", "l" or "b" for a bye. `move`: to another division, as the standings are now.
    `boards` are the board points of a team, None for others.
    """

    place: int
    side: str
    points: int
    values: tuple[tuple[Say, int], ...]
    why: Say | None
    form: tuple[str, ...] = ()
    is_out: bool = False
    move: Say | None = None
    boards: int | None = None
    tiebreaks: tuple[tuple[Say, int], ...] = ()


class TeamPlayerRow(msgspec.Struct, frozen=True):
    """Player of a team in the order of the last public line-up. `state` is None for one who
    plays.
    """

    side: str
    title: Say
    state: Say | None
    is_captain: bool = False


class EntrantRow(msgspec.Struct, frozen=True):
    """Entrant with the state of the entry. `has_paid` is told to organisers and the entrant only. A
    team has `players`.
    """

    side: str
    title: Say
    club: str
    state: Say
    is_playing: bool
    has_paid: bool | None = None
    players: tuple[TeamPlayerRow, ...] = ()


class ListRow(msgspec.Struct, frozen=True):
    """Army list of an entrant, or of a player of the `team`. `army` is empty while it is missing or
    secret; `is_legal` is None if the viewer may not know it. `faults` have their rules. `may_send`:
    the viewer sends or replaces it. `is_waiting`: the entrant or team has no place yet.
    """

    side: str
    title: Say
    state: Say
    army: Mapping[str, Any] = {}
    is_legal: bool | None = None
    faults: tuple[tuple[str, Say], ...] = ()
    is_missing: bool = False
    may_send: bool = False
    team: str = ""
    is_waiting: bool = False

    @property
    def is_awaited(self) -> bool:
        """True for a missing list of an entrant or team with a place."""
        return self.is_missing and not self.is_waiting


class RungRow(msgspec.Struct, frozen=True):
    """Rung of a ladder. `state` is None for a free entrant, `battle` the open battle; "" without
    one. `is_free`: the entrant may be challenged.
    """

    rung: int
    side: str
    state: Say | None
    battle: str = ""
    is_free: bool = True


class LadderPage(msgspec.Struct, frozen=True):
    """Ladder with its rungs, the highest first. `costs` are a title and what it costs. `idle_time`
    is another one, for a ladder with a deadline for idle time.
    """

    rungs: tuple[RungRow, ...]
    costs: tuple[tuple[Say, Say], ...]
    idle_time: tuple[Say, Say]


class GroupPage(msgspec.Struct, frozen=True):
    """Group or division with its places and its cross table."""

    title: Say
    places: tuple[PlaceRow, ...]
    cross: tuple[CrossRow, ...]


class ChallengeRow(msgspec.Struct, frozen=True):
    """Challenge of the entrant `by` to the entrant `to`. `is_agreed`: it is accepted."""

    by: str
    to: str
    is_agreed: bool


class ChallengeRound(msgspec.Struct, frozen=True):
    """Challenges of the challenge round `number`, accepted ones first. `is_next`: they can be made
    and answered now.
    """

    number: int
    rows: tuple[ChallengeRow, ...]
    is_next: bool


class ContestPages(msgspec.Struct, frozen=True):
    """All facts of a contest for one viewer. `settings` are its terms in sentences. `lists` are
    army lists of the game `list_box`, if the contest asks for them. `ladder` is None for other
    forms. `may_enter`: new entrants may sign up. `is_open_form`: no rounds are drawn. `conditions`
    are those of a sign-up, also among the `settings`. `earlier` are the addresses of earlier
    seasons. `has_next_season`: the contest is over, and a next one may follow. `returning` are the
    names of the entrants of a round robin or a ladder in the order of that season. With `groups`,
    `places` holds those of each group in turn; `is_before_bracket`: their bracket is not drawn yet.
    `challenge_round` is set until its round is published. `team_size` are the boards of two teams,
    0 for other contests. `waiting` are the sides on the waiting list in its order. `consequences`
    are those of missed deadlines that the terms choose, by their keys.
    """

    rounds: tuple[RoundTable, ...]
    places: tuple[PlaceRow, ...]
    cross: tuple[CrossRow, ...]
    bracket: tuple[BracketColumn, ...]
    entrants: tuple[EntrantRow, ...]
    settings: tuple[Say, ...]
    free_places: int
    has_begun: bool
    lists: tuple[ListRow, ...] = ()
    list_box: str = ""
    are_lists_open: bool = False
    ladder: LadderPage | None = None
    may_enter: bool = False
    is_open_form: bool = False
    conditions: tuple[Say, ...] = ()
    groups: tuple[GroupPage, ...] = ()
    is_before_bracket: bool = False
    earlier: tuple[str, ...] = ()
    returning: str = ""
    has_next_season: bool = False
    challenge_round: ChallengeRound | None = None
    team_size: int = 0
    waiting: tuple[str, ...] = ()
    consequences: Mapping[str, Say] = {}

    def round(self, number: int) -> RoundTable | None:
        return next((one for one in self.rounds if one.number == number), None)

    def entry(self, side: str) -> EntrantRow | None:
        """Entry of a side: its own one, or the team in which it plays or asks for a place."""
        return next(
            (
                one
                for one in self.entrants
                if side == one.side or side in (each.side for each in one.players)
            ),
            None,
        )

    @property
    def takes_lists(self) -> bool:
        """True while the lists are secret, and later for a viewer who may still send one."""
        if not self.list_box:
            return False
        return not self.are_lists_open or any(one.may_send for one in self.lists)

    def waiting_place(self, side: str) -> int:
        """Place of the entry of a side on the waiting list, from 1; 0 without one."""
        entry = self.entry(side)
        return self.waiting.index(entry.side) + 1 if entry and entry.side in self.waiting else 0

    def is_asking(self, side: str) -> bool:
        """True for a player who asks for a place in a team."""
        players = (each for one in self.entrants for each in one.players)
        return any(one.side == side and one.state is not None for one in players)
