"""Undo of the last move of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.kernel.clock_orders import StoodIn, is_beside
from app.kernel.kept_moves import read_backwards
from app.kernel.record import Move, not_struck
from app.kernel.refusal import Refusal, Refused, no


def taken_back_to(seat: str, past: Sequence[Move]) -> int:
    """CAR-UND-01: a player takes back the own last move, up to the last die, revelation, correction
    or other player's decision.
    """
    return _taken_back_to(seat, not_struck(read_backwards(past)))


def _taken_back_to(seat: str, newest: Iterable[Move]) -> int:
    """Number of the move to which an undo goes back, from the moves that count, newest first."""
    kept = (move for move in newest if not is_beside(move))
    last, before = next(kept, None), next(kept, None)
    if last is None or last.seat != seat:
        raise Refused(
            no("CAR-UND-01", "The last move is not yours.", "La última jugada no es tuya.")
        )
    if any(isinstance(event, StoodIn) for event in last.events):
        raise Refused(
            no(
                "CAR-UND-01",
                "The server decided in your place.",
                "El servidor decidió en tu lugar.",
            )
        )
    if last.rolls or any(
        event.reveals for event in last.events
    ):  # one sentence for both: a roll of dice may be secret
        raise Refused(
            no(
                "CAR-UND-01",
                "The move has rolled dice or revealed something.",
                "La jugada ha tirado dados o revelado algo.",
            )
        )
    return before.number if before is not None else 0


def may_take_back(seat: str, newest: Iterable[Move]) -> Refusal | None:
    """Refusal of `TakeBack`, for the page; None if it is allowed. `newest` are the moves that
    count, the newest first. Few of them are read.
    """
    try:
        _taken_back_to(seat, newest)
    except Refused as refused:
        return refused.refusals[0]
    return None
