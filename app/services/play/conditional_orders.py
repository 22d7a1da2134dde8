"""Conditional orders (pre-moves) of a seat: list, dry run, save and delete.

`app.services.play.conditional_answers` applies them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from app.kernel import record, table_refusals
from app.kernel.conditional_orders import Answer, Answers, Preset, Topic, question_of, split_answer
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.errors import NotYourSeat
from app.services.play import orders
from app.services.watch import game_view
from app.services.watch.game_view import GameView

MOST_RANKS = 5
"""Places of a ranking that a form shows, unless the answer has more."""


class AnswerParts(msgspec.Struct, frozen=True):
    """Parts of an answer: values, conditions on which the seat is asked, and places of a
    ranking.
    """

    values: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()


class TopicAnswer(msgspec.Struct, frozen=True):
    """Topic with the conditional answer of the seat; "" if the seat is asked.

    `waits` marks an answer that goes on record with the next move.
    """

    topic: Topic
    answer: str
    waits: bool = False

    @property
    def is_given(self) -> bool:
        return bool(self.answer)

    @property
    def parts(self) -> AnswerParts:
        """Answer as the fields of a form hold it."""
        if not self.topic.has_values:
            return AnswerParts((self.answer,))
        values, conditions = split_answer(self.answer)
        places = min(len(self.topic.choices), max(MOST_RANKS, len(values)))
        blanks = ("",) * (places - len(values))
        return AnswerParts(values, conditions, (*values, *blanks))

    @property
    def in_words(self) -> tuple[Say, ...]:
        return self.topic.in_words(self.answer) if self.answer else ()


class ConditionalDryRun(msgspec.Struct, frozen=True):
    """Dry run of conditional orders: the orders, their refusals, and their effect now and at the
    last questions.
    """

    given: tuple[TopicAnswer, ...]
    no: tuple[Refusal, ...]
    foreseen: tuple[Say, ...]
    lately: tuple[Say, ...]


def list_conditional_orders(services: Services, look: GameView) -> tuple[TopicAnswer, ...]:
    """Conditional orders of the viewer's seat; empty without a seat or without topics."""
    topics = topics_of(look)
    return answered_topics(topics, load_saved_answers(services, look) if topics else {})


def answered_topics(topics: Sequence[Topic], kept: Mapping[str, str]) -> tuple[TopicAnswer, ...]:
    """Topics with their saved answers."""
    return tuple(
        TopicAnswer(topic, kept.get(topic.key, topic.given), topic.on_record and topic.key in kept)
        for topic in topics
    )


def load_conditional_orders(services: Services, look: GameView) -> tuple[TopicAnswer, ...]:
    """Conditional orders for a separate request.

    Raises `NotYourSeat`, and `Refused` before the beginning and after the end.
    """
    _require_seat(look)
    return list_conditional_orders(services, look)


def topics_of(look: GameView) -> tuple[Topic, ...]:
    """Topics that the viewer can answer in advance now."""
    if (
        look.seat is None
        or not look.is_now
        or look.view is None
        or look.outcome is not None
        or look.box.conditional_orders is None
    ):
        return ()
    return tuple(look.box.conditional_orders.topics(look.view))


def list_presets(look: GameView) -> tuple[Preset, ...]:
    """Sets of answers that the viewer's seat may take over at once, if it has topics."""
    return (
        tuple(look.box.conditional_orders.presets(look.view))
        if look.box.conditional_orders is not None
        else ()
    )


def load_presets(look: GameView) -> tuple[Preset, ...]:
    """Presets for a separate request; raises as `load_conditional_orders` does."""
    _require_seat(look)
    return list_presets(look) if topics_of(look) else ()


def refused_answer(look: GameView, given: Mapping[str, str]) -> Answer | None:
    """Saved answer to a decision that the viewer owes now, if the rules refuse it."""
    if not look.decisions or look.box.conditional_orders is None:
        return None
    found = look.box.conditional_orders.answer(look.view, given) if given else None
    return None if found is None or found.is_lawful else found


def load_saved_answers(services: Services, look: GameView) -> Mapping[str, str]:
    """Saved answers of the viewer by topic."""
    with services.store.read() as work:
        return work.conditional_orders.for_game(look.game.id).get(look.user_id or 0, {})


# ---------------------------------------------------------------------- before saving
def try_answers(services: Services, look: GameView, answers: Answers) -> ConditionalDryRun:
    """Dry run of answers, joined with the saved ones; raises `NotYourSeat`."""
    _require_seat(look)
    wrong = found_in(_answer_refusals(look, answers))
    given = tuple(
        TopicAnswer(one.topic, answers[one.topic.key], one.topic.waits)
        if answers.get(one.topic.key, one.answer) != one.answer
        else one
        for one in list_conditional_orders(services, look)
    )
    if wrong or look.box.conditional_orders is None:
        return ConditionalDryRun(given, wrong, (), ())
    said = {
        one.topic.key: one.answer
        for one in given
        if (one.answer if not one.topic.on_record else one.waits or one.topic.key in answers)
    }
    return ConditionalDryRun(
        given,
        (),
        tuple(look.box.conditional_orders.foreseen(look.view, said)),
        tuple(effects_at_last_question(look, said)),
    )


