"""Offers about battles, districts and revolts."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.battles import default_ground
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.ground_agreement import awaits_ground
from app.games.heart_of_africa.campaign.names import (
    battle_title,
    ground_name,
    title_of,
)
from app.games.heart_of_africa.campaign.offering.bots import bot_offers
from app.games.heart_of_africa.campaign.offering.consequences import (
    district_words,
    ground_words,
    result_words,
)
from app.games.heart_of_africa.campaign.offering.offer import (
    entered_words,
    offer,
    report_fields,
    result_label,
    stated_fields,
)
from app.games.heart_of_africa.campaign.place_agreement import awaits_place
from app.games.heart_of_africa.campaign.state import (
    HERE,
    ON_REAL_TABLE,
    READY,
    REFEREE,
    Player,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.terms import LONGEST_WORDS
from app.games.heart_of_africa.campaign.wording.reports import in_a_row
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import Say, say

REASON = Field("reason", Kind.TEXT, say("Reason", "Motivo"), most=LONGEST_WORDS, is_optional=True)
STAYING = say(
    "You stay out of the campaign. You are asked again when your masters are beaten again.",
    "Sigues fuera de la campaña. Se te preguntará otra vez cuando tus amos vuelvan a perder.",
)
REVOLTING = say(
    "You declare again from the next turn on. One defeat against your former masters would put "
    "you out of the campaign.",
    "Vuelves a declarar desde el turno siguiente. Una sola derrota ante tus antiguos amos te "
    "dejaría fuera de la campaña.",
)


TAKING_BACK = say("Take my choice of a place back", "Retirar mi elección de lugar")
ENDING = say("End the agreement", "Dejar sin efecto el acuerdo")
AGREEMENT_STANDS = say(
    "The agreement ends once the other player wishes so too. Until then it stands.",
    "El acuerdo termina cuando el otro jugador también lo quiere. Hasta entonces vale.",
)


def battle_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Choice of ground, and results of battles on real tables."""
    me = player.key
    for war in season.battles:
        if war.status != READY or me not in war.players:
            continue
        if awaits_ground(war, me):
            yield from agreement_offers(season, war, me)
        if awaits_place(war, me):
            yield from place_offers(season, war, me)
        if me == war.defender and not war.chosen:
            yield from ground_offers(season, war)
        elif war.entered is None:
            yield from result_offers(season, war, me)
            yield from bot_offers(season, war, me)
        elif war.entered.by != me and not war.entered.disputed:
            title = battle_title(season, war)
            label = say("Confirm the result", "Confirmar el resultado")
            says = confirmed_words(season, war)
            order = o.ConfirmResult(war.key)
            yield offer(season, me, order, label, main=True, says=says, about=title)
            yield Offer(
                o.DisputeResult(war.key),
                say("Dispute the result", "Discutir el resultado"),
                about=title,
                says=say(
                    "The page of the battle has a form for other numbers.",
                    "La página de la batalla tiene un formulario para otros números.",
                ),
                asks=(REASON,),
            )


def confirmed_words(season: Season, war: War) -> Say:
    """Entered result in words, and the hongos that change hands once it is confirmed."""
    winner = war.entered.winner if war.entered else None
    return in_a_row([entered_words(season, war), result_words(season, war, winner)])


def ground_offers(season: Season, war: War) -> Iterator[Offer]:
    """Terrain classes of the defender's list; the default stands first."""
    usual = default_ground(war.ground)
    for terrain in sorted(war.ground, key=lambda one: one != usual):
        label = say(
            "Fight on this ground: {ground}",
            "Combatir en este terreno: {ground}",
            ground=ground_name(terrain),
        )
        order = o.ChooseGround(war.key, terrain)
        title = battle_title(season, war)
        yield offer(
            season,
            war.defender,
            order,
            label,
            main=terrain == usual,
            about=title,
            says=ground_words(terrain),
        )


def agreement_offers(season: Season, war: War, me: str) -> Iterator[Offer]:
    """Another ground by agreement: a proposal, and consent to that of the other player."""
    title = battle_title(season, war)
    if war.proposed and war.proposed_by != me:
        ground = ground_name(war.proposed)
        label = say(
            "Agree to this ground: {ground}", "Aceptar este terreno: {ground}", ground=ground
        )
        order = o.AcceptGround(war.key, war.proposed)
        says = ground_words(war.proposed)
        yield offer(season, me, order, label, about=title, ahead=True, says=says)
    others = [key for key in REGIONS if key != war.chosen]
    grounds = tuple(Choice(key, ground_name(key)) for key in others)
    yield Offer(
        o.ProposeGround(war.key, others[0]),
        say("Propose another ground", "Proponer otro terreno"),
        about=title,
        says=say(
            "It counts once the other player agrees, before an army is chosen.",
            "Vale cuando el otro jugador lo acepta, antes de que se elija un ejército.",
        ),
        asks=(Field.choice("terrain", say("Ground", "Terreno"), grounds),),
        ahead=True,
    )


