"""Tests of every box with conditional orders. A new box gets them by itself."""

import copy
import itertools

import msgspec
import pytest

from app.kernel import table, table_decisions, table_orders
from app.kernel.record import read_order, to_json
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from tests.contract.test_contract import dice, rules_of, spoken

MOST = 40


def view_of(box, position, seat):
    return box.view(position.state, Viewer(seat, position.seats[seat]))


def asked(box, games):
    """Positions in which a seat owes a decision that may be answered in advance."""
    found = (
        (position, decision)
        for game in games
        for position in game.tables[1:]
        if table.table_outcome(box, position) is None
        for decision in box.waiting_for(position.state)
        if decision.topic
    )
    return list(itertools.islice(found, MOST))


def every_answer(topics):
    """Each answer to each topic alone, and the first answers to all topics."""
    for topic in topics:
        for choice in topic.choices:
            yield {topic.key: choice.value}
    yield {topic.key: topic.choices[0].value for topic in topics if topic.choices}


@pytest.mark.slow
def test_topics_read_the_answers_that_they_offer(box, games, positions):
    for position, _ in positions:
        for seat in position.seats:
            topics = (
                box.conditional_orders.topics(view_of(box, position, seat))
                if box.conditional_orders
                else ()
            )
            assert len({topic.key for topic in topics}) == len(topics)
            for topic in topics:
                spoken(topic.title)
                assert (
                    topic.rule in rules_of(box)
                    and topic.is_valid_answer("")
                    and topic.is_valid_answer(topic.given)
                    and not topic.is_valid_answer("nobody-knows-it")
                )
                assert set(topic.bears_on) <= {one.key for one in topics} | {
                    *box.conditional_orders.titles
                }
                for choice in topic.choices:
                    spoken(choice.title)
                    assert (
                        topic.is_valid_answer(choice.value)
                        and choice.value == choice.value.strip()
                        and topic.in_words(choice.value)
                    )
        assert (
            not box.conditional_orders
            or box.conditional_orders.topics(box.view(position.state, SPECTATOR)) == ()
        )
    for _, decision in asked(box, games):
        assert decision.topic in box.conditional_orders.titles


def plain(order):
    """Order as a client sends it."""
    return msgspec.json.decode(msgspec.json.encode(order))


@pytest.mark.slow
def test_only_the_seat_that_owes_the_decision_may_give_the_answer(box, games):
    said = set()
    for position, decision in asked(box, games):
        view = view_of(box, position, decision.seat)
        owing = {one.seat for one in box.waiting_for(position.state)}
        assert box.conditional_orders.answer(view, {}) is None
        for given in every_answer(box.conditional_orders.topics(view)):
            found = box.conditional_orders.answer(view, given)
            assert found == box.conditional_orders.answer(copy.deepcopy(view), given)
            for other in {*position.seats} - owing:
                assert box.conditional_orders.answer(view_of(box, position, other), given) is None
            if found is not None:
                said.add(found.topic)
                spoken(found.says)
                assert found.topic in {
                    one.topic
                    for one in box.waiting_for(position.state)
                    if one.seat == decision.seat
                }
                if not found.is_lawful:
                    with pytest.raises(Refused) as refused:
                        table_decisions.decide_on(box, position, found.order, decision.seat, dice())
                    assert refused.value.refusals == found.no
                    continue
                order = table_orders.AnswerAhead(plain(found.order), found.topic)
                first, *events = table_decisions.decide_on(
                    box, position, order, decision.seat, dice()
                )
                assert first == table_orders.AnsweredAhead(decision.seat, found.topic)
                assert tuple(events) == tuple(
                    table_decisions.decide_on(box, position, found.order, decision.seat, dice())
                )
                assert read_order(box, to_json(order)) == order
    if box.conditional_orders and box.conditional_orders.titles:
        assert said


@pytest.mark.slow
def test_a_preview_of_answers_is_text_and_changes_nothing(box, positions):
    if box.conditional_orders is None:
        return
    for position, _ in positions[::3]:
        kept = copy.deepcopy(position.state)
        for seat in position.seats:
            view = view_of(box, position, seat)
            for given in every_answer(box.conditional_orders.topics(view)):
                for says in box.conditional_orders.foreseen(view, given):
                    spoken(says)
        assert position.state == kept


def test_answers_on_the_record_of_the_box_can_be_deleted(box, positions):
    for position, _ in positions if box.conditional_orders else ():
        for seat in position.seats:
            view = view_of(box, position, seat)
            for topic in box.conditional_orders.topics(view):
                if not topic.on_record or topic.waits:
                    continue
                assert box.conditional_orders.ordered(view, {topic.key: topic.given}) == ()
                after = position
                for answer in (
                    next((one.value for one in topic.choices if one.value != topic.given), ""),
                    "",
                ):
                    orders = box.conditional_orders.ordered(
                        view_of(box, after, seat), {topic.key: answer}
                    )
                    assert all(isinstance(order, box.conditional_orders.orders) for order in orders)
                    events = [
                        event
                        for order in orders
                        for event in box.decide(after.state, order, seat, dice())
                    ]
                    if seat not in {
                        one.seat
                        for one in box.waiting_for(table.after_all(box, after, events).state)
                    }:
                        break  # the conditional order answered at once
                    after = table.after_all(box, after, events)
                    now = {
                        one.key: one.given
                        for one in box.conditional_orders.topics(view_of(box, after, seat))
                    }
                    assert now.get(topic.key, answer) == answer
                break


def test_a_secret_answer_is_recorded_with_the_next_move_and_hidden_from_others(box, positions):
    for position, _ in positions[::3] if box.conditional_orders else ():
        for seat in position.seats:
            topics = [
                topic
                for topic in box.conditional_orders.topics(view_of(box, position, seat))
                if topic.key in box.conditional_orders.in_secret
            ]
            others = [
                SPECTATOR,
                *(
                    Viewer(one, side)
                    for one, side in position.seats.items()
                    if side != position.seats[seat]
                ),
            ]
            for topic in topics:
                assert topic.on_record and not topic.is_open
                said = {
                    topic.key: next(
                        (one.value for one in topic.choices if one.value != topic.given), ""
                    )
                }
                events = box.conditional_orders.recorded(position.state, seat, said)
                assert events and not box.conditional_orders.recorded(
                    position.state, seat, {topic.key: topic.given}
                )
                assert not any(
                    box.wording(position.state, event, other)
                    for event in events
                    for other in others
                )
                after = table.after_all(box, position, events)
                assert {
                    one.key: one.given
                    for one in box.conditional_orders.topics(view_of(box, after, seat))
                }[topic.key] == said[topic.key]
                assert not box.conditional_orders.recorded(after.state, seat, said)
                assert all(
                    to_json(box.view(after.state, other))
                    == to_json(box.view(position.state, other))
                    for other in others
                )
