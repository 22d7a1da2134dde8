"""Conditional orders: answers that a seat gives in advance to questions that may come later.

Such questions come for example in the activation of the other side, while the player is absent. A
box lists the questions and their possible answers. It also states the effect of an answer in a
position. All of this depends only on the view of the seat.

A topic concerns the whole side, one place or one counter; the nearest one wins.

A decision that can be answered in advance names its topic (`Decision.topic`). The server keeps most
answers secret and gives them as orders of the seat (`table_orders.AnswerAhead`). A box may also
keep answers in its own record, through its own orders.

If that record is secret, an answer given out of turn is recorded with the next move of the game
(`table_orders.SaidMeanwhile`). A move of its own would reveal it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from app.kernel.form import Choice
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say

Answers = Mapping[str, str]
"""Value of a choice by topic; `several` values are separated by blanks. A missing or empty topic is
asked. Values that begin with "?" are conditions on which the seat is asked all the same.
"""

SCOPE = "@"
"""Separates the question in the key of a topic from the counter or place that it concerns."""
CONDITION = "?"
ASK_ME = Choice("ask", say("ask me", "preguntarme"))
"""Choice for a counter or place: the seat is asked there, also if its side has an answer."""


def split_answer(answer: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Values of an answer in their order, and its conditions without their sign."""
    words = answer.split()
    return (
        tuple(one for one in words if not one.startswith(CONDITION)),
        tuple(one[1:] for one in words if one.startswith(CONDITION)),
    )


def question_of(topic: str) -> str:
    """Question that a topic answers: "defend" for "defend@gate"."""
    return topic.partition(SCOPE)[0]


def nearest_answer(given: Answers, question: str, *scopes: str) -> str:
    """CAR-STO-06: Nearest answer to a question, "" if the seat is asked.

    The first scope with an answer counts (counter, then place), and then the side.
    """
    keys = [*(f"{question}{SCOPE}{scope}" for scope in scopes), question]
    found = next((given[key] for key in keys if given.get(key)), "")
    return "" if split_answer(found)[0] == (ASK_ME.value,) else found


