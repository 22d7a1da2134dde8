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
from app.games.heart_of_africa.campaign.offering.battles import (
    decision_offers,
    reason_of_decision,
)
from app.games.heart_of_africa.campaign.offering.bots import bot_offers
from app.games.heart_of_africa.campaign.offering.consequences import result_words
from app.games.heart_of_africa.campaign.offering.offer import (
    offer,
    reported_words,
    result_label,
)
from app.games.heart_of_africa.campaign.offering.opening import opening_offers
from app.games.heart_of_africa.campaign.state import (
    BETWEEN,
    READY,
    REFEREE,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.wording.reports import in_a_row
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import say

ACCOUNTS = say("The accounts", "Las cuentas")
TURN = say("The turn", "El turno")
LATE = say("Late players", "Jugadores que se retrasan")
PLAYERS = say("The players", "Los jugadores")
END = say("The end", "El final")


def referee_offers(season: Season) -> Iterator[Offer]:
    """Orders of the referee: turns, results, forfeits, players who are late, the end."""
    if season.step == BETWEEN:
        label = say("Open the turn", "Abrir el turno")
        says = say(
            "Chance meetings and the order of play are rolled. Players who join later enter when "
            "the turn ends.",
            "Se tiran los dados de los encuentros y del orden de juego. Los jugadores que lleguen "
            "después entran al acabar el turno.",
        )
        more = {"rolls": True, "main": True, "says": says, "about": TURN}
        yield offer(season, REFEREE, o.OpenTurn(), label, **more)
    if season.is_gathering:
        yield from opening_offers(season)
    for war in season.battles:
        if war.is_open:
            yield from referee_battle_offers(season, war)
    if any(one.is_active and one.hongos is not None for one in season.by_joining):
        yield booking_offer(season)
    yield from succession_offers(season)
    for player in season.by_joining:
        order = o.PassFor(player.key)
        if not refusals(season, order, REFEREE):
            label = say(
                "Answer by default for {who:the}",
                "Responder por defecto por {who:el}",
                who=player_title(player),
            )
            yield offer(season, REFEREE, order, label, piece=player.key, ahead=True, about=LATE)
    if not refusals(season, o.CloseTurn(), REFEREE):
        yield closing_offer(season)
    yield offer(
        season,
        REFEREE,
        o.CloseCampaign(),
        say("Close the campaign", "Cerrar la campaña"),
        ahead=True,
        about=END,
        leaves_undone=say("The campaign ends for good.", "La campaña termina para siempre."),
    )


def closing_offer(season: Season) -> Offer:
    """Default answers of all late players, with the battles that the turn waits for."""
    waits = [war for war in season.battles if war.is_open]
    says = (
        say(
            "All answers that are missing in this turn are given by default. The turn ends after "
            "its battles; open now: {n}.",
            "Se dan por defecto todas las respuestas que faltan en este turno. El turno acaba tras "
            "sus batallas; abiertas ahora: {n}.",
            n=len(waits),
        )
        if waits
        else say(
            "All answers that are missing in this turn are given by default. The turn ends, unless an "
            "attack leads to a battle.",
            "Se dan por defecto todas las respuestas que faltan en este turno. El turno acaba, salvo "
            "que un ataque lleve a una batalla.",
        )
    )
    label = say("Close the turn", "Cerrar el turno")
    return offer(season, REFEREE, o.CloseTurn(), label, says=says, ahead=True, about=LATE)


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


def succession_offers(season: Season) -> Iterator[Offer]:
    """Khartoum Arabs who may become Mahdists, and requests that the referee may refuse."""
    for player in season.by_joining:
        order = o.BecomeMahdist(player.key)
        if not refusals(season, order, REFEREE):
            yield offer(
                season,
                REFEREE,
                order,
                say(
                    "Let {who:the} become Mahdists",
                    "Dejar que {who:el} {who:sea mahdista|sean mahdistas}",
                    who=player_title(player),
                ),
                says=say("This is no promotion.", "No es un ascenso."),
                about=PLAYERS,
                ahead=player.key not in season.successions,
            )
        if player.key in season.successions:
            label = say(
                "Do not let {who:the} become Mahdists",
                "No dejar que {who:el} {who:sea mahdista|sean mahdistas}",
                who=player_title(player),
            )
            says = say("The player may ask again.", "El jugador puede volver a pedirlo.")
            refusing = o.RefuseMahdist(player.key)
            yield offer(season, REFEREE, refusing, label, says=says, about=PLAYERS)


def void_offer(season: Season, war: War) -> Offer:
    """Void battle by order of the referee."""
    return Offer(
        o.VoidBattle(war.key, ""),
        say("Declare the battle void", "Anular la batalla"),
        about=battle_title(season, war),
        says=say(
            "The battle is void, and nothing else follows. Its table is closed, and the reason stands in the log.",
            "La batalla queda anulada y no tiene más consecuencias. Su mesa se cierra y el motivo consta en el registro.",
        ),
        asks=(Field("reason", Kind.TEXT, say("Reason", "Motivo"), most=LONGEST_REASON),),
        ahead=True,
    )


def accepting_offers(season: Season, war: War) -> Iterator[Offer]:
    """Numbers of either player in a dispute, as the decision."""
    for stated in war.reports:
        label = say(
            "As {who:the} {who:states|state}: {result}",
            "Como {who:indica|indican} {who:el}: «{result}»",
            who=title_of(season, stated.by),
            result=result_label(season, stated.winner),
        )
        order = o.Decide(war.key, stated.winner, stated.leaders_lost, stated.by)
        yield Offer(
            order,
            label,
            no=refusals(season, order, REFEREE),
            about=battle_title(season, war),
            asks=(reason_of_decision(war),),
            says=in_a_row(
                [reported_words(season, war, stated), result_words(season, war, stated.winner)]
            ),
        )


def referee_battle_offers(season: Season, war: War) -> Iterator[Offer]:
    """Result, forfeit and lapse of an open battle."""
    title = battle_title(season, war)
    if war.status == READY:
        if war.is_disputed and war.objection is not None:
            yield from accepting_offers(season, war)
        yield from decision_offers(season, war)
        yield from bot_offers(season, war, REFEREE)
    yield void_offer(season, war)
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
