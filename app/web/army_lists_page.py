"""Context of the page of army lists of a contest."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from app.kernel.contest_pages import ContestPages, ListRow
from app.kernel.refusal import Refusal
from app.kernel.say import Say
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
class ListGroup:
    """Lists of the players of a team under its name, or those of all entrants without a name."""

    side: str
    title: Say | None
    lines: Sequence[ListLine]

    @property
    def missing(self) -> int:
        """Number of lists that are missing."""
        return sum(one.row.is_awaited for one in self.lines)


@dataclass(frozen=True)
class ArmyListsPage:
    """Lists that the viewer may know. `choices` are saved armies for the lists `to_send` of the
    viewer, of which `chosen` is the first; they are empty if the viewer sends none.
    """

    frame: ReadingPage
    contest: ContestPages
    groups: Sequence[ListGroup]
    to_send: Sequence[ListRow]
    chosen: str
    choices: Sequence[JudgedArmy]
    command: str
    findings: tuple[Refusal, ...]

    @property
    def missing(self) -> int:
        """Number of lists that are missing."""
        return sum(one.missing for one in self.groups)

    @property
    def waits(self) -> bool:
        """True if the viewer sends a list for an entrant or a team on the waiting list."""
        return any(one.is_waiting for one in self.to_send)

    @property
    def is_own(self) -> bool:
        """True if the viewer sends the own list only."""
        return all(one.side == self.frame.mine or not one.team for one in self.to_send)


def army_lists_page(
    services: Services,
    told: GamePages,
    contest: ContestPages,
    language: str,
    findings: tuple[Refusal, ...],
    player: str = "",
) -> ArmyListsPage:
    """Page of the lists of a contest, for one viewer. `player` is chosen at first."""
    lists = () if told.look.outcome else contest.lists
    to_send = sorted((one for one in lists if one.may_send), key=lambda one: not one.is_missing)
    keys = [one.side for one in to_send]
    user = told.look.user_id
    return ArmyListsPage(
        reading_page(told, "lists"),
        contest,
        [
            ListGroup(
                team,
                next((one.title for one in contest.entrants if one.side == team), None),
                [ListLine(one, army_words(services, contest, one, language)) for one in rows],
            )
            for team, rows in groupby(contest.lists, lambda one: one.team)
        ],
        to_send,
        player if player in keys else next(iter(keys), ""),
        choices_of_list(services, user, contest.list_box) if keys and user is not None else (),
        secrets.token_urlsafe(16),
        findings,
    )


def army_words(services: Services, contest: ContestPages, row: ListRow, language: str) -> str:
    """Army of a list as text; "" if the viewer does not know it."""
    game = services.shelf.get(contest.list_box)
    if not row.army or game is None or game.armies is None:
        return ""
    return game.armies.written(row.army, language)
