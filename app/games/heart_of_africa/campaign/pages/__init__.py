"""Pages of a campaign to read, built from a view."""

from __future__ import annotations

from app.games.heart_of_africa.armies.lists import list_name
from app.games.heart_of_africa.campaign.drawing import heading
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.pages.answered import answer_lists
from app.games.heart_of_africa.campaign.pages.battles import battle_pages
from app.games.heart_of_africa.campaign.pages.ends import ends_tables
from app.games.heart_of_africa.campaign.pages.entries import queued_entries
from app.games.heart_of_africa.campaign.pages.ledger import ledger_rows
from app.games.heart_of_africa.campaign.pages.sides import side_pages
from app.games.heart_of_africa.campaign.pages.standings import standings_tables
from app.games.heart_of_africa.campaign.pages.turn import order_rows
from app.kernel.reading_pages import ReadingPages
from app.kernel.say import say
from app.kernel.turn_facts import SideLine, TurnFacts

UNIT = say("hongos", "hongos")


def reading_pages(view: View) -> ReadingPages:
    """All pages for the viewer."""
    season = view.season
    return ReadingPages(
        heading(season),
        UNIT,
        tuple(standings_tables(season)),
        tuple(ledger_rows(season)),
        tuple(side_pages(season)),
        tuple(battle_pages(season, view.me)),
        tuple(order_rows(season)),
        tuple(queued_entries(season)),
    )


def turn_facts(view: View) -> TurnFacts:
    """Order of play, possible ends of what the viewer may do, and answers that are in."""
    season = view.season
    return TurnFacts(
        UNIT,
        tuple(order_rows(season)),
        tuple(ends_tables(season, view.me)),
        tuple(answer_lists(season)),
        tuple(SideLine(one.key, list_name(one.list), one.hongos) for one in season.by_joining),
    )
