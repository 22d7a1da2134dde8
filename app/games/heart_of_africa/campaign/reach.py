"""Dry run of an order: refusals, fields still open, and what follows."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.names import (
    title_of,
)
from app.games.heart_of_africa.campaign.offering.entry import (
    nation_field,
    nation_fields,
)
from app.games.heart_of_africa.campaign.state import (
    Season,
)
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
    return Assessment(no=refusals(season, order, me), notes=tuple(notes_on(season, order)))


def notes_on(season: Season, order: Order) -> Iterable[Say]:
    """Consequences of an order in words."""
    match order:
        case o.Attack(target) if target in season.players:
            yield say(
                "{who:The} may resist or offer terms. Silence means resistance.",
                "{who:El} {who:puede|pueden} resistir u ofrecer condiciones. Callar es resistir.",
                who=title_of(season, target),
            )
        case o.AskPassage():
            yield say(
                "A request is no attack: if it is refused, it ends without a battle.",
                "Pedir paso no es atacar: si se rechaza, termina sin batalla.",
            )
        case o.OfferTerms():
            yield say(
                "If the terms are refused, there will be a battle.",
                "Si se rechazan las condiciones, habrá batalla.",
            )
