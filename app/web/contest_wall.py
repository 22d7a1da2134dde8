"""Context of the projector page of a contest: pairings of the round and standings, a screen at a
time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.kernel.contest_pages import ContestPages, EntrantRow, PairingRow, PlaceRow, RungRow
from app.kernel.reading_pages import ReadingPages
from app.kernel.say import Say
from app.web.panels.clock import SeatClock

PAIRINGS_ON_SCREEN, ROWS_ON_SCREEN, FEW_PAIRINGS = 10, 10, 6
"""Rows that can be read from six metres on one screen. The next screen follows after some
seconds.
"""

Row = TypeVar("Row")


@dataclass(frozen=True)
class ContestWall:
    """Projector page of a contest. Each part is a sequence of screens with their rows.

    - `title`: of the round. `deadline`: latest one of a drawn round, "" without one.
    - `pairings`: of the last round, in a ladder and a free league the open battles.
    - `places`: standings, with groups their names in `groups`, one for each screen. `rungs`: in a
      ladder. `entrants`: before the first round.
    """

    title: Say
    deadline: str
    names: dict[str, Say]
    pairings: Sequence[Sequence[PairingRow]]
    places: Sequence[Sequence[PlaceRow]]
    rungs: Sequence[Sequence[RungRow]]
    entrants: Sequence[Sequence[EntrantRow]]
    free_places: int
    groups: Sequence[Say] = ()

    @property
    def is_small(self) -> bool:
        """True for few pairings, which are written larger."""
        return self.screens == 1 and sum(map(len, self.pairings)) <= FEW_PAIRINGS

    @property
    def screens(self) -> int:
        """Number of screens that follow one another."""
        return max(1, *map(len, (self.pairings, self.places, self.rungs, self.entrants)))


def contest_wall(pages: ReadingPages, due: Sequence[SeatClock]) -> ContestWall | None:
    """Projector page of a contest; None for another game."""
    contest = pages.contest
    if contest is None:
        return None
    has_places = contest.has_begun and contest.ladder is None
    tables = [(one.title, in_screens(one.places, ROWS_ON_SCREEN)) for one in contest.groups]
    places = [screen for _, screens in tables for screen in screens] or in_screens(
        contest.places, ROWS_ON_SCREEN
    )
    return ContestWall(
        contest.rounds[-1].title if contest.rounds and not contest.is_open_form else pages.when,
        "" if contest.is_open_form else latest_deadline(due),
        {side.side: side.title for side in pages.sides},
        in_screens(shown_pairings(contest), PAIRINGS_ON_SCREEN // (1 + contest.team_size // 2)),
        places if has_places else (),
        in_screens(contest.ladder.rungs if contest.ladder else (), ROWS_ON_SCREEN),
        in_screens(() if contest.has_begun else contest.entrants, 2 * ROWS_ON_SCREEN),
        contest.free_places,
        [title for title, screens in tables for _ in screens],
    )


def latest_deadline(due: Sequence[SeatClock]) -> str:
    """Latest deadline of the clocks; "" without one."""
    return max((row.time.deadline for row in due if row.time.deadline), default="")


def shown_pairings(contest: ContestPages) -> tuple[PairingRow, ...]:
    """Pairings of the last published round; without drawn rounds the open battles only."""
    published = [one for one in contest.rounds if not one.is_draft]
    rows = published[-1].rows if published else ()
    return tuple(row for row in rows if row.is_open) if contest.is_open_form else rows


def in_screens(rows: Sequence[Row], most: int) -> tuple[Sequence[Row], ...]:
    """Rows in screens of about equal length, `most` at most."""
    count = -(-len(rows) // most)
    if not count:
        return ()
    size = -(-len(rows) // count)
    return tuple(rows[at : at + size] for at in range(0, len(rows), size))
