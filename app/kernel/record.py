"""Record of a game: one row per move, with its facts, its dice and the hash of the previous row.

A state is the fold of the events. An undo is a move too; the moves that it takes back stay on
record but no longer count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Union

import msgspec

from app.kernel import clock_orders, table, table_orders
from app.kernel.contract import Event, Game, Order
from app.kernel.correction_orders import Corrected, Redecided
from app.kernel.decoding import convert_object, json_decoder
from app.kernel.dice import NoSuchDie, Roll, face_of

_KEYS_AS_GIVEN = b'{"keys":"given",'
"""Beginning of a stored order whose keys keep their sequence; older ones were sorted."""


class Move(msgspec.Struct, frozen=True):
    """One row of the record. `order` is JSON as stored.

    `made_at` is an ISO time in UTC, for people only; the rules never read it.
    """

    number: int
    seat: str
    order: msgspec.Raw
    events: tuple[Any, ...]
    rolls: tuple[Roll, ...]
    command: str
    made_at: str
    before: str = ""
    hash: str = ""


class Broken(Exception):
    """Hash chain is broken at this move. The record is damaged, and the game cannot go on."""

    def __init__(self, number: int, message: str = ""):
        super().__init__(message or f"the record is damaged at move {number}")
        self.number = number


def to_json(value: Any) -> str:
    """JSON with sorted keys and no blanks: events and rolls as they are hashed and stored."""
    return msgspec.json.encode(value, order="sorted").decode()


def as_given(order: Order | Mapping[str, Any]) -> str:
    """JSON of an order with its keys in the given sequence; rules process mappings in that
    sequence.
    """
    return msgspec.json.encode(order).decode()


def stored_order(order: Order) -> msgspec.Raw:
    """JSON of an order as it is stored, hashed and decided: keys as given, with a mark."""
    return msgspec.Raw(_KEYS_AS_GIVEN + msgspec.json.encode(order)[1:])


def keeps_keys(stored: bytes | msgspec.Raw) -> bool:
    """True for a stored order with its keys in the given sequence; false for an older, sorted
    one.
    """
    return bytes(stored).startswith(_KEYS_AS_GIVEN)


def without_blanks(stored: bytes | msgspec.Raw) -> msgspec.Raw:
    """Stored order as it was hashed, without the blanks of a file; an older one with sorted
    keys.
    """
    fields = msgspec.json.decode(stored)
    compact = msgspec.json.encode(fields)
    return msgspec.Raw(compact if keeps_keys(compact) else to_json(fields).encode())


def chain_move(move: Move, before: str) -> Move:
    """Move with its place in the chain: SHA-256 over the previous hash and its own content."""
    placed = msgspec.structs.replace(move, before=before)
    return msgspec.structs.replace(placed, hash=_hash_of(placed))


def fits_chain(move: Move, before: str) -> bool:
    """Return true if the hash of the move is right and it follows the move with hash `before`."""
    return move.before == before and _hash_of(move) == move.hash


def _hash_of(move: Move) -> str:
    bare = msgspec.structs.replace(move, hash="")
    return hashlib.sha256(msgspec.json.encode(bare, order="sorted")).hexdigest()


def first_broken(moves: Iterable[Move]) -> int | None:
    """Number of the first move with a wrong hash or place; None if the chain is whole."""
    before = ""
    for expected, move in enumerate(moves, start=1):
        if move.number != expected or not fits_chain(move, before):
            return expected
        before = move.hash
    return None


_rolls = json_decoder(tuple[Roll, ...])


@cache
def _order_kinds(kinds: tuple[type, ...]) -> Any:
    return Union[(*kinds, *table_orders.ORDERS)]


@cache
def _order_reader(kinds: tuple[type, ...]) -> msgspec.json.Decoder[Any]:
    return json_decoder(_order_kinds(kinds))


@cache
def _event_reader(kinds: tuple[type, ...]) -> msgspec.json.Decoder[Any]:
    one_of: Any = Union[(*kinds, *table_orders.EVENTS)]
    return json_decoder(tuple[one_of, ...])


def read_order(game: Game, raw: str | bytes | Mapping[str, Any]) -> Order:
    """Order from JSON or from a mapping of its fields; raises `msgspec.ValidationError` for a wrong
    shape.
    """
    if isinstance(raw, Mapping):
        converted: Order = convert_object(raw, _order_kinds(game.card.orders))
        return converted
    order: Order = _order_reader(game.card.orders).decode(raw)
    return order


def without_key_mark(stored: bytes | msgspec.Raw) -> bytes:
    """Stored order without the mark about its keys."""
    raw = bytes(stored)
    return b"{" + raw.removeprefix(_KEYS_AS_GIVEN) if keeps_keys(raw) else raw


def read_written(game: Game, stored: bytes | msgspec.Raw) -> Order:
    """Order from its stored form; raises as `read_order` does."""
    return read_order(game, without_key_mark(stored))


def read_events(game: Game, raw: str | bytes) -> tuple[Event, ...]:
    """Events from the record; the upcasters of the box update old kinds."""
    if game.card.upcasters:
        raw = _upcast_rows(game, msgspec.json.decode(raw))
    events: tuple[Event, ...] = _event_reader(game.card.events).decode(raw)
    return tuple(
        _with_line(game, event) if isinstance(event, Corrected) else event for event in events
    )


def _with_line(game: Game, event: Corrected) -> Corrected:
    """Correction with the events of its line decoded."""
    line = tuple(
        msgspec.structs.replace(one, events=read_events(game, to_json(one.events)))
        for one in event.line
    )
    return msgspec.structs.replace(event, line=line)


def _upcast_rows(game: Game, rows: list[dict[str, Any]]) -> bytes:
    for row in rows:
        upcast = game.card.upcasters.get(row["kind"])
        if upcast:
            upcast(row)
    return msgspec.json.encode(rows)


def read_move(game: Game, written: Move) -> Move:
    """Move with decoded events and rolls; `written` holds them as raw JSON.

    The order stays raw: an order of an old kind need not be readable for ever.
    """
    events: Any = written.events
    rolls: Any = written.rolls
    return msgspec.structs.replace(
        written, events=read_events(game, events), rolls=_rolls.decode(rolls)
    )


class CorrectedMove(Move, frozen=True):
    """Move with the facts that a correction gave it. Its hash is that of the stored row."""

    correction: Redecided = Redecided(0)


def correction_in(move: Move) -> Corrected | None:
    """Correction that a move makes; None for any other move."""
    return next((event for event in move.events if isinstance(event, Corrected)), None)


def with_new_facts(move: Move, new: Redecided) -> CorrectedMove:
    """Move with the facts of a correction in place of its own.

    The record sorts the keys of the new order, so its mark about their sequence is dropped.
    """
    order = move.order
    if new.order is not None:
        given = {key: value for key, value in new.order.items() if key != "keys"}
        order = msgspec.Raw(msgspec.json.encode(given))
    return CorrectedMove(
        move.number,
        move.seat,
        order,
        new.events,
        new.rolls,
        move.command,
        move.made_at,
        move.before,
        move.hash,
        new,
    )


def back_to(move: Move) -> int | None:
    """Number of the move that an undo goes back to; None for any other move."""
    return next((event.to for event in move.events if type(event) is table_orders.TakenBack), None)


def in_force(moves: Sequence[Move]) -> list[Move]:
    """Moves with the facts that count now: without undone moves and undos, and after corrections.

    A move that a correction struck is among them, without events of the game.
    """
    kept: list[Move] = []
    for move in moves:
        kept = with_next_move(kept, move)
    return kept


def with_next_move(kept: list[Move], move: Move) -> list[Move]:
    """Moves in force after one more move; the list itself is extended where nothing else
    changes.
    """
    to = back_to(move)
    if to is not None:
        return [one for one in kept if one.number <= to or clock_orders.is_beside(one)]
    correction = correction_in(move)
    if correction is not None:
        new = {one.number: one for one in correction.line}
        kept = [with_new_facts(one, new[one.number]) if one.number in new else one for one in kept]
    kept.append(move)
    return kept


def only_adds(move: Move) -> bool:
    """Return true if the moves before this one keep their facts: no undo and no correction."""
    return back_to(move) is None and correction_in(move) is None


def moves_in_force(moves: Sequence[Move]) -> list[Move]:
    """Moves that count, without undone moves, undos and moves struck by a correction. Acts of the
    clock are never undone.
    """
    return without_struck(in_force(moves))


def without_struck(moves: Iterable[Move]) -> list[Move]:
    """Moves in force without those that a correction struck."""
    return list(not_struck(moves))


def not_struck(moves: Iterable[Move]) -> Iterator[Move]:
    """Moves in force without those that a correction struck, one by one."""
    return (
        move
        for move in moves
        if not (isinstance(move, CorrectedMove) and move.correction.is_struck)
    )


def replay_moves(game: Game, moves: Sequence[Move], until: int | None = None) -> table.Table:
    """Table after move number `until` (the last one if None)."""
    shown = moves if until is None else [move for move in moves if move.number <= until]
    position = table.EMPTY
    for move in in_force(shown):
        position = table.after_all(game, position, move.events)
    return msgspec.structs.replace(position, number=shown[-1].number if shown else 0)


def false_dice(key: bytes, moves: Iterable[Move]) -> list[tuple[int, int, int, int]]:
    """Recorded dice that differ from those of the key.

    Each is (move, number of the die, recorded face, true face or 0 if there is no such die).
    """
    found = []
    for move in moves:
        rolls = move.rolls if isinstance(move.rolls, tuple) else _rolls.decode(move.rolls)
        for counter, roll in enumerate(rolls):
            try:
                true = face_of(key, move.number, counter, roll.sides, roll.purpose, roll.of)
            except NoSuchDie:
                true = 0
            if not true or true != roll.face:
                found.append((move.number, counter, roll.face, true))
    return found


def told_of(move: int, counter: int, face: int, true: int) -> str:
    """False die in words."""
    return f"move {move}, die {counter + 1}: {face} on record, {f'{true} is true' if true else 'but there is no die of so many sides'}"