def place_offers(season: Season, war: War, me: str) -> Iterator[Offer]:
    """Places of a battle with what each means, and taking the own choice back."""
    wish, agreed = war.places.get(me, ""), war.agreed_place
    for place, label, says in (
        (
            HERE,
            say("Fight on this site", "Jugar en este sitio"),
            say(
                "The table opens by itself when both armies are in. The site applies the rules.",
                "La mesa se abre sola cuando están los dos ejércitos. El sitio aplica las reglas.",
            ),
        ),
        (
            ON_REAL_TABLE,
            say("Fight on a real table", "Jugar en una mesa real"),
            say(
                "Each player prints a sheet. One player enters the result, and the other confirms it. "
                "Once both agree, the table on this site does not open.",
                "Cada jugador imprime una hoja. Un jugador anota el resultado y el otro lo confirma. "
                "Si lo acordáis, la mesa de este sitio no se abre.",
            ),
        ),
        (
            "",
            ENDING if agreed else TAKING_BACK,
            say("Both places stay open.", "Los dos lugares siguen abiertos."),
        ),
    ):
        if place != wish:
            follows = AGREEMENT_STANDS if agreed and place != agreed else says
            order = o.ChoosePlace(war.key, place)
            title = battle_title(season, war)
            yield offer(season, me, order, label, says=follows, about=title, ahead=True)


def result_offers(season: Season, war: War, me: str) -> Iterator[Offer]:
    """Results that a player may enter; Leaders lost are asked for."""
    asks = report_fields(season, war)
    for winner in (*war.players, None):
        yield Offer(
            o.EnterResult(war.key, winner),
            result_label(season, winner),
            act=say(
                "Enter the result: {result}",
                "Anotar el resultado: {result}",
                result=result_label(season, winner),
            ),
            ahead=war.awaits_armies and not war.awaits_army(me),
            no=refusals(season, o.EnterResult(war.key, winner), me),
            about=battle_title(season, war),
            says=result_words(season, war, winner),
            asks=asks,
        )


def dispute_offers(season: Season, war: War, me: str) -> Iterator[Offer]:
    """Disputes with other numbers, one for each result. The fields hold the entered numbers."""
    asks = (*stated_fields(season, war), REASON)
    for winner in (*war.players, None):
        order = o.DisputeResult(war.key, winner=winner)
        yield Offer(
            order,
            result_label(season, winner),
            act=say(
                "State instead: {result}",
                "Indicar en su lugar: {result}",
                result=result_label(season, winner),
            ),
            no=refusals(season, order, me),
            about=battle_title(season, war),
            says=result_words(season, war, winner),
            asks=asks,
        )


def reason_of_decision(war: War) -> Field:
    """Reason of the referee; the form of a dispute asks for it."""
    return replace(REASON, is_optional=not war.is_disputed)


def decision_offers(season: Season, war: War) -> Iterator[Offer]:
    """Results with numbers of the referee, one for each winner. The fields hold the entered
    numbers.
    """
    is_owed = war.is_disputed
    asks = (*stated_fields(season, war), reason_of_decision(war))
    for winner in (*war.players, None):
        order = o.Decide(war.key, winner)
        yield Offer(
            order,
            result_label(season, winner),
            act=say(
                "Decide the result: {result}",
                "Decidir el resultado: {result}",
                result=result_label(season, winner),
            ),
            no=refusals(season, order, REFEREE),
            about=battle_title(season, war),
            says=result_words(season, war, winner),
            asks=asks,
            ahead=not is_owed,
        )


def conquest_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Districts to take, and answers to a revolt."""
    me = player.key
    for taking in season.takings:
        if taking.winner != me:
            continue
        none = say("Take no district", "No quedarse con ningún distrito")
        about = say(
            "Districts of {who:the}", "Distritos {who:del}", who=title_of(season, taking.loser)
        )
        says = district_words(season, taking.loser, "")
        yield offer(season, me, o.TakeDistrict(), none, main=True, says=says, about=about)
        for district in taking.districts:
            who = title_of(season, district)
            label = say(
                "Take the district of {who:the}", "Quedarse con el distrito {who:del}", who=who
            )
            order = o.TakeDistrict(district)
            says = district_words(season, taking.loser, district)
            yield offer(season, me, order, label, piece=district, says=says, about=about)
    if not refusals(season, o.AnswerRevolt(revolt=True), me):
        label = say("Remain a subject", "Seguir sometido")
        about = say("Revolt", "Sublevación")
        stay = o.AnswerRevolt(revolt=False)
        yield offer(season, me, stay, label, main=True, says=STAYING, about=about)
        label = say("Revolt and return with 2 hongos", "Sublevarse y volver con 2 hongos")
        yield offer(season, me, o.AnswerRevolt(revolt=True), label, says=REVOLTING, about=about)
