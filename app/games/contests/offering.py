"""Orders that a seat may give now, and refused ones with their refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.contests import orders as o
from app.games.contests.army_lists import lists_owed_by
from app.games.contests.challenge_offers import challenge_offers
from app.games.contests.challenge_round_offers import round_challenge_offers
from app.games.contests.dates import LONGEST_DATE, LONGEST_MOMENT, proposals_used_up
from app.games.contests.decide import refusals
from app.games.contests.fog import View
from app.games.contests.names import pairing_title, result_words, title_of
from app.games.contests.offer_parts import filled, offer, points_fields, result_label
from app.games.contests.organiser_offers import decision_offers, organiser_offers
from app.games.contests.play_offers import play_offers
from app.games.contests.results import LONGEST_WORDS, late_default
from app.games.contests.seats import JUDGE
from app.games.contests.state import (
    ASKED,
    PAIRING,
    PLAYING,
    REFEREE,
    SIGN_UP,
    Contest,
    Entrant,
    Pairing,
    Report,
)
from app.games.contests.team_offers import (
    OWN,
    TEAM_ORDERS,
    team_entry_offer,
    team_offers,
    text_field,
)
from app.kernel.battle_dates import date_title
from app.kernel.contract import Game
from app.kernel.form import Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import say

STEP_ORDERS: dict[str, tuple[type, ...]] = {
    SIGN_UP: (
        o.Enter, *TEAM_ORDERS, o.SendList, o.MarkPaid, o.ChooseScenario, o.RemoveEntrant, o.CloseSignUp, o.CloseContest,
        o.ChallengeEntrant, o.AnswerChallenge, o.WithdrawChallenge,
    ),
    PAIRING: (
        o.Enter, *TEAM_ORDERS, o.AnswerPlace, o.SendList, o.GoWithoutList, o.OpenLists, o.BeAbsent, o.MarkPaid,
        o.RemoveEntrant, o.SeedEntrants, o.DraftRound,
        o.SwapEntrants, o.PublishRound, o.ChooseScenario, o.CloseContest,
        o.ChallengeEntrant, o.AnswerChallenge, o.WithdrawChallenge,
    ),
    PLAYING: (
        o.Enter, *TEAM_ORDERS, o.AnswerPlace, o.SendList, o.BeAbsent, o.EnterResult, o.ConfirmResult, o.DisputeResult,
        o.ProposeDate, o.AnswerDate, o.AskToPlay, o.AnswerToPlay, o.EndTime, o.Decide, o.ChallengeEntrant, o.AnswerChallenge,
        o.WithdrawChallenge, o.LetChallengeLapse, o.StayIdle, o.MarkPaid, o.ChooseScenario,
        o.RemoveEntrant, o.SeedEntrants, o.CloseContest,
    ),
}  # fmt: skip
"""Kinds of order by step; the sequence on the card lists them."""
ANY_TIME = (
    o.Enter, *TEAM_ORDERS, o.SendList, o.BeAbsent, o.EnterResult, o.ProposeDate, o.AnswerDate, o.AskToPlay, o.AnswerToPlay,
    o.Decide, o.MarkPaid, o.ChooseScenario,
    o.RemoveEntrant, o.SeedEntrants, o.CloseContest, o.ChallengeEntrant, o.AnswerChallenge, o.WithdrawChallenge,
)  # fmt: skip
"""Orders of a seat that owes no decision."""


def offers(games: Mapping[str, Game], view: View) -> list[Offer]:
    """Offers of the viewer's seat; none for a spectator or after the end."""
    contest, me = view.contest, view.me
    if me is None or contest.is_closed:
        return []
    if me == REFEREE:
        found = tuple(organiser_offers(games, contest))
    elif me == JUDGE:
        found = tuple(
            one for pair in contest.open_pairings() for one in decision_offers(contest, pair)
        )
    else:
        found = tuple(offers_of_seat(contest, me))
    return [one for one in found if type(one.order) in STEP_ORDERS[contest.step]]


# ---------------------------------------------------------------------- entrants
def offers_of_seat(contest: Contest, me: str) -> Iterator[Offer]:
    """Orders of an entrant, of a player of a team, or of a member without an entry."""
    entrant = contest.entrant(me)
    if entrant is not None:
        yield from entrant_offers(contest, entrant)
    elif contest.team_of(me) is not None:
        yield from list_offers(contest, me)
        yield from own_battle_offers(contest, me)
    else:
        yield from entry_offers(contest, me)


def own_battle_offers(contest: Contest, me: str) -> Iterator[Offer]:
    """Orders about the open battles for which a seat acts."""
    for pairing in contest.open_pairings():
        if pairing.acting(me):
            yield from battle_offers(contest, pairing, me)


