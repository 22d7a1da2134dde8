"""Standing orders: what a seat answers in advance to questions that may come while nobody sits
there, such as those of the other side's activation.

A box says which kinds of question there are, what may be answered, and what an answer comes to in a
position; all of it from the view of the seat. A decision that may be answered in this way names its
topic (`Decision.topic`). Most answers are kept by the house, out of sight of everybody else, and
fired as orders of the seat (`table.AnswerAhead`); those of which the box keeps a record itself are
put there by orders of its own. Where that record is a secret, what is said while the seat owes
nothing goes there with the next move of the game (`table.SaidMeanwhile`): a move of its own would
tell of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.kernel.offers import Choice
from app.kernel.say import Say

Answers = Mapping[str, str]
"""By topic the value of a choice, of `several` the values with blanks between them. What is not
named, or is "", is asked.
"""


class Topic(msgspec.Struct, frozen=True):
    """A kind of question that may be answered in advance, or something that all answers heed
    (`bears_on`: the topics that it says more about).

    `on_record`: the box keeps it itself, and `given` is what stands there, "" for nothing.
    `is_open`: everybody sees it. `waits`: what is said now goes there with the next move.
    """

    key: str
    title: Say
    rule: str
    choices: tuple[Choice, ...]
    several: bool = False
    bears_on: tuple[str, ...] = ()
    on_record: bool = False
    given: str = ""
    is_open: bool = False
    waits: bool = False

    def reads(self, answer: str) -> bool:
        """Whether it is an answer to this; nothing always is."""
        values = answer.split() if self.several else [answer] if answer else []
        return len(set(values)) == len(values) and set(values) <= {
            choice.value for choice in self.choices if not choice.no
        }

    def in_words(self, answer: str) -> tuple[Say, ...]:
        """What was answered; nothing of what may not be answered any more."""
        values = answer.split() if self.several else [answer]
        return tuple(choice.label for choice in self.choices if choice.value in values)


class Answer(msgspec.Struct, frozen=True):
    """What standing orders say to the question that a seat is asked: an order, what it is called,
    and the topic that says it.
    """

    topic: str
    order: Any
    says: Say


class StandingOrders(Protocol):
    """The part of a box that answers in advance. `titles` has every topic that a decision may name,
    `orders` the kinds of order that `ordered` gives; `in_secret`: the topics that stand on its
    record out of the others' sight.
    """

    titles: Mapping[str, Say]
    orders: tuple[type, ...]
    in_secret: Collection[str]

    def topics(self, view: Any) -> Sequence[Topic]:
        """What the viewer's seat may answer in advance, in the order of the page."""

    def answer(self, view: Any, given: Answers) -> Answer | None:
        """What these answers come to in the decision that the viewer's seat owes; None: it is
        asked. Nothing but the view decides.
        """

    def foreseen(self, view: Any, given: Answers) -> Sequence[Say]:
        """What these answers would come to if the questions came in this position."""

    def ordered(self, view: Any, given: Answers) -> Sequence[Any]:
        """The orders of the box that put those of the answers on its record that it keeps itself,
        where they change anything.
        """

    def recorded(self, state: Any, seat: str, given: Answers) -> Sequence[Any]:
        """The events that put on the record what a seat has said of topics in secret, where they
        change anything. It refuses nothing and rolls nothing.
        """
