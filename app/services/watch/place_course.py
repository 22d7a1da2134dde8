"""Course of the place of a side, as on a ladder: each change with its move and time."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.services.watch.game_view import GameView


class PlaceStep(msgspec.Struct, frozen=True):
    """Place of a side from a move on, 1 for the first. `made_at` is the time of the move."""

    number: int
    made_at: str
    place: int


def place_course(look: GameView, side: str) -> tuple[PlaceStep, ...]:
    """Places of the side, one for each change; () in a game without places that single moves
    change.
    """
    return tuple(_changes(look, side))


def _changes(look: GameView, side: str) -> Iterator[PlaceStep]:
    tables, last = look.history.counted_tables(look.at), 0
    for move in look.history.counted(look.at):
        state = tables[move.number].state
        place = look.box.places(state).get(side, last) if state is not None else last
        if place != last:
            yield PlaceStep(move.number, move.made_at, place)
            last = place
