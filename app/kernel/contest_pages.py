"""Pages of a contest: rounds with their pairings, cross table, bracket, entrants."""

from __future__ import annotations

import msgspec

from app.kernel.say import Say


class PairingRow(msgspec.Struct, frozen=True):
    """Pairing of a round. `second` is "" for a bye.

    - `points`: of both entrants when the round was drawn. `why`: reason of the pairing.
    - `state`: result or present state in words. `winner` is a side, "" without one.
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


class RoundTable(msgspec.Struct, frozen=True):
    """Round with its pairings. A draft is seen by organisers only. `absent` are entrants without a
    pairing in this round.
    """

    number: int
    title: Say
    rows: tuple[PairingRow, ...]
    is_draft: bool = False
    absent: tuple[str, ...] = ()


class CrossRow(msgspec.Struct, frozen=True):
    """Row of the cross table: for each opponent the points from the battles against them, None for
    no battle.
    """

    side: str
    cells: tuple[int | None, ...]
    points: int


class BracketMatch(msgspec.Struct, frozen=True):
    """Match of a bracket. None is an entrant who is not known yet, "" a bye."""

    key: str
    title: Say
    first: str | None
    second: str | None
    winner: str | None
    battle: str = ""


class BracketColumn(msgspec.Struct, frozen=True):
    """Matches of one round of a bracket."""

    title: Say
    matches: tuple[BracketMatch, ...]


class PlaceRow(msgspec.Struct, frozen=True):
    """Place with its reason. `values` are the tie-breaks with their names. `form` are the last
    results: "w", "d", "l" or "b" for a bye.
    """

    place: int
    side: str
    points: int
    values: tuple[tuple[Say, int], ...]
    why: Say | None
    form: tuple[str, ...] = ()
    is_out: bool = False


class EntrantRow(msgspec.Struct, frozen=True):
    """Entrant with the state of the entry. `has_paid` is told to organisers and the entrant only."""

    side: str
    title: Say
    club: str
    state: Say
    is_playing: bool
    has_paid: bool | None = None


class ContestPages(msgspec.Struct, frozen=True):
    """All facts of a contest for one viewer. `settings` are its terms in sentences."""

    rounds: tuple[RoundTable, ...]
    places: tuple[PlaceRow, ...]
    cross: tuple[CrossRow, ...]
    bracket: tuple[BracketColumn, ...]
    entrants: tuple[EntrantRow, ...]
    settings: tuple[Say, ...]
    free_places: int
    has_begun: bool

    def round(self, number: int) -> RoundTable | None:
        return next((one for one in self.rounds if one.number == number), None)
