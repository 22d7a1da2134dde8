"""Play at once in words: page, log and news (CON-RES-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.contests import events as e
from app.games.contests.names import pairing_title, title_of
from app.games.contests.play_requests import RULE, knows_requests, last_request
from app.games.contests.state import NO, YES, Contest, Pairing, seat_of
from app.kernel.battle_dates import PlayRequest
from app.kernel.contract import Line
from app.kernel.long_game_parts import News
from app.kernel.say import Moment, Say, say


def request_words(contest: Contest, one: Pairing, request: PlayRequest) -> Say:
    """State of a request as a sentence."""
    facts = {
        "who": title_of(contest, request.by),
        "other": title_of(contest, one.opponent(request.by)),
        "until": Moment(request.until),
    }
    if request.answer == YES:
        return say("{who} and {other} play now.", "{who} y {other} juegan ahora.", **facts)
    if request.answer == NO:
        return say(
            "{who} asked to play now. {other} cannot.",
            "{who} pidió jugar ahora. {other} no puede.",
            **facts,
        )
    if not request.until:
        return say(
            "{who} asks to play now. The answer of {other} is missing.",
            "{who} pide jugar ahora. Falta la respuesta de {other}.",
            **facts,
        )
    return say(
        "{who} asks to play now, until {until}. The answer of {other} is missing.",
        "{who} pide jugar ahora, hasta el {until}. Falta la respuesta de {other}.",
        **facts,
    )


# ---------------------------------------------------------------------- log and news
def asked_says(before: Contest, event: e.PlayAsked) -> Say:
    """Request as a sentence of the log."""
    facts = {"who": title_of(before, event.by), "battle": battle_words(before, event.battle)}
    if not event.until:
        return say(
            "{battle}: {who} asks to play now.", "{battle}: {who} pide jugar ahora.", **facts
        )
    return say(
        "{battle}: {who} asks to play now, until {until}.",
        "{battle}: {who} pide jugar ahora, hasta el {until}.",
        until=Moment(event.until),
        **facts,
    )


def answered_says(before: Contest, event: e.PlayAnswered) -> Say:
    """Answer as a sentence of the log."""
    request, pairing = last_request(before, event.battle), before.pairing(event.battle)
    by = pairing.opponent(request.by) if request is not None and pairing is not None else ""
    facts = {"who": title_of(before, by), "battle": battle_words(before, event.battle)}
    if event.accepted:
        return say("{battle}: {who} plays now.", "{battle}: {who} juega ahora.", **facts)
    return say("{battle}: {who} cannot play now.", "{battle}: {who} no puede jugar ahora.", **facts)


def battle_words(before: Contest, key: str) -> Say:
    """Title of a battle; its key if a correction has struck it."""
    pairing = before.pairing(key)
    return pairing_title(before, pairing) if pairing is not None else title_of(before, key)


def private_lines(
    before: Contest, event: e.PlayAsked | e.PlayAnswered, side: str | None
) -> Sequence[Line]:
    """Log line of a request or an answer, for both players and the organisers."""
    if not knows_requests(before, event.battle, side):
        return ()
    if isinstance(event, e.PlayAsked):
        says = asked_says(before, event)
    else:
        says = answered_says(before, event)
    return (Line(says, (RULE,), level=1),)


def asked_news(before: Contest, event: e.PlayAsked, _says: Say) -> Iterator[News]:
    """Request, for the opponent only and at once."""
    pairing = before.pairing(event.battle)
    if pairing is not None:
        title = say("Your opponent asks to play now", "Tu rival pide jugar ahora")
        reader, says = seat_of(pairing.opponent(event.by)), asked_says(before, event)
        yield News(
            "play_asked",
            (reader,),
            title,
            says,
            event.battle,
            asks=True,
            at_once=True,
            until=event.until,
        )


def answered_news(before: Contest, event: e.PlayAnswered, _says: Say) -> Iterator[News]:
    """Answer, for the entrant who has asked, at once."""
    request = last_request(before, event.battle)
    if request is not None:
        title = (
            say("Your opponent plays now", "Tu rival juega ahora")
            if event.accepted
            else say("Your opponent cannot play now", "Tu rival no puede jugar ahora")
        )
        says, reader = answered_says(before, event), seat_of(request.by)
        yield News("play_answered", (reader,), title, says, event.battle, at_once=True)
