"""State after events about players, hongos and promotions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.evolve.changes import (
    forget,
    one_more,
    with_player,
    without,
)
from app.games.heart_of_africa.campaign.state import (
    Season,
    StruckPosting,
)


def joined(season: Season, event: e.Joined) -> Season:
    """A player without a seat of the beginning has one from now on."""
    key = event.player.key
    is_new = key not in season.seats.values()
    seats = {**season.seats, key: key} if is_new else season.seats
    return replace(season, players={**season.players, key: event.player}, seats=seats)


def departed(season: Season, event: e.Departed) -> Season:
    """The player's open talks, gifts, meetings and offered revolt end. Nothing is pending against
    the player any more.
    """
    gone = event.player
    season = with_player(season, gone, status=event.status, districts=(), pending={})
    return forget(season, gone)


def posted(season: Season, event: e.Posted) -> Season:
    """A posting changes the accounts of its payer and of its receiver."""
    line = event.posting
    for key, amount in ((line.payer, -line.amount), (line.receiver, line.amount)):
        if key:
            season = with_player(season, key, hongos=(season.players[key].hongos or 0) + amount)
    if event.counts_for_list and line.receiver:
        receiver = season.players[line.receiver]
        season = with_player(
            season,
            line.receiver,
            other_hongos=one_more(receiver.other_hongos, event.counts_for_list, line.amount),
        )
    return replace(season, ledger=(*season.ledger, line))


def gift_offered(season: Season, event: e.GiftOffered) -> Season:
    return replace(season, gifts=(*season.gifts, (event.giver, event.receiver, event.hongos)))


def gift_answered(season: Season, event: e.GiftAnswered) -> Season:
    kept = [gift for gift in season.gifts if gift[:2] != (event.giver, event.receiver)]
    return replace(season, gifts=tuple(kept))


def promoted(season: Season, event: e.Promoted) -> Season:
    """A Colonial owns no hongos, and single victories of other Colonials over it lapse."""
    player = season.players[event.player]
    becomes_colonial = event.class_ != player.class_
    season = with_player(
        season,
        event.player,
        list=event.list,
        nation=event.nation,
        class_=event.class_,
        promotions=player.promotions + 1,
        hongos=None if becomes_colonial else player.hongos,
    )
    if becomes_colonial:
        players = {
            key: replace(one, pending=without(one.pending, event.player))
            for key, one in season.players.items()
        }
        season = replace(season, players=players)
    is_portuguese = event.nation == "portuguese" and becomes_colonial
    return replace(season, portuguese_taken=season.portuguese_taken or is_portuguese)


def army_kept(season: Season, event: e.ArmyKept) -> Season:
    return replace(season, kept=(*season.kept, event.player))


def postings_struck(season: Season, event: e.PostingsStruck) -> Season:
    """A struck line changes no account: the accounts were built anew without it."""
    lines = tuple(StruckPosting(posting, event.move) for posting in event.postings)
    return replace(season, struck=(*season.struck, *lines))


NEXT: dict[type, Callable[[Season, Any], Season]] = {
    e.Joined: joined,
    e.Departed: departed,
    e.Posted: posted,
    e.GiftOffered: gift_offered,
    e.GiftAnswered: gift_answered,
    e.Promoted: promoted,
    e.ArmyKept: army_kept,
    e.PostingsStruck: postings_struck,
}
