"""Server orders that contain another order."""

from __future__ import annotations

from typing import Any

import msgspec

from app.kernel.clock_orders import StandIn
from app.kernel.contract import Game, Order
from app.kernel.decoding import json_decoder
from app.kernel.record import read_order
from app.kernel.table_orders import AnswerAhead, ByReferee, SaidMeanwhile, TakeSeat


class _Kind(msgspec.Struct):
    kind: str
    order: msgspec.Raw = msgspec.Raw()


_KIND = json_decoder(_Kind)
HOLDING = frozenset(
    order.__struct_config__.tag
    for order in (AnswerAhead, ByReferee, SaidMeanwhile, StandIn, TakeSeat)
)
"""Kinds of platform order that contain another order."""


def as_read(game: Game, order: Any) -> Order:
    """Inner order, decoded if it is still in its stored form."""
    return order if isinstance(order, Order) else read_order(game, order)


def unwrapped_order(written: bytes) -> bytes:
    """Stored order without the platform orders that contain it."""
    found = _KIND.decode(written)
    while found.kind in HOLDING:
        written = bytes(found.order)
        found = _KIND.decode(written)
    return written
