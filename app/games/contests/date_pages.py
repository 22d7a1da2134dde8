"""Dates of a battle as its page shows them (CON-RES-10)."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests.names import pairing_title, title_of
from app.games.contests.offering import date_offers
from app.games.contests.pairing_words import late_words
from app.games.contests.play_offers import play_now_of
from app.games.contests.play_requests import is_asked, last_request
from app.games.contests.state import (
    NO,
    YES,
    Contest,
    DateProposal,
    Pairing,
    seat_of,
)
from app.kernel.battle_dates import (
    AgreedDate,
    BattleDates,
    DatePart,
    DateQuestion,
    DateRow,
    date_title,
)
from app.kernel.say import Moment, Say, say

OPEN, AGREED, REFUSED, REPLACED = "open", "done", "refused", "replaced"


def dates_of(contest: Contest, one: Pairing, me: str | None) -> BattleDates | None:
    """Dates of a battle for a viewer; None once a result is stated without any proposal."""
    is_awaited = one.is_open and one.report is None
    if not one.dates and not is_awaited:
        return None
    is_own = me is not None and one.acting(me) != "" and is_awaited
    return BattleDates(
        tuple(proposed_date(contest, one, at, is_awaited) for at in range(len(one.dates))),
        tuple(date_part(one, key) for key in one.entrants),
        tuple(date_offers(contest, one, me)) if is_own and me is not None else (),
        late_words(contest, one) if is_awaited else None,
        "CON-RES-10",
        play_now_of(contest, one, me),
    )


def agreed_dates(contest: Contest) -> tuple[AgreedDate, ...]:
    """Accepted moments of battles that have no result yet."""
    return tuple(
        AgreedDate(
            one.key,
            pairing_title(contest, one),
            one.date.at,
            one.date.words,
            tuple(map(seat_of, one.entrants)),
        )
        for one in contest.battles()
        if one.is_open and one.date is not None and one.date.at and one.date.answer == YES
    )


def date_questions(contest: Contest, seat: str) -> Iterator[DateQuestion]:
    """Proposals of dates and requests to play at once that wait for the answer of a seat."""
    for one in contest.battles():
        own, title = one.acting(seat), pairing_title(contest, one)
        if not own or not one.is_open or one.report is not None:
            continue
        date = one.date
        if date is not None and not date.answer and date.by != own:
            when = date_title(date.at, date.words)
            says = say("Answer a proposed date: {when}", "Responde a una fecha: {when}", when=when)
            yield DateQuestion(one.key, title, says)
        request = last_request(contest, one.key)
        if request is not None and request.until and is_asked(one, request, seat):
            asked = say(
                "Play now? Asked until {until}",
                "¿Jugar ahora? Petición hasta el {until}",
                until=Moment(request.until),
            )
            yield DateQuestion(one.key, title, asked, request.until)


def proposed_date(contest: Contest, one: Pairing, at: int, is_awaited: bool) -> DateRow:
    """Proposal with its answer, or with the answer that is missing."""
    date = one.dates[at]
    is_last = at == len(one.dates) - 1
    answered = {YES: AGREED, NO: REFUSED}.get(date.answer)
    state = answered or (OPEN if is_last and is_awaited else REPLACED)
    later = None if is_last else one.dates[at + 1]
    says = date_words(contest, one, date, state, later)
    return DateRow(date.words, date.by, state, says, date.at)


def date_words(
    contest: Contest, one: Pairing, date: DateProposal, state: str, later: DateProposal | None
) -> Say:
    """State of a proposal as a sentence. `later` is the next proposal."""
    facts = {
        "who": title_of(contest, date.by),
        "other": title_of(contest, one.opponent(date.by)),
    }
    if state == AGREED:
        return say(
            "Proposed by {who}, accepted by {other}.",
            "Propuesta de {who}, aceptada por {other}.",
            **facts,
        )
    if state == REFUSED:
        return say(
            "Proposed by {who}, refused by {other}.",
            "Propuesta de {who}, rechazada por {other}.",
            **facts,
        )
    if state == OPEN:
        return say(
            "Proposed by {who}. The answer of {other} is missing.",
            "Propuesta de {who}. Falta la respuesta de {other}.",
            **facts,
        )
    if later is not None and later.by != date.by:
        return say(
            "Proposed by {who}. {other} proposed another date instead.",
            "Propuesta de {who}. {other} propuso otra fecha.",
            **facts,
        )
    return say(
        "Proposed by {who}. {other} did not answer.",
        "Propuesta de {who}. {other} no respondió.",
        **facts,
    )


def date_part(one: Pairing, key: str) -> DatePart:
    """Part of an entrant in the search for a date."""
    asked = [date for date in one.dates if date.by != key]
    return DatePart(
        key,
        len(one.dates) - len(asked),
        len(asked),
        sum(date.answer != "" for date in asked),
        not one.has_spoken(key),
    )
