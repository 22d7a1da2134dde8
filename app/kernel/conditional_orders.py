"""Conditional orders: answers that a seat gives in advance to questions that may come later.

Such questions come for example in the activation of the other side, while the player is absent. A
box lists the questions and their possible answers. It also states the effect of an answer in a
position. All of this depends only on the view of the seat.

A decision that can be answered in advance names its topic (`Decision.topic`). The server keeps most
answers secret and gives them as orders of the seat (`table_orders.AnswerAhead`). A box may also keep
answers in its own record, through its own orders.

If that record is secret, an answer given out of turn is recorded with the next move of the game
(`table_orders.SaidMeanwhile`). A move of its own would reveal it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.kernel.form import Choice
from app.kernel.say import Say

Answers = Mapping[str, str]
"""Value of a choice by topic; `several` values are separated by blanks. A missing or empty topic is
asked.
"""


class Topic(msgspec.Struct, frozen=True):
    """Kind of question that can be answered in advance, or a setting that other answers depend on.

    - `bears_on`: topics that this setting affects.
    - `on_record`: the box keeps the answer itself. `given` is the recorded one, "" for none.
    - `is_open`: all players see it.
    - `waits`: an answer given now is recorded with the next move.
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

    def is_valid_answer(self, answer: str) -> bool:
        """Return true if the text is a valid answer; an empty one always is."""
        values = answer.split() if self.several else [answer] if answer else []
        return len(set(values)) == len(values) and set(values) <= {
            choice.value for choice in self.choices if not choice.no
        }

    def in_words(self, answer: str) -> tuple[Say, ...]:
        """Labels of the given answer; values that are not offered any more are left out."""
        values = answer.split() if self.several else [answer]
        return tuple(choice.title for choice in self.choices if choice.value in values)


class Answer(msgspec.Struct, frozen=True):
    """Answer of conditional orders to a pending question: the order, its label and the topic."""

    topic: str
    order: Any
    says: Say


class StandingOrders(Protocol):
    """Part of a box that handles conditional orders."""

    @property
    def titles(self) -> Mapping[str, Say]:
        """Every topic that a decision may name."""

    @property
    def orders(self) -> tuple[type, ...]:
        """Kinds of order that `ordered` returns."""

    @property
    def in_secret(self) -> Collection[str]:
        """Topics in the record of the box that are hidden from other players."""

    def topics(self, view: Any) -> Sequence[Topic]:
        """Topics that the viewer's seat may answer in advance, in page order."""

    def answer(self, view: Any, given: Answers) -> Answer | None:
        """Answer to the decision that the viewer's seat owes; None if the seat must be asked.

        It depends on nothing but the view.
        """

    def foreseen(self, view: Any, given: Answers) -> Sequence[Say]:
        """Effects of these answers if the questions came in this position."""

    def ordered(self, view: Any, given: Answers) -> Sequence[Any]:
        """Orders of the box that record the answers which the box keeps itself.

        Answers that change nothing give no order.
        """

    def recorded(self, state: Any, seat: str, given: Answers) -> Sequence[Any]:
        """Events that record the seat's answers to secret topics, where they change anything.

        It neither refuses nor rolls.
        """
