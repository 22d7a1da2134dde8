"""Records outlive their code: old events are upcast, and old orders need not be readable."""

import msgspec
import pytest

from app.kernel import headless_games, record, table_orders
from app.kernel.contract import Setup
from app.kernel.dice import (
    MOST_SIDES,
    LoadedDice,
    NoSuchDie,
    Roll,
    SeededDice,
    UnexpectedRoll,
    face_of,
    key_of,
)
from app.kernel.monkey import DeadEnd, any_order
from app.kernel.readjudication import Otherwise, readjudicate_moves
from app.kernel.record import Move, chain_move, read_move, to_json
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Answer, Parry

PARRY = TINY["parry"]
SETUP = Setup("plain", {"red": "red", "blue": "blue"})


def as_written(move):
    raw = {
        name: msgspec.Raw(to_json(getattr(move, name)).encode())
        for name in ("order", "events", "rolls")
    }
    return msgspec.structs.replace(move, **raw)


def test_an_old_kind_of_event_is_brought_up_to_date_and_the_chain_still_holds():
    def renamed(row):
        row["kind"], row["hard"] = "struck", row.pop("with_force")

    class Later(Parry):
        card = msgspec.structs.replace(Parry.card, upcasters={"blow": renamed})

    old = Move(
        1,
        "red",
        None,
        msgspec.Raw(b'[{"kind":"blow","side":"red","with_force":true}]'),
        msgspec.Raw(b"[]"),
        "c",
        "2026",
    )
    old = chain_move(old, "")
    assert record.first_broken([old]) is None
    assert read_move(Later(), old).events[0].hard is True
    with pytest.raises(msgspec.ValidationError):
        read_move(PARRY, old)


def test_an_unreadable_old_order_does_not_stop_a_replay():
    played = headless_games.play_game(PARRY, SETUP, any_order, "seed", 6)
    written = [as_written(move) for move in played.moves]
    written[1] = msgspec.structs.replace(written[1], order=msgspec.Raw(b'{"kind":"of yore"}'))
    moves = [read_move(PARRY, move) for move in written]
    assert record.replay_moves(PARRY, moves) == played.tables[-1]
    found = readjudicate_moves(PARRY, moves, played.tables)
    assert [(one.number, one.why.split(":")[0]) for one in found] == [
        (2, "the order cannot be read any more")
    ]


def test_a_rehearsal_finds_moves_with_another_result_today(monkeypatch):
    played = headless_games.play_game(PARRY, SETUP, any_order, "seed", 9)
    assert readjudicate_moves(PARRY, played.moves, played.tables) == []
    decide = Parry.decide

    def mended(self, state, order, seat, dice):
        if isinstance(order, Answer):
            dice.roll(6, "parry", seat)
        return decide(self, state, order, seat, dice)

    monkeypatch.setattr(Parry, "decide", mended)
    found = readjudicate_moves(PARRY, played.moves, played.tables)
    assert found
    assert all("which was not loaded" in one.why for one in found)


def test_a_rehearsal_continues_after_an_exception_in_a_rule(monkeypatch):
    played = headless_games.play_game(PARRY, SETUP, any_order, "seed", 9)
    decide = Parry.decide

    def broken(self, state, order, seat, dice):
        return (
            {}["no such figure"]
            if isinstance(order, Answer)
            else decide(self, state, order, seat, dice)
        )

    monkeypatch.setattr(Parry, "decide", broken)
    answers = [
        move.number
        for move in played.moves
        if isinstance(record.read_written(PARRY, move.order), Answer)
    ]
    assert answers
    assert readjudicate_moves(PARRY, played.moves, played.tables) == [
        Otherwise(number, "broke down: KeyError: 'no such figure'") for number in answers
    ]


