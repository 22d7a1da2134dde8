"""Orders that a seat may give now, and refused ones with their refusals."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import orders as o
from app.games.contests.dates import LONGEST_DATE
from app.games.contests.decide import refusals
from app.games.contests.entries import LONGEST_NAME
from app.games.contests.fog import View
from app.games.contests.names import entrant_title, pairing_title, result_words, title_of
from app.games.contests.results import LONGEST_WORDS, MOST_POINTS, late_default
from app.games.contests.rounds import is_complete
from app.games.contests.state import (
    ASKED,
    LEFT,
    PAIRING,
    PLAYING,
    REFEREE,
    SIGN_UP,
    SWISS,
    WITHDRAWN,
    Contest,
    Entrant,
    Pairing,
    Report,
)
from app.kernel.contract import Order
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import Say, say

STEP_ORDERS: dict[str, tuple[type, ...]] = {
    SIGN_UP: (o.Enter, o.MarkPaid, o.RemoveEntrant, o.CloseSignUp, o.CloseContest),
    PAIRING: (
        o.Enter, o.AnswerPlace, o.BeAbsent, o.MarkPaid, o.RemoveEntrant, o.DraftRound,
        o.SwapEntrants, o.PublishRound, o.CloseContest,
    ),
    PLAYING: (
        o.Enter, o.AnswerPlace, o.BeAbsent, o.EnterResult, o.ConfirmResult, o.DisputeResult,
        o.ProposeDate, o.AnswerDate, o.EndTime, o.Decide, o.MarkPaid, o.RemoveEntrant,
    ),
}  # fmt: skip
"""Kinds of order by step; the sequence on the card lists them."""
ANY_TIME = (
    o.Enter, o.BeAbsent, o.EnterResult, o.ProposeDate, o.AnswerDate, o.Decide, o.MarkPaid, o.RemoveEntrant,
    o.CloseContest,
)  # fmt: skip
"""Orders of a seat that owes no decision."""

ENTRANTS = say("The entrants", "Los participantes")
ROUND = say("The round", "La ronda")
END = say("The end", "El final")
OWN = say("Your entry", "Tu inscripción")


def offer(contest: Contest, side: str, order: Order, label: Say, **more: object) -> Offer:
    """Offer of a complete order, with its refusals."""
    return Offer(order, label, no=refusals(contest, order, side), **more)  # type: ignore[arg-type] # fields of Offer


def offers(view: View) -> list[Offer]:
    """Offers of the viewer's seat; none for a spectator or after the end."""
    contest, me = view.contest, view.me
    if me is None or contest.is_closed:
        return []
    if me == REFEREE:
        found = tuple(organiser_offers(contest))
    else:
        entrant = contest.entrant(me)
        found = tuple(
            entry_offers(contest, me) if entrant is None else entrant_offers(contest, entrant)
        )
    return [one for one in found if type(one.order) in STEP_ORDERS[contest.step]]


# ---------------------------------------------------------------------- entrants
def entry_offers(contest: Contest, me: str) -> Iterator[Offer]:
    """Entry of a member without a seat."""
    label = say("Sign up", "Inscribirse")
    refused = refusals(contest, o.Enter(), me)
    yield Offer(
        o.Enter(),
        label,
        no=refused,
        asks=(
            Field(
                "name",
                Kind.TEXT,
                say("Name in the contest", "Nombre en la competición"),
                most=LONGEST_NAME,
                is_optional=True,
            ),
            Field(
                "club",
                Kind.TEXT,
                say(
                    "Club (keeps club mates apart in round one)",
                    "Club (separa a los compañeros de club en la primera ronda)",
                ),
                most=LONGEST_NAME,
                is_optional=True,
            ),
        ),
        main=True,
        about=OWN,
    )


def entrant_offers(contest: Contest, entrant: Entrant) -> Iterator[Offer]:
    """Orders of an entrant: the place, an absence, results."""
    me = entrant.key
    if entrant.status == ASKED:
        for accept, label in (
            (True, say("Take the place", "Ocupar la plaza")),
            (False, say("Leave it to the next entrant", "Dejarla al siguiente participante")),
        ):
            yield offer(contest, me, o.AnswerPlace(accept), label, main=accept, about=OWN)
    for pairing in contest.open_pairings():
        if me in pairing.entrants:
            yield from battle_offers(contest, pairing, me)
    if contest.form == SWISS and entrant.is_playing:
        is_absent = contest.round + 1 in entrant.absent
        label = (
            say("Take part in the next round", "Participar en la ronda siguiente")
            if is_absent
            else say("Miss the next round", "Faltar a la ronda siguiente")
        )
        order = o.BeAbsent(not is_absent)
        yield offer(contest, me, order, label, ahead=True, about=OWN)


