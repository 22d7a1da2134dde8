"""Answers to an attack or to a request for passage (page 39): battle or agreement."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.declaring import stays_out
from app.games.heart_of_africa.campaign.explorers import note_completions
from app.games.heart_of_africa.campaign.joining import pay_by_consent, payment_refused
from app.games.heart_of_africa.campaign.meetings import next_battle_key
from app.games.heart_of_africa.campaign.orders import OfferTerms
from app.games.heart_of_africa.campaign.state import EXPLORER, NATIVE, Season, Talk, Terms
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no

LONGEST_WORDS = 400  # characters of the free text of an agreement


def open_talk(season: Season, seat: str, other: str) -> Talk | None:
    """Open attack or request between two players, either way round."""
    return season.talk_between(seat, other) or season.talk_between(other, seat)


def no_talk() -> Refusal:
    """Refusal of an answer to nothing."""
    return no(
        "HOA-CMP-19",
        "No attack or request of this player is open.",
        "No hay ningún ataque ni petición abiertos de ese jugador.",
    )


def answer_refused(season: Season, seat: str, other: str) -> Refusal | None:
    """Refusal of an answer that this seat does not owe."""
    talk = open_talk(season, seat, other)
    if talk is None:
        return no_talk()
    if talk.answerer != seat:
        return no(
            "HOA-CMP-19",
            "The other player answers now.",
            "Ahora le toca responder al otro jugador.",
        )
    return None


def resist_refused(season: Season, seat: str, attacker: str) -> Refusal | None:
    """Refusal of resistance to a player who has not attacked."""
    talk = season.talk_between(attacker, seat)
    return None if talk is not None and talk.is_attack else no_talk()


def terms_refused(season: Season, seat: str, order: OfferTerms) -> Iterator[Refusal]:
    """HOA-CMP-19: Terms are hongos in either direction, passage for an Explorer, and words."""
    owed = answer_refused(season, seat, order.to)
    talk = open_talk(season, seat, order.to)
    if owed is not None or talk is None:
        yield owed or no_talk()
        return
    if seat != talk.defender:
        yield no(
            "HOA-CMP-19",
            "The attacker accepts or refuses the terms.",
            "El atacante acepta o rechaza las condiciones.",
        )
    payer = order.payer or seat
    if payer not in (seat, order.to):
        yield no("HOA-CMP-19", "One of the two players pays.", "Paga uno de los dos jugadores.")
        return
    receiver = order.to if payer == seat else seat
    yield from payment_refused(season, payer, receiver, order.hongos)
    unreadable = text_refused(order.words, LONGEST_WORDS, "HOA-CMP-19")
    if unreadable is not None:
        yield unreadable
    if order.passage:
        yield from passage_terms_refused(season, seat, order.to)


def passage_terms_refused(season: Season, one: str, two: str) -> Iterator[Refusal]:
    """HOA-CMP-32: Passage is granted by an active native player to an Explorer, and said so."""
    pair = explorer_and_native(season, one, two)
    if pair is None:
        yield no(
            "HOA-CMP-32",
            "Passage is granted by a native player to an Explorer.",
            "El paso lo concede un jugador nativo a un explorador.",
        )
        return
    yield from stays_out(season, *pair)


def explorer_and_native(season: Season, one: str, two: str) -> tuple[str, str] | None:
    """Explorer and native among two players; None if they are not such a pair."""
    classes = {season.players[key].class_: key for key in (one, two)}
    if set(classes) != {EXPLORER, NATIVE}:
        return None
    return classes[EXPLORER], classes[NATIVE]


def resist(course: Course, attacker: str, defender: str, *, is_default: bool = False) -> None:
    """The attack becomes a battle at the end of the list."""
    course.happen(e.Resisted(attacker, defender, is_default))
    course.happen(e.BattleListed(next_battle_key(course.season), attacker, defender))


def offer_terms(course: Course, seat: str, order: OfferTerms) -> None:
    """Put terms on offer; the other player accepts or refuses."""
    talk = open_talk(course.season, seat, order.to)
    if talk is None:
        raise ValueError(f"no open talk between {seat} and {order.to}")
    terms = Terms(seat, order.payer or seat, order.hongos, order.passage, order.words)
    course.happen(e.TermsOffered(talk.attacker, talk.defender, terms))


def accept_refused(season: Season, seat: str, other: str) -> Iterator[Refusal]:
    """Refusals of consent: nothing on offer, or the payer cannot pay any more."""
    owed = answer_refused(season, seat, other)
    talk = open_talk(season, seat, other)
    if owed is not None or talk is None:
        yield owed or no_talk()
        return
    if talk.terms is None or talk.terms.by != other:
        yield no(
            "HOA-CMP-19", "This player has offered no terms.", "Ese jugador no ofrece condiciones."
        )
        return
    terms = talk.terms
    receiver = talk.defender if terms.payer == talk.attacker else talk.attacker
    yield from payment_refused(season, terms.payer, receiver, terms.hongos)
    if terms.passage:
        yield from passage_terms_refused(season, talk.attacker, talk.defender)


def accept_terms(course: Course, seat: str, other: str) -> None:
    """The agreement: payment and passage; the attack is settled."""
    talk = open_talk(course.season, seat, other)
    if talk is None or talk.terms is None:
        raise ValueError(f"no terms between {seat} and {other}")
    terms = talk.terms
    settle_attack(course, talk)
    receiver = talk.defender if terms.payer == talk.attacker else talk.attacker
    if terms.hongos:
        pay_by_consent(course, terms.payer, receiver, terms.hongos, "agreement")
    pair = explorer_and_native(course.season, talk.attacker, talk.defender)
    if terms.passage and pair is not None:
        course.happen(e.Explored(pair[0], pair[1], "HOA-CMP-32"))
        note_completions(course)


def settle_attack(course: Course, talk: Talk) -> None:
    """HOA-CMP-22: An agreement ends this attack only; it protects no player in later turns."""
    if talk.terms is not None:
        course.happen(e.TermsAgreed(talk.attacker, talk.defender, talk.terms))


def refuse_terms(course: Course, seat: str, other: str, *, is_default: bool = False) -> None:
    """A refused attack becomes a battle; a refused request ends without one."""
    talk = open_talk(course.season, seat, other)
    if talk is None:
        raise ValueError(f"no open talk between {seat} and {other}")
    if talk.is_attack:
        resist(course, talk.attacker, talk.defender, is_default=is_default)
    else:
        course.happen(e.TermsRefused(talk.attacker, talk.defender, seat))
