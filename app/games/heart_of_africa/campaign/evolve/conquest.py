"""State after events about Explorers, Colonial Expeditions and their subjects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.evolve.changes import (
    forget,
    one_more,
    with_player,
    without_district,
)
from app.games.heart_of_africa.campaign.state import (
    ACTIVE,
    CONQUERED,
    Season,
)


def explored(season: Season, event: e.Explored) -> Season:
    known = season.players[event.explorer].explored
    districts = known if event.people in known else (*known, event.people)
    return with_player(season, event.explorer, explored=districts, last_district=event.people)


def exploration_completed(season: Season, event: e.ExplorationCompleted) -> Season:
    return with_player(season, event.explorer, completed_in=season.turn)


def wound_rolled(season: Season, event: e.WoundRolled) -> Season:
    if event.effect != "misses_next_turn":
        return season
    return with_player(season, event.explorer, rests_in=season.turn + 1)


def victory_pending(season: Season, event: e.VictoryPending) -> Season:
    pending = one_more(season.players[event.colonial].pending, event.people)
    return with_player(season, event.colonial, pending=pending)


def pending_cleared(season: Season, event: e.PendingCleared) -> Season:
    return with_player(season, event.colonial, pending={})


def streak_counted(season: Season, event: e.StreakCounted) -> Season:
    return with_player(season, event.colonial, streak=event.defeats)


def conquered(season: Season, event: e.Conquered) -> Season:
    season = forget(season, event.people)
    season = with_player(season, event.people, status=CONQUERED, master=event.master, hongos=None)
    districts = (*season.players[event.master].districts, event.people)
    return with_player(season, event.master, districts=districts)


def district_offered(season: Season, event: e.DistrictOffered) -> Season:
    return replace(season, takings=(*season.takings, event.taking))


def district_taken(season: Season, event: e.DistrictTaken) -> Season:
    kept = tuple(
        one for one in season.takings if (one.winner, one.loser) != (event.winner, event.loser)
    )
    season = replace(season, takings=without_district(kept, event.district))
    if not event.district:
        return season
    loser = season.players[event.loser]
    left = tuple(one for one in loser.districts if one != event.district)
    season = with_player(season, event.loser, districts=left)
    gained = (*season.players[event.winner].districts, event.district)
    season = with_player(season, event.winner, districts=gained)
    season = with_player(season, event.district, master=event.winner)
    revolts = tuple(one for one in season.revolts if one != event.district)
    return replace(season, revolts=revolts)


def revolt_offered(season: Season, event: e.RevoltOffered) -> Season:
    new = tuple(one for one in event.peoples if one not in season.revolts)
    return replace(season, revolts=(*season.revolts, *new))


def without_subject(season: Season, people: str) -> Season:
    """The season in which no Colonial has this people as a district."""
    return replace(
        season,
        players={
            key: replace(one, districts=tuple(each for each in one.districts if each != people))
            if people in one.districts
            else one
            for key, one in season.players.items()
        },
    )


def released(season: Season, event: e.Released) -> Season:
    season = without_subject(season, event.people)
    return with_player(season, event.people, master=None)


def revolted(season: Season, event: e.Revolted) -> Season:
    """The people is active again. Its hongos come by a posting of their own."""
    season = without_subject(season, event.people)
    season = with_player(
        season,
        event.people,
        status=ACTIVE,
        master=None,
        former_master=event.master,
        hongos=0,
    )
    return replace(season, revolts=tuple(one for one in season.revolts if one != event.people))


def stayed_subject(season: Season, event: e.StayedSubject) -> Season:
    """The people is asked no more in this turn."""
    return replace(
        season,
        revolts=tuple(one for one in season.revolts if one != event.people),
        kept=(*season.kept, event.people),
    )


def campaign_closed(season: Season, _event: e.CampaignClosed) -> Season:
    return replace(season, is_closed=True)


NEXT: dict[type, Callable[[Season, Any], Season]] = {
    e.Explored: explored,
    e.ExplorationCompleted: exploration_completed,
    e.WoundRolled: wound_rolled,
    e.VictoryPending: victory_pending,
    e.PendingCleared: pending_cleared,
    e.StreakCounted: streak_counted,
    e.Conquered: conquered,
    e.DistrictOffered: district_offered,
    e.DistrictTaken: district_taken,
    e.RevoltOffered: revolt_offered,
    e.Released: released,
    e.Revolted: revolted,
    e.StayedSubject: stayed_subject,
    e.CampaignClosed: campaign_closed,
}