def battle_offers(contest: Contest, pairing: Pairing, me: str) -> Iterator[Offer]:
    """Results that an entrant may state, confirm or dispute."""
    title = pairing_title(contest, pairing)
    if pairing.report is None:
        yield from statement_offers(contest, pairing, me)
        yield from date_offers(contest, pairing, me)
        if late_default(contest, pairing) is not None:
            yield offer(
                contest,
                me,
                o.EndTime(pairing.key),
                say("Let the time run out", "Dejar que acabe el plazo"),
                ahead=True,
                about=title,
            )
        return
    if pairing.dispute is None and pairing.report.by not in ("", me):
        yield from answer_offers(contest, pairing, pairing.report, me)


def answer_offers(contest: Contest, pairing: Pairing, report: Report, me: str) -> Iterator[Offer]:
    """Confirmation of a stated result, and other results that dispute it."""
    title = pairing_title(contest, pairing)
    says = say(
        "{who} states: {result}.",
        "Según {who}: {result}.",
        who=title_of(contest, report.by),
        result=result_words(contest, report.winner, report.scores),
    )
    label = say("Confirm the result", "Confirmar el resultado")
    yield offer(contest, me, o.ConfirmResult(pairing.key), label, main=True, says=says, about=title)
    for winner in (*pairing.entrants, None):
        order = o.DisputeResult(pairing.key, winner)
        label = say(
            "Dispute: {result}",
            "Discutir: {result}",
            result=result_words(contest, winner or "", (0, 0)),
        )
        yield Offer(
            order,
            label,
            no=refusals(contest, order, me),
            about=title,
            asks=result_fields(contest, pairing),
        )


def date_offers(contest: Contest, pairing: Pairing, me: str) -> Iterator[Offer]:
    """Answer to the proposed date, and a proposal of another one."""
    title, date = pairing_title(contest, pairing), pairing.date
    if date is not None and date.by != me and not date.answer:
        says = say("Proposed: “{words}”", "Propuesta: «{words}»", words=date.words)
        for accept, label in (
            (True, say("Accept the date", "Aceptar la fecha")),
            (False, say("Refuse the date", "Rechazar la fecha")),
        ):
            order = o.AnswerDate(pairing.key, accept)
            yield offer(contest, me, order, label, says=says, about=title, ahead=True)
    words = say("Day, time and place", "Día, hora y lugar")
    yield Offer(
        o.ProposeDate(pairing.key),
        say("Propose a date", "Proponer una fecha"),
        about=title,
        asks=(Field("words", Kind.TEXT, words, most=LONGEST_DATE),),
        ahead=True,
    )


def statement_offers(contest: Contest, pairing: Pairing, me: str) -> Iterator[Offer]:
    """Results that an entrant may state."""
    for winner in (*pairing.entrants, None):
        order = o.EnterResult(pairing.key, winner)
        yield Offer(
            order,
            result_label(contest, winner),
            no=refusals(contest, order, me),
            about=pairing_title(contest, pairing),
            asks=result_fields(contest, pairing),
        )


def result_label(contest: Contest, winner: str | None) -> Say:
    """Label of a result."""
    if winner is None:
        return say("A draw", "Empate")
    return say("{who} won", "Ganó {who}", who=title_of(contest, winner))


def result_fields(contest: Contest, pairing: Pairing) -> tuple[Field, ...]:
    """Points of victory of both entrants, and words."""
    return (
        *points_fields(contest, pairing),
        Field(
            "words",
            Kind.TEXT,
            say("Remarks", "Observaciones"),
            most=LONGEST_WORDS,
            is_optional=True,
        ),
    )


def points_fields(contest: Contest, pairing: Pairing) -> tuple[Field, Field]:
    """Points of victory of both entrants."""
    first, second = (
        Field.number(
            name,
            say(
                "Points of victory of {who}",
                "Puntos de victoria de {who}",
                who=title_of(contest, key),
            ),
            most=MOST_POINTS,
            usual="0",
        )
        for name, key in (("points_first", pairing.first), ("points_second", pairing.second))
    )
    return first, second


# ---------------------------------------------------------------------- organisers
def organiser_offers(contest: Contest) -> Iterator[Offer]:
    """Orders of the organisers."""
    if contest.step == SIGN_UP:
        says = say(
            "The lots are drawn. Entrants of the waiting list move up only if they agree.",
            "Se sortea el orden. Los participantes en espera suben solo si aceptan.",
        )
        label = say("Close the sign-up", "Cerrar la inscripción")
        yield offer(
            contest,
            REFEREE,
            o.CloseSignUp(),
            label,
            main=True,
            rolls=True,
            says=says,
            about=ENTRANTS,
        )
        undone = say("The contest ends for good.", "La competición termina definitivamente.")
        label = say("Call off the contest", "Suspender la competición")
        yield offer(
            contest, REFEREE, o.CloseContest(), label, ahead=True, about=END, leaves_undone=undone
        )
    if contest.step == PAIRING:
        yield from round_offers(contest)
    for pairing in contest.open_pairings():
        yield from decision_offers(contest, pairing)
    yield from entrant_acts(contest)


