"""Refusals that every fighting action of the open space shares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.games.africa_1859.activation import (
    in_open_space,
    marked_already,
    not_at_command,
    only_moves,
    own_counters,
    side_of,
)
from app.games.africa_1859.state import War
from app.kernel.refusal import Refusal


def acting_refusals(war: War, keys: Iterable[str], seat: str) -> Iterator[Refusal | None]:
    """Reasons against a fighting action of these counters. Raises `Refused` for unknown ones."""
    counters = tuple(keys)
    own_counters(war, side_of(war, seat), *counters)
    yield in_open_space(war, *counters)
    yield only_moves(war, *counters)
    yield marked_already(war, *counters)
    yield not_at_command(war, seat, counters)
