"""Corrections of a campaign: facts that stay, postings that are struck, and consequences in words.

The platform decides the moves again (`kernel.corrections`); this module knows what they mean here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.names import (
    BATTLE_STATES,
    CLASSES,
    STATUSES,
    battle_title,
    date_of,
    nation_of,
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.state import READY, VOID, Player, Posting, Season, War
from app.kernel.contract import Difference, Event
from app.kernel.say import Say, as_is, say

NOTHING = as_is("—")


def keep_battles(before: Sequence[Event], after: Sequence[Event]) -> Sequence[Event]:
    """Events of a move decided again; a battle that was ready keeps scenario, points and ground.

    A battle of other players that has received the same key keeps nothing.
    """
    ready = {
        (event.battle, frozenset(event.points)): event
        for event in before
        if isinstance(event, e.BattleReady)
    }
    return [
        ready.get((event.battle, frozenset(event.points)), event)
        if isinstance(event, e.BattleReady)
        else event
        for event in after
    ]


def strike_postings(before: Season, after: Season, move: int) -> Iterator[Event]:
    """Event that keeps the postings that a correction of move `move` struck; none without any."""
    counted = list(after.ledger)
    struck: list[Posting] = []
    for line in before.ledger:
        if line in counted:
            counted.remove(line)
        else:
            struck.append(line)
    if struck:
        yield e.PostingsStruck(move, tuple(struck))


def forget_armies(before: Season, after: Season) -> Iterator[Event]:
    """Battles that return by a correction and wait for their armies or for their fight. They have a
    new table, so the reports of the former one are forgotten.
    """
    for war in after.battles:
        has_reports = war.armed or war.unarmed or war.bot_for
        if war.status == READY and has_reports and lost_its_table(before.battle(war.key), war):
            yield e.ArmiesForgotten(war.key)


def lost_its_table(before: War | None, now: War) -> bool:
    """True if the table of an open battle was closed, or removed before it had begun."""
    if before is None or before.players != now.players or before.status == VOID:
        return True
    return not before.is_open and not before.is_on_table


def differences(before: Season, after: Season) -> Iterator[Difference]:
    """Calendar, players and battles that a correction changes."""
    if (before.turn, before.step) != (after.turn, after.step):
        yield Difference(say("Turn", "Turno"), date_of(before), date_of(after))
    for key in dict.fromkeys((*before.players, *after.players)):
        yield from player_differences(key, before, after)
    for key in dict.fromkeys(war.key for war in (*before.battles, *after.battles)):
        yield from battle_differences(before, after, key)


def player_differences(key: str, before: Season, after: Season) -> Iterator[Difference]:
    """Facts of one player that a correction changes."""
    one, other = before.player(key), after.player(key)
    who = title_of(before if one else after, key)
    if one is None or other is None:
        words = {True: say("in the campaign", "en la campaña"), False: NOTHING}
        yield Difference(who, words[one is not None], words[other is not None])
        return
    for fact, old, new in (
        (say("{who}: hongos", "{who}: hongos", who=who), hongos_words(one), hongos_words(other)),
        (say("{who}: state", "{who}: situación", who=who), state_words(before, one),
         state_words(after, other)),
        (say("{who}: army", "{who}: ejército", who=who), nation_of(one), nation_of(other)),
        (say("{who}: class", "{who}: clase", who=who), CLASSES[one.class_], CLASSES[other.class_]),
        (say("{who}: explored", "{who}: explorado", who=who), explored_words(before, one),
         explored_words(after, other)),
    ):  # fmt: skip
        if old != new:
            yield Difference(fact, old, new)


def hongos_words(player: Player) -> Say:
    """Hongos of a player; a dash without an account."""
    return NOTHING if player.hongos is None else as_is(str(player.hongos))


def state_words(season: Season, player: Player) -> Say:
    """Status of a player, with the master of a conquered people."""
    if player.master is None:
        return STATUSES[player.status]
    return say(
        "subject of {who:the}",
        "bajo el dominio {who:del}",
        who=title_of(season, player.master),
    )


def explored_words(season: Season, player: Player) -> Say:
    """Peoples that an Explorer has explored."""
    if not player.explored:
        return NOTHING
    peoples = [
        player_title(season.players[key]) for key in player.explored if key in season.players
    ]
    return say("{peoples}", "{peoples}", peoples=peoples)


def battle_differences(before: Season, after: Season, key: str) -> Iterator[Difference]:
    """State and winner of one battle, if a correction changes them."""
    one, other = before.battle(key), after.battle(key)
    war = other or one
    if war is None or (one and other and outcome_of(one) == outcome_of(other)):
        return
    season = after if other else before
    yield Difference(
        battle_title(season, war), battle_words(before, one), battle_words(after, other)
    )


def outcome_of(war: War) -> tuple[str, str, str | None]:
    """Facts of a battle that a reader compares: who fights whom, and how it ended."""
    return (f"{war.attacker}/{war.defender}", war.status, war.winner)


def battle_words(season: Season, war: War | None) -> Say:
    """State of a battle, with its winner."""
    if war is None:
        return NOTHING
    if war.winner is not None:
        return say(
            "{who:The} {who:wins|win}",
            "{who:El} {who:gana|ganan}",
            who=title_of(season, war.winner),
        )
    return BATTLE_STATES[war.status]
