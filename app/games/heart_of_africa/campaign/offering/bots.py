"""Offers of bots that play on for absent players of a battle."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.absent_fighters import is_fought_on_table
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.names import battle_title, title_of
from app.games.heart_of_africa.campaign.state import Season, War
from app.kernel.offers import Offer
from app.kernel.say import say


def bot_offers(season: Season, war: War, me: str) -> Iterator[Offer]:
    """Bots that play on for a player of a battle on its table."""
    says = say(
        "The bot takes the seat while the table waits for it. The player may take it back.",
        "El bot ocupa el asiento mientras la mesa lo espera. El jugador puede recuperarlo.",
    )
    for key in war.players:
        order = o.LetBotPlay(war.key, key)
        if is_fought_on_table(war) and not refusals(season, order, me):
            who = title_of(season, key)
            label = say("A bot plays on for {who:the}", "Un bot sigue por {who:el}", who=who)
            title = battle_title(season, war)
            yield Offer(order, label, about=title, says=says, ahead=True)
