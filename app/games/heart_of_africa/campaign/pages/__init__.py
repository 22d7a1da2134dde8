"""Pages of a campaign to read, built from a view."""

from __future__ import annotations

from app.games.heart_of_africa.campaign.drawing import heading
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.pages.battles import battle_pages
from app.games.heart_of_africa.campaign.pages.ledger import ledger_rows
from app.games.heart_of_africa.campaign.pages.sides import side_pages
from app.games.heart_of_africa.campaign.pages.standings import standings_tables
from app.games.heart_of_africa.campaign.pages.turn import order_rows
from app.kernel.reading_pages import ReadingPages
from app.kernel.say import say


def reading_pages(view: View) -> ReadingPages:
    """All pages for the viewer."""
    season = view.season
    return ReadingPages(
        heading(season),
        say("hongos", "hongos"),
        tuple(standings_tables(season)),
        tuple(ledger_rows(season)),
        tuple(side_pages(season)),
        tuple(battle_pages(season)),
        tuple(order_rows(season)),
    )
