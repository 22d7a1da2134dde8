"""Orders of the referee: turns, results, forfeits, late players, the end."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.bookkeeping import LONGEST_REASON, MOST
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.names import (
    battle_title,
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.offering.consequences import result_words
from app.games.heart_of_africa.campaign.offering.offer import (
    entered_words,
    in_a_row,
    leaders_field,
    offer,
    result_label,
)
from app.games.heart_of_africa.campaign.state import (
    BETWEEN,
    READY,
    REFEREE,
    Season,
    War,
)
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import say

ACCOUNTS = say("The accounts", "Las cuentas")
TURN = say("The turn", "El turno")
LATE = say("Late players", "Jugadores que se retrasan")
END = say("The end", "El final")


def referee_offers(season: Season) -> Iterator[Offer]:
    """Orders of the referee: turns, results, forfeits, players who are late, the end."""
    if season.step == BETWEEN:
        label = say("Open the turn", "Abrir el turno")
        says = say(
            "Chance meetings and the order of play are rolled. No player joins until the turn ends.",
            "Se tiran los encuentros casuales y el orden de juego. Ningún jugador entra hasta "
            "que acabe el turno.",
        )
        yield offer(season, REFEREE, o.OpenTurn(), label, main=True, says=says, about=TURN)
        yield offer(
            season,
            REFEREE,
            o.CloseCampaign(),
            say("Close the campaign", "Cerrar la campaña"),
            ahead=True,
            about=END,
            leaves_undone=say("The campaign ends for good.", "La campaña termina para siempre."),
        )
    for war in season.battles:
        if war.is_open:
            yield from referee_battle_offers(season, war)
    if any(one.is_active and one.hongos is not None for one in season.by_joining):
        yield booking_offer(season)
    for player in season.by_joining:
        order = o.PassFor(player.key)
        if not refusals(season, order, REFEREE):
            label = say(
                "Answer by default for {who:the}",
                "Responder por defecto por {who:el}",
                who=player_title(player),
            )
            yield offer(season, REFEREE, order, label, piece=player.key, ahead=True, about=LATE)


def booking_offer(season: Season) -> Offer:
    """Posting by hand to any account."""
    accounts = tuple(
        Choice(one.key, player_title(one))
        for one in season.by_joining
        if one.is_active and one.hongos is not None
    )
    nowhere = Choice("", say("no account", "ninguna cuenta"))
    return Offer(
        o.Book(0, ""),
        say("Post hongos by hand", "Apuntar hongos a mano"),
        says=say(
            "The posting stands in the ledger with your reason. It cannot be taken back.",
            "El apunte queda en el libro con tu motivo. No se puede deshacer.",
        ),
        about=ACCOUNTS,
        asks=(
            Field.choice("payer", say("From", "De"), (nowhere, *accounts), is_optional=True),
            Field.choice("receiver", say("To", "A"), (nowhere, *accounts), is_optional=True),
            Field.number("hongos", say("Hongos", "Hongos"), least=1, most=MOST, usual="1"),
            Field("reason", Kind.TEXT, say("Reason", "Motivo"), most=LONGEST_REASON),
        ),
        ahead=True,
    )


def referee_battle_offers(season: Season, war: War) -> Iterator[Offer]:
    """Result, forfeit and lapse of an open battle."""
    title = battle_title(season, war)
    is_owed = war.entered is not None and bool(war.entered.disputed)
    if war.status == READY:
        for winner in (*war.players, None):
            yield Offer(
                o.Decide(war.key, winner),
                result_label(season, winner),
                about=title,
                says=in_a_row([entered_words(season, war), result_words(season, war, winner)]),
                asks=(leaders_field(season, war),),
                ahead=not is_owed,
            )
    for order, label, follows in (
        (
            o.OrderForfeit(war.key),
            say("The defender pays for not playing", "El defensor paga por no jugar"),
            say(
                "The battle ends as a forfeit: {who:the} {who:pays|pay} 1 hongo.",
                "La batalla acaba sin jugarse: {who:el} {who:paga|pagan} 1 hongo.",
                who=title_of(season, war.defender),
            ),
        ),
        (
            o.Lapse(war.key),
            say("The attack lapses", "El ataque caduca"),
            say(
                "The battle is void, and nothing else follows.",
                "La batalla queda anulada y no tiene más consecuencias.",
            ),
        ),
    ):
        yield offer(season, REFEREE, order, label, ahead=True, about=title, leaves_undone=follows)
