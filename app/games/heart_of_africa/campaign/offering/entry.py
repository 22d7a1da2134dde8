"""Offers between turns: joining, promotions, gifts."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.joining import LONGEST_NAME, available_refused
from app.games.heart_of_africa.campaign.names import (
    CLASSES,
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.offering.offer import offer
from app.games.heart_of_africa.campaign.promotions import promotions_of
from app.games.heart_of_africa.campaign.state import (
    BETWEEN,
    COLONIAL,
    EXPLORER,
    NATIVE,
    Player,
    Season,
)
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import say

GIFTS = say("Gifts", "Regalos")
PROMOTION = say("Promotion", "Ascenso")


def joining_offers(season: Season, me: str) -> Iterator[Offer]:
    """Entry into the campaign: the list first, then the fields that depend on it."""
    yield Offer(
        o.Join(""),
        say("Join the campaign", "Entrar en la campaña"),
        no=tuple(refusals(season, o.Join("native_kingdom", "buganda"), me))
        if season.step != BETWEEN
        else (),
        about=say("Your army", "Tu ejército"),
        asks=(Field.choice("list", say("Army list", "Lista de ejército"), list_choices(season)),),
    )


def list_choices(season: Season) -> tuple[Choice, ...]:
    """The twelve lists; those that are closed this year carry their refusal."""
    return tuple(
        Choice(key, lists.list_name(key), no=available_refused(key, season.year))
        for key in lists.LISTS
    )


def nation_field(season: Season, list_: str) -> Field:
    """Nations of a list; those that are closed this year carry their refusal."""
    choices = tuple(
        Choice(
            nation,
            lists.nation_name(list_, nation),
            no=tuple(lists.available(lists.Standing(list_, nation, season.year))),
        )
        for nation in lists.NATIONS[list_]
    )
    return Field.choice("nation", say("People or nation", "Pueblo o nación"), choices)


def nation_fields(season: Season, order: o.Join) -> tuple[Field, ...]:
    """Fields that follow the list: nation, class of Egyptians, and the name of the people."""
    fields = [nation_field(season, order.list)]
    if lists.LISTS[order.list]["campaign_class"] == "choice":
        classes = tuple(Choice(key, CLASSES[key]) for key in (NATIVE, COLONIAL))
        fields.append(Field.choice("class_", say("Class", "Clase"), classes))
    fields.append(
        Field(
            "people",
            Kind.TEXT,
            say("Name (blank: the server draws one)", "Nombre (en blanco: lo sortea el servidor)"),
            most=LONGEST_NAME,
            is_optional=True,
        )
    )
    return tuple(fields)


def between_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Promotions, and the return of a people without a master."""
    if season.step != BETWEEN:
        return
    keeping = o.KeepArmy()
    if not refusals(season, keeping, player.key):
        label = say("Keep the army this turn", "Conservar el ejército este turno")
        yield offer(season, player.key, keeping, label, main=True)
    for list_ in promotions_of(player):
        label = say("Be promoted: {list}", "Ascender: {list}", list=lists.list_name(list_))
        nation = next(iter(lists.NATIONS[list_]))
        fixed = promotions_of(player)[list_] or ""
        order = o.Claim(list_, fixed)
        no = refusals(season, o.Claim(list_, fixed or nation), player.key)
        asks = () if fixed else (nation_field(season, list_),)
        yield Offer(order, label, no=no, asks=asks, ahead=True, about=PROMOTION)


def gift_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Gifts to other players, and answers to gifts."""
    for giver, receiver, hongos in season.gifts:
        if receiver == player.key:
            who = title_of(season, giver)
            yield offer(
                season,
                player.key,
                o.TakeGift(giver),
                say(
                    "Accept {n:hongo+s} of {who:the}",
                    "Aceptar {n:hongo+s} {who:del}",
                    n=hongos,
                    who=who,
                ),
                ahead=True,
                about=GIFTS,
            )
            yield offer(
                season,
                player.key,
                o.TakeGift(giver, accept=False),
                say("Decline the gift of {who:the}", "Rechazar el regalo {who:del}", who=who),
                ahead=True,
                about=GIFTS,
            )
    most = max((player.hongos or 0) - (1 if player.class_ == NATIVE else 0), 1)
    for other in season.active(NATIVE, EXPLORER):
        if other.key == player.key or player.class_ == COLONIAL:
            continue
        yield Offer(
            o.Give(other.key, 0),
            say("Give hongos to {who:the}", "Dar hongos {who:al}", who=player_title(other)),
            no=refusals(season, o.Give(other.key, 1), player.key),
            asks=(Field.number("hongos", say("Hongos", "Hongos"), least=1, most=most, usual="1"),),
            piece=other.key,
            ahead=True,
            about=GIFTS,
        )
