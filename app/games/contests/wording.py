"""Log lines of a contest, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.games.contests import events as e
from app.games.contests.names import (
    entrant_title,
    pairing_title,
    result_words,
    title_of,
)
from app.games.contests.state import ASKED, REFEREE, WAITING, Contest, Pairing, Report
from app.kernel.contract import Event, Line
from app.kernel.say import Say, say
from app.kernel.seats import Viewer

Lines = Sequence[Line]
OF_ORGANISERS = (e.RoundDrafted, e.DraftChanged, e.DraftLapsed)
"""Events of a draft, which only organisers see before the publication."""


def wording(before: Contest | None, event: Event, viewer: Viewer) -> Lines:
    """Log lines of an event for this viewer."""
    if isinstance(event, e.ContestBegan):
        return (
            line(say("The sign-up is open.", "Se abre la inscripción."), "CON-ENT-01", level=0),
        )
    if before is None or (isinstance(event, OF_ORGANISERS) and viewer.side != REFEREE):
        return ()
    if isinstance(event, e.PaymentNoted) and viewer.side not in (REFEREE, event.entrant):
        return ()
    return WORDS[type(event)](before, event)


def line(says: Say, rule: str, level: int = 1) -> Line:
    """One log line."""
    return Line(says, (rule,), level=level)


def entered(_before: Contest, event: e.Entered) -> Lines:
    who = entrant_title(event.entrant)
    if event.entrant.status == WAITING:
        says = say("{who} is on the waiting list.", "{who} queda en lista de espera.", who=who)
        return (line(says, "CON-ENT-02"),)
    return (line(say("{who} signs up.", "{who} se inscribe.", who=who), "CON-ENT-01"),)


def moved_up(before: Contest, event: e.MovedUp) -> Lines:
    says = say(
        "{who} moves up from the waiting list.",
        "{who} sube de la lista de espera.",
        who=title_of(before, event.entrant),
    )
    return (line(says, "CON-ENT-05"),)


def place_offered(before: Contest, event: e.PlaceOffered) -> Lines:
    says = say(
        "A place is free: {who} is asked to take it.",
        "Queda una plaza libre: se le ofrece a {who}.",
        who=title_of(before, event.entrant),
    )
    return (line(says, "CON-ENT-05"),)


def place_refused(before: Contest, event: e.PlaceRefused) -> Lines:
    says = say(
        "{who} does not take the place.",
        "{who} no ocupa la plaza.",
        who=title_of(before, event.entrant),
    )
    return (line(says, "CON-ENT-05"),)


def entrant_left(before: Contest, event: e.EntrantLeft) -> Lines:
    facts = {"who": title_of(before, event.entrant)}
    entrant = before.entrant(event.entrant)
    if entrant is not None and entrant.status in (WAITING, ASKED):
        says = say("{who} leaves the waiting list.", "{who} deja la lista de espera.", **facts)
    elif event.reason:
        says = say(
            "{who} is out of the contest: “{why}”",
            "{who} queda fuera de la competición: «{why}»",
            why=event.reason,
            **facts,
        )
    else:
        says = say("{who} leaves the contest.", "{who} deja la competición.", **facts)
    return (line(says, "CON-ENT-07"),)


def absence_noted(before: Contest, event: e.AbsenceNoted) -> Lines:
    facts = {"who": title_of(before, event.entrant), "n": event.round}
    says = (
        say("{who} will miss round {n}.", "{who} faltará a la ronda {n}.", **facts)
        if event.absent
        else say("{who} will play in round {n}.", "{who} jugará la ronda {n}.", **facts)
    )
    return (line(says, "CON-ENT-06"),)


def payment_noted(before: Contest, event: e.PaymentNoted) -> Lines:
    facts = {"who": title_of(before, event.entrant)}
    says = (
        say("The payment of {who} is noted.", "Consta el pago de {who}.", **facts)
        if event.paid
        else say("The payment of {who} is taken back.", "Se anula el pago de {who}.", **facts)
    )
    return (line(says, "CON-ENT-08"),)


def sign_up_closed(before: Contest, event: e.SignUpClosed) -> Lines:
    return (
        line(
            say(
                "The sign-up is closed with {n:entrant+s}.",
                "Se cierra la inscripción con {n:participante+s}.",
                n=len(event.lots),
            ),
            "CON-ENT-09",
            level=0,
        ),
        line(
            say(
                "Order of the lots: {all}.",
                "Orden del sorteo: {all}.",
                all=tuple(title_of(before, key) for key in event.lots),
            ),
            "CON-ENT-10",
            level=2,
        ),
    )


def round_drafted(_before: Contest, event: e.RoundDrafted) -> Lines:
    says = say("Round {n} is drawn.", "Se sortea la ronda {n}.", n=event.round)
    return (line(says, "CON-RND-01"),)


def draft_changed(before: Contest, event: e.DraftChanged) -> Lines:
    says = say(
        "{one} and {other} are exchanged in the draft.",
        "{one} y {other} se intercambian en el borrador.",
        one=title_of(before, event.one),
        other=title_of(before, event.other),
    )
    return (line(says, "CON-RND-08"),)


def draft_lapsed(_before: Contest, _event: e.DraftLapsed) -> Lines:
    says = say(
        "The draft is void: its entrants have changed.",
        "El borrador queda anulado: han cambiado sus participantes.",
    )
    return (line(says, "CON-RND-05"),)


def round_published(before: Contest, event: e.RoundPublished) -> Lines:
    pairs = tuple(line(pairing_title(before, one), "CON-RND-07", level=2) for one in event.pairings)
    says = say("Round {n} is published.", "Se publica la ronda {n}.", n=event.round)
    return (line(says, "CON-RND-07", level=0), *pairs)


def reported(before: Contest, pairing: Pairing, report: Report) -> Say:
    """Stated result of a battle in words."""
    facts = {
        "battle": pairing_title(before, pairing),
        "result": result_words(before, report.winner, report.scores),
    }
    if not report.by:
        return say(
            "{battle}: {result} on the table. An organiser names the winner.",
            "{battle}: {result} en la mesa. Un organizador indica quién gana.",
            **facts,
        )
    who = title_of(before, report.by)
    return say(
        "{battle}: {result}, states {who}.", "{battle}: {result}, según {who}.", who=who, **facts
    )


def result_entered(before: Contest, event: e.ResultEntered) -> Lines:
    pairing = before.pairing(event.battle)
    return () if pairing is None else (line(reported(before, pairing, event.report), "CON-RES-01"),)


def result_disputed(before: Contest, event: e.ResultDisputed) -> Lines:
    pairing = before.pairing(event.battle)
    return () if pairing is None else (line(reported(before, pairing, event.report), "CON-RES-03"),)


def result_settled(before: Contest, event: e.ResultSettled) -> Lines:
    pairing = before.pairing(event.battle)
    if pairing is None:
        return ()
    result, title = event.result, pairing_title(before, pairing)
    told = result_words(before, result.winner, result.scores)
    if len(result.silent) == 2:
        told = say("no points for either", "sin puntos para ninguno")
    says = say("{battle}: {result}.", "{battle}: {result}.", battle=title, result=told)
    lines = [line(says, "CON-RES-03" if result.by not in ("", REFEREE) else "CON-RES-06")]
    if result.reason:
        words = say("Reason: “{why}”", "Motivo: «{why}»", why=result.reason)
        lines.append(line(words, "CON-RES-06", level=2))
    return lines


def date_proposed(before: Contest, event: e.DateProposed) -> Lines:
    pairing = before.pairing(event.battle)
    if pairing is None:
        return ()
    says = say(
        "{battle}: {who} proposes a date: “{words}”",
        "{battle}: {who} propone una fecha: «{words}»",
        battle=pairing_title(before, pairing),
        who=title_of(before, event.by),
        words=event.words,
    )
    return (line(says, "CON-RES-10"),)


def date_answered(before: Contest, event: e.DateAnswered) -> Lines:
    pairing = before.pairing(event.battle)
    if pairing is None or pairing.date is None:
        return ()
    facts = {"battle": pairing_title(before, pairing), "words": pairing.date.words}
    says = (
        say("{battle}: date agreed: “{words}”", "{battle}: fecha acordada: «{words}»", **facts)
        if event.accepted
        else say(
            "{battle}: the date “{words}” is refused.",
            "{battle}: se rechaza la fecha «{words}».",
            **facts,
        )
    )
    return (line(says, "CON-RES-10"),)


def time_extended(before: Contest, event: e.TimeExtended) -> Lines:
    pairing = before.pairing(event.battle)
    if pairing is None:
        return ()
    says = say(
        "{battle}: the deadline is extended once.",
        "{battle}: el plazo se prorroga una vez.",
        battle=pairing_title(before, pairing),
    )
    return (line(says, "CON-RES-07"),)


def round_ended(_before: Contest, event: e.RoundEnded) -> Lines:
    says = say("Round {n} is complete.", "La ronda {n} está completa.", n=event.round)
    return (line(says, "CON-RND-01", level=0),)


def contest_closed(_before: Contest, _event: e.ContestClosed) -> Lines:
    says = say("The contest is over.", "La competición ha terminado.")
    return (line(says, "CON-ORG-03", level=0),)


WORDS: dict[type, Callable[[Contest, Any], Lines]] = {
    e.Entered: entered,
    e.MovedUp: moved_up,
    e.PlaceOffered: place_offered,
    e.PlaceRefused: place_refused,
    e.EntrantLeft: entrant_left,
    e.AbsenceNoted: absence_noted,
    e.PaymentNoted: payment_noted,
    e.SignUpClosed: sign_up_closed,
    e.RoundDrafted: round_drafted,
    e.DraftChanged: draft_changed,
    e.DraftLapsed: draft_lapsed,
    e.RoundPublished: round_published,
    e.ResultEntered: result_entered,
    e.ResultDisputed: result_disputed,
    e.ResultSettled: result_settled,
    e.DateProposed: date_proposed,
    e.DateAnswered: date_answered,
    e.TimeExtended: time_extended,
    e.RoundEnded: round_ended,
    e.ContestClosed: contest_closed,
}
"""Lines by kind of event."""
