"""Pages of a long game to read: standings, ledger, sides and battles, as one viewer knows them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import msgspec

from app.kernel.contest_pages import ContestPages
from app.kernel.contract import Line
from app.kernel.reading_pages import BattlePage, LedgerRow, ReadingPages, SidePage
from app.kernel.say import Say
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.watch import game_view
from app.services.watch.game_view import GameView, LogEntry
from app.services.watch.ledger_authors import ledger_authors
from app.store import records

Page = TypeVar("Page")
RECENT = 20  # lines of a history that a page shows at once
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""First characters that a spreadsheet takes for a formula."""


class GamePages(msgspec.Struct, frozen=True):
    """A game with its pages for one viewer. `authors` are the referees who entered postings by
    hand, by the number of the posting. `club` is the name of its club, "" without one, and for a
    private game that other users than its members see.
    """

    look: GameView
    pages: ReadingPages
    authors: Mapping[int, str] = {}
    club: str = ""

    def side(self, key: str) -> SidePage:
        """Page of a side. Raises `NoSuchGame`."""
        return found(self.pages.side(key))

    def battle(self, key: str) -> BattlePage:
        """Page of a battle. Raises `NoSuchGame`."""
        return found(self.pages.battle(key))


class LedgerFilter(msgspec.Struct, frozen=True):
    """Choice of postings; an empty field takes all."""

    side: str = ""
    turn: int | None = None
    cause: str = ""

    def takes(self, row: LedgerRow) -> bool:
        """Return true if the posting is chosen."""
        return (
            (not self.side or self.side in (row.payer, row.receiver))
            and self.turn in (None, row.turn)
            and (not self.cause or row.cause == self.cause)
        )


class HistoryLine(msgspec.Struct, frozen=True):
    """Line of the log about a side, with its move and turn."""

    number: int
    turn: int
    line: Line


class Rivalry(msgspec.Struct, frozen=True):
    """Battles of a side against another one, and the postings between the two.

    `received` is the sum from the other side, `paid` the sum to it.
    """

    side: str
    won: int
    drawn: int
    lost: int
    received: int
    paid: int

    @property
    def fought(self) -> int:
        return self.won + self.drawn + self.lost


class Person(msgspec.Struct, frozen=True):
    """Side with its postings and its history, newest first, and its battles.

    `has_earlier` is true if the history has older lines.

    `against` has the sides with a battle or a posting. `place` is that in the first table that
    lists the side; 0 without one.
    """

    side: SidePage
    rows: tuple[LedgerRow, ...]
    history: tuple[HistoryLine, ...]
    battles: tuple[BattlePage, ...]
    against: tuple[Rivalry, ...]
    place: int
    has_earlier: bool = False

    @property
    def won(self) -> int:
        return sum(one.won for one in self.against)

    @property
    def drawn(self) -> int:
        return sum(one.drawn for one in self.against)

    @property
    def lost(self) -> int:
        return sum(one.lost for one in self.against)


def found(page: Page | None) -> Page:
    """The page itself. Raises `NoSuchGame` without one."""
    if page is None:
        raise NoSuchGame
    return page


def load_pages(
    services: Services, address: int | str, user_id: int | None = None, at: int | None = None
) -> GamePages:
    """Load the pages for a user, after move `at` (None: now).

    Raises `NoSuchGame` if the user may not watch, or if the game has no such pages.
    """
    look = game_view.load_view(services, address, user_id, at=at)
    pages = found(pages_of(look))
    authors = ledger_authors(services, look, pages)
    return GamePages(look, pages, authors, club_of_game(services, look.game))


def club_of_game(services: Services, game: records.Game) -> str:
    """Name of the club of a game, as `GamePages.club`."""
    if game.club_id is None or (game.is_private and not game.club_only):
        return ""
    with services.store.read() as work:
        club = work.clubs.find_club(game.club_id)
    return club.name if club is not None else ""


def pages_of(look: GameView) -> ReadingPages | None:
    """Pages of a game in view; None before its beginning and for a battle.

    They are cached by move and viewer. A view that is not the viewer's own has pages of its own.
    """
    if look.view is None:
        return None
    if look.view is look.history.view(look.at, look.viewer):
        return look.history.pages(look.at, look.viewer)
    return look.box.pages(look.view)


def chosen_rows(told: GamePages, chosen: LedgerFilter) -> tuple[LedgerRow, ...]:
    """Postings that the filters take, in order of time."""
    return tuple(row for row in told.pages.ledger if chosen.takes(row))


