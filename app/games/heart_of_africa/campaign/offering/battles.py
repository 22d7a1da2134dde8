"""Offers about battles, districts and revolts."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.battles import default_ground
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.names import (
    battle_title,
    ground_name,
    title_of,
)
from app.games.heart_of_africa.campaign.offering.consequences import result_words
from app.games.heart_of_africa.campaign.offering.offer import (
    entered_words,
    offer,
    report_fields,
    result_label,
)
from app.games.heart_of_africa.campaign.state import (
    READY,
    Player,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.terms import LONGEST_WORDS
from app.kernel.form import Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import say

STAYING = say(
    "You stay out of the campaign until your master is beaten again.",
    "Sigues fuera de la campaña hasta que tu amo vuelva a perder.",
)
REVOLTING = say(
    "You play again from now on. A victory of your former master would annihilate you.",
    "Vuelves a jugar desde ahora. Una victoria de tu antiguo amo te aniquilaría.",
)


def battle_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Choice of ground, and results of battles on real tables."""
    me = player.key
    for war in season.battles:
        if war.status != READY or me not in war.players:
            continue
        if me == war.defender and not war.chosen:
            yield from ground_offers(season, war)
        elif war.entered is None:
            yield from result_offers(season, war, me)
        elif war.entered.by != me and not war.entered.disputed:
            title = battle_title(season, war)
            label = say("Confirm the result", "Confirmar el resultado")
            says = entered_words(season, war)
            order = o.ConfirmResult(war.key)
            yield offer(season, me, order, label, main=True, says=says, about=title)
            yield Offer(
                o.DisputeResult(war.key),
                say("Dispute the result", "Discutir el resultado"),
                about=title,
                asks=(
                    Field(
                        "reason",
                        Kind.TEXT,
                        say("Reason", "Motivo"),
                        most=LONGEST_WORDS,
                        is_optional=True,
                    ),
                ),
            )


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
        yield offer(season, war.defender, order, label, main=terrain == usual, about=title)


def result_offers(season: Season, war: War, me: str) -> Iterator[Offer]:
    """Results that a player may enter; Leaders lost are asked for."""
    for winner in (*war.players, None):
        yield Offer(
            o.EnterResult(war.key, winner),
            result_label(season, winner),
            no=refusals(season, o.EnterResult(war.key, winner), me),
            about=battle_title(season, war),
            says=result_words(season, war, winner),
            asks=report_fields(season, war),
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
        yield offer(season, me, o.TakeDistrict(), none, main=True, about=about)
        for district in taking.districts:
            who = title_of(season, district)
            label = say(
                "Take the district of {who:the}", "Quedarse con el distrito {who:del}", who=who
            )
            order = o.TakeDistrict(district)
            yield offer(season, me, order, label, piece=district, about=about)
    if not refusals(season, o.AnswerRevolt(revolt=True), me):
        label = say("Remain a subject", "Seguir sometido")
        about = say("Revolt", "Sublevación")
        stay = o.AnswerRevolt(revolt=False)
        yield offer(season, me, stay, label, main=True, says=STAYING, about=about)
        label = say("Revolt and return with 2 hongos", "Sublevarse y volver con 2 hongos")
        yield offer(season, me, o.AnswerRevolt(revolt=True), label, says=REVOLTING, about=about)
