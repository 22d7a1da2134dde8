"""Conditional orders of a side in the form of all games. The record of the game keeps them, hidden
from the other side; `questions.answer_ahead` carries them out inside the order that asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from app.games.africa_1859.conditional_orders import topics
from app.games.africa_1859.conditional_orders.recording import given_text, with_answers
from app.games.africa_1859.conditional_orders.topics import (
    GROUP,
    PASS,
    SIDE,
    STRONGEST,
    SUBJECTS,
    held_spaces,
)
from app.games.africa_1859.counters import title_of
from app.games.africa_1859.events import StandingSet
from app.games.africa_1859.fog import View
from app.games.africa_1859.ground import place
from app.games.africa_1859.orders import Defend
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.questions import DEFAULT, answer_ahead, open_question
from app.games.africa_1859.sequence import QUESTIONS
from app.games.africa_1859.state import War
from app.kernel.conditional_orders import SCOPE, Answer, Answers, NoOrdersMeanwhile, Preset, Topic
from app.kernel.contract import Order
from app.kernel.say import Say, say

USUAL: Mapping[str, str] = {
    "arrival": PASS,
    "riders": PASS,
    "intercept": STRONGEST,
    "support": GROUP,
    "defence_fire": GROUP,
    "counter_battery": GROUP,
}
"""Answers of the presets that are not the server's default."""


class ConditionalOrders(NoOrdersMeanwhile):
    """The contract of `app.kernel.conditional_orders.ConditionalOrders`."""

    titles: Mapping[str, Say] = {key: subject.title for key, subject in SUBJECTS.items()}
    orders: tuple[type, ...] = ()
    in_secret = frozenset(SUBJECTS)
    used_once: tuple[str, ...] = ()

    def topics(self, view: View) -> Sequence[Topic]:
        side = view.viewer.side or ""
        if view.viewer.seat not in view.war.terms.seats or view.war.ending:
            return ()
        return tuple(
            replace(topic, given=given_text(view.war, side, *decision_and_scope(topic.key)))
            for topic in topics.topics(view.war, side)
        )

    def presets(self, view: View) -> Sequence[Preset]:
        asked = [key for key in map(question_key, self.topics(view)) if SUBJECTS[key].is_asked]
        answers = {key: USUAL.get(key, DEFAULT) for key in asked}
        return (
            Preset(
                "few",
                say("Few visits", "Pocas visitas"),
                say(
                    "Only the defence of an assaulted space is asked.",
                    "Solo se te pregunta por la defensa de un espacio asaltado.",
                ),
                {**answers, "defend": ""},
            ),
            Preset(
                "away",
                say("Away", "Ausente"),
                say("You are asked nothing.", "No se te pregunta nada."),
                answers,
            ),
        )

    def answer(self, view: View, given: Answers) -> Answer | None:
        """Answer that these conditional orders would give to the open question. It is asked for in
        dry runs; in the game `questions.answer_ahead` answers before a player is asked.
        """
        question = open_question(view.war)
        is_owed = any(one.seat == view.viewer.seat for one in view.decisions)
        if question is None or not given or not is_owed:
            return None
        war = with_standing(view, given)
        order = answer_ahead(war, question, QUESTIONS[question.decision])
        if order is None:
            return None
        return Answer(question.decision, order, answer_words(war, question, order))

    def answer_dropped(self, view: View, topic: str, given: Answers) -> Answer | None:  # noqa: ARG002 - no answer is used up
        return None

    def foreseen(self, view: View, given: Answers) -> Sequence[Say]:
        """Designations of the defence of each space, if it were assaulted now."""
        side = view.viewer.side or ""
        war = replace(with_standing(view, given), stack=())
        return tuple(defence_words(war, side, space) for space in held_spaces(war, side))

    def ordered(self, view: View, given: Answers) -> Sequence[object]:  # noqa: ARG002 - no order records them
        return ()

    def recorded(self, war: War, seat: str, given: Answers) -> Sequence[StandingSet]:
        side = war.terms.seats[seat]
        after = with_answers(war, side, given)
        return () if after == war.standing.get(side, {}) else (StandingSet(side, after),)


def with_standing(view: View, given: Answers) -> War:
    """Position with these conditional orders of the viewer's side."""
    side = view.viewer.side or ""
    standing = {**view.war.standing, side: with_answers(view.war, side, given)}
    return replace(view.war, standing=standing)


def answer_words(war: War, question: Question, order: Order) -> Say:
    """Answer to a question in words: the roles of a defence, or the chosen answer of the topic."""
    if isinstance(order, Defend):
        return joined(tuple(role_words(war, order)))
    for scope in (question.about, question.space, SIDE):
        text = given_text(war, question.side, question.decision, scope)
        found = topics.topic(war, question.side, question.decision, scope, None)
        if words := found.in_words(text):
            return joined(words[:1])
    return say("as ordered in advance", "lo ordenado por adelantado")


def joined(words: tuple[Say, ...]) -> Say:
    """Several phrases as one."""
    return say("{words}", "{words}", words=list(words))


def decision_and_scope(key: str) -> tuple[str, str]:
    """Kind of decision and scope of a topic."""
    decision, _, scope = key.partition(SCOPE)
    return decision, scope or SIDE


def question_key(topic: Topic) -> str:
    return decision_and_scope(topic.key)[0]


def defence_words(war: War, side: str, space: str) -> Say:
    """Answer to an assault on a space, or that the side would be asked."""
    where = place(war, space)
    found = answer_ahead(war, Question("defend", side, space), QUESTIONS["defend"])
    if not isinstance(found, Defend):
        return say(
            "If {where:the} is assaulted, you would be asked.",
            "Si asaltan {where:el}, se te preguntaría.",
            where=where,
        )
    return say(
        "If {where:the} is assaulted: {roles}.",
        "Si asaltan {where:el}: {roles}.",
        where=where,
        roles=list(role_words(war, found)),
    )


def role_words(war: War, order: Defend) -> Iterator[Say]:
    """Vanguard, screen and leader of a defence."""
    yield say("{who} as vanguard", "{who} de vanguardia", who=title_of(war, order.vanguard))
    if order.screen:
        yield say("{who} as screen", "{who} de cobertura", who=title_of(war, order.screen))
    if order.leader:
        yield say("{who} as leader", "manda {who}", who=title_of(war, order.leader))
