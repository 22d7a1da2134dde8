"""Offers between turns: joining, promotions, gifts."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.joining import (
    LONGEST_NAME,
    army_refused,
    available_refused,
    class_of,
    clean_name,
    entry_turn,
    free_names,
    starting_hongos,
)
from app.games.heart_of_africa.campaign.names import (
    CLASSES,
    HALVES,
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.offering.consequences import (
    accepted_gift_words,
    declined_gift_words,
    gift_words,
    promotion_words,
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
from app.games.heart_of_africa.campaign.succession import KHARTOUM_ARABS
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import Say, as_is, say

GIFTS = say("Gifts", "Regalos")
NATIVE_OR_COLONIAL = say("native or Colonial", "nativo o colonial")
NAMES_SHOWN = 3
PROMOTION = say("Promotion", "Ascenso")


def joining_offers(season: Season, me: str) -> Iterator[Offer]:
    """Entry into the campaign: the list first, then the fields that depend on it.

    During a turn the entry waits. Until then the player may change it.
    """
    label = say("Join the campaign", "Entrar en la campaña")
    is_waiting = season.entry_of(me) is not None
    if is_waiting:
        label = say("Change your entry", "Cambiar tu entrada")
    yield Offer(
        o.Join(""),
        label,
        says=None if season.step == BETWEEN else entry_words(season),
        about=say("Your army", "Tu ejército"),
        asks=(Field.choice("list", say("Army list", "Lista de ejército"), list_choices(season)),),
        ahead=is_waiting,
    )


def entry_words(season: Season) -> Say:
    """Turn in which a player who joins now enters."""
    turn, year, half = entry_turn(season)
    return say(
        "You enter at the beginning of turn {n}, {half} of {year}.",
        "Entras al comienzo del turno {n}, {half} de {year}.",
        n=turn,
        half=HALVES[half],
        year=year,
    )


def joining_words(season: Season, order: o.Join) -> Iterator[Say]:
    """Consequences of an entry: army, class with its first hongos, name, turn of the entry."""
    if tuple(army_refused(order.list, order.nation, order.class_, entry_turn(season)[1])):
        return
    yield say(
        "Army: {list}, {nation}.",
        "Ejército: {list}, {nation}.",
        list=lists.list_name(order.list),
        nation=lists.nation_name(order.list, order.nation),
    )
    class_ = class_of(order.list, order.class_)
    hongos = starting_hongos(class_)
    if hongos is None:
        yield say(
            "Class: {class_}. It has no account of hongos.",
            "Clase: {class_}. No tiene cuenta de hongos.",
            class_=CLASSES[class_],
        )
    else:
        yield say(
            "Class: {class_}. You begin with {hongos:hongo+s}, the wealth of the campaign.",
            "Clase: {class_}. Empiezas con {hongos:hongo+s}, la riqueza de la campaña.",
            class_=CLASSES[class_],
            hongos=hongos,
        )
    people = clean_name(order.people)
    if people:
        yield say("Name: {name}.", "Nombre: {name}.", name=as_is(people))
    elif class_ == NATIVE:
        yield say(
            "A free name of a people is drawn for you.",
            "Se sortea para ti un nombre de pueblo libre.",
        )
    yield entry_words(season)


def list_choices(season: Season) -> tuple[Choice, ...]:
    """The twelve lists; those that are closed in the turn of the entry carry their refusal."""
    _, year, _ = entry_turn(season)
    return tuple(
        Choice(
            key,
            lists.list_name(key),
            no=available_refused(key, year),
            hint=list_words(key),
        )
        for key in lists.LISTS
    )


def list_words(list_: str) -> Say:
    """Class, Aggression and first hongos of a list."""
    printed = lists.LISTS[list_]["campaign_class"]
    class_ = class_of(list_, None)
    hongos = starting_hongos(class_)
    return say(
        "{class_} · Aggression {aggression}" + ("" if hongos is None else " · {hongos:hongo+s}"),
        "{class_} · Agresividad {aggression}" + ("" if hongos is None else " · {hongos:hongo+s}"),
        class_=CLASSES[class_] if printed != "choice" else NATIVE_OR_COLONIAL,
        aggression=lists.aggression(list_, class_),
        **({} if hongos is None else {"hongos": hongos}),
    )


def nation_field(season: Season, list_: str) -> Field:
    """Nations of a list; those that are closed in the next turn to begin carry their refusal."""
    _, year, _ = entry_turn(season)
    choices = tuple(
        Choice(
            nation,
            lists.nation_name(list_, nation),
            no=tuple(lists.available(lists.Standing(list_, nation, year))),
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
    fields.append(name_field(season, order.list))
    return tuple(fields)


def name_field(season: Season, list_: str) -> Field:
    """Name of the people, with the free names of the book; an expedition has none of them."""
    free = free_names(season) if class_of(list_, None) == NATIVE else []
    return Field(
        "people",
        Kind.TEXT,
        say("Name (optional)", "Nombre (opcional)"),
        tuple(Choice(name, as_is(name)) for name in free),
        most=LONGEST_NAME,
        hint=drawn_name_words(free) if free else None,
        is_optional=True,
    )


def drawn_name_words(free: list[str]) -> Say:
    """Draw of a name for a native people that states none, with the first free names."""
    return say(
        "Only for native peoples: if the field is blank, a free name is drawn, such as {names}.",
        "Solo para pueblos nativos: con el campo en blanco se sortea un nombre libre, como {names}.",
        names=tuple(as_is(name) for name in free[:NAMES_SHOWN]),
    )


def between_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Promotions, a request to become Mahdists, and the return of a people without a master."""
    if season.step != BETWEEN:
        return
    keeping = o.KeepArmy()
    if not refusals(season, keeping, player.key):
        label = say("Keep the army this turn", "Conservar el ejército este turno")
        says = say(
            "You make no promotion before the next turn.", "No asciendes antes del turno siguiente."
        )
        yield offer(season, player.key, keeping, label, main=True, says=says)
    if not player.is_active:
        return
    for list_ in promotions_of(player):
        label = say("Be promoted: {list}", "Ascender: {list}", list=lists.list_name(list_))
        nation = next(iter(lists.NATIONS[list_]))
        fixed = promotions_of(player)[list_] or ""
        order = o.Claim(list_, fixed)
        no = refusals(season, o.Claim(list_, fixed or nation), player.key)
        asks = () if fixed else (nation_field(season, list_),)
        says = promotion_words(player, list_)
        yield Offer(order, label, no=no, asks=asks, ahead=True, says=says, about=PROMOTION)
    if player.nation == KHARTOUM_ARABS:
        label = say("Ask to become Mahdists", "Pedir convertirse en mahdistas")
        says = say(
            "From 1882 on, if the referee consents. It is no promotion.",
            "Desde 1882, si el árbitro consiente. No es un ascenso.",
        )
        asking = o.BecomeMahdist(player.key)
        yield offer(season, player.key, asking, label, says=says, ahead=True, about=PROMOTION)


def gift_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Gifts to other players, and answers to gifts."""
    yield from gift_answers(season, player)
    if not player.is_active or player.class_ == COLONIAL:
        return
    most = max((player.hongos or 0) - (1 if player.class_ == NATIVE else 0), 1)
    for other in season.active(NATIVE, EXPLORER):
        if other.key == player.key:
            continue
        yield Offer(
            o.Give(other.key, 0),
            say("Give hongos to {who:the}", "Dar hongos {who:al}", who=player_title(other)),
            no=refusals(season, o.Give(other.key, 1), player.key),
            asks=(Field.number("hongos", say("Hongos", "Hongos"), least=1, most=most, usual="1"),),
            piece=other.key,
            ahead=True,
            says=gift_words(),
            about=GIFTS,
        )


def gift_answers(season: Season, player: Player) -> Iterator[Offer]:
    """Answers to gifts that other players offer."""
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
                says=accepted_gift_words(player, hongos),
                about=GIFTS,
            )
            yield offer(
                season,
                player.key,
                o.TakeGift(giver, accept=False),
                say("Decline the gift of {who:the}", "Rechazar el regalo {who:del}", who=who),
                ahead=True,
                says=declined_gift_words(season, giver),
                about=GIFTS,
            )