def effects_at_last_question(look: GameView, said: Answers) -> Iterator[Say]:
    """Sentences for the effect that these answers would have had at the last question of each
    topic.
    """
    standing = look.box.conditional_orders
    if standing is None or look.seat is None:
        return
    answered = {question_of(key) for key, answer in said.items() if answer}
    for topic, number in last_asked(
        look, [topic for topic in standing.titles if topic in answered]
    ).items():
        then = look.history.tables[number]
        found = standing.answer(
            look.box.view(
                then.state, look.history.eyes(look.seat, look.table.seats[look.seat], look.user_id)
            ),
            said,
        )
        title = standing.titles[topic]
        yield (
            say(
                "{topic}, asked last after move {n}: {what}.",
                "{topic}, la última vez tras la jugada {n}: {what}.",
                topic=title,
                n=number,
                what=found.says,
            )
            if found is not None and found.is_lawful
            else say(
                "{topic}, asked last after move {n}: you would have been asked.",
                "{topic}, la última vez tras la jugada {n}: se te habría preguntado.",
                topic=title,
                n=number,
            )
        )


def last_asked(look: GameView, topics: list[str]) -> dict[str, int]:
    """Move after which the seat was last asked and answered, by topic."""
    found: dict[str, int] = {}
    for move in reversed(record.moves_in_force(look.history.moves)):
        if len(found) == len(topics):
            break
        if move.seat == look.seat and move.number > 1:
            asked = look.box.waiting_for(look.history.tables[move.number - 1].state)
            for topic in {
                one.topic for one in asked if one.seat == look.seat and one.topic in topics
            } - {*found}:
                found[topic] = move.number - 1
    return {topic: found[topic] for topic in topics if topic in found}


# ---------------------------------------------------------------------- saving
def save_conditional_orders(
    services: Services,
    address: int | str,
    user_id: int,
    answers: Mapping[str, str],
    command: str = "",
    after: int | None = None,
) -> None:
    """Save conditional answers of a seat; "" deletes one, and missing topics stay unchanged.

    Raises `NoSuchGame`, `NotYourSeat`, `Refused`, and the errors of `orders.declare_order` if the
    box records an answer.
    """
    look = game_view.load_view(services, address, user_id)
    _require_seat(look)
    refuse_if(_answer_refusals(look, answers))
    if look.box.conditional_orders is None:
        return
    given = [
        (one.topic, answers.get(one.topic.key, one.answer))
        for one in list_conditional_orders(services, look)
        if one.waits or one.topic.key in answers
    ]
    last = look.last if after is None else after
    for number, order in enumerate(
        look.box.conditional_orders.ordered(
            look.view, {topic.key: answer for topic, answer in given if not topic.waits}
        )
    ):
        last = orders.declare_order(
            services,
            address,
            user_id,
            f"{command or f'standing:{look.last}'}.{number}",
            last,
            order,
        ).last
    with services.store.write() as work:
        work.games.lock_game(look.game.id)
        work.conditional_orders.save_answers(
            look.game.id,
            user_id,
            {topic.key: _answer_to_save(topic, answer) for topic, answer in given},
        )
        work.commit()


def _answer_to_save(topic: Topic, answer: str) -> str | None:
    """Answer as the database keeps it; None if nothing is kept.

    An answer on the record of the box is only kept while it waits to go there.
    """
    if topic.on_record:
        return answer if topic.waits and answer != topic.given else None
    return answer or None


def delete_conditional_orders(
    services: Services,
    address: int | str,
    user_id: int,
    command: str = "",
    after: int | None = None,
) -> None:
    """Delete all conditional orders of the seat, those too whose topic is not offered now.

    Raises as `save_conditional_orders` does.
    """
    look = game_view.load_view(services, address, user_id)
    given = load_conditional_orders(services, look)
    save_conditional_orders(
        services,
        address,
        user_id,
        {one.topic.key: "" for one in given if one.answer},
        command,
        after,
    )
    past = load_saved_answers(services, look).keys() - {one.topic.key for one in given}
    with services.store.write() as work:
        work.games.lock_game(look.game.id)
        work.conditional_orders.save_answers(look.game.id, user_id, dict.fromkeys(past))
        work.commit()


def _require_seat(look: GameView) -> None:
    if look.seat is None:
        raise NotYourSeat
    refuse_if(orders.not_begun_refusal(look.game))
    refuse_if(table_refusals.still_open(look.box, look.table))


def _answer_refusals(look: GameView, answers: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """CAR-STO-02: A conditional order is one of the offered answers."""
    topics = {topic.key: topic for topic in topics_of(look)}
    unknown = [
        no(
            "CAR-STO-02",
            "Nothing of this kind is answered in advance here.",
            "Aquí no se responde por adelantado a nada de eso.",
        )
        for key in answers
        if key not in topics
    ][:1]
    unread = [
        no(
            "CAR-STO-02",
            "{topic}: that is no answer to it.",
            "{topic}: eso no es una respuesta.",
            topic=topics[key].title_with_scope,
        )
        for key, answer in answers.items()
        if key in topics and not topics[key].is_valid_answer(answer)
    ]
    return found_in(unknown, unread)