def test_a_false_die_is_found():
    played = headless_games.play_game(PARRY, SETUP, any_order, "seed", 9)
    moves = list(played.moves)
    number = next(n for n, move in enumerate(moves) if move.rolls)
    roll = moves[number].rolls[0]
    lie = msgspec.structs.replace(roll, face=roll.face % 6 + 1)
    moves[number] = msgspec.structs.replace(moves[number], rolls=(lie,))
    assert record.false_dice(b"seed", played.moves) == []
    assert record.false_dice(b"seed", moves) == [(number + 1, 0, lie.face, roll.face)]


@pytest.mark.parametrize("sides", [0, -6, MOST_SIDES + 1, 2**63 + 1, 2**65])
def test_a_die_with_an_impossible_number_of_sides_is_false(sides):
    with pytest.raises(NoSuchDie, match=f"no die of {sides} sides"):
        face_of(b"seed", 1, 0, sides, "shot", "red")
    move = Move(
        3, "red", None, (), (Roll("shot", "red", sides, 0), Roll("shot", "red", 6, 7)), "c", "2026"
    )
    [none, false] = record.false_dice(b"seed", [move])
    assert none == (3, 0, 0, 0) and false[:3] == (3, 1, 7) and 1 <= false[3] <= 6
    assert (
        record.told_of(*none) == "move 3, die 1: 0 on record, but there is no die of so many sides"
    )
    assert record.told_of(*false) == f"move 3, die 2: 7 on record, {false[3]} is true"


def test_a_die_of_as_many_sides_as_there_may_be_falls():
    assert (
        1 <= face_of(b"seed", 1, 0, MOST_SIDES, "shot", "red") <= MOST_SIDES
        and face_of(b"seed", 1, 0, 1, "shot", "red") == 1
    )


def test_dice_depend_on_purpose_owner_move_and_count_alone():
    faces = {
        (move, counter, purpose, of): face_of(b"key", move, counter, 10**9, purpose, of)
        for move in (1, 2)
        for counter in (0, 1)
        for purpose in ("shot", "blow")
        for of in ("a", "b")
    }
    assert len(set(faces.values())) == len(faces)
    dice = SeededDice(b"key", 1)
    assert [dice.roll(10**9, "shot", "a") for _ in range(2)] == [
        faces[1, 0, "shot", "a"],
        faces[1, 1, "shot", "a"],
    ]
    assert key_of("5eed", ["a", "b"]) != key_of("5eed", ["b", "a"])


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_dice_are_fair(sides):
    rolls = 200 * sides
    counts = [0] * sides
    for counter in range(rolls):
        counts[face_of(b"fair", 1, counter, sides, "test", "") - 1] += 1
    chi = sum((count - 200) ** 2 / 200 for count in counts)
    assert chi < sides + 5 * (2 * sides) ** 0.5


def test_loaded_dice_give_the_loaded_faces_and_fail_after_them():
    dice = LoadedDice([Roll("shot", "b", 6, 2), Roll("shot", "a", 6, 5)])
    assert [dice.roll(6, "shot", "a"), dice.roll(6, "shot", "b")] == [5, 2]
    with pytest.raises(UnexpectedRoll):
        dice.roll(6, "shot", "a")
    with pytest.raises(UnexpectedRoll):
        LoadedDice.faces(9).roll(6, "shot")


def test_a_dead_end_is_noticed():
    class Dead(Parry):
        def offers(self, view):
            return []

    with pytest.raises(DeadEnd):
        headless_games.play_game(Dead(), SETUP, any_order, "seed", 9)


def test_moves_taken_back_twice_do_not_count():
    def move(number, seat, *events):
        return Move(number, seat, None, events, (), str(number), "")

    moves = [
        move(1, ""),
        move(2, "red"),
        move(3, "red"),
        move(4, "red", table_orders.TakenBack(2, "red")),
        move(5, "red", table_orders.TakenBack(1, "red")),
        move(6, "red"),
    ]
    assert [one.number for one in record.moves_in_force(moves)] == [1, 6]
    assert [one.number for one in record.moves_in_force(moves[:4])] == [1, 2]
