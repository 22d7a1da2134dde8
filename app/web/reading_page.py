"""Contexts of the pages of a long game to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from app.kernel.reading_pages import LedgerRow, ReadingPages, SidePage
from app.kernel.say import Say
from app.services.people.permissions import referee_seat_of
from app.services.watch.game_view import GameView
from app.services.watch.reading_pages import (
    GamePages,
    LedgerFilter,
    chosen_rows,
)
from app.web.forms import integer_or_none
from app.web.panels.frame import side_shapes

ROWS_SHOWN = 100
"""Postings on a page of the ledger."""


@dataclass(frozen=True)
class ReadingPage:
    """Common part of the pages. `shapes` and `players` are by side. A player whose side has the
    same name is left out.
    """

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
    def authors(self) -> Mapping[int, str]:
        """Referees who entered postings by hand, by the number of the posting."""
        return self.told.authors

    @property
    def mine(self) -> str:
        """Side of the viewer; "" for a spectator."""
        return self.look.viewer.side or "" if self.look.seat else ""

    @property
    def may_offer_seats(self) -> bool:
        """True for a referee of a game that is being played."""
        is_referee = referee_seat_of(self.look.seats, self.look.user_id) is not None
        return is_referee and self.look.game.status == "running"

    @property
    def may_leave(self) -> bool:
        """True for a player of a running game with open seats."""
        look = self.look
        is_open = look.box.card.open_seats is not None and look.game.status == "running"
        return is_open and bool(self.mine) and not look.has_left

    @property
    def leaving_words(self) -> Sequence[Say]:
        """Consequences if the viewer leaves."""
        return self.look.box.leaving_words(self.look.table.state, self.mine)

    @cached_property
    def titles(self) -> Mapping[str, Say]:
        """Names of the sides."""
        return {page.side: page.title for page in self.pages.sides}

    def shape(self, side: str) -> str:
        return self.shapes.get(side, "n")


@dataclass(frozen=True)
class LedgerPage:
    """Ledger with its filters, as they can be chosen and as they were chosen.

    `rows` are the newest `ROWS_SHOWN` postings, or those before the posting `before`. `count`
    counts all of the filters. `older` is the value of `before` for the next page; 0 if there is
    none.
    """

    rows: Sequence[LedgerRow]
    count: int
    before: int | None
    older: int
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


def reading_page(told: GamePages, here: str) -> ReadingPage:
    """Common part of a page; `here` is its last part of the address."""
    look = told.look
    names = {seat.side: seat.name or "" for seat in look.seats}
    names |= {one.side: names.get(one.seat, "") for one in told.pages.sides if one.seat}
    doubled = {one.side for one in told.pages.sides if is_named_alike(one, names.get(one.side, ""))}
    return ReadingPage(
        told,
        f"/games/{look.game.address}",
        side_shapes(look),
        {side: name for side, name in names.items() if side not in doubled},
        here,
    )


def is_named_alike(side: SidePage, player: str) -> bool:
    """True for an entrant with the name of its player."""
    return side.title.in_("en") == player


def ledger_filter(query: QueryParams) -> LedgerFilter:
    """Filters of a query. A turn that is no number takes all turns."""
    return LedgerFilter(
        query.get("side", ""), integer_or_none(query.get("turn", "")), query.get("cause", "")
    )


def ledger_page(told: GamePages, query: QueryParams) -> LedgerPage:
    """Postings that the filters take, newest first."""
    chosen, ledger = ledger_filter(query), told.pages.ledger
    before = integer_or_none(query.get("before", ""))
    taken = chosen_rows(told, chosen)[::-1]
    rows = [row for row in taken if before is None or row.number < before]
    return LedgerPage(
        tuple(rows[:ROWS_SHOWN]),
        len(taken),
        before,
        rows[ROWS_SHOWN - 1].number if len(rows) > ROWS_SHOWN else 0,
        chosen,
        sorted({row.turn for row in ledger}),
        {row.cause: row.cause_words for row in ledger},
    )
