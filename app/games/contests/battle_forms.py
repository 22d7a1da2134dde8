"""Page of a battle: stages, both results side by side, and the forms for its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from app.games.contests import orders as o
from app.games.contests.decide import refusals
from app.games.contests.names import result_words, title_of
from app.games.contests.offer_parts import POINTS, filled, result_label
from app.games.contests.offering import result_fields, statement_offers
from app.games.contests.organiser_offers import decision_offers
from app.games.contests.seats import JUDGE
from app.games.contests.state import REFEREE, YES, Contest, Pairing, Report
from app.kernel.compared_results import ComparedResults, ComparedRow
from app.kernel.offers import Offer
from app.kernel.reading_pages import ResultForm, Stage, StatedNumbers
from app.kernel.say import Say, as_is, say


# ---------------------------------------------------------------------- forms
def result_form_of(contest: Contest, one: Pairing, me: str | None) -> ResultForm | None:
    """Form for the result, also if no result may be stated any more; None for other readers."""
    if me is None or not one.acting(me):
        return None
    offers = possible(one, statement_offers(contest, one, me))
    return ResultForm(offers, fields_of_entrants(one), has_units=False)


def dispute_form_of(contest: Contest, one: Pairing, me: str | None) -> ResultForm | None:
    """Form for another result than the stated one, for the opponent; also after the answer."""
    report = one.report
    own = one.acting(me) if me is not None else ""
    if me is None or report is None or not own or report.by in ("", own):
        return None
    offers = possible(one, dispute_offers(contest, one, report, me))
    return ResultForm(
        offers,
        fields_of_entrants(one),
        reported_words(contest, one, report),
        number_of_result(offers, report),
        has_units=False,
    )


def decision_form_of(contest: Contest, one: Pairing, me: str | None) -> ResultForm | None:
    """Form of the organisers for a disputed result, with the numbers that the entrants state."""
    report, other = one.report, one.dispute
    if me not in (REFEREE, JUDGE) or not one.is_open or report is None or other is None:
        return None
    offers = tuple(
        replace(given, asks=filled(given.asks, report))
        for given in possible(one, decision_offers(contest, one))
    )
    return ResultForm(
        offers,
        fields_of_entrants(one),
        reported_words(contest, one, report),
        number_of_result(offers, report),
        versions=tuple(stated_numbers(contest, said, offers) for said in (report, other)),
        has_units=False,
    )


def dispute_offers(contest: Contest, one: Pairing, report: Report, me: str) -> Iterator[Offer]:
    """Disputes, one for each result. The fields hold the stated numbers."""
    asks = filled(result_fields(contest, one), report)
    for winner in (*one.entrants, None):
        order = o.DisputeResult(one.key, winner)
        label = result_label(contest, winner)
        yield Offer(order, label, no=refusals(contest, order, me), asks=asks)


def possible(one: Pairing, offers: Iterator[Offer]) -> tuple[Offer, ...]:
    """Results that a battle may have: one of a bracket has no draw."""
    return tuple(given for given in offers if not one.needs_winner or not is_draw(given))


def is_draw(given: Offer) -> bool:
    """True for a result without a winner, also for one without points."""
    return getattr(given.order, "winner", None) is None


def number_of_result(offers: tuple[Offer, ...], report: Report) -> int | None:
    """Number of the stated result among the offers; None if no offer has it."""
    winners = [getattr(given.order, "winner", None) or "" for given in offers]
    return winners.index(report.winner) if report.winner in winners else None


def fields_of_entrants(one: Pairing) -> Mapping[str, tuple[str, ...]]:
    """Names of the fields that concern one entrant, by entrant."""
    return {key: (name,) for key, name in zip(one.entrants, POINTS, strict=True)}


def stated_numbers(contest: Contest, report: Report, offers: tuple[Offer, ...]) -> StatedNumbers:
    """Points of a report by the names of the fields, and the number of its result."""
    numbers = dict(zip(POINTS, report.scores, strict=True))
    result = number_of_result(offers, report)
    return StatedNumbers(title_of(contest, report.by), numbers, result=result)


# ---------------------------------------------------------------------- course of a battle
def reported_words(contest: Contest, one: Pairing, report: Report) -> Say:
    """Statement of an entrant as a sentence, with the remarks."""
    result = result_words(contest, one, report.winner, report.scores)
    facts = {"who": title_of(contest, report.by), "result": result}
    if not report.words:
        return say("{who} states: {result}.", "Según {who}: {result}.", **facts)
    return say(
        "{who} states: {result}. “{words}”",
        "Según {who}: {result}. «{words}»",
        words=report.words,
        **facts,
    )


def stages_of(one: Pairing) -> tuple[Stage, ...]:
    """Stages of a battle: the pairing, a date if there is one, the result and its confirmation."""
    is_stated, is_over = one.report is not None, one.result is not None
    date = say("Date", "Fecha")
    is_agreed = one.date is not None and one.date.answer == YES
    has_time = not is_stated and not is_over
    confirmed = say("Result confirmed", "Resultado confirmado")
    disputed = say("Result disputed", "Resultado discutido")
    is_disputed = one.dispute is not None and not is_over
    return (
        Stage(say("Pairing", "Emparejamiento"), "done"),
        *([Stage(date, "done" if is_agreed else "now")] if is_agreed or has_time else []),
        Stage(
            say("Result", "Resultado"), state_of_stage(is_stated or is_over, is_agreed and has_time)
        ),
        Stage(
            disputed if is_disputed else confirmed,
            "wrong" if is_disputed else state_of_stage(is_over, is_stated),
        ),
    )


def state_of_stage(is_done: bool, is_now: bool) -> str:
    """State of a stage, as `Stage` names it."""
    return "done" if is_done else "now" if is_now else ""


def compared_of(contest: Contest, one: Pairing) -> ComparedResults | None:
    """Results of both entrants side by side; None unless they differ."""
    report, other = one.report, one.dispute
    if report is None or other is None:
        return None
    names = say("Winner", "Ganador"), say("draw", "empate")
    winners = [
        title_of(contest, said.winner) if said.winner else names[1] for said in (report, other)
    ]
    rows = [ComparedRow(names[0], winners[0], winners[1])]
    for at, key in enumerate(one.entrants):
        points = say(
            "Points of victory of {who}", "Puntos de victoria de {who}", who=title_of(contest, key)
        )
        rows.append(ComparedRow(points, *(as_is(str(said.scores[at])) for said in (report, other))))
    decided = None
    if one.result is not None:
        decided = say(
            "Decided: {result}.",
            "Decidido: {result}.",
            result=result_words(contest, one, one.result.winner, one.result.scores),
        )
    return ComparedResults(
        (title_of(contest, report.by), title_of(contest, other.by)),
        (report.words, other.words),
        tuple(rows),
        decided,
    )


def told_by_entrants(contest: Contest, one: Pairing) -> Iterator[Say]:
    """Statements of both entrants, and the reason of a decision."""
    for said in (one.report, one.dispute):
        if said is not None and said.by:
            yield reported_words(contest, one, said)
    if one.result is not None and one.result.reason:
        yield say("Reason: “{why}”", "Motivo: «{why}»", why=one.result.reason)
