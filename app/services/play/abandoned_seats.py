"""Seats whose players have left for good, so that the game may be claimed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.kernel.refusal import Refusal, no
from app.store import records


def abandoned_seat(
    seats: Sequence[records.Seat], side: str, playing: Collection[str]
) -> records.Seat | None:
    """Seat of another side whose player has left for good and whose side cannot continue; else
    None.

    `playing` are the sides still in play.
    """
    return next(
        (
            seat
            for seat in seats
            if seat.is_left
            and seat.side != side
            and seat.side in playing
            and (
                seat.owes
                or not any(one.user_id or one.bot for one in seats if one.side == seat.side)
            )
        ),
        None,
    )


def no_abandoned_seat_refusal() -> Refusal:
    """CAR-LOB-11: A game is claimed from a seat whose player has left for good."""
    return no(
        "CAR-LOB-11",
        "No player has left this game for good.",
        "Ningún jugador se ha ido para siempre de esta partida.",
    )
