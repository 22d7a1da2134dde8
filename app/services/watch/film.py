"""Film of a game: the events after a move as scenes, each with one sentence and its reading
time.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil

import msgspec

from app.kernel.event_summary import Item
from app.kernel.table_orders import SeatsExchanged
from app.services.server_clock import current_datetime
from app.services.watch.game_view import GameView

MOST = 300
"""Scenes of a film; earlier ones are left out."""
SHORTEST, PER_LETTER = 1.6, 0.045
"""Seconds that a scene is shown: for its picture, and for each letter of its sentence."""
KEY_PART = 5
"""One scene in so many is marked on the slider, the weightiest first."""

PRESENCE = timedelta(minutes=2)
"""A player whose last order is no older follows the game, and needs no film."""


class Scene(msgspec.Struct, frozen=True):
    """Event of a film. `number` counts from 1, `is_key` marks a weighty event."""

    number: int
    item: Item
    is_key: bool
    seconds: float


def own_deeds_left_out(look: GameView, items: Iterable[Item]) -> tuple[Item, ...]:
    """Events without the orders of the viewer, which the viewer knows; their results stay."""
    mine = own_moves(look)
    return tuple(
        item
        for item in items
        if not (item.deed and item.side == look.viewer.side and item.move in mine)
    )


def own_moves(look: GameView) -> frozenset[int]:
    """Numbers of the moves of the viewer. A player who has exchanged seats made those of the former
    seat, and not those of the present one.
    """
    seat, found = look.seat, set()
    if seat is None:
        return frozenset()
    may_exchange = look.box.card.open_seats is not None
    for move in reversed(look.history.moves):
        if may_exchange:
            for event in reversed(move.events):
                if isinstance(event, SeatsExchanged) and seat in (event.seat, event.other):
                    seat = event.other if seat == event.seat else event.seat
        if move.seat == seat:
            found.add(move.number)
    return frozenset(found)


def is_present(look: GameView) -> bool:
    """Return true if the viewer gave an order a moment ago."""
    if look.seat is None:
        return False
    number = max(own_moves(look), default=0)
    last = look.history.moves[number - 1].made_at if number else ""
    return bool(last) and current_datetime() - datetime.fromisoformat(last) < PRESENCE


def load_scenes(look: GameView, after: int) -> tuple[Scene, ...]:
    """Scenes of the events after move `after`, up to the last move that the viewer may see."""
    if look.table.state is None or not 0 <= after < look.last:
        return ()
    told = own_deeds_left_out(look, look.history.summary_items(after, look.last, look.viewer))
    return scenes_of(told[-MOST:])


def scenes_of(items: tuple[Item, ...]) -> tuple[Scene, ...]:
    weights = sorted((weight_of(item) for item in items), reverse=True)
    least = max(1, weights[ceil(len(items) / KEY_PART) - 1]) if items else 1
    return tuple(
        Scene(number, item, weight_of(item) >= least, seconds_of(item))
        for number, item in enumerate(items, start=1)
    )


def weight_of(item: Item) -> int:
    """Importance of an event: its own, or its losses, or at least that of its dice."""
    return max(item.weight, sum(lost for _, lost in item.lost), int(bool(item.throws)))


def seconds_of(item: Item) -> float:
    """Seconds that the event is shown at single speed."""
    return round(SHORTEST + PER_LETTER * len(item.says.in_("es")), 1)
