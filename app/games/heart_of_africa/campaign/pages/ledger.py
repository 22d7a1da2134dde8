"""Ledger of hongos: every posting with its rule, its cause and the accounts after it."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign.names import HALVES
from app.games.heart_of_africa.campaign.state import Season
from app.games.heart_of_africa.campaign.tables import CALENDAR
from app.games.heart_of_africa.campaign.wording.players import POSTING_CAUSES, posting_words
from app.kernel.reading_pages import LedgerRow
from app.kernel.say import Say, say


def ledger_rows(season: Season) -> Iterator[LedgerRow]:
    """Rows in order of time."""
    accounts: dict[str, int] = {}
    for number, posting in enumerate(season.ledger, start=1):
        for side, amount in ((posting.payer, -posting.amount), (posting.receiver, posting.amount)):
            if side:
                accounts[side] = accounts.get(side, 0) + amount
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
            {side: accounts[side] for side in (posting.payer, posting.receiver) if side},
        )


def date_of_turn(season: Season, turn: int) -> Say:
    """Half and year of a turn."""
    years, half = divmod(turn - 1, int(CALENDAR["turns_per_year"]))
    return say(
        "{half} of {year}",
        "{half} de {year}",
        half=HALVES[half + 1],
        year=season.first_year + years,
    )
