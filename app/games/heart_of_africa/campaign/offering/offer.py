"""An offer with its refusals, and fields that several offers ask for."""

from __future__ import annotations

from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.names import (
    battle_title,
    title_of,
)
from app.games.heart_of_africa.campaign.state import (
    Season,
    War,
)
from app.kernel.contract import Order
from app.kernel.form import Choice, Field
from app.kernel.offers import Offer
from app.kernel.say import Say, say


def offer(season: Season, me: str, order: Order, label: Say, **more: object) -> Offer:
    """Offer of a complete order, with its refusals."""
    return Offer(order, label, no=refusals(season, order, me), **more)  # type: ignore[arg-type] # fields of Offer


def leaders_field(season: Season, war: War) -> Field:
    """Leaders who fell in the battle."""
    choices = tuple(Choice(key, title_of(season, key)) for key in war.players)
    title = say("Leaders who fell", "Líderes caídos")
    return Field.some("leaders_lost", title, choices, is_optional=True)


def result_label(season: Season, war: War, winner: str | None) -> Say:
    """Label of a result: the winner, or no decision."""
    title = battle_title(season, war)
    if winner is None:
        return say("{battle}. No decision", "{battle}. Sin decisión", battle=title)
    return say(
        "{battle}. {who:The} won",
        "{battle}. {who:El} {who:ganó|ganaron}",
        battle=title,
        who=title_of(season, winner),
    )