class Topic(msgspec.Struct, frozen=True):
    """Kind of question that can be answered in advance, or a setting that other answers depend on.

    - `bears_on`: topics that this setting affects.
    - `on_record`: the box keeps the answer itself. `given` is the recorded one, "" for none.
    - `is_open`: all players see it.
    - `waits`: an answer given now is recorded with the next move.
    - `is_ranking`: the answer is some values in an order, the first one that is possible counts.
    - `asks_if`: conditions on which the seat is asked all the same, such as `steps=4` or `leader`.
      Of conditions with the same name before "=" an answer has one.
    - `about`: counter or place that it concerns, None for the whole side. Its key has the scope.
    - `is_used_once`: the answer is used up when it is given.
    - `is_never_asked`: without an answer the default of the rules counts.
    - `notes`: facts about the choices in this position, such as what a choice still lacks.
    - `is_past`: not offered now, but an earlier answer is on record. It can only be removed.
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
    is_ranking: bool = False
    asks_if: tuple[Choice, ...] = ()
    about: Say | None = None
    is_used_once: bool = False
    notes: tuple[Say, ...] = ()
    is_never_asked: bool = False
    is_past: bool = False

    @property
    def title_with_scope(self) -> Say:
        """Title, with the counter or place in brackets."""
        if self.about is None:
            return self.title
        return say("{title} ({about})", "{title} ({about})", title=self.title, about=self.about)

    def is_valid_answer(self, answer: str) -> bool:
        """Return true if the text is a valid answer; an empty one always is."""
        if self.is_past:
            return not answer
        single = ((answer,) if answer else ()), ()
        values, conditions = split_answer(answer) if self.has_values else single
        if not (self.several or self.is_ranking) and len(values) > 1:
            return False
        names = [one.partition("=")[0] for one in conditions]
        return (
            bool(values or not conditions)
            and not (ASK_ME.value in values and len(values) > 1)
            and len(set(values)) == len(values)
            and set(values) <= {choice.value for choice in self.choices if not choice.no}
            and len(set(names)) == len(names)
            and set(conditions) <= {choice.value for choice in self.asks_if}
        )

    def in_words(self, answer: str) -> tuple[Say, ...]:
        """Labels of the given answer; values that are not offered any more are left out."""
        values, conditions = split_answer(answer) if self.has_values else ((answer,), ())
        titles = {choice.value: choice.title for choice in self.choices}
        order = values if self.is_ranking else titles
        told = tuple(titles[value] for value in order if value in values and value in titles)
        asked = [choice.title for choice in self.asks_if if choice.value in conditions]
        condition = say("ask me if {what}", "preguntarme si {what}", what=asked)
        return (*told, condition) if asked else told

    @property
    def has_values(self) -> bool:
        """Return true if an answer consists of values and conditions, not of one text."""
        return self.several or self.is_ranking or bool(self.asks_if)

    @property
    def condition_groups(self) -> tuple[tuple[Choice, ...], ...]:
        """Conditions by name: those of one group exclude one another."""
        groups: dict[str, list[Choice]] = {}
        for choice in self.asks_if:
            groups.setdefault(choice.value.partition("=")[0], []).append(choice)
        return tuple(map(tuple, groups.values()))


class Preset(msgspec.Struct, frozen=True):
    """Set of answers that a player may take over at once, such as "few visits" or "away".

    Topics that it does not name stay unchanged; "" means that the seat is asked.
    """

    key: str
    title: Say
    says: Say
    answers: Mapping[str, str]


class Answer(msgspec.Struct, frozen=True):
    """Answer of conditional orders to a pending question: the order, its label and the topic.

    - `spends`: topics of the form that it uses up. The server deletes their saved answers.
    - `no`: refusals of the rules. The order is not given; the seat is asked and reads them.
    """

    topic: str
    order: Any
    says: Say
    spends: tuple[str, ...] = ()
    no: tuple[Refusal, ...] = ()

    @property
    def is_lawful(self) -> bool:
        return not self.no


class NoOrdersMeanwhile:
    """Defaults of `ConditionalOrders` for a box without orders that a seat gives while it owes
    nothing.
    """

    meanwhile: tuple[type, ...] = ()

    def kept(self, view: Any, order: Any) -> Answers:  # noqa: ARG002 no order is kept
        return {}

    def with_kept(self, view: Any, given: Answers) -> Any:  # noqa: ARG002 nothing is kept
        return view

    def rest(self, view: Any, step: str) -> Any | None:  # noqa: ARG002 one step after the other
        return None


class ConditionalOrders(Protocol):
    """Part of a box that handles conditional orders."""

    @property
    def titles(self) -> Mapping[str, Say]:
        """Every topic that a decision may name."""

    @property
    def orders(self) -> tuple[type, ...]:
        """Kinds of order that `ordered` returns."""

    @property
    def in_secret(self) -> Collection[str]:
        """Questions whose answers the box keeps on its record, hidden from other players."""

    @property
    def used_once(self) -> Collection[str]:
        """Topics of decisions whose answers are used up by their first use."""

    @property
    def meanwhile(self) -> tuple[type, ...]:
        """Kinds of order that a seat may give while it owes nothing. The server keeps them in
        secret, as answers, and other players see no move.
        """

    def kept(self, view: Any, order: Any) -> Answers:
        """Answers that the server keeps for such an order; an empty one is deleted."""

    def with_kept(self, view: Any, given: Answers) -> Any:
        """View of a seat in which its kept orders count already, for its own page."""

    def rest(self, view: Any, step: str) -> Any | None:
        """Order that leaves the rest of a step to the server, also if other seats decide in
        between; None if each order is given by itself.
        """

    def topics(self, view: Any) -> Sequence[Topic]:
        """Topics that the viewer's seat may answer in advance, in page order."""

    def presets(self, view: Any) -> Sequence[Preset]:
        """Sets of answers that the viewer's seat may take over at once."""

    def answer(self, view: Any, given: Answers) -> Answer | None:
        """Answer to the decision that the viewer's seat owes. None, or an answer with refusals, if
        the seat must be asked. It depends on nothing but the view.
        """

    def answer_dropped(self, view: Any, topic: str, given: Answers) -> Answer | None:
        """Answer to a decision that is owed again, because the rules refuse the used-up answer
        after a correction; None if the seat must be asked.
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
