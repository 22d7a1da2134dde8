"""Possible key sequences of an order that was stored with sorted keys."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, permutations, product
from typing import Any

import msgspec

from app.kernel import record, wrapped_orders
from app.kernel.contract import Game, Order
from app.kernel.record import Move

MOST = 120
"""Largest number of sequences to try."""
Place = tuple[str | int, ...]
Keys = Mapping[Place, tuple[str, ...]]


def mappings_of(game: Game, stored: bytes) -> dict[Place, tuple[str, ...]]:
    """Keys of each mapping with two or more entries in a stored order, by its path.

    Raises as `record.read_order` does.
    """
    return dict(_mappings_in(_with_decoded_parts(game, record.read_written(game, stored)), ()))


def possible_sequences(keys: Keys) -> int:
    """Number of sequences in which these keys may have been given."""
    return math.prod(math.factorial(len(one)) for one in keys.values())


def likely_sequences(keys: Keys, move: Move) -> Iterator[Keys]:
    """Sequences in which the recorded events name the keys; then all others, if they are few."""
    events = [record.to_json(event) for event in move.events]
    named = (
        {place: _as_named(one, "".join(events[first:])) for place, one in keys.items()}
        for first in range(len(events))
    )
    few = possible_sequences(keys) <= MOST
    every = product(*(permutations(one) for one in keys.values())) if few else ()
    seen: list[Keys] = [dict(keys)]  # as stored
    for found in chain(named, (dict(zip(keys, one, strict=True)) for one in every)):
        if found not in seen:
            seen.append(found)
            yield found


def in_sequence(stored: bytes, keys: Keys) -> bytes:
    """Stored order with the keys of its mappings in this sequence."""
    return msgspec.json.encode(_with_keys_arranged(msgspec.json.decode(stored), keys, ()))


def in_words(keys: Keys) -> str:
    """Mappings with their keys in sequence."""
    return "; ".join(
        f"{'.'.join(map(str, place))} {', '.join(names)}" for place, names in keys.items()
    )


def _as_named(keys: Iterable[str], text: str) -> tuple[str, ...]:
    def place(key: str) -> int:
        found = text.find(record.to_json(key))
        return found if found >= 0 else len(text)

    return tuple(sorted(keys, key=place))


def _with_decoded_parts(game: Game, order: Any) -> Order:
    """Order in which the inner orders are decoded too."""
    if order.__struct_config__.tag not in wrapped_orders.HOLDING:
        opened: Order = order
        return opened
    inner = wrapped_orders.as_read(game, order.order)
    outer: Order = msgspec.structs.replace(order, order=_with_decoded_parts(game, inner))
    return outer


def _mappings_in(value: Any, place: Place) -> Iterator[tuple[Place, tuple[str, ...]]]:
    if isinstance(value, Mapping) and len(value) > 1:
        yield place, tuple(value)
    for name, inner in _parts_of(value):
        yield from _mappings_in(inner, (*place, name))


def _parts_of(value: Any) -> Iterable[tuple[str | int, Any]]:
    if isinstance(value, msgspec.Struct):
        return ((name, getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, Mapping):
        return value.items()
    return enumerate(value) if isinstance(value, (list, tuple)) else ()


def _with_keys_arranged(value: Any, keys: Keys, place: Place) -> Any:
    if isinstance(value, dict):
        names = keys.get(place, value)
        return {name: _with_keys_arranged(value[name], keys, (*place, name)) for name in names}
    if isinstance(value, list):
        return [
            _with_keys_arranged(inner, keys, (*place, number)) for number, inner in enumerate(value)
        ]
    return value
