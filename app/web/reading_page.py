"""Contexts of the pages of a long game to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from app.kernel.reading_pages import BattlePage, LedgerRow, ReadingPages, SidePage
from app.kernel.say import Say
from app.services.watch.game_view import GameView
from app.services.watch.reading_pages import GamePages, HistoryLine, LedgerFilter, history_of
from app.web.forms import integer_or_none
from app.web.panels.frame import side_shapes


@dataclass(frozen=True)
class ReadingPage:
    """Common part of the pages. `shapes` and `players` are by side."""

    told: GamePages
    base: str
    shapes: Mapping[str, str]
    players: Mapping[str, str]
    here: str

    @property
    def look(self) -> GameView:
        return self.told.look

    @property
    def pages(self) -> ReadingPages:
        return self.told.pages

    @property
    def mine(self) -> str:
        """Side of the viewer; "" for a spectator."""
        return self.look.viewer.side or "" if self.look.seat else ""

    @property
    def titles(self) -> Mapping[str, Say]:
        """Names of the sides."""
        return {page.side: page.title for page in self.pages.sides}

    def shape(self, side: str) -> str:
        return self.shapes.get(side, "n")


@dataclass(frozen=True)
class LedgerPage:
    """Ledger with its filters, as they can be chosen and as they were chosen."""

    rows: Sequence[LedgerRow]
    chosen: LedgerFilter
    turns: Sequence[int]
    causes: Mapping[str, Say]

    @property
    def query(self) -> str:
        """Filters as the query of an address, with its question mark."""
        given = {
            "side": self.chosen.side,
            "turn": str(self.chosen.turn or ""),
            "cause": self.chosen.cause,
        }
        words = urlencode({name: value for name, value in given.items() if value})
        return f"?{words}" if words else ""


@dataclass(frozen=True)
class PersonPage:
    """Page of a side with its history, its postings and its battles."""

    side: SidePage
    rows: Sequence[LedgerRow]
    history: Sequence[HistoryLine]
    battles: Sequence[BattlePage]


def reading_page(told: GamePages, here: str) -> ReadingPage:
    """Common part of a page; `here` is its last part of the address."""
    look = told.look
    return ReadingPage(
        told,
        f"/games/{look.game.address}",
        side_shapes(look),
        {seat.side: seat.name or "" for seat in look.seats},
        here,
    )


def ledger_filter(query: QueryParams) -> LedgerFilter:
    """Filters of a query. A turn that is no number takes all turns."""
    return LedgerFilter(
        query.get("side", ""), integer_or_none(query.get("turn", "")), query.get("cause", "")
    )


def ledger_page(told: GamePages, query: QueryParams) -> LedgerPage:
    """Postings that the filters take, newest first."""
    chosen, ledger = ledger_filter(query), told.pages.ledger
    return LedgerPage(
        tuple(row for row in reversed(ledger) if chosen.takes(row)),
        chosen,
        sorted({row.turn for row in ledger}),
        {row.cause: row.cause_words for row in ledger},
    )


def person_page(told: GamePages, key: str) -> PersonPage:
    """Page of a side. Raises `NoSuchGame` for an unknown side."""
    side = told.side(key)
    of_side = LedgerFilter(side=key)
    return PersonPage(
        side,
        tuple(row for row in reversed(told.pages.ledger) if of_side.takes(row)),
        history_of(told.look, side.title),
        tuple(battle for battle in told.pages.battles if key in battle.sides),
    )