def person_of(told: GamePages, key: str, most: int | None = None) -> Person:
    """Page of a side, with `most` lines of its history at most. Raises `NoSuchGame` for an unknown
    side.
    """
    side = told.side(key)
    ranks = (row for table in told.pages.standings for row in table.rows if row.side == key)
    lines = history_of(told.look, side.title)
    history = tuple(islice(lines, most))
    return Person(
        side,
        chosen_rows(told, LedgerFilter(side=key))[::-1],
        history,
        tuple(battle for battle in told.pages.battles if key in (*battle.sides, *battle.teams)),
        tuple(rivalries(told.pages, key)),
        next((row.place for row in ranks), 0),
        any(True for _ in lines),
    )


def rivalries(pages: ReadingPages, key: str) -> Iterator[Rivalry]:
    """Battles and postings of a side with each other one, without sides that it never met."""
    for other in (page.side for page in pages.sides if page.side != key):
        both = {key, other}
        over = [one.winner for one in pages.battles if both <= set(one.sides) and one.is_fought]
        over += winners_of_teams(pages, both)
        rows = [row for row in pages.ledger if {row.payer, row.receiver} == both]
        between = [row for row in rows if not row.struck_by]
        received = sum(row.amount for row in between if row.receiver == key)
        paid = sum(row.amount for row in between if row.payer == key)
        won, lost = over.count(key), over.count(other)
        if over or between:
            yield Rivalry(other, won, len(over) - won - lost, lost, received, paid)


def winners_of_teams(pages: ReadingPages, both: set[str]) -> list[str]:
    """Winners of the battles of two teams, "" for a draw."""
    rounds = pages.contest.rounds if pages.contest is not None else ()
    rows = (row for table in rounds for row in table.rows if row.boards and not row.is_open)
    return [row.winner for row in rows if {row.first, row.second} == both]


# --- History of a side
def history_of(look: GameView, title: Say, before: int | None = None) -> Iterator[HistoryLine]:
    """Lines of the log that name a side, newest first. Lines taken back are left out.

    With `before`, the lines of earlier moves only.
    """
    last = look.at if before is None else min(before - 1, look.at)
    return (
        HistoryLine(told.number, look.history.moment(max(1, told.number - 1)).turn, line)
        for told in game_view.log_entries(look, range(last, 0, -1))
        for line in lines_about(told, title)
    )


def lines_about(told: LogEntry, title: Say) -> list[Line]:
    """Lines of a move that name a side."""
    return [line for line in told.lines if not told.undone and names(line.says, title)]


def names(says: Say, title: Say) -> bool:
    """Return true if a sentence has this name among its facts."""
    return any(is_named(fact, title) for fact in says.facts.values())


def is_named(fact: Any, title: Say) -> bool:
    if isinstance(fact, Say):
        return fact == title or names(fact, title)
    return isinstance(fact, tuple) and any(is_named(one, title) for one in fact)


# --- Tables for a spreadsheet
def ledger_table(told: GamePages, rows: Sequence[LedgerRow], language: str) -> str:
    """Ledger as CSV. Accounts are named in the language, ids beside them."""
    titles = {page.side: page.title.in_(language) for page in told.pages.sides}
    head = ("number", "turn", "date", "payer", "payer_name", "receiver", "receiver_name", "amount",
            "cause", "rule", "battle", "payer_balance", "receiver_balance")  # fmt: skip
    return csv_text(
        head,
        (
            (
                row.number,
                row.turn,
                row.when.in_(language),
                row.payer,
                titles.get(row.payer, ""),
                row.receiver,
                titles.get(row.receiver, ""),
                row.amount,
                row.cause,
                row.rule,
                row.battle,
                row.balances.get(row.payer, ""),
                row.balances.get(row.receiver, ""),
            )
            for row in rows
        ),
    )


def standings_table(told: GamePages, language: str) -> str:
    """Standings as CSV, one row for each side in each table. The tie-breaks of a contest follow
    under their names.
    """
    found = tiebreaks_of(told.pages.contest)
    names = [name.in_(language) for name, _ in next(iter(found.values()), ())]
    return csv_text(
        ("table", "place", "side", "name", "number", "rule", *names),
        (
            (
                *(table.key, row.place, row.side, row.title.in_(language), row.number, table.rule),
                *(value for _, value in found.get(row.side, ())),
            )
            for table in told.pages.standings
            for row in table.rows
        ),
    )


def tiebreaks_of(contest: ContestPages | None) -> dict[str, tuple[tuple[Say, int], ...]]:
    """Tie-breaks of each entrant with their names; empty for other games."""
    if contest is None:
        return {}
    groups = [group.places for group in contest.groups] or [contest.places]
    return {row.side: row.tiebreaks for places in groups for row in places}


def csv_text(head: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    """CSV of RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe."""
    page = io.StringIO()
    writer = csv.writer(page)
    writer.writerow(head)
    writer.writerows([plain_cell(cell) for cell in row] for row in rows)
    return page.getvalue()


def plain_cell(cell: str | int) -> str | int:
    """Cell that no spreadsheet computes."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_SIGNS) else cell
