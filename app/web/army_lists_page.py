"""Context of the page of army lists of a contest."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from app.kernel.contest_pages import ContestPages, ListRow
from app.kernel.refusal import Refusal
from app.services.container import Services
from app.services.play.army_lists import choices_of_list
from app.services.play.saved_armies import JudgedArmy
from app.services.watch.reading_pages import GamePages
from app.web.reading_page import ReadingPage, reading_page


@dataclass(frozen=True)
class ListLine:
    """List of an entrant. `words` is the army as text, "" while it is secret or missing."""

    row: ListRow
    words: str


@dataclass(frozen=True)
class ArmyListsPage:
    """Lists that the viewer may know. `choices` are saved armies that the viewer may send; they are
    empty without an entry, and once the own list stays.
    """

    frame: ReadingPage
    contest: ContestPages
    lines: Sequence[ListLine]
    choices: Sequence[JudgedArmy]
    may_send: bool
    command: str
    findings: tuple[Refusal, ...]

    @property
    def missing(self) -> int:
        """Number of entrants without a list."""
        return sum(one.row.is_missing for one in self.lines)


def army_lists_page(
    services: Services,
    told: GamePages,
    contest: ContestPages,
    language: str,
    findings: tuple[Refusal, ...],
) -> ArmyListsPage:
    """Page of the lists of a contest, for one viewer."""
    frame = reading_page(told, "lists")
    own = next((one for one in contest.lists if one.side == frame.mine), None)
    may_send = own is not None and (own.is_missing or not contest.are_lists_open)
    user = told.look.user_id
    return ArmyListsPage(
        frame,
        contest,
        [ListLine(one, army_words(services, contest, one, language)) for one in contest.lists],
        choices_of_list(services, user, contest.list_box) if may_send and user is not None else (),
        may_send and not told.look.outcome,
        secrets.token_urlsafe(16),
        findings,
    )


def army_words(services: Services, contest: ContestPages, row: ListRow, language: str) -> str:
    """Army of a list as text; "" if the viewer does not know it."""
    game = services.shelf.get(contest.list_box)
    if not row.army or game is None or game.armies is None:
        return ""
    return game.armies.written(row.army, language)
