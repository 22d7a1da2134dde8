"""Reviews of decisions of referees (CAR-COR-06): another referee says whether one is right.

Corrections are reviewed, and all other decisions of a referee who plays. A review has no effect on
the game. It stands on the record beside the decision.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel.contract import Event, Line
from app.kernel.correction_orders import (
    MOST_LETTERS,
    REVIEW_EVENTS,
    AnswerReview,
    AskReview,
    ReviewAnswered,
    ReviewAsked,
)
from app.kernel.record import Move, correction_in, in_force
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import Say, say
from app.kernel.table_orders import RefereePlays

RULE = "CAR-COR-06"


class Review(msgspec.Struct, frozen=True):
    """Last review of a decision; `agrees` is None until it is answered."""

    agrees: bool | None = None
    words: str = ""


def marked_moves(past: Sequence[Move]) -> tuple[Move, ...]:
    """Decisions of referees who play, as they were recorded, without reviews and undone moves.

    They carry the mark `RefereePlays`. Corrections are among them.
    """
    counted = {move.number for move in in_force(past)}
    return tuple(
        move
        for move in past
        if move.number in counted
        and any(isinstance(event, RefereePlays) for event in move.events)
        and not any(isinstance(event, REVIEW_EVENTS) for event in move.events)
    )


def reviews_of(past: Sequence[Move]) -> dict[int, Review]:
    """Last review of each decision, by the number of its move."""
    found: dict[int, Review] = {}
    for move in in_force(past):
        for event in move.events:
            if isinstance(event, ReviewAsked):
                found[event.move] = Review()
            elif isinstance(event, ReviewAnswered):
                found[event.move] = Review(event.agrees, event.words)
    return found


def asker_of_review(past: Sequence[Move], number: int) -> str:
    """Seat that asked for the last review of a decision; "" if there was none."""
    asked = (
        move.seat
        for move in reversed(past)
        for event in move.events
        if isinstance(event, ReviewAsked) and event.move == number
    )
    return next(asked, "")


def decide_review(order: AskReview | AnswerReview, past: Sequence[Move]) -> Sequence[Event]:
    """Event of a review; raises `Refused`."""
    refuse_if(not_reviewable(order.move, past))
    review = reviews_of(past).get(order.move)
    is_open = review is not None and review.agrees is None
    if isinstance(order, AskReview):
        refuse_if(asked_already(order.move) if is_open else None)
        return (ReviewAsked(order.move),)
    refuse_if(
        None if is_open else not_asked(order.move), unreadable_words(order.agrees, order.words)
    )
    return (ReviewAnswered(order.move, order.agrees, order.words.strip()),)


def review_line(event: ReviewAsked | ReviewAnswered, decider: Say) -> Line:
    """Log line of a review; `decider` is the name of the users who decide for the game."""
    if isinstance(event, ReviewAsked):
        says = say(
            "Another {decider} is asked to review the decision of move {move}.",
            "Se pide a otro {decider} que revise la decisión de la jugada {move}.",
            decider=decider,
            move=event.move,
        )
    elif event.agrees:
        says = say(
            "Another {decider} agrees with the decision of move {move}. {words}",
            "Otro {decider} está de acuerdo con la decisión de la jugada {move}. {words}",
            decider=decider,
            move=event.move,
            words=event.words,
        )
    else:
        says = say(
            "Another {decider} disagrees with the decision of move {move}: {words}",
            "Otro {decider} no está de acuerdo con la decisión de la jugada {move}: {words}",
            decider=decider,
            move=event.move,
            words=event.words,
        )
    return Line(says, rules=(RULE,))


# ----------------------------------------------------------------------------- refusals
def not_reviewable(number: int, past: Sequence[Move]) -> Refusal | None:
    """CAR-COR-06: corrections, and all decisions of a referee who plays, are reviewed."""
    if any(move.number == number and correction_in(move) is not None for move in past):
        return None
    if any(move.number == number for move in marked_moves(past)):
        return None
    return no(
        RULE,
        "Move {move} is not a correction, and no decision of a referee who plays.",
        "La jugada {move} no es una corrección ni una decisión de un árbitro que juega.",
        move=number,
    )


def asked_already(number: int) -> Refusal:
    return no(
        RULE,
        "A review of the decision of move {move} is asked for already.",
        "Ya se ha pedido revisar la decisión de la jugada {move}.",
        move=number,
    )


def not_asked(number: int) -> Refusal:
    return no(
        RULE,
        "No review of the decision of move {move} is asked for.",
        "No se ha pedido revisar la decisión de la jugada {move}.",
        move=number,
    )


def unreadable_words(agrees: bool, words: str) -> Refusal | None:
    """Refusal of words that are too long or unreadable, and of a disagreement without a reason."""
    given = words.strip()
    if not agrees and not given:
        return no(
            RULE,
            "Give the reason why you disagree.",
            "Indica por qué no estás de acuerdo.",
        )
    if len(given) > MOST_LETTERS or not given.replace("\n", "").replace("\r", "").isprintable():
        return no(
            RULE,
            "A review has at most {most} characters, and no control characters.",
            "La revisión tiene como mucho {most} caracteres, sin caracteres de control.",
            most=MOST_LETTERS,
        )
    return None


def own_decision(number: int, decider: Say) -> Refusal:
    """Refusal of a referee who would review a decision of their own."""
    return no(
        RULE,
        "The decision of move {move} is yours: another {decider} reviews it.",
        "La decisión de la jugada {move} es tuya: la revisa otro {decider}.",
        move=number,
        decider=decider,
    )
