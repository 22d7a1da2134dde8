"""Conditional orders on the game page: current answers, the form that changes them, and a preview
of their effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from urllib.parse import urlencode

from starlette.datastructures import FormData, QueryParams

from app.kernel.conditional_orders import CONDITION, SCOPE, Preset, Topic
from app.kernel.conditional_orders import Answer as ConditionalAnswer
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.play import conditional_orders
from app.services.play.conditional_orders import ConditionalDryRun, TopicAnswer
from app.services.watch import game_view

FIELD = "answer:"
"""Prefix of the form's fields; the topic follows."""


@dataclass(frozen=True)
class StandingPage:
    """Conditional orders of the viewer's seat. `tried` holds the answers of the form before they
    are saved. `presets` are sets of answers that are previewed by one press. `refused` is an answer
    to the present decision that the rules refuse.
    """

    now: tuple[TopicAnswer, ...]
    tried: ConditionalDryRun | None
    presets: tuple[Preset, ...] = ()
    refused: ConditionalAnswer | None = None

    @property
    def given(self) -> tuple[TopicAnswer, ...]:
        """Answers in force."""
        return tuple(one for one in self.now if one.is_given)

    @property
    def in_words(self) -> tuple[Say, ...]:
        return tuple(answer_in_words(one.topic, one.in_words) for one in self.given)

    @property
    def asked(self) -> tuple[TopicAnswer, ...]:
        """Fields of the form as last filled in."""
        return self.tried.given if self.tried else self.now

    @property
    def asked_for_side(self) -> tuple[TopicAnswer, ...]:
        """Fields for the whole side."""
        return tuple(one for one in self.asked if one.topic.about is None and not one.topic.is_past)

    @property
    def asked_nearer(self) -> tuple[tuple[Say, tuple[TopicAnswer, ...]], ...]:
        """Fields for single counters and places, each with its name."""
        found: dict[str, tuple[Say, list[TopicAnswer]]] = {}
        for one in self.asked:
            if one.topic.about is not None and not one.topic.is_past:
                key = one.topic.key.partition(SCOPE)[2]
                found.setdefault(key, (one.topic.about, []))[1].append(one)
        return tuple((about, tuple(answers)) for about, answers in found.values())

    @property
    def waits(self) -> bool:
        """Return True if some answer takes effect only from the next move."""
        return any(one.waits for one in self.asked)

    @property
    def known(self) -> frozenset[str]:
        """Sentences that the box itself shows about the same topics."""
        return frozenset(
            str(answer_in_words(one.topic, one.topic.in_words(one.topic.given)))
            for one in self.now
            if one.topic.given
        )

    @property
    def is_kept(self) -> bool:
        """Return True if the form contains no change."""
        return self.tried is not None and [one.answer for one in self.tried.given] == [
            one.answer for one in self.now
        ]


def answer_in_words(topic: Topic, answer: Sequence[Say]) -> Say:
    """Sentence for an answer. The parts of a ranking stand in their order, without "and"."""
    what: object = list(answer)
    if topic.is_ranking and answer:
        what = reduce(
            lambda one, other: say("{one}, {other}", "{one}, {other}", one=one, other=other), answer
        )
    return say("{topic}: {what}.", "{topic}: {what}.", topic=topic.title_with_scope, what=what)


def standing_page(
    services: Services, look: game_view.GameView, query: QueryParams
) -> StandingPage | None:
    """Conditional orders of the viewer. None if the box or the seat has none."""
    if look.box.conditional_orders is None:
        return None
    topics = conditional_orders.topics_of(look)
    if not topics:
        return None
    saved = conditional_orders.load_saved_answers(services, look)
    now = conditional_orders.answered_topics(topics, saved)
    presets = conditional_orders.list_presets(look)
    said = said_in(query, presets) if "ahead" in query else {}
    tried = conditional_orders.try_answers(services, look, said) if said else None
    refused = conditional_orders.refused_answer(look, saved)
    return StandingPage(now, tried, presets, refused)


def said_in(query: QueryParams, presets: Sequence[Preset]) -> Mapping[str, str]:
    """Answers of the preset that the query names, or of the form."""
    chosen = next((one for one in presets if one.key == query.get("preset")), None)
    return chosen.answers if chosen else answers_of(query)


def answers_of(form: QueryParams | FormData) -> Mapping[str, str]:
    """Answers of a form, by topic. Conditions without a value are no answer."""
    found = {}
    for name in form:
        if name.startswith(FIELD):
            words = " ".join(map(str, form.getlist(name))).split()
            is_answer = any(not word.startswith(CONDITION) for word in words)
            found[name.removeprefix(FIELD)] = " ".join(words) if is_answer else ""
    return found


def as_query(answers: Mapping[str, str]) -> QueryParams:
    """Query of the page that shows the form as it was sent."""
    return QueryParams(
        urlencode([("ahead", "1"), *((FIELD + topic, answer) for topic, answer in answers.items())])
    )


def is_asked_there(look: game_view.GameView, order: object, asks: Sequence[object]) -> bool:
    """Return True if an offer asks for the same answers as the form of conditional orders."""
    return (
        bool(asks)
        and look.box.conditional_orders is not None
        and isinstance(order, look.box.conditional_orders.orders)
    )
