"""Context of the honours of a long game: numbers, curve of the accounts, maps, and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.kernel.outcome import Honour, Outcome
from app.kernel.reading_pages import (
    LedgerRow,
    ReadingPages,
    SidePage,
    StandingRow,
    StandingsTable,
)
from app.services.watch.reading_pages import GamePages
from app.web.account_curve import AccountCurve, account_curve
from app.web.front_page import drawn_map, ends_of_turns
from app.web.page_cache import PageCache
from app.web.panels.frame import side_shapes

MAPS = 4
MOST_BELOW = 5
"""Largest number of places that stand below an honour."""


@dataclass(frozen=True)
class HonourCard:
    """Honour with its table of the standings, if it has one, and the places below it."""

    honour: Honour
    table: StandingsTable | None
    below: Sequence[StandingRow]


@dataclass(frozen=True)
class HonoursPage:
    """End of a long game in numbers, with the curve of its accounts.

    `unranked` are the sides without a place in any table of the standings.

    `maps` are at most `MAPS` maps, each with its turn. `paid` is the only largest payment between
    two sides. `victors` have won most battles, `victories` of them each.
    """

    turns: int
    fought: int
    curve: AccountCurve
    maps: Sequence[tuple[int, Markup]]
    paid: LedgerRow | None
    victors: Sequence[str]
    victories: int
    cards: Sequence[HonourCard]
    unranked: Sequence[SidePage]


def honours_page(told: GamePages, language: str, drawn: PageCache[Markup]) -> HonoursPage:
    """Numbers of all turns. Battles that were not played do not count."""
    look, pages = told.look, told.pages
    turns = look.history.turn(look.at)
    won = Counter(battle.winner for battle in pages.battles if battle.winner)
    most = max(won.values(), default=0)
    ends = ends_of_turns(look)
    return HonoursPage(
        turns,
        sum(battle.is_fought for battle in pages.battles),
        account_curve(pages, turns, side_shapes(look)),
        [
            (turn, drawn_map(look, ends[turn], f"map-{turn}", language, drawn))
            for turn in chosen_turns(sorted(ends))
        ],
        largest_payment(pages),
        [side for side, count in won.items() if count == most],
        most,
        honour_cards(look.outcome, pages) if look.outcome else (),
        unranked_sides(pages),
    )


def honour_cards(outcome: Outcome, pages: ReadingPages) -> list[HonourCard]:
    """Honours with the best places below them."""
    tables = {table.key: table for table in pages.standings}
    cards = []
    for honour in outcome.honours:
        table = tables.get(honour.table)
        rows = [row for row in table.rows if row.side not in honour.sides] if table else []
        cards.append(HonourCard(honour, table, rows[:MOST_BELOW]))
    return cards


def unranked_sides(pages: ReadingPages) -> list[SidePage]:
    """Sides without a place."""
    placed = {row.side for table in pages.standings for row in table.rows}
    entrants = {row.side for row in pages.contest.entrants} if pages.contest else None
    unplaced = (page for page in pages.sides if page.side not in placed)
    return [page for page in unplaced if entrants is None or page.side in entrants]


def chosen_turns(turns: Sequence[int]) -> list[int]:
    """First and last turn, and those between them at equal distances; `MAPS` at most."""
    last = len(turns) - 1
    places = {round(last * step / (MAPS - 1)) for step in range(MAPS)}
    return [turns[place] for place in sorted(places)]


def largest_payment(pages: ReadingPages) -> LedgerRow | None:
    """Largest posting in force from one side to another; None if several are equal."""
    paid = [row for row in pages.ledger if row.payer and row.receiver and not row.struck_by]
    most = max((row.amount for row in paid), default=0)
    largest = [row for row in paid if row.amount == most]
    return largest[0] if len(largest) == 1 else None
