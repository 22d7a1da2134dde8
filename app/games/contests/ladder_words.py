"""Log lines and news of a ladder, in both languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.contests import events as e
from app.games.contests.names import title_of
from app.games.contests.rungs import lowered, rungs_after, taken
from app.games.contests.state import REFEREE, Contest, Pairing, Result
from app.kernel.contract import Event, Line
from app.kernel.event_news import MakeNews
from app.kernel.long_game_parts import News
from app.kernel.say import Say, say

Lines = Sequence[Line]


def opened_words(contest: Contest) -> Say:
    """Beginning of a ladder or of a free league."""
    if contest.rules.has_rungs and contest.settings.returning:
        return say(
            "The ladder is open. Returning entrants keep the order of their rungs. Lots order the others.",
            "La escalera está abierta. Los que vuelven conservan el orden de sus peldaños. Los demás siguen por sorteo.",
        )
    if contest.rules.has_rungs:
        return say(
            "The ladder is open. The lots give the first rungs.",
            "La escalera está abierta. El sorteo da los primeros peldaños.",
        )
    return say(
        "The league is open. Entrants agree on their battles.",
        "La liga está abierta. Los participantes acuerdan sus batallas.",
    )


def moved_lines(before: Contest, rungs: tuple[str, ...], key: str, rule: str) -> Iterator[Line]:
    """Line about the new rung of an entrant, if the rungs have changed."""
    if rungs == before.rungs or key not in rungs:
        return
    says = say(
        "{who} stands on rung {n} now.",
        "{who} ocupa ahora el peldaño {n}.",
        who=title_of(before, key),
        n=rungs.index(key) + 1,
    )
    yield Line(says, (rule,), level=2)


def result_lines(before: Contest, pairing: Pairing, result: Result) -> Iterator[Line]:
    """Rung that the winner of a battle takes."""
    rungs = rungs_after(before, pairing, result)
    yield from moved_lines(before, rungs, result.winner, "CON-LAD-04")


def rung_lines(before: Contest, event: Event) -> Iterator[Line]:
    """New rung that follows from declining, silence or idle time."""
    if isinstance(event, e.Idled):
        rungs = lowered(before.rungs, event.entrant)
        yield from moved_lines(before, rungs, event.entrant, "CON-LAD-07")
    if not before.rules.has_rungs or not isinstance(
        event, (e.ChallengeDeclined, e.ChallengeLapsed)
    ):
        return
    found = before.challenge(event.challenge)
    if found is None:
        return
    if isinstance(event, e.ChallengeLapsed):
        rungs = taken(before.rungs, found.by, found.to)
        yield from moved_lines(before, rungs, found.by, "CON-LAD-06")
    elif not event.is_free:
        rungs = lowered(before.rungs, found.to)
        yield from moved_lines(before, rungs, found.to, "CON-LAD-05")


def ladder_absence(before: Contest, event: e.AbsenceNoted) -> Lines:
    who = title_of(before, event.entrant)
    says = (
        say("{who} announces an absence.", "{who} anuncia una ausencia.", who=who)
        if event.absent
        else say("{who} is back.", "{who} ha vuelto.", who=who)
    )
    return (Line(says, ("CON-LAD-08",)),)


# ---------------------------------------------------------------------- news
def challenge_news(before: Contest, event: e.Challenged, says: Say) -> Iterator[News]:
    """A challenge, for the challenged entrant."""
    title = (
        say("You are challenged", "Te han desafiado")
        if before.rules.has_rungs or before.rules.is_drawn
        else say("A battle is proposed to you", "Te proponen una batalla")
    )
    yield News("challenged", (event.challenge.to,), title, says, asks=True)


def accepted_news(_before: Contest, event: e.ChallengeAccepted, says: Say) -> Iterator[News]:
    title = say("Your battle is agreed", "Han aceptado tu batalla")
    yield News("accepted", (event.pairing.first,), title, says, event.pairing.key, asks=True)


def agreed_news(before: Contest, event: e.ChallengeAgreed, says: Say) -> Iterator[News]:
    """Accepted challenge of a challenge round, for the two."""
    found = before.challenge(event.challenge)
    if found is not None:
        title = say("A challenge is accepted", "Desafío aceptado")
        yield News("accepted", found.entrants, title, says)


def declined_news(before: Contest, event: e.ChallengeDeclined, says: Say) -> Iterator[News]:
    found = before.challenge(event.challenge)
    if found is not None:
        title = say("Your battle is declined", "Han rechazado tu batalla")
        yield News("declined", (found.by,), title, says)


def lapsed_news(before: Contest, event: e.ChallengeLapsed, says: Say) -> Iterator[News]:
    found = before.challenge(event.challenge)
    if found is not None:
        title = say("There was no answer in time", "No hubo respuesta a tiempo")
        yield News("lapsed", found.entrants, title, says)


def ended_news(before: Contest, event: e.ChallengeEnded, says: Say) -> Iterator[News]:
    found = before.known_challenge(event.challenge)
    if found is not None:
        title = say("A battle will not take place", "Una batalla no se jugará")
        yield News("challenge_ended", found.entrants, title, says)


def idled_news(_before: Contest, event: e.Idled, says: Say) -> Iterator[News]:
    title = say("You have lost a rung", "Has perdido un peldaño")
    yield News("idled", (event.entrant,), title, says)


def opened_news(before: Contest) -> Iterator[News]:
    """Beginning of a ladder, for all its entrants."""
    title = say("The contest is open", "La competición está abierta")
    readers = (*(one.key for one in before.playing()), REFEREE)
    yield News("opened", readers, title, opened_words(before))


LADDER_NEWS: dict[type, MakeNews] = {
    e.Challenged: challenge_news,
    e.ChallengeAccepted: accepted_news,
    e.ChallengeAgreed: agreed_news,
    e.ChallengeDeclined: declined_news,
    e.ChallengeLapsed: lapsed_news,
    e.ChallengeEnded: ended_news,
    e.Idled: idled_news,
}
"""News by kind of event."""
