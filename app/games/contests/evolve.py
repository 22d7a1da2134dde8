"""State of a contest after an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.games.contests import events as e
from app.games.contests import rungs
from app.games.contests.battle_terms import with_scenario
from app.games.contests.boards import team_result, with_exchanged_players, with_public_order
from app.games.contests.seeding import first_rungs, seeded_rungs
from app.games.contests.state import (
    ASKED,
    ASKS,
    CHALLENGES,
    ENTERED,
    ENTRANTS,
    LEFT,
    NO,
    PAIRING,
    PLAYING,
    WITHDRAWN,
    YES,
    Contest,
    DateProposal,
    Entrant,
    Pairing,
    TeamPlayer,
)
from app.games.contests.team_lists import with_new_list_keys, without_departed
from app.kernel.battle_dates import PlayRequest
from app.kernel.contract import Event


def evolve(contest: Contest | None, event: Event) -> Contest:
    """State after the event."""
    if isinstance(event, e.ContestBegan):
        return Contest(event.form, event.settings, event.seats)
    if contest is None:
        raise TypeError(event)
    return CHANGES[type(event)](contest, event)


def with_entrant(contest: Contest, key: str, **changes: object) -> Contest:
    """Contest with a changed entrant; an unknown one changes nothing."""
    old = contest.entrant(key)
    if old is None:
        return contest
    return replace(contest, entrants={**contest.entrants, key: replace(old, **changes)})


def with_pairing(contest: Contest, key: str, **changes: object) -> Contest:
    """Contest with a changed published pairing or board."""
    changed = (changed_pairing(one, key, changes) for one in contest.pairings)
    return replace(contest, pairings=tuple(changed))


def changed_pairing(one: Pairing, key: str, changes: dict[str, Any]) -> Pairing:
    """Pairing with changes of its own, or of one of its boards."""
    if one.key == key:
        return replace(one, **changes)
    if not key.startswith(f"{one.key}."):
        return one
    boards = (changed_pairing(each, key, changes) for each in one.boards)
    return replace(one, boards=tuple(boards))


def after_entry(contest: Contest, entrant: Entrant) -> Contest:
    lots = (*contest.lots, entrant.key) if contest.has_begun else contest.lots
    found = replace(contest, entrants={**contest.entrants, entrant.key: entrant}, lots=lots)
    return with_rung(found, entrant.key)


def with_rung(contest: Contest, key: str) -> Contest:
    """Contest in which an entrant with a place has a rung, if it is a ladder that has begun."""
    if not contest.rules.has_rungs or not contest.has_begun or not contest.entrants[key].is_playing:
        return contest
    return replace(contest, rungs=rungs.with_lowest(contest.rungs, key))


def after_place(contest: Contest, key: str) -> Contest:
    """An entrant has a place; after the beginning, also a lot behind all others."""
    lots = (*contest.lots, key) if contest.has_begun and key not in contest.lots else contest.lots
    return with_rung(replace(with_entrant(contest, key, status=ENTERED), lots=lots), key)


def after_departure(contest: Contest, key: str) -> Contest:
    old = contest.entrant(key)
    if old is None:
        return contest
    stays = contest.round > 0 and old.is_playing
    found = replace(contest, rungs=rungs.without(contest.rungs, key))
    players = tuple(one for one in old.players if one.status != ASKS)
    return with_entrant(found, key, status=LEFT if stays else WITHDRAWN, players=players)


def with_player(contest: Contest, team: str, player: TeamPlayer) -> Contest:
    """Contest with a new player behind the others of the team."""
    old = contest.entrants[team]
    return with_entrant(contest, team, players=(*old.players, player))


def with_status(contest: Contest, team: str, key: str, status: str) -> Contest:
    """Contest with another status of a player; a player without one is in no team any more."""
    changed = (
        replace(one, status=status) if one.key == key else one
        for one in contest.entrants[team].players
    )
    return with_entrant(contest, team, players=tuple(one for one in changed if one.status))


def after_player(contest: Contest, event: e.PlayerLeft) -> Contest:
    """A player who only asked for a place may ask another team."""
    team = contest.team_of(event.player)
    player = team.player(event.player) if team is not None else None
    has_asked = player is not None and player.status == ASKS
    found = with_status(contest, event.team, event.player, "" if has_asked else LEFT)
    return replace(found, lists=without_departed(found, event.player))


def after_captain(contest: Contest, event: e.CaptainLeft) -> Contest:
    """The two players exchange their keys wherever these stand; the former captain has left."""
    keys = {f"{event.team}~1": event.successor, event.successor: f"{event.team}~1"}
    team = contest.entrant(event.team)
    if team is None:
        return contest
    players = tuple(replace(one, key=keys.get(one.key, one.key)) for one in team.players)
    order = tuple(keys.get(key, key) for key in contest.lineups.get(event.team, ()))
    found = replace(
        with_entrant(contest, event.team, players=players),
        pairings=tuple(with_exchanged_players(one, keys) for one in contest.pairings),
        lineups={**contest.lineups, event.team: order} if order else contest.lineups,
        lists=with_new_list_keys(contest, keys),
        without_list=tuple(keys.get(key, key) for key in contest.without_list),
    )
    left = with_status(found, event.team, event.successor, LEFT)
    return replace(left, lists=without_departed(left, event.successor))


def after_absence(contest: Contest, event: e.AbsenceNoted) -> Contest:
    old = contest.entrant(event.entrant)
    kept = tuple(one for one in old.absent if one != event.round) if old else ()
    absent = (*kept, event.round) if event.absent else kept
    was_away = old is not None and (old.was_away or (event.absent and contest.rules.has_rungs))
    return with_entrant(contest, event.entrant, absent=absent, was_away=was_away)


def after_closing(contest: Contest, lots: tuple[str, ...]) -> Contest:
    """The lots stay as they were drawn."""
    found = replace(contest, step=PAIRING, lots=lots)
    return replace(found, rungs=first_rungs(found, lots)) if found.rules.has_rungs else found


def after_seeding(contest: Contest, seeds: tuple[str, ...]) -> Contest:
    """Contest with its seeds, in a ladder also with rungs in their order."""
    return replace(contest, seeded=seeds, rungs=seeded_rungs(contest, seeds))


def exchanged(draft: tuple[Pairing, ...], one: str, other: str) -> tuple[Pairing, ...]:
    """Draft with two entrants exchanged."""
    places = {one: other, other: one}
    return tuple(
        replace(
            pairing,
            first=places.get(pairing.first, pairing.first),
            second=places.get(pairing.second, pairing.second),
            is_changed=pairing.is_changed or not {one, other}.isdisjoint(pairing.entrants),
        )
        for pairing in draft
    )


def after_draft(contest: Contest, event: e.RoundDrafted) -> Contest:
    lots = {**contest.round_lots, event.round: event.lots}
    return replace(contest, draft=event.pairings, void="", round_lots=lots)


def after_lapse(contest: Contest, event: e.DraftLapsed) -> Contest:
    groups = contest.groups if contest.round else ()
    reason = CHALLENGES if event.of_challenges else ENTRANTS
    return replace(contest, draft=None, void=reason, groups=groups)


def after_publication(contest: Contest, event: e.RoundPublished) -> Contest:
    entrants = contest.entrants
    if contest.settings.team_size:
        entrants = {
            key: with_public_order(one, event.pairings) for key, one in contest.entrants.items()
        }
    return replace(
        contest,
        step=PLAYING,
        round=event.round,
        entrants=entrants,
        lineups={},
        draft=None,
        pairings=(*contest.pairings, *event.pairings),
        challenges=() if contest.rules.is_drawn else contest.challenges,
    )


def after_agreement(contest: Contest, event: e.ChallengeAgreed) -> Contest:
    found = contest.challenge(event.challenge)
    if found is None:
        return contest
    left = rungs.without_challenge(contest, found.key)
    return replace(left, agreed=(*left.agreed, found))


def after_proposal(contest: Contest, event: e.DateProposed) -> Contest:
    pairing = contest.pairing(event.battle)
    dates = pairing.dates if pairing is not None else ()
    proposal = DateProposal(event.by, event.words, at=event.at)
    return with_pairing(contest, event.battle, dates=(*dates, proposal))


def after_result(contest: Contest, event: e.ResultSettled) -> Contest:
    moved = rungs.after_result(contest, event)
    found = with_pairing(moved, event.battle, result=event.result)
    of_teams = (one for one in found.pairings if event.battle.startswith(f"{one.key}."))
    for one in of_teams:
        return with_pairing(found, one.key, result=team_result(found, one))
    return found


def after_answer(contest: Contest, event: e.DateAnswered) -> Contest:
    pairing = contest.pairing(event.battle)
    if pairing is None or pairing.date is None:
        return contest
    answered = replace(pairing.date, answer=YES if event.accepted else NO)
    return with_pairing(contest, event.battle, dates=(*pairing.dates[:-1], answered))


def after_request(contest: Contest, event: e.PlayAsked) -> Contest:
    request = PlayRequest(event.by, event.at, event.until)
    past = contest.requests.get(event.battle, ())
    return replace(contest, requests={**contest.requests, event.battle: (*past, request)})


def after_play_answer(contest: Contest, event: e.PlayAnswered) -> Contest:
    past = contest.requests.get(event.battle, ())
    if not past:
        return contest
    answered = (*past[:-1], replace(past[-1], answer=YES if event.accepted else NO))
    return replace(contest, requests={**contest.requests, event.battle: answered})


CHANGES: dict[type, Callable[[Contest, Any], Contest]] = {
    e.Entered: lambda c, event: after_entry(c, event.entrant),
    e.PlayerAsked: lambda c, event: with_player(c, event.team, event.player),
    e.PlayerAnswered: lambda c, event: with_status(
        c, event.team, event.player, ENTERED if event.accepted else ""
    ),
    e.PlayerNamed: lambda c, event: with_player(c, event.team, event.player),
    e.PlayerLeft: after_player,
    e.CaptainLeft: after_captain,
    e.LineUpSet: lambda c, event: replace(c, lineups={**c.lineups, event.team: event.players}),
    e.MovedUp: lambda c, event: after_place(c, event.entrant),
    e.PlaceOffered: lambda c, event: with_entrant(c, event.entrant, status=ASKED),
    e.PlaceRefused: lambda c, event: with_entrant(c, event.entrant, status=WITHDRAWN),
    e.EntrantLeft: lambda c, event: after_departure(c, event.entrant),
    e.AbsenceNoted: after_absence,
    e.PaymentNoted: lambda c, event: with_entrant(c, event.entrant, has_paid=event.paid),
    e.ListSent: lambda c, event: replace(
        c,
        lists={**c.lists, event.entrant: event.sent},
        without_list=tuple(key for key in c.without_list if key != event.entrant),
    ),
    e.ListMissed: lambda c, event: replace(c, without_list=(*c.without_list, event.entrant)),
    e.ListsOpened: lambda c, _: replace(c, are_lists_open=True),
    e.SignUpClosed: lambda c, event: after_closing(c, event.lots),
    e.EntrantsSeeded: lambda c, event: after_seeding(c, event.seeds),
    e.GroupsDealt: lambda c, event: replace(c, groups=event.groups),
    e.BracketDrawn: lambda c, event: replace(c, advanced=event.order),
    e.RoundDrafted: after_draft,
    e.DraftChanged: lambda c, event: replace(
        c, draft=exchanged(c.draft or (), event.one, event.other)
    ),
    e.DraftLapsed: after_lapse,
    e.RoundPublished: after_publication,
    e.ResultEntered: lambda c, event: with_pairing(c, event.battle, report=event.report),
    e.ResultDisputed: lambda c, event: with_pairing(c, event.battle, dispute=event.report),
    e.ResultSettled: after_result,
    e.DateProposed: after_proposal,
    e.DateAnswered: after_answer,
    e.PlayAsked: after_request,
    e.PlayAnswered: after_play_answer,
    e.TimeExtended: lambda c, event: with_pairing(c, event.battle, is_extended=True),
    e.ScenarioChosen: lambda c, event: replace(
        c, settings=with_scenario(c.settings, event.round, event.scenario)
    ),
    e.Challenged: lambda c, event: rungs.after_challenge(c, event.challenge),
    e.ChallengeAccepted: rungs.after_acceptance,
    e.ChallengeAgreed: after_agreement,
    e.ChallengeDeclined: rungs.after_refusal,
    e.ChallengeLapsed: rungs.after_silence,
    e.ChallengeEnded: lambda c, event: rungs.without_challenge(c, event.challenge),
    e.Idled: lambda c, event: rungs.after_idleness(c, event.entrant),
    e.RoundEnded: lambda c, _: replace(c, step=PAIRING),
    e.ContestClosed: lambda c, _: replace(c, is_closed=True),
}
"""Change of the state by kind of event."""