def round_offers(contest: Contest) -> Iterator[Offer]:
    """Draft, change and publication of the next round, or the end."""
    number = contest.round + 1
    if is_complete(contest):
        label = say("Close the contest", "Cerrar la competición")
        undone = say("The contest ends for good.", "La competición termina definitivamente.")
        yield offer(
            contest, REFEREE, o.CloseContest(), label, main=True, about=END, leaves_undone=undone
        )
        return
    if contest.draft is None:
        label = say("Draw round {n}", "Sortear la ronda {n}", n=number)
        says = say(
            "You alone see the draft. It can be changed, and no player is told before it is published.",
            "Solo tú ves el borrador. Se puede cambiar, y los jugadores no lo ven hasta que se publica.",
        )
        yield offer(
            contest, REFEREE, o.DraftRound(), label, main=True, rolls=True, says=says, about=ROUND
        )
        return
    label = say("Publish round {n}", "Publicar la ronda {n}", n=number)
    says = say(
        "All battles are published at once: {n:battle+s}.",
        "Se publican todas las batallas a la vez: {n:batalla+s}.",
        n=sum(not one.is_bye for one in contest.draft),
    )
    yield offer(contest, REFEREE, o.PublishRound(), label, main=True, says=says, about=ROUND)
    if contest.form == SWISS:
        yield swap_offer(contest)


def swap_offer(contest: Contest) -> Offer:
    """Exchange of two entrants of the draft."""
    keys = [key for one in contest.draft or () for key in one.entrants]
    choices = tuple(Choice(key, title_of(contest, key)) for key in keys)
    return Offer(
        o.SwapEntrants(keys[0], keys[-1]),
        say("Exchange two entrants", "Intercambiar dos participantes"),
        asks=(
            Field.choice("one", say("Entrant", "Participante"), choices),
            Field.choice("other", say("In exchange for", "A cambio de"), choices),
        ),
        says=say("Two opponents exchange their sides.", "Dos rivales intercambian sus bandos."),
        about=ROUND,
        ahead=True,
    )


def decision_offers(contest: Contest, pairing: Pairing) -> Iterator[Offer]:
    """Decisions of an organiser about an open battle."""
    reason = Field(
        "reason", Kind.TEXT, say("Reason", "Motivo"), most=LONGEST_WORDS, is_optional=True
    )
    about = pairing_title(contest, pairing)
    is_due = pairing.dispute is not None or (pairing.report is not None and not pairing.report.by)
    for winner in (*pairing.entrants, None):
        order = o.Decide(pairing.key, winner)
        yield Offer(
            order,
            result_label(contest, winner),
            no=refusals(contest, order, REFEREE),
            about=about,
            asks=(*points_fields(contest, pairing), reason),
            ahead=not is_due,
        )
    order = o.Decide(pairing.key, None, silent=pairing.entrants)
    yield Offer(
        order,
        say("No points for either", "Sin puntos para ninguno"),
        no=refusals(contest, order, REFEREE),
        about=about,
        asks=(reason,),
        ahead=True,
    )


def entrant_acts(contest: Contest) -> Iterator[Offer]:
    """Payment and removal of entrants."""
    present = [one for one in contest.by_entry if one.status not in (LEFT, WITHDRAWN)]
    for one in present:
        label = (
            say("Take back the payment of {who}", "Anular el pago de {who}", who=entrant_title(one))
            if one.has_paid
            else say("{who} has paid", "{who} ha pagado", who=entrant_title(one))
        )
        yield offer(
            contest,
            REFEREE,
            o.MarkPaid(one.key, not one.has_paid),
            label,
            ahead=True,
            about=ENTRANTS,
        )
    if present:
        choices = tuple(Choice(one.key, entrant_title(one)) for one in present)
        yield Offer(
            o.RemoveEntrant(present[0].key),
            say("Remove an entrant", "Dar de baja a un participante"),
            asks=(
                Field.choice("entrant", say("Entrant", "Participante"), choices),
                Field(
                    "reason",
                    Kind.TEXT,
                    say("Reason", "Motivo"),
                    most=LONGEST_WORDS,
                    is_optional=True,
                ),
            ),
            says=say(
                "Open battles of the entrant are lost. This can only be corrected.",
                "El participante pierde sus batallas pendientes. Solo se puede corregir después.",
            ),
            ahead=True,
            about=ENTRANTS,
        )
