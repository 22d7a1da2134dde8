"""Dates of battles: proposals and answers of the two entrants (CON-RES-10)."""

from __future__ import annotations

from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.course import Course
from app.games.contests.state import Contest, Pairing
from app.kernel.date_orders import is_moment
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no

LONGEST_DATE, LONGEST_MOMENT = 80, 40
MOST_PROPOSALS = 10


def proposal_refused(contest: Contest, order: o.ProposeDate) -> Refusal | None:
    """CON-RES-10: The two entrants of an open battle propose dates, and the opponent answers each
    one. A new proposal replaces the last one. Words without a moment are a proposal of old.
    """
    pairing = contest.pairing(order.battle)
    used_up = proposals_used_up(pairing) if pairing is not None else None
    if used_up is not None:
        return used_up
    if order.at and not is_moment(order.at):
        return no(
            "CON-RES-10",
            "The date needs a day and a time that exist.",
            "La fecha necesita un día y una hora que existan.",
        )
    if not order.at and not order.words.strip():
        return no("CON-RES-10", "Name a date.", "Indica una fecha.")
    return text_refused(order.words, LONGEST_DATE, "CON-RES-10")


def proposals_used_up(pairing: Pairing) -> Refusal | None:
    """Refusal of one proposal more than a battle has."""
    if len(pairing.dates) < MOST_PROPOSALS:
        return None
    return no(
        "CON-RES-10",
        "{most} dates were proposed. Agree by message.",
        "Ya se han propuesto {most} fechas. Acordadla por mensaje.",
        most=MOST_PROPOSALS,
    )


def answer_refused(pairing: Pairing | None, key: str) -> Refusal | None:
    """Refusal of an answer without a proposal of the opponent."""
    date = pairing.date if pairing is not None else None
    is_own = pairing is None or date is None or date.by == pairing.acting(key)
    if date is not None and not is_own and not date.answer:
        return None
    return no(
        "CON-RES-10",
        "No date waits for your answer.",
        "Ninguna fecha espera tu respuesta.",
    )


def propose(course: Course, seat: str, order: o.ProposeDate) -> None:
    """Propose a date by a seat, for its entrant or player."""
    pairing = course.contest.pairing(order.battle)
    by = pairing.acting(seat) if pairing is not None else seat
    course.happen(e.DateProposed(order.battle, by, order.words.strip(), order.at))
