"""Standing orders of a seat: shown, tried out, kept and struck out. What they answer is fired by
`app.services.play.conditional_answers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from app.kernel import record, table
from app.kernel.conditional_orders import Answers, Topic
from app.kernel.refusal import Refusal, found_in, insist, no
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.errors import NotYourSeat
from app.services.play import orders
from app.services.watch import game_view
from app.services.watch.game_view import Look


class Given(msgspec.Struct, frozen=True):
    """A topic, and what the seat answers to it in advance: "" if it is asked. `waits`: that counts
    from the next move on, which puts it on record.
    """

    topic: Topic
    answer: str
    waits: bool = False

    @property
    def is_given(self) -> bool:
        return bool(self.answer)

    @property
    def in_words(self) -> tuple[Say, ...]:
        return self.topic.in_words(self.answer) if self.answer else ()


class Tried(msgspec.Struct, frozen=True):
    """What standing orders would be if they were saved, and what they would come to: now, and when
    each question was asked last.
    """

    given: tuple[Given, ...]
    no: tuple[Refusal, ...]
    foreseen: tuple[Say, ...]
    lately: tuple[Say, ...]


def of(services: Services, look: Look) -> tuple[Given, ...]:
    """The standing orders of the viewer's own seat, as they are now; nothing where there is no such
    seat, or nothing to answer in advance.
    """
    topics = topics_of(look)
    kept = _kept(services, look) if topics else {}
    return tuple(
        Given(topic, kept.get(topic.key, topic.given), topic.on_record and topic.key in kept)
        for topic in topics
    )


def shown(services: Services, look: Look) -> tuple[Given, ...]:
    """The same for somebody who asks for them alone; raises `NotYourSeat`, and `Refused` before the
    beginning and after the end.
    """
    _may(look)
    return of(services, look)


def topics_of(look: Look) -> tuple[Topic, ...]:
    """What the viewer may answer in advance now."""
    if (
        look.seat is None
        or not look.is_now
        or look.view is None
        or look.outcome is not None
        or look.box.standing is None
    ):
        return ()
    return tuple(look.box.standing.topics(look.view))


def _kept(services: Services, look: Look) -> dict[str, str]:
    with services.store.read() as work:
        return work.standing_orders.of(look.game.id).get(look.user_id or 0, {})


# ---------------------------------------------------------------------- before saving
def tried(services: Services, look: Look, answers: Answers) -> Tried:
    """A dry run of some answers together with those that are kept; raises `NotYourSeat`."""
    _may(look)
    wrong = found_in(_refusals(look, answers))
    given = tuple(
        Given(one.topic, answers[one.topic.key], one.topic.waits)
        if answers.get(one.topic.key, one.answer) != one.answer
        else one
        for one in of(services, look)
    )
    if wrong or look.box.standing is None:
        return Tried(given, wrong, (), ())
    said = {
        one.topic.key: one.answer
        for one in given
        if (one.answer if not one.topic.on_record else one.waits or one.topic.key in answers)
    }
    return Tried(
        given, (), tuple(look.box.standing.foreseen(look.view, said)), tuple(lately(look, said))
    )


def lately(look: Look, said: Answers) -> Iterator[Say]:
    """What these would have answered when each question was put to the seat last."""
    standing = look.box.standing
    for topic, number in last_asked(
        look, [topic for topic in standing.titles if said.get(topic)]
    ).items():
        then = look.story.tables[number]
        found = standing.answer(
            look.box.view(
                then.state, look.story.eyes(look.seat, look.table.seats[look.seat], look.user_id)
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
            if found is not None
            else say(
                "{topic}, asked last after move {n}: you would have been asked.",
                "{topic}, la última vez tras la jugada {n}: se te habría preguntado.",
                topic=title,
                n=number,
            )
        )


def last_asked(look: Look, topics: list[str]) -> dict[str, int]:
    """By topic the move after which the seat was asked about it last and answered."""
    found: dict[str, int] = {}
    for move in reversed(record.standing(look.story.moves)):
        if len(found) == len(topics):
            break
        if move.seat == look.seat and move.number > 1:
            asked = look.box.waiting_for(look.story.tables[move.number - 1].state)
            for topic in {
                one.topic for one in asked if one.seat == look.seat and one.topic in topics
            } - {*found}:
                found[topic] = move.number - 1
    return {topic: found[topic] for topic in topics if topic in found}


# ---------------------------------------------------------------------- saving
def put(
    services: Services,
    address: int | str,
    user_id: int,
    answers: Mapping[str, str],
    command: str = "",
    after: int | None = None,
) -> None:
    """From now on the seat answers in advance as is said here, "" strikes out; topics that are not
    named stay as they are.

    Raises `NoSuchGame`, `NotYourSeat`, `Refused`, and what `play.declare` raises where the box
    keeps an answer on its record.
    """
    look = game_view.look(services, address, user_id)
    _may(look)
    insist(_refusals(look, answers))
    if look.box.standing is None:
        return
    given = [
        (one.topic, answers.get(one.topic.key, one.answer))
        for one in of(services, look)
        if one.waits or one.topic.key in answers
    ]
    last = look.last if after is None else after
    for number, order in enumerate(
        look.box.standing.ordered(
            look.view, {topic.key: answer for topic, answer in given if not topic.waits}
        )
    ):
        last = orders.declare(
            services,
            address,
            user_id,
            f"{command or f'standing:{look.last}'}.{number}",
            last,
            order,
        ).last
    with services.store.write() as work:
        work.games.lock(look.game.id)
        work.standing_orders.put(
            look.game.id, user_id, {topic.key: _to_keep(topic, answer) for topic, answer in given}
        )
        work.commit()


def _to_keep(topic: Topic, answer: str) -> str | None:
    """What the house keeps of an answer, None if nothing: of one that stands on the record of the
    box only what waits to go there.
    """
    if topic.on_record:
        return answer if topic.waits and answer != topic.given else None
    return answer or None


def strike_out(services: Services, address: int | str, user_id: int) -> None:
    """Ask the seat everything again; raises as `put` does."""
    given = shown(services, game_view.look(services, address, user_id))
    put(services, address, user_id, {one.topic.key: "" for one in given if one.answer})


def _may(look: Look) -> None:
    if look.seat is None:
        raise NotYourSeat
    insist(orders.begun(look.game))
    insist(table.still_open(look.box, look.table))


def _refusals(look: Look, answers: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """CAR-STO-02: a standing order is one of the answers on offer."""
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
            topic=topics[key].title,
        )
        for key, answer in answers.items()
        if key in topics and not topics[key].reads(answer)
    ]
    return found_in(unknown, unread)
