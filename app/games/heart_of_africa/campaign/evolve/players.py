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
    Player,
    Season,
    StruckPosting,
)


def joined(season: Season, event: e.Joined) -> Season:
    """A player without a seat of the beginning has one from now on."""
    key = event.player.key
    is_new = key not in season.seats.values()
    seats = {**season.seats, key: key} if is_new else season.seats
    player = replace(event.player, number=next_number(season, event.player))
    season = without_entry(season, key)
    return replace(season, players={**season.players, key: player}, seats=seats)


def next_number(season: Season, player: Player) -> int:
    """Number that tells a player without a name from others of the same list and nation."""
    alike = [
        one.number
        for one in season.players.values()
        if not one.people
        and one.key != player.key
        and (one.list, one.nation) == (player.list, player.nation)
    ]
    return 1 if player.people else 1 + max(alike, default=0)


def renumbered(season: Season, key: str) -> Season:
    """The season after a player has got another list or nation."""
    return with_player(season, key, number=next_number(season, season.players[key]))


def without_entry(season: Season, seat: str) -> Season:
    """The season without the entry of a seat that waits."""
    if season.entry_of(seat) is None:
        return season
    return replace(season, queue=tuple(one for one in season.queue if one.seat != seat))


def entry_queued(season: Season, event: e.EntryQueued) -> Season:
    """The entry waits. Its seat is known from now on."""
    season = without_entry(season, event.entry.seat)
    seats = {**season.seats, event.entry.seat: event.entry.seat}
    return replace(season, queue=(*season.queue, event.entry), seats=seats)


def entry_withdrawn(season: Season, event: e.EntryWithdrawn) -> Season:
    seats = {seat: side for seat, side in season.seats.items() if seat != event.seat}
    return replace(without_entry(season, event.seat), seats=seats)


def entry_dropped(season: Season, event: e.EntryDropped) -> Season:
    return without_entry(season, event.seat)


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


def succeeded(season: Season, event: e.Succeeded) -> Season:
    season = renumbered(with_player(season, event.player, nation=event.nation), event.player)
    return without_request(season, event.player)


def succession_asked(season: Season, event: e.SuccessionAsked) -> Season:
    return replace(season, successions=(*season.successions, event.player))


def succession_refused(season: Season, event: e.SuccessionRefused) -> Season:
    return without_request(season, event.player)


def without_request(season: Season, player: str) -> Season:
    """The season without the player's request to become Mahdist."""
    kept = tuple(one for one in season.successions if one != player)
    return replace(season, successions=kept)


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
    season = renumbered(season, event.player)
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


def date_entered(season: Season, event: e.DateEntered) -> Season:
    return replace(season, turn=event.turn, year=event.year, half=event.half)


def account_entered(season: Season, event: e.AccountEntered) -> Season:
    """The history of a player replaces that of an earlier opening entry."""
    return with_player(
        season,
        event.player,
        promotions=event.promotions,
        streak=event.streak,
        explored=event.explored,
        victories=event.victories,
        pending=dict.fromkeys(event.pending, 1),
    )


NEXT: dict[type, Callable[[Season, Any], Season]] = {
    e.Joined: joined,
    e.EntryQueued: entry_queued,
    e.EntryWithdrawn: entry_withdrawn,
    e.EntryDropped: entry_dropped,
    e.Departed: departed,
    e.Posted: posted,
    e.GiftOffered: gift_offered,
    e.GiftAnswered: gift_answered,
    e.Promoted: promoted,
    e.SuccessionAsked: succession_asked,
    e.SuccessionRefused: succession_refused,
    e.Succeeded: succeeded,
    e.ArmyKept: army_kept,
    e.PostingsStruck: postings_struck,
    e.DateEntered: date_entered,
    e.AccountEntered: account_entered,
}
