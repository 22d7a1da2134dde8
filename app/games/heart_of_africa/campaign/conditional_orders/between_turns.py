"""Promotions and answers to gifts, given in advance. Each of these answers is used once."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.names import title_of
from app.games.heart_of_africa.campaign.promotions import (
    keeping_refused,
    missing_for,
    promotions_of,
)
from app.games.heart_of_africa.campaign.state import COLONIAL, EXPLORER, NATIVE, Player, Season
from app.kernel.conditional_orders import Answers, Topic
from app.kernel.contract import Order
from app.kernel.form import Choice
from app.kernel.say import Say, say

PROMOTION, GIFT = "promotion", "gift"
"""Topics of the decisions that are answered in advance."""
KEEP, ACCEPT, DECLINE = "keep", "accept", "decline"
KEEPING = say("keep my army", "conservar mi ejército")
ACCEPTING = say("accept it", "aceptarlo")
DECLINING = say("decline it", "rechazarlo")


# ---------------------------------------------------------------------- promotions
def promotion_topics(season: Season, player: Player) -> Iterator[Topic]:
    """Promotion of a player whose list can be promoted, with what is missing for each list."""
    targets = promotion_targets(player)
    if not player.is_active or player.promotions or not targets:
        return
    choices = [
        Choice(f"{list_}:{nation}", say("be promoted to {list}", "ascender a {list}", list=title))
        for list_, nation, title in targets
    ]
    yield Topic(
        PROMOTION,
        say("Promotion, used once", "Ascenso, una sola vez"),
        "HOA-CMP-09",
        (*choices, Choice(KEEP, KEEPING)),
        is_used_once=True,
        notes=tuple(missing_words(season, player)),
    )


def promotion_targets(player: Player) -> list[tuple[str, str, Say]]:
    """Lists and nations to which the player's list can be promoted, each with its title."""
    found = []
    for list_, fixed in promotions_of(player).items():
        nations = [fixed] if fixed else list(lists.NATIONS[list_])
        for nation in nations:
            title = say("“{list}”", "«{list}»", list=lists.list_name(list_))
            if len(lists.NATIONS[list_]) > 1:
                title = say(
                    "“{list}” ({nation})",
                    "«{list}» ({nation})",
                    list=lists.list_name(list_),
                    nation=lists.nation_name(list_, nation),
                )
            found.append((list_, nation, title))
    return found


def missing_words(season: Season, player: Player) -> Iterator[Say]:
    """Sentence for each achievement that a promotion of the player still lacks."""
    for list_ in promotions_of(player):
        for refusal in missing_for(season, player, list_):
            yield say(
                "Promotion to “{list}”: {why}",
                "Ascenso a «{list}»: {why}",
                list=lists.list_name(list_),
                why=refusal.says,
            )


def promotion_answers(season: Season, me: str, given: Answers) -> Iterator[tuple[str, Order]]:
    """Claim, or refusal of all promotions, when a promotion is open."""
    said = given.get(PROMOTION)
    player = season.players[me]
    if said and player.is_active and not any(keeping_refused(season, player)):
        yield PROMOTION, promotion_order(said)


def promotion_order(said: str) -> Order:
    """Order of an answer about a promotion."""
    list_, _, nation = said.partition(":")
    return o.KeepArmy() if said == KEEP else o.Claim(list_, nation)


# ---------------------------------------------------------------------- gifts
def gift_topics(season: Season, player: Player) -> Iterator[Topic]:
    """Answer to the next gift. Colonial players receive none."""
    if not player.is_active or player.class_ == COLONIAL:
        return
    from_one = tuple(
        Choice(
            f"{ACCEPT}:{one.key}",
            say(
                "accept it from {who:the}; else ask me",
                "aceptarlo si es {who:del}; si no, preguntarme",
                who=title_of(season, one.key),
            ),
        )
        for one in season.active(NATIVE, EXPLORER)
        if one.key != player.key
    )
    title = say("Next gift to me, answered once", "Próximo regalo para mí, una sola vez")
    choices = (Choice(ACCEPT, ACCEPTING), Choice(DECLINE, DECLINING), *from_one)
    yield Topic(GIFT, title, "HOA-CMP-06", choices, is_used_once=True)


def gift_answers(season: Season, me: str, given: Answers) -> Iterator[tuple[str, Order]]:
    """Consent to a gift, or its refusal. A gift of another giver than the named one is asked."""
    said = given.get(GIFT, "")
    kind, _, only = said.partition(":")
    for giver, receiver, _ in season.gifts:
        if said and receiver == me and only in ("", giver):
            yield GIFT, o.TakeGift(giver, accept=kind == ACCEPT)


# ---------------------------------------------------------------------- in words
def order_words(season: Season, order: o.Claim | o.KeepArmy | o.TakeGift) -> Say:
    """Text of an answer about a promotion or a gift."""
    match order:
        case o.Claim(list_, _):
            list_name = lists.list_name(list_)
            return say("you are promoted to “{list}”", "asciendes a «{list}»", list=list_name)
        case o.TakeGift(giver, accept):
            who = title_of(season, giver)
            if accept:
                return say(
                    "you accept the gift of {who:the}", "aceptas el regalo {who:del}", who=who
                )
            return say("you decline the gift of {who:the}", "rechazas el regalo {who:del}", who=who)
    return say("you keep your army", "conservas tu ejército")
