"""Orders of the referee: turns, results, forfeits, late players, the end."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.names import (
    battle_title,
    player_title,
)
from app.games.heart_of_africa.campaign.offering.offer import leaders_field, offer, result_label
from app.games.heart_of_africa.campaign.state import (
    BETWEEN,
    READY,
    REFEREE,
    Season,
    War,
)
from app.kernel.offers import Offer
from app.kernel.say import say


def referee_offers(season: Season) -> Iterator[Offer]:
    """Orders of the referee: turns, results, forfeits, players who are late, the end."""
    if season.step == BETWEEN:
        label = say("Open the turn", "Abrir el turno")
        yield offer(season, REFEREE, o.OpenTurn(), label, main=True, rolls=True)
        yield offer(
            season,
            REFEREE,
            o.CloseCampaign(),
            say("Close the campaign", "Cerrar la campaña"),
            ahead=True,
            leaves_undone=say("The campaign ends for good.", "La campaña termina para siempre."),
        )
    for war in season.battles:
        if war.is_open:
            yield from referee_battle_offers(season, war)
    for player in season.by_joining:
        order = o.PassFor(player.key)
        if not refusals(season, order, REFEREE):
            label = say(
                "Answer by default for {who:the}",
                "Responder por defecto por {who:el}",
                who=player_title(player),
            )
            yield offer(season, REFEREE, order, label, piece=player.key, ahead=True)


def referee_battle_offers(season: Season, war: War) -> Iterator[Offer]:
    """Result, forfeit and lapse of an open battle."""
    title = battle_title(season, war)
    is_owed = war.entered is not None and bool(war.entered.disputed)
    if war.status == READY:
        for winner in (*war.players, None):
            yield Offer(
                o.Decide(war.key, winner),
                result_label(season, war, winner),
                asks=(leaders_field(season, war),),
                ahead=not is_owed,
            )
    label = say(
        "{battle}. The defender pays for not playing",
        "{battle}. El defensor paga por no jugar",
        battle=title,
    )
    yield offer(season, REFEREE, o.OrderForfeit(war.key), label, ahead=True)
    label = say("{battle}. The attack lapses", "{battle}. El ataque caduca", battle=title)
    yield offer(season, REFEREE, o.Lapse(war.key), label, ahead=True)
