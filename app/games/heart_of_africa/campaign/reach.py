"""Dry run of an order: refusals, fields still open, and what follows."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.disputes import NOT_STATED, numbers_of
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.names import (
    title_of,
)
from app.games.heart_of_africa.campaign.offering.consequences import offered_terms, result_words
from app.games.heart_of_africa.campaign.offering.entry import (
    joining_words,
    nation_field,
    nation_fields,
)
from app.games.heart_of_africa.campaign.offering.hunting import hunting_odds
from app.games.heart_of_africa.campaign.offering.offer import reported_words
from app.games.heart_of_africa.campaign.reports import entered_of
from app.games.heart_of_africa.campaign.state import (
    Season,
    Terms,
)
from app.games.heart_of_africa.campaign.terms import open_talk
from app.kernel.contract import Order
from app.kernel.offers import Assessment
from app.kernel.say import Say, say


def assess(view: View, order: Order) -> Assessment:
    """Dry run: refusals, open fields that depend on earlier answers, and what follows."""
    season, me = view.season, view.me
    if me is None:
        return Assessment()
    match order:
        case o.Join(list=list_, nation="") if list_ in lists.LISTS:
            return Assessment(asks=nation_fields(season, order))
        case o.Claim(list=list_, nation="") if list_ in lists.LISTS:
            return Assessment(asks=(nation_field(season, list_),))
    return Assessment(
        no=refusals(season, order, me),
        notes=tuple(notes_on(season, order, me)),
        odds=hunting_odds() if isinstance(order, o.Hunt) else (),
    )


def notes_on(season: Season, order: Order, me: str) -> Iterable[Say]:
    """Consequences of an order in words."""
    match order:
        case o.Join():
            yield from joining_words(season, order)
        case o.Attack(target) if target in season.players:
            yield say(
                "{who:The} may resist or offer terms. The default answer is to resist.",
                "{who:El} {who:puede|pueden} resistir u ofrecer condiciones. La respuesta por defecto "
                "es resistir.",
                who=title_of(season, target),
            )
        case o.AskPassage():
            yield say(
                "A request is no attack: if it is refused, it ends without a battle.",
                "Pedir paso no es atacar: si se rechaza, termina sin batalla.",
            )
        case o.EnterResult():
            yield from result_notes(season, order, me)
        case o.DisputeResult(winner=winner) if winner != NOT_STATED:
            yield from result_notes(season, numbers_of(order), me)
        case o.Decide(report_of=""):
            yield from result_notes(season, numbers_of(order), me)
        case o.OfferTerms(to, payer, hongos, passage, words):
            talk = open_talk(season, me, to)
            if talk is not None:
                yield from offered_terms(
                    season, talk, Terms(me, payer or me, hongos, passage, words)
                )


def result_notes(season: Season, order: o.EnterResult, me: str) -> Iterable[Say]:
    """Numbers of a result, as they will be recorded, and the hongos that change hands."""
    war = season.battle(order.battle)
    if war is None or order.winner not in (None, *war.players):
        return
    if not set(order.leaders_lost) <= set(war.players):
        return
    yield reported_words(season, war, entered_of(war, me, order))
    yield result_words(season, war, order.winner)
