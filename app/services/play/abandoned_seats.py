"""Seats whose players have left for good, so that the game may be claimed."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel import table
from app.kernel.contract import Game
from app.kernel.offers import Decision
from app.kernel.refusal import Refusal, no
from app.store import records


def abandoned_seat(
    seats: Sequence[records.Seat],
    side: str,
    box: Game,
    position: table.Table,
) -> records.Seat | None:
    """Seat of another side whose player has left for good and whose side cannot continue; else
    None.

    Only sides that are still in play count.
    """
    if position.state is None:
        return None
    playing, owed = table.in_play(box, position), box.waiting_for(position.state)
    return next(
        (
            seat
            for seat in seats
            if seat.is_left
            and seat.side != side
            and seat.side in playing
            and _stops_its_side(seat, seats, owed)
        ),
        None,
    )


def _stops_its_side(
    seat: records.Seat, seats: Sequence[records.Seat], owed: Sequence[Decision]
) -> bool:
    """True if no other player of the side can make the next decision of the seat, or none is
    left.
    """
    held = {one.seat for one in seats if one.side == seat.side and (one.user_id or one.bot)}
    mine = [one for one in owed if one.seat == seat.seat]
    return not held or any(held.isdisjoint(one.also) for one in mine)


def no_abandoned_seat_refusal() -> Refusal:
    """CAR-LOB-11: A game is claimed from a seat whose player has left for good."""
    return no(
        "CAR-LOB-11",
        "No player has left this game for good.",
        "Ningún jugador se ha ido para siempre de esta partida.",
    )
