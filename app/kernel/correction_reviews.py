"""Reviews of corrections (CAR-COR-06): another referee says whether a correction is right.

A review has no effect on the game. It stands on the record beside the correction.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel.contract import Event, Line
from app.kernel.correction_orders import (
    MOST_LETTERS,
    AnswerReview,
    AskReview,
    Corrected,
    ReviewAnswered,
    ReviewAsked,
)
from app.kernel.record import Move, in_force
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import Say, say

RULE = "CAR-COR-06"


class Review(msgspec.Struct, frozen=True):
    """Last review of a correction; `agrees` is None until it is answered."""

    agrees: bool | None = None
    words: str = ""


def reviews_of(past: Sequence[Move]) -> dict[int, Review]:
    """Last review of each correction, by the number of the correction."""
    found: dict[int, Review] = {}
    for move in in_force(past):
        for event in move.events:
            if isinstance(event, ReviewAsked):
                found[event.move] = Review()
            elif isinstance(event, ReviewAnswered):
                found[event.move] = Review(event.agrees, event.words)
    return found


def asker_of_review(past: Sequence[Move], correction: int) -> str:
    """Seat that asked for the last review of a correction; "" if there was none."""
    asked = (
        move.seat
        for move in reversed(past)
        for event in move.events
        if isinstance(event, ReviewAsked) and event.move == correction
    )
    return next(asked, "")


def decide_review(order: AskReview | AnswerReview, past: Sequence[Move]) -> Sequence[Event]:
    """Event of a review; raises `Refused`."""
    refuse_if(not_a_correction(order.move, past))
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
            "Another {decider} is asked to review correction {move}.",
            "Se pide a otro {decider} que revise la corrección {move}.",
            decider=decider,
            move=event.move,
        )
    elif event.agrees:
        says = say(
            "Another {decider} agrees with correction {move}. {words}",
            "Otro {decider} está de acuerdo con la corrección {move}. {words}",
            decider=decider,
            move=event.move,
            words=event.words,
        )
    else:
        says = say(
            "Another {decider} disagrees with correction {move}: {words}",
            "Otro {decider} no está de acuerdo con la corrección {move}: {words}",
            decider=decider,
            move=event.move,
            words=event.words,
        )
    return Line(says, rules=(RULE,))


# ----------------------------------------------------------------------------- refusals
def not_a_correction(number: int, past: Sequence[Move]) -> Refusal | None:
    """CAR-COR-06: corrections are reviewed."""
    corrections = {
        move.number for move in past if any(isinstance(one, Corrected) for one in move.events)
    }
    if number in corrections:
        return None
    return no(
        RULE,
        "Move {move} is not a correction.",
        "La jugada {move} no es una corrección.",
        move=number,
    )


def asked_already(number: int) -> Refusal:
    return no(
        RULE,
        "A review of correction {move} is asked for already.",
        "Ya se ha pedido revisar la corrección {move}.",
        move=number,
    )


def not_asked(number: int) -> Refusal:
    return no(
        RULE,
        "No review of correction {move} is asked for.",
        "No se ha pedido revisar la corrección {move}.",
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


def own_correction(number: int) -> Refusal:
    """Refusal of a referee who would review a correction of their own."""
    return no(
        RULE,
        "You signed correction {move}: another referee reviews it.",
        "Tú firmaste la corrección {move}: la revisa otro árbitro.",
        move=number,
    )
