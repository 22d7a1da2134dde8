"""State after events of the turn: meetings, order, declarations and terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.evolve.changes import (
    with_player,
)
from app.games.heart_of_africa.campaign.state import (
    MEETINGS,
    ORDER,
    Meeting,
    Season,
    Talk,
    Terms,
)


def step_began(season: Season, event: e.StepBegan) -> Season:
    if event.turn != season.turn:
        season = replace(
            season,
            meetings=(),
            order=(),
            order_rolls=(),
            choices={},
            declared=(),
            talks=(),
            attacked=(),
            takings=(),
            kept=(),
            players={key: replace(one, hunting=False) for key, one in season.players.items()},
        )
    return replace(
        season,
        turn=event.turn,
        year=event.year,
        half=event.half,
        step=event.step,
        is_gathering=season.is_gathering and event.step != MEETINGS,
    )


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


def precedence_rolled(season: Season, event: e.PrecedenceRolled) -> Season:
    """Rolls for the order of play; Explorers who meet roll too, in another step."""
    if season.step != ORDER:
        return season
    roll = (event.player, event.die, event.aggression)
    return replace(season, order_rolls=(*season.order_rolls, roll))


def precedence_set(season: Season, event: e.PrecedenceSet) -> Season:
    return replace(season, order=event.order)


def declared(season: Season, event: e.Declared) -> Season:
    season = replace(
        season,
        declared=(*season.declared, event.player),
        choices={**season.choices, event.player: (event.choice, event.target)},
    )
    match event.choice:
        case "attack":
            return replace(season, talks=(*season.talks, Talk(event.player, event.target)))
        case "passage":
            terms = Terms(event.player, event.player, event.hongos, passage=True)
            talk = Talk(event.player, event.target, False, terms, offered_by=event.player)
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
            replace(talk, terms=event.terms, offered_by=event.terms.by)
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


NEXT: dict[type, Callable[[Season, Any], Season]] = {
    e.StepBegan: step_began,
    e.MeetingRolled: meeting_rolled,
    e.MeetingAnswered: meeting_answered,
    e.MeetingClosed: meeting_closed,
    e.PrecedenceRolled: precedence_rolled,
    e.PrecedenceSet: precedence_set,
    e.Declared: declared,
    e.TermsOffered: terms_offered,
    e.TermsAgreed: talk_ended,
    e.TermsRefused: talk_ended,
    e.Resisted: resisted,
}
