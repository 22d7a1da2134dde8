"""Players who have answered, and those who still owe an answer. No answer is told."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign.names import title_of
from app.games.heart_of_africa.campaign.state import Season, Talk
from app.kernel.say import Say, say
from app.kernel.turn_facts import AnswerList, AnswerRow

ANSWERED = say("answered", "respondido")
OWING = say("to answer", "por responder")
ATTACK = say("attack declared", "ataque declarado")
REQUEST = say("passage requested", "paso solicitado")
TERMS = say("terms offered", "condiciones ofrecidas")
SEALED_NOTE = say(
    "No player and no referee sees an answer before both are in.",
    "Ningún jugador ni árbitro ve una respuesta hasta que están las dos.",
)
TERMS_NOTE = say(
    "Only the two players and a referee who does not play read the terms.",
    "Solo leen las condiciones los dos jugadores y el árbitro que no juega.",
)


def answer_lists(season: Season) -> Iterator[AnswerList]:
    """Answers to chance meetings, attacks and requests for passage."""
    for meeting in season.meetings:
        one, two = (title_of(season, key) for key in meeting.players)
        title = say(
            "Meeting of {one:the} and {two:the}",
            "Encuentro {one:del} y {two:del}",
            one=one,
            two=two,
        )
        rows = [
            row_of(season, key, ANSWERED if key in meeting.answers else OWING)
            for key in meeting.players
        ]
        yield AnswerList(title, tuple(rows), SEALED_NOTE)
    for talk in season.talks:
        rows = [row_of(season, key, state_of(talk, key)) for key in (talk.attacker, talk.defender)]
        yield AnswerList(talk_heading(season, talk), tuple(rows), note_of(talk))


def row_of(season: Season, key: str, says: Say) -> AnswerRow:
    return AnswerRow(key, title_of(season, key), says, says is not OWING)


def state_of(talk: Talk, key: str) -> Say:
    """State of a player in an open attack or request."""
    if key == talk.answerer:
        return OWING
    if key == talk.defender:
        return TERMS
    return ATTACK if talk.is_attack else REQUEST


def talk_heading(season: Season, talk: Talk) -> Say:
    """Heading of an open attack or request for every reader."""
    one, two = title_of(season, talk.attacker), title_of(season, talk.defender)
    if talk.is_attack:
        return say(
            "Attack of {one:the} on {two:the}", "Ataque {one:del} {two:al}", one=one, two=two
        )
    return say("Request of {one:the} to {two:the}", "Petición {one:del} {two:al}", one=one, two=two)


def note_of(talk: Talk) -> Say | None:
    """Sentence about the secrecy of terms. The hongos offered with a request are public."""
    return TERMS_NOTE if talk.offered_by == talk.defender else None
