"""Orders and events of corrections and reviews: a referee rewrites an earlier move, or judges
one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.kernel.contract import Event, Order
from app.kernel.dice import Roll

FIXED_REASONS = {"en": "The move was entered wrongly.", "es": "La jugada se anotó mal."}
"""Reason of a correction without own words, by language."""


class CorrectMove(Order, frozen=True, tag="correct_move", omit_defaults=True):
    """Order of a referee: move `move` was wrong.

    `instead` is the right order of the same seat, in its stored form; None if nothing should have
    happened. `reason` is text of 1 to `MOST_LETTERS` characters.
    """

    own_words = ("reason",)
    fixed_words = frozenset(FIXED_REASONS.values())

    move: int
    reason: str
    instead: Any | None = None


class Redecided(msgspec.Struct, frozen=True, omit_defaults=True):
    """New facts of one move after a correction.

    - `events`, `rolls`: facts and dice that count now.
    - `order`: another order than the stored one, in its stored form; None if it is the same.
    - `is_struck`: the move does not count any more. `refused_by` has the rules that refuse it.
    - `is_withdrawn`: the referee struck the move; a later correction does not try it again.
    """

    number: int
    events: tuple[Any, ...] = ()
    rolls: tuple[Roll, ...] = ()
    order: Any | None = None
    is_struck: bool = False
    refused_by: tuple[str, ...] = ()
    is_withdrawn: bool = False


class Corrected(Event, frozen=True, tag="corrected", omit_defaults=True):
    """Event: from move `move` on, the moves of `line` have other facts. It cannot be undone."""

    reveals = True

    move: int
    reason: str
    line: tuple[Redecided, ...] = ()


class AskReview(Order, frozen=True, tag="ask_review"):
    """Request for a review of the decision of move `move`, by a player or a referee."""

    move: int


class AnswerReview(Order, frozen=True, tag="answer_review", omit_defaults=True):
    """Answer of another referee about move `move`; `words` are 0 to `MOST_LETTERS` characters."""

    own_words = ("words",)

    move: int
    agrees: bool
    words: str = ""


class ReviewAsked(Event, frozen=True, tag="review_asked"):
    """Event: a review of the decision of move `move` is asked for."""

    move: int


class ReviewAnswered(Event, frozen=True, tag="review_answered", omit_defaults=True):
    """Event: a referee has reviewed the decision of move `move`."""

    move: int
    agrees: bool
    words: str = ""


REVIEW_ORDERS = (AskReview, AnswerReview)
REVIEW_EVENTS = (ReviewAsked, ReviewAnswered)


MOST_LETTERS = 500
"""Largest number of characters of a reason."""
