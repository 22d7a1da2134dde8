"""Log lines that are one sentence about an event: sentences as data, and their facts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from app.games.contests import events as e
from app.games.contests.names import pairing_title, title_of
from app.games.contests.rungs import rung_of
from app.games.contests.state import CHALLENGES, ENTRANTS, Contest, Pairing
from app.kernel.contract import Line
from app.kernel.say import Say, say

NAMED_FACT = re.compile(r"\{(\w+)")


class Sentence(NamedTuple):
    """Sentence of the log in both languages, with its rule and its level."""

    rule: str
    en: str
    es: str
    level: int = 1


SENTENCES: dict[type, Sentence] = {
    e.MovedUp: Sentence(
        "CON-ENT-05",
        "{who} moves up from the waiting list.",
        "{who} sube de la lista de espera.",
    ),
    e.PlaceOffered: Sentence(
        "CON-ENT-05",
        "A place is free: {who} is asked to take it.",
        "Queda una plaza libre: se le ofrece a {who}.",
    ),
    e.PlaceRefused: Sentence(
        "CON-ENT-05",
        "{who} does not take the place.",
        "{who} no ocupa la plaza.",
    ),
    e.ListMissed: Sentence(
        "CON-LST-02",
        "{who} goes without an army list.",
        "{who} sigue sin lista de ejército.",
    ),
    e.RoundDrafted: Sentence("CON-RND-01", "Round {n} is drawn.", "Se sortea la ronda {n}."),
    e.DraftChanged: Sentence(
        "CON-RND-08",
        "{one} and {other} are exchanged in the draft.",
        "{one} y {other} se intercambian en el borrador.",
    ),
    e.DateProposed: Sentence(
        "CON-RES-10",
        "{battle}: {who} proposes a date: “{date}”",
        "{battle}: {who} propone una fecha: «{date}»",
    ),
    e.TimeExtended: Sentence(
        "CON-RES-07",
        "{battle}: the deadline is extended once.",
        "{battle}: el plazo se prorroga una vez.",
    ),
    e.RoundEnded: Sentence(
        "CON-RND-01", "Round {n} is complete.", "La ronda {n} está completa.", level=0
    ),
    e.ContestClosed: Sentence(
        "CON-ORG-03", "The contest is over.", "La competición ha terminado.", level=0
    ),
    e.Idled: Sentence(
        "CON-LAD-07",
        "{who} was idle for too long and loses a rung.",
        "{who} lleva demasiado tiempo sin jugar y pierde un peldaño.",
    ),
}
"""Sentences of events that have the same one in every case."""

LADDER_SENTENCES: dict[type, Sentence] = {
    e.Challenged: Sentence(
        "CON-LAD-02",
        "{by} (rung {a}) challenges {to} (rung {b}).",
        "{by} (peldaño {a}) desafía a {to} (peldaño {b}).",
    ),
    e.ChallengeAccepted: Sentence(
        "CON-LAD-05",
        "{to} accepts the challenge of {by}.",
        "{to} acepta el desafío de {by}.",
    ),
    e.ChallengeDeclined: Sentence(
        "CON-LAD-05",
        "{to} declines the challenge of {by} and loses a rung.",
        "{to} rechaza el desafío de {by} y pierde un peldaño.",
    ),
    e.ChallengeLapsed: Sentence(
        "CON-LAD-06",
        "{to} does not answer the challenge of {by} and gives up the rung.",
        "{to} no responde al desafío de {by} y cede su peldaño.",
    ),
    e.ChallengeEnded: Sentence(
        "CON-LAD-09",
        "The challenge of {by} to {to} no longer counts.",
        "El desafío de {by} a {to} ya no cuenta.",
    ),
}
DECLINED_FREELY = Sentence(
    "CON-LAD-05",
    "{to} declines the challenge of {by}, this once at no cost.",
    "{to} rechaza el desafío de {by}, por esta vez sin coste.",
)
LEAGUE_SENTENCES: dict[type, Sentence] = {
    e.Challenged: Sentence(
        "CON-LEA-01", "{by} proposes a battle to {to}.", "{by} propone una batalla a {to}."
    ),
    e.ChallengeAccepted: Sentence(
        "CON-LEA-02",
        "{to} accepts a battle against {by}.",
        "{to} acepta una batalla contra {by}.",
    ),
    e.ChallengeDeclined: Sentence(
        "CON-LEA-02",
        "{to} declines a battle against {by}.",
        "{to} rechaza una batalla contra {by}.",
    ),
    e.ChallengeLapsed: Sentence(
        "CON-LEA-02",
        "{to} does not answer the proposal of {by}, which lapses.",
        "{to} no responde a la propuesta de {by}, que caduca.",
    ),
    e.ChallengeEnded: Sentence(
        "CON-LEA-02",
        "The proposal of {by} to {to} is withdrawn or void.",
        "La propuesta de {by} a {to} se retira o queda anulada.",
    ),
}
ROUND_SENTENCES: dict[type, Sentence] = {
    e.Challenged: Sentence("CON-CHL-02", "{by} challenges {to}.", "{by} desafía a {to}."),
    e.ChallengeAgreed: Sentence(
        "CON-CHL-04",
        "{by} and {to} agree on a challenge.",
        "{by} y {to} acuerdan un desafío.",
    ),
    e.ChallengeDeclined: Sentence(
        "CON-CHL-04",
        "{to} declines the challenge of {by}.",
        "{to} rechaza el desafío de {by}.",
    ),
    e.ChallengeEnded: Sentence(
        "CON-CHL-05",
        "The challenge of {by} to {to} no longer counts.",
        "El desafío de {by} a {to} ya no cuenta.",
    ),
}
"""Sentences about challenges of a ladder, proposals of a free league, and a challenge round."""


def sentence_of(before: Contest, event: Any) -> Sentence | None:
    """Sentence of an event; None for an event with more than one."""
    if type(event) in SENTENCES:
        return SENTENCES[type(event)]
    if before.rules.is_drawn:
        return ROUND_SENTENCES.get(type(event))
    if not before.rules.has_rungs:
        return LEAGUE_SENTENCES.get(type(event))
    if isinstance(event, e.ChallengeDeclined) and event.is_free:
        return DECLINED_FREELY
    return LADDER_SENTENCES.get(type(event))


def sentence_line(before: Contest, event: Any) -> Line | None:
    """Log line of an event with one sentence. None for other events, and for a battle that does not
    exist any more.
    """
    sentence = sentence_of(before, event)
    names = NAMED_FACT.findall(sentence.en) if sentence is not None else []
    if sentence is None or ("battle" in names and before.pairing(event.battle) is None):
        return None
    facts = {name: FACTS[name](before, event) for name in names}
    return Line(say(sentence.en, sentence.es, **facts), (sentence.rule,), level=sentence.level)


# ---------------------------------------------------------------------- facts
def actor_title(before: Contest, event: Any) -> Say:
    """Entrant of the event."""
    return title_of(before, event.by if isinstance(event, e.DateProposed) else event.entrant)


def battle_title(before: Contest, event: Any) -> Say:
    """Pairing of the event."""
    pairing: Pairing | None = before.pairing(event.battle)
    return title_of(before, event.battle) if pairing is None else pairing_title(before, pairing)


def challenge_entrants(before: Contest, event: Any) -> tuple[str, str]:
    """Challenger and challenged entrant of the event; both "" if the challenge has ended."""
    if isinstance(event, e.Challenged):
        return event.challenge.entrants
    found = before.known_challenge(event.challenge)
    return found.entrants if found is not None else ("", "")


FACTS: dict[str, Callable[[Contest, Any], Any]] = {
    "who": actor_title,
    "n": lambda _, event: event.round,
    "one": lambda c, event: title_of(c, event.one),
    "other": lambda c, event: title_of(c, event.other),
    "battle": battle_title,
    "words": lambda _, event: event.words,
    "date": lambda _, event: event.title,
    "by": lambda c, event: title_of(c, challenge_entrants(c, event)[0]),
    "to": lambda c, event: title_of(c, challenge_entrants(c, event)[1]),
    "a": lambda c, event: rung_of(c, challenge_entrants(c, event)[0]),
    "b": lambda c, event: rung_of(c, challenge_entrants(c, event)[1]),
}
"""Facts of a sentence by name."""


DRAFT_VOID = {
    ENTRANTS: say(
        "The draft is void: its entrants have changed.",
        "El borrador queda anulado: han cambiado sus participantes.",
    ),
    CHALLENGES: say(
        "The draft is void: the accepted challenges of its round have changed.",
        "El borrador queda anulado: han cambiado los desafíos aceptados de su ronda.",
    ),
}
"""Reasons of a void draft."""
