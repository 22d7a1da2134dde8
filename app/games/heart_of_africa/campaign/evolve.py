"""Next state of a campaign after each event. Nothing here refuses or rolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.state import (
    ACTIVE,
    CONQUERED,
    READY,
    Entered,
    Meeting,
    Season,
    Talk,
    Terms,
    War,
)
from app.kernel.contract import Event


def evolve(season: Season | None, event: Event) -> Season:
    """State after the event; the first event creates it."""
    if isinstance(event, e.CampaignBegan):
        return Season(
            event.first_year,
            event.last_year,
            year=event.first_year,
            options=event.options,
            seats=event.seats,
            players={player.key: player for player in event.players},
        )
    if season is None:
        raise TypeError(f"{type(event).__name__} cannot begin a campaign")
    return NEXT[type(event)](season, event)


def with_player(season: Season, key: str, **changes: Any) -> Season:
    """The season with some fields of a player changed."""
    player = replace(season.players[key], **changes)
    return replace(season, players={**season.players, key: player})


def with_battle(season: Season, key: str, **changes: Any) -> Season:
    """The season with some fields of a battle changed."""
    return replace(
        season,
        battles=tuple(replace(war, **changes) if war.key == key else war for war in season.battles),
    )


def one_more(counts: Mapping[str, int], key: str, more: int = 1) -> dict[str, int]:
    """The counts with `more` added to one of them."""
    return {**counts, key: counts.get(key, 0) + more}


def without(counts: Mapping[str, int], key: str) -> dict[str, int]:
    """The counts without one of them."""
    return {name: number for name, number in counts.items() if name != key}


# ----------------------------------------------------------------------------- players
def joined(season: Season, event: e.Joined) -> Season:
    return replace(season, players={**season.players, event.player.key: event.player})


def departed(season: Season, event: e.Departed) -> Season:
    """The player's open talks, gifts, meetings and offered revolt end. Nothing is pending against
    the player any more.
    """
    gone = event.player
    season = with_player(season, gone, status=event.status, districts=(), pending={})
    return forget(season, gone)


def forget(season: Season, gone: str) -> Season:
    """The season without open matters of a player who is no longer active."""
    return replace(
        season,
        players={
            key: replace(one, pending=without(one.pending, gone)) if gone in one.pending else one
            for key, one in season.players.items()
        },
        talks=tuple(talk for talk in season.talks if gone not in (talk.attacker, talk.defender)),
        gifts=tuple(gift for gift in season.gifts if gone not in gift[:2]),
        meetings=tuple(one for one in season.meetings if gone not in one.players),
        revolts=tuple(one for one in season.revolts if one != gone),
        takings=tuple(taking for taking in season.takings if taking.winner != gone),
    )


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


# ----------------------------------------------------------------------------- the turn
def step_began(season: Season, event: e.StepBegan) -> Season:
    if event.turn != season.turn:
        season = replace(
            season,
            meetings=(),
            order=(),
            declared=(),
            talks=(),
            attacked=(),
            refused_passage=(),
            takings=(),
            players={key: replace(one, hunting=False) for key, one in season.players.items()},
        )
    return replace(season, turn=event.turn, year=event.year, half=event.half, step=event.step)


def meeting_rolled(season: Season, event: e.MeetingRolled) -> Season:
    if not event.meets:
        return season
    return replace(season, meetings=(*season.meetings, Meeting(event.one, event.two)))


def meeting_answered(season: Season, event: e.MeetingAnswered) -> Season:
    pair = {event.player, event.other}
    return replace(
        season,
        meetings=tuple(
            replace(one, answers={**one.answers, event.player: event.answer})
            if set(one.players) == pair
            else one
            for one in season.meetings
        ),
    )


def meeting_closed(season: Season, event: e.MeetingClosed) -> Season:
    pair = {event.one, event.two}
    return replace(
        season, meetings=tuple(one for one in season.meetings if set(one.players) != pair)
    )


def unchanged(season: Season, _event: Event) -> Season:
    return season


def precedence_set(season: Season, event: e.PrecedenceSet) -> Season:
    return replace(season, order=event.order)


def declared(season: Season, event: e.Declared) -> Season:
    season = replace(season, declared=(*season.declared, event.player))
    match event.choice:
        case "attack":
            return replace(season, talks=(*season.talks, Talk(event.player, event.target)))
        case "passage":
            terms = Terms(event.player, event.player, event.hongos, passage=True)
            talk = Talk(event.player, event.target, is_attack=False, terms=terms)
            return replace(season, talks=(*season.talks, talk))
        case "hunt":
            years = (*season.players[event.player].hunted_years, season.year)
            return with_player(season, event.player, hunting=True, hunted_years=years)
    return season


def without_talk(season: Season, attacker: str, defender: str) -> Season:
    """The season after an open attack or request has been answered for good."""
    kept = tuple(
        talk for talk in season.talks if (talk.attacker, talk.defender) != (attacker, defender)
    )
    return replace(season, talks=kept)


def terms_offered(season: Season, event: e.TermsOffered) -> Season:
    return replace(
        season,
        talks=tuple(
            replace(talk, terms=event.terms)
            if (talk.attacker, talk.defender) == (event.attacker, event.defender)
            else talk
            for talk in season.talks
        ),
    )


def talk_ended(season: Season, event: e.TermsAgreed | e.TermsRefused) -> Season:
    return without_talk(season, event.attacker, event.defender)


def resisted(season: Season, event: e.Resisted) -> Season:
    season = without_talk(season, event.attacker, event.defender)
    return replace(season, attacked=(*season.attacked, event.defender))


# ----------------------------------------------------------------------------- battles
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
    return with_battle(season, event.battle, chosen=event.terrain)


def result_entered(season: Season, event: e.ResultEntered) -> Season:
    entered = Entered(event.by, event.winner, event.leaders_lost)
    return with_battle(season, event.battle, entered=entered)


def result_disputed(season: Season, event: e.ResultDisputed) -> Season:
    war = season.battle(event.battle)
    if war is None or war.entered is None:
        return season
    entered = replace(war.entered, disputed=event.reason or "-")
    return with_battle(season, event.battle, entered=entered)


def battle_closed(season: Season, event: e.BattleClosed) -> Season:
    return with_battle(season, event.battle, status=event.status, winner=event.winner, entered=None)


def victory_counted(season: Season, event: e.VictoryCounted) -> Season:
    victories = one_more(season.players[event.winner].victories, event.list_beaten)
    return with_player(season, event.winner, victories=victories)


# ----------------------------------------------------------------------------- Explorers
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


# ----------------------------------------------------------------------------- conquest
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
    kept = tuple(one for one in season.takings if one.winner != event.winner)
    season = replace(season, takings=kept)
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
    return replace(season, revolts=tuple(one for one in season.revolts if one != event.people))


def campaign_closed(season: Season, _event: e.CampaignClosed) -> Season:
    return replace(season, is_closed=True)


NEXT: dict[type, Callable[[Season, Any], Season]] = {
    e.Joined: joined,
    e.Departed: departed,
    e.Posted: posted,
    e.GiftOffered: gift_offered,
    e.GiftAnswered: gift_answered,
    e.Promoted: promoted,
    e.StepBegan: step_began,
    e.MeetingRolled: meeting_rolled,
    e.MeetingAnswered: meeting_answered,
    e.MeetingClosed: meeting_closed,
    e.PrecedenceRolled: unchanged,
    e.PrecedenceSet: precedence_set,
    e.Declared: declared,
    e.TermsOffered: terms_offered,
    e.TermsAgreed: talk_ended,
    e.TermsRefused: talk_ended,
    e.Resisted: resisted,
    e.BattleListed: battle_listed,
    e.BattleReady: battle_ready,
    e.GroundChosen: ground_chosen,
    e.ResultEntered: result_entered,
    e.ResultDisputed: result_disputed,
    e.BattleClosed: battle_closed,
    e.VictoryCounted: victory_counted,
    e.Explored: explored,
    e.ExplorationCompleted: exploration_completed,
    e.HuntRolled: unchanged,
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
