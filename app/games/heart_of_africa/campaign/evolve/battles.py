"""State after events about battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.evolve.changes import (
    one_more,
    with_battle,
    with_player,
)
from app.games.heart_of_africa.campaign.state import (
    NO_REASON,
    READY,
    Entered,
    Season,
    War,
)


def battle_listed(season: Season, event: e.BattleListed) -> Season:
    war = War(
        event.battle,
        event.attacker,
        event.defender,
        rivals=event.rivals,
        turn=season.turn,
        year=season.year,
    )
    return replace(season, battles=(*season.battles, war))


def battle_ready(season: Season, event: e.BattleReady) -> Season:
    chosen = event.ground[0] if len(event.ground) == 1 else ""
    return with_battle(
        season,
        event.battle,
        status=READY,
        scenario=event.scenario,
        points=event.points,
        ground=event.ground,
        chosen=chosen,
    )


def ground_chosen(season: Season, event: e.GroundChosen) -> Season:
    return with_battle(season, event.battle, chosen=event.terrain, proposed="", proposed_by="")


def ground_proposed(season: Season, event: e.GroundProposed) -> Season:
    return with_battle(season, event.battle, proposed=event.terrain, proposed_by=event.by)


def place_chosen(season: Season, event: e.PlaceChosen) -> Season:
    """An empty place removes the wish."""
    war = season.battle(event.battle)
    if war is None:
        return season
    wishes = {**war.places, event.player: event.place}
    places = {key: one for key, one in wishes.items() if one}
    agreed = war.agreed_after(event.player, event.place)
    return with_battle(season, war.key, places=places, agreed=agreed)


def army_in(season: Season, event: e.ArmyIn) -> Season:
    """The army is in, also after its deadline."""
    war = season.battle(event.battle)
    if war is None or event.player in war.armed:
        return season
    unarmed = tuple(one for one in war.unarmed if one != event.player)
    return with_battle(season, war.key, armed=(*war.armed, event.player), unarmed=unarmed)


def army_missing(season: Season, event: e.ArmyMissing) -> Season:
    war = season.battle(event.battle)
    if war is None or not war.awaits_army(event.player):
        return season
    return with_battle(season, war.key, unarmed=(*war.unarmed, event.player))


def armies_forgotten(season: Season, event: e.ArmiesForgotten) -> Season:
    """The reports of the former table do not count any more, also about bots."""
    if season.battle(event.battle) is None:
        return season
    return with_battle(season, event.battle, armed=(), unarmed=(), bot_for=())


def bot_called(season: Season, event: e.BotCalled) -> Season:
    war = season.battle(event.battle)
    if war is None or event.player in war.bot_for:
        return season
    return with_battle(season, war.key, bot_for=(*war.bot_for, event.player))


def result_entered(season: Season, event: e.ResultEntered) -> Season:
    entered = Entered(
        event.by,
        event.winner,
        event.leaders_lost,
        fallen=event.fallen,
        remarks=event.remarks,
    )
    return with_battle(season, event.battle, entered=entered, reported=entered, objection=None)


def battle_detailed(season: Season, event: e.BattleDetailed) -> Season:
    war = season.battle(event.battle)
    if war is None or war.entered is None:
        return season
    entered = replace(war.entered, details=event.details)
    return with_battle(season, event.battle, entered=entered, reported=entered)


def result_disputed(season: Season, event: e.ResultDisputed) -> Season:
    war = season.battle(event.battle)
    if war is None or war.entered is None:
        return season
    entered = replace(war.entered, disputed=event.reason or NO_REASON)
    return with_battle(
        season, event.battle, entered=entered, reported=entered, objection=event.other
    )


def battle_closed(season: Season, event: e.BattleClosed) -> Season:
    return with_battle(
        season,
        event.battle,
        status=event.status,
        winner=event.winner,
        entered=None,
        decided=event.report,
        reason=event.reason,
    )


def victory_counted(season: Season, event: e.VictoryCounted) -> Season:
    victories = one_more(season.players[event.winner].victories, event.list_beaten)
    return with_player(season, event.winner, victories=victories)


NEXT: dict[type, Callable[[Season, Any], Season]] = {
    e.BattleListed: battle_listed,
    e.BattleReady: battle_ready,
    e.GroundChosen: ground_chosen,
    e.GroundProposed: ground_proposed,
    e.PlaceChosen: place_chosen,
    e.ArmyIn: army_in,
    e.ArmyMissing: army_missing,
    e.BotCalled: bot_called,
    e.ArmiesForgotten: armies_forgotten,
    e.ResultEntered: result_entered,
    e.BattleDetailed: battle_detailed,
    e.ResultDisputed: result_disputed,
    e.BattleClosed: battle_closed,
    e.VictoryCounted: victory_counted,
}
