"""Offers and dry runs of all chapters, from the knowledge of one viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from app.games.africa_1859.activation import seats_of, wrong_phase
from app.games.africa_1859.answer_offers import ANSWER_OFFERS
from app.games.africa_1859.answer_offers import ASSESSORS as ANSWER_ASSESSORS
from app.games.africa_1859.fights.answer_previews import PREVIEWS as PREVIEWS_OF_ANSWERS
from app.games.africa_1859.fights.defence_preview import preview_of_defence
from app.games.africa_1859.fights.offers import ANSWER_OFFERS as FIGHT_ANSWERS
from app.games.africa_1859.fights.offers import fight_offers
from app.games.africa_1859.fights.previews import ASSESSORS as FIGHT_ASSESSORS
from app.games.africa_1859.fog import View
from app.games.africa_1859.move_offers import ASSESSORS as MOVE_ASSESSORS
from app.games.africa_1859.move_offers import move_offers
from app.games.africa_1859.orders import DECISION_OF, Defend
from app.games.africa_1859.phase_offers import phase_offers
from app.games.africa_1859.questions import not_asked, open_question, owed_first, passes_and_acts
from app.games.africa_1859.sequence import ACTIONS, QUESTIONS, refusals_of_action
from app.games.africa_1859.state import War
from app.kernel.contract import Order
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refused, found_in

Offering = Callable[[War, str], Iterator[Offer]]
Assessing = Callable[[War, Any, str], Assessment]

OFFERERS: tuple[Offering, ...] = (move_offers, fight_offers, phase_offers)
"""Offers of the active side, in the order of the page."""
ASSESSORS: dict[type[Order], Assessing] = {
    **MOVE_ASSESSORS,
    **FIGHT_ASSESSORS,
    **ANSWER_ASSESSORS,
}
"""Dry runs with fields, odds or ways; other orders are checked for their refusals alone."""
PREVIEWS: dict[type[Order], Callable[[War, Any], Assessment]] = {
    Defend: preview_of_defence,
    **PREVIEWS_OF_ANSWERS,
}
"""Odds of answers that have no refusal."""


ANSWERING: dict[str, Callable[[War, Any], Iterator[Offer]]] = {**ANSWER_OFFERS, **FIGHT_ANSWERS}
"""Offers that answer each kind of decision."""


def offers(view: View) -> Sequence[Offer]:
    """Orders that the viewer's seat may give now; refused ones carry their refusals."""
    seat, war = view.viewer.seat, view.war
    if seat is None or seat in war.abandoned or war.ending is not None:
        return ()
    question = open_question(war)
    if question is not None:
        if seat not in seats_of(war, question.side):
            return ()
        return tuple(ANSWERING[question.decision](war, question))
    if wrong_phase(war, seat):
        return ()
    return tuple(offer for offerer in OFFERERS for offer in offerer(war, seat))


def assess(view: View, order: Order) -> Assessment:
    """Dry run of an order: refusals, fields that are still open, odds."""
    seat, war = view.viewer.seat, view.war
    if seat is None:
        return Assessment()
    try:
        if type(order) in ASSESSORS:
            return ASSESSORS[type(order)](war, order, seat)
        refused = refusals(war, order, seat)
        preview = PREVIEWS.get(type(order))
        return preview(war, order) if preview and not refused else Assessment(no=refused)
    except Refused as refused:
        return Assessment(no=refused.refusals)


def refusals(war: War, order: Order, seat: str) -> tuple[Any, ...]:
    """Reasons against an order of the box; raises `Refused` for unknown counters and spaces."""
    if type(order) in ACTIONS:
        return found_in(owed_first(war), refusals_of_action(war, order, seat))
    question = open_question(war)
    decision = DECISION_OF[type(order)]
    if (
        question is None
        or question.decision != decision
        or seat not in seats_of(war, question.side)
    ):
        return found_in(
            not_asked(war), QUESTIONS[decision].denied(war, war.terms.seats[seat], order)
        )
    return found_in(passes_and_acts(order), QUESTIONS[decision].refusals(war, question, order))
