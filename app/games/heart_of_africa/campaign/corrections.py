"""Corrections of a campaign: facts that stay, postings that are struck, and consequences in words.

The platform decides the moves again (`kernel.corrections`); this module knows what they mean here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.names import (
    BATTLE_STATES,
    CLASSES,
    STATUSES,
    battle_title,
    date_of,
    ground_name,
    nation_of,
    title_of,
)
from app.games.heart_of_africa.campaign.pages.standings import list_beaten_title
from app.games.heart_of_africa.campaign.state import READY, VOID, Player, Posting, Season, War
from app.games.heart_of_africa.setup.beginning import title as scenario_title
from app.kernel.contract import Difference, Event
from app.kernel.say import Say, as_is, say

NOTHING = as_is("—")
NAME = say("name", "nombre")
HONGOS = say("hongos", "hongos")
STATE = say("state", "situación")
ARMY = say("army", "ejército")
CLASS = say("class", "clase")
EXPLORED = say("explored", "explorado")
LEADER = say("Leader", "Líder")
VICTORIES = say("victories", "victorias")
TO_CONQUER = say("victories that conquer", "victorias para conquistar")


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
    return not before.is_open and not before.is_armed


def differences(before: Season, after: Season) -> Iterator[Difference]:
    """Calendar, order of play, players and battles that a correction changes."""
    if (before.turn, before.step) != (after.turn, after.step):
        yield Difference(say("Turn", "Turno"), date_of(before), date_of(after))
    if before.order != after.order:
        words = say("Order of play", "Orden de juego")
        yield Difference(words, named(before, before.order), named(after, after.order))
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
        (NAME, who, title_of(after, key)),
        (HONGOS, hongos_words(one), hongos_words(other)),
        (STATE, state_words(before, one), state_words(after, other)),
        (ARMY, nation_of(one), nation_of(other)),
        (CLASS, CLASSES[one.class_], CLASSES[other.class_]),
        (EXPLORED, named(before, one.explored), named(after, other.explored)),
        (LEADER, leader_words(before, one), leader_words(after, other)),
        (VICTORIES, victories_words(one), victories_words(other)),
        (TO_CONQUER, pending_words(before, one), pending_words(after, other)),
    ):
        if old != new:
            yield Difference(say("{who}: {fact}", "{who}: {fact}", who=who, fact=fact), old, new)


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


def named(season: Season, keys: Sequence[str]) -> Say:
    """Players in their sequence; a dash without any."""
    if not keys:
        return NOTHING
    return say("{all}", "{all}", all=tuple(title_of(season, key) for key in keys))


def leader_words(season: Season, player: Player) -> Say:
    """Turn of this season or later in which a wounded Leader recovers; else a dash."""
    if player.rests_in is None or player.rests_in < season.turn:
        return NOTHING
    return say("recovers in turn {n}", "se recupera en el turno {n}", n=player.rests_in)


def victories_words(player: Player) -> Say:
    """Victories by the list of the loser; a dash without any."""
    return counted((list_beaten_title(name), n) for name, n in sorted(player.victories.items()))


def pending_words(season: Season, player: Player) -> Say:
    """Victories of a Colonial that count for the conquest of a people; a dash without any."""
    return counted((title_of(season, key), n) for key, n in sorted(player.pending.items()))


def counted(found: Iterable[tuple[Say, int]]) -> Say:
    """Names with their numbers above zero; a dash without any."""
    told = tuple(say("{who}: {n}", "{who}: {n}", who=who, n=n) for who, n in found if n)
    return say("{all}", "{all}", all=told) if told else NOTHING


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


def outcome_of(war: War) -> tuple[object, ...]:
    """Facts of a battle that a reader compares: players, end, scenario, points and ground."""
    return (war.players, war.status, war.winner, war.scenario, dict(war.points), war.chosen)


def battle_words(season: Season, war: War | None) -> Say:
    """State of a battle with its winner, its scenario, the points of both sides and its ground."""
    if war is None:
        return NOTHING
    words = ended_words(season, war)
    if war.scenario:
        one, other = (war.points[key] for key in war.players)
        words = say(
            "{end}. {scenario}, {one} against {other} points",
            "{end}. {scenario}, {one} puntos contra {other}",
            end=words,
            scenario=scenario_title(war.scenario),
            one=one,
            other=other,
        )
    if war.chosen:
        words = say("{words}, {on}", "{words}, {on}", words=words, on=ground_name(war.chosen))
    return words


def ended_words(season: Season, war: War) -> Say:
    """State of a battle; a fought one names its winner."""
    if war.winner is not None:
        return say(
            "{who:The} {who:wins|win}",
            "{who:El} {who:gana|ganan}",
            who=title_of(season, war.winner),
        )
    return BATTLE_STATES[war.status]
