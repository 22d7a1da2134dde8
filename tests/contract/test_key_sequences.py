"""Decisions use the stored order: the keys of a mapping count in the order given, on record too."""

import msgspec
import pytest

from app.kernel import clock_orders, headless_games, record, table_orders
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.key_sequences import in_sequence, likely_sequences, mappings_of
from app.kernel.readjudication import Otherwise, readjudicate_moves
from app.kernel.stored_orders import decided_as_stored
from tests.contract.marching import FIGURES, March, Marching, march
from tests.contract.tiny.parry import Strike

GAME = Marching()
SETUP = Setup("plain", {"red": "red", "blue": "blue"})


def played(order=None):
    """Game of one move after its beginning, as stored."""
    found = headless_games.play_game(GAME, SETUP, lambda *_: order or march(), "seed", 2)
    return found.tables, stored(found.moves)


def stored(moves):
    """Moves as read from a database."""
    return [
        record.read_move(
            GAME,
            msgspec.structs.replace(
                move,
                events=msgspec.Raw(record.to_json(move.events).encode()),
                rolls=msgspec.Raw(record.to_json(move.rolls).encode()),
            ),
        )
        for move in moves
    ]


def as_before(moves):
    """Same moves in the older form: sorted keys, no mark, a chain of their own."""
    found, head = [], ""
    for move in moves:
        plain = record.to_json(msgspec.json.decode(record.without_key_mark(move.order)))
        older = msgspec.structs.replace(move, order=msgspec.Raw(plain.encode()))
        found.append(record.chain_move(older, head))
        head = found[-1].hash
    return found


def named(move):
    return [event.figure for event in move.events]


@pytest.mark.parametrize("figures", [FIGURES, tuple(sorted(FIGURES)), ("m1", "m10"), ("m10", "m1")])
def test_a_mapping_is_carried_out_in_the_order_given_and_so_it_stands_on_record(figures):
    tables, moves = played(march(*figures))
    assert named(moves[-1]) == list(figures)
    assert list(record.read_written(GAME, moves[-1].order).inches) == list(figures)
    assert record.first_broken(moves) is None and readjudicate_moves(GAME, moves, tables) == []


def test_an_order_with_another_sequence_is_another_order():
    one, other = (played(march(*figures))[1][-1] for figures in (FIGURES, FIGURES[::-1]))
    assert one.hash != other.hash and one.events != other.events


def test_the_order_that_is_decided_is_the_one_that_is_stored():
    """A bot may give a whole number for a decimal one: on record it is a decimal one."""
    given = March({"m1": 3})
    events = decided_as_stored(
        GAME, played()[0][1], record.stored_order(given), "red", SeededDice(b"seed", 2)
    )
    assert msgspec.json.encode(events[0].inches) == b"3.0"


@pytest.mark.parametrize(
    "hold",
    [
        lambda given: table_orders.AnswerAhead(given, "blow"),
        lambda given: table_orders.SaidMeanwhile(given, {}),
        lambda given: clock_orders.StandIn(given, "seat", "2026"),
        lambda given: table_orders.SaidMeanwhile(
            msgspec.to_builtins(clock_orders.StandIn(given, "seat", "2026")), {}
        ),
    ],
)
def test_an_order_inside_another_one_keeps_its_keys(hold):
    position = played()[0][1]
    kept = record.stored_order(hold(msgspec.to_builtins(march())))
    events = decided_as_stored(GAME, position, kept, "red", SeededDice(b"seed", 2))
    assert [event.figure for event in events if hasattr(event, "figure")] == list(FIGURES)
    assert list(mappings_of(GAME, kept).values()) == [FIGURES]


def test_a_rehearsal_takes_no_order_that_was_not_stored():
    tables, moves = played()
    with pytest.raises(TypeError, match="move 2: the order is not as it was stored"):
        readjudicate_moves(
            GAME, [moves[0], msgspec.structs.replace(moves[1], order=march())], tables
        )


def test_an_order_on_record_that_says_less_than_was_given_is_found_out():
    tables, moves = played()
    sorted_keys = msgspec.json.encode(march(*sorted(FIGURES)))[1:]
    less = msgspec.structs.replace(moves[1], order=msgspec.Raw(b'{"keys":"given",' + sorted_keys))
    found = readjudicate_moves(GAME, [moves[0], less], tables)
    assert [(one.number, one.sorted_keys) for one in found] == [(2, False)]


def test_an_older_record_holds_and_replays_and_its_sequence_is_found():
    tables, moves = played()
    older = as_before(moves)
    assert not any(record.keeps_keys(move.order) for move in older)
    assert record.first_broken(older) is None
    assert record.replay_moves(GAME, older) == tables[-1]
    assert readjudicate_moves(GAME, older, tables) == [
        Otherwise(
            2,
            "stored before game format 2: the keys of a mapping were sorted. "
            "As on record in this sequence: inches m2, m10, m1",
            sorted_keys=True,
        )
    ]


def test_an_older_record_whose_keys_were_given_sorted_is_not_listed():
    tables, moves = played(march(*sorted(FIGURES)))
    assert readjudicate_moves(GAME, as_before(moves), tables) == []


@pytest.mark.parametrize("order", [march(), march("m1"), Strike(hard=False)])
def test_an_older_record_with_another_result_in_every_sequence_is_listed(order, monkeypatch):
    tables, moves = played(order)
    decide = Marching.decide
    monkeypatch.setattr(Marching, "decide", lambda *given: [*decide(*given), *decide(*given)])
    for kept in (moves, as_before(moves)):
        found = readjudicate_moves(GAME, kept, tables)
        assert found and not any(one.sorted_keys for one in found)


def test_of_several_mappings_each_sequence_is_tried_that_the_events_do_not_name():
    order = March({"m2": 1.0, "m1": 2.0}, {"b": 1, "a": 2})
    _, moves = played(order)
    [older] = as_before(moves)[1:]
    keys = mappings_of(GAME, bytes(older.order))
    assert keys == {("inches",): ("m1", "m2"), ("turned",): ("a", "b")}
    tried = [in_sequence(bytes(older.order), one) for one in likely_sequences(keys, older)]
    assert len(tried) == len(set(tried)) == 3 and bytes(older.order) not in tried
    assert b'{"inches":{"m2":1.0,"m1":2.0},"kind":"march","turned":{"b":1,"a":2}}' in tried


def test_no_order_has_a_field_by_the_name_of_the_mark(every_order):
    assert not any("keys" in order.__struct_fields__ for order in every_order)


@pytest.fixture
def every_order():
    from app.games import shelf

    return [*table_orders.ORDERS, *(order for box in shelf().values() for order in box.card.orders)]