def entry_offers(contest: Contest, me: str) -> Iterator[Offer]:
    """Entry of a member without a seat."""
    words = say("Club", "Club")
    if contest.rules.is_drawn and contest.settings.keeps_mates_apart:
        words = say(
            "Club (keeps club mates apart in round one)",
            "Club (separa a los compañeros de club en la primera ronda)",
        )
    club = text_field("club", words)
    if contest.settings.team_size:
        yield team_entry_offer(contest, me, club)
        return
    label = say("Sign up", "Inscribirse")
    title = say("Name in the contest", "Nombre en la competición")
    name = text_field("name", title, control="own_name")
    refused = refusals(contest, o.Enter(), me)
    yield Offer(o.Enter(), label, no=refused, asks=(name, club), main=True, about=OWN)


def entrant_offers(contest: Contest, entrant: Entrant) -> Iterator[Offer]:
    """Orders of an entrant: the place, an absence, results."""
    me = entrant.key
    if entrant.status == ASKED:
        for accept, label in (
            (True, say("Take the place", "Ocupar la plaza")),
            (False, say("Leave it to the next entrant", "Dejarla al siguiente participante")),
        ):
            yield offer(contest, me, o.AnswerPlace(accept), label, main=accept, about=OWN)
    yield from list_offers(contest, me)
    yield from own_battle_offers(contest, me)
    yield from team_offers(contest, entrant)
    if contest.rules.is_open and entrant.is_playing:
        yield from challenge_offers(contest, me)
    yield from round_challenge_offers(contest, me)
    if contest.rules.is_drawn and entrant.is_playing:
        is_absent = contest.round + 1 in entrant.absent
        label = (
            say("Take part in the next round", "Participar en la ronda siguiente")
            if is_absent
            else say("Miss the next round", "Faltar a la ronda siguiente")
        )
        order = o.BeAbsent(not is_absent)
        yield offer(contest, me, order, label, ahead=True, about=OWN)


def list_offers(contest: Contest, me: str) -> Iterator[Offer]:
    """Going without a list, for each list that the seat owes."""
    label = say("Go without a list", "Seguir sin lista")
    says = say(
        "You bring an army to each table. Until the lists are opened you may still send one.",
        "Traes un ejército a cada mesa. Hasta que las listas sean públicas aún puedes enviar una.",
    )
    for key in lists_owed_by(contest, me):
        is_own = contest.entrant(key) is not None
        order = o.GoWithoutList("" if is_own else key)
        about = OWN if is_own else title_of(contest, key)
        yield offer(contest, me, order, label, says=says, about=about)


def battle_offers(contest: Contest, pairing: Pairing, me: str) -> Iterator[Offer]:
    """Results that an entrant may state, confirm or dispute."""
    title = pairing_title(contest, pairing)
    if pairing.report is None:
        yield from statement_offers(contest, pairing, me)
        yield from date_offers(contest, pairing, me)
        yield from play_offers(contest, pairing, me)
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
    if pairing.dispute is None and pairing.report.by not in ("", pairing.acting(me)):
        yield from answer_offers(contest, pairing, pairing.report, me)


def answer_offers(contest: Contest, pairing: Pairing, report: Report, me: str) -> Iterator[Offer]:
    """Confirmation of a stated result, and results that dispute it. The fields of the same winner
    hold the stated points, which the rules refuse to another winner.
    """
    title = pairing_title(contest, pairing)
    says = say(
        "{who} states: {result}.",
        "Según {who}: {result}.",
        who=title_of(contest, report.by),
        result=result_words(contest, pairing, report.winner, report.scores),
    )
    label = say("Confirm the result", "Confirmar el resultado")
    yield offer(contest, me, o.ConfirmResult(pairing.key), label, main=True, says=says, about=title)
    asks = result_fields(contest, pairing)
    for winner in (*pairing.entrants, None):
        order = o.DisputeResult(pairing.key, winner)
        label = say(
            "Dispute: {result}",
            "Discutir: {result}",
            result=result_words(contest, pairing, winner or ""),
        )
        yield Offer(
            order,
            label,
            no=refusals(contest, order, me),
            about=title,
            asks=filled(asks, report) if (winner or "") == report.winner else asks,
        )


def date_offers(contest: Contest, pairing: Pairing, me: str) -> Iterator[Offer]:
    """Answer to the proposed date, and a proposal of another one."""
    title, date = pairing_title(contest, pairing), pairing.date
    if date is not None and date.by != pairing.acting(me) and not date.answer:
        says = say(
            "Proposed: “{date}”", "Propuesta: «{date}»", date=date_title(date.at, date.words)
        )
        for accept, label in (
            (True, say("Accept the date", "Aceptar la fecha")),
            (False, say("Refuse the date", "Rechazar la fecha")),
        ):
            order = o.AnswerDate(pairing.key, accept)
            yield offer(contest, me, order, label, says=says, about=title, ahead=True)
    when, words = say("Day and time", "Día y hora"), say("Place or remark", "Lugar o comentario")
    used_up = proposals_used_up(pairing)
    yield Offer(
        o.ProposeDate(pairing.key),
        say("Propose a date", "Proponer una fecha"),
        no=(used_up,) if used_up else (),
        about=title,
        asks=(
            Field("at", Kind.TEXT, when, most=LONGEST_MOMENT, control="moment"),
            Field("words", Kind.TEXT, words, most=LONGEST_DATE, is_optional=True),
        ),
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
