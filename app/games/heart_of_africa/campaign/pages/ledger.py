"""Ledger of hongos: every posting with its rule, its cause and the accounts after it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from app.games.heart_of_africa.campaign.names import HALVES
from app.games.heart_of_africa.campaign.state import Posting, Season
from app.games.heart_of_africa.campaign.tables import CALENDAR
from app.games.heart_of_africa.campaign.wording.players import POSTING_CAUSES, posting_words
from app.kernel.reading_pages import LedgerRow
from app.kernel.say import Say, say

BY_REFEREE = ("opening", "by_hand")
"""Causes of postings that a referee enters."""
DATES_KEPT = 1_000
"""Dates whose sentences stay in memory."""


def ledger_rows(season: Season) -> Iterator[LedgerRow]:
    """Rows in order of time. Lines that a correction struck follow those of their turn."""
    accounts: dict[str, int] = {}
    lines = [(posting, 0) for posting in season.ledger]
    lines += [(one.posting, one.move) for one in season.struck]
    lines.sort(key=lambda line: line[0].turn)
    for number, (posting, struck_by) in enumerate(lines, start=1):
        balances = {} if struck_by else balances_after(accounts, posting)
        yield LedgerRow(
            number,
            posting.turn,
            date_of_turn(season, posting.turn),
            posting.payer,
            posting.receiver,
            posting.amount,
            posting.cause,
            POSTING_CAUSES[posting.cause],
            posting_words(season, posting),
            posting.rule,
            posting.battle,
            balances,
            struck_by,
            posting.cause in BY_REFEREE,
        )


def balances_after(accounts: dict[str, int], posting: Posting) -> dict[str, int]:
    """Accounts of payer and receiver after a posting, which is added to `accounts`."""
    for side, amount in ((posting.payer, -posting.amount), (posting.receiver, posting.amount)):
        if side:
            accounts[side] = accounts.get(side, 0) + amount
    return {side: accounts[side] for side in (posting.payer, posting.receiver) if side}


def date_of_turn(season: Season, turn: int) -> Say:
    """Half and year of a turn."""
    return date_since(season.first_year, turn)


@lru_cache(DATES_KEPT)
def date_since(first_year: int, turn: int) -> Say:
    """Half and year of a turn of a campaign that began in `first_year`."""
    years, half = divmod(turn - 1, int(CALENDAR["turns_per_year"]))
    return say(
        "{half} of {year}", "{half} de {year}", half=HALVES[half + 1], year=first_year + years
    )
