"""Who sits where, and who may look at a game."""

from __future__ import annotations

from collections.abc import Sequence

from app.store import records


def seat_of(seats: Sequence[records.Seat], user_id: int | None) -> records.Seat | None:
    """The seat that the user holds."""
    return next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)


def may_watch(
    game: records.Game, seats: Sequence[records.Seat], user_id: int | None, address: int | str
) -> bool:
    """Whoever sits here may; others if spectators are let in, at a private game only those who know
    its token.
    """
    if seat_of(seats, user_id):
        return True
    return _is_known(game, address) and (game.spectators or game.status == "open")


def may_look(
    game: records.Game,
    seats: Sequence[records.Seat],
    user_id: int | None,
    address: int | str,
    former: records.Former | None,
) -> bool:
    """Whoever may watch may, and a `former` player, of whatever he saw."""
    return former is not None or may_watch(game, seats, user_id, address)


def may_hear(
    game: records.Game,
    seats: Sequence[records.Seat],
    user_id: int | None,
    former: records.Former | None,
) -> bool:
    """Whether the hall of a game is open to the user: to its players, `former` ones too, once it is
    over, to others who may watch it at any time.
    """
    return game.status == "over" or (seat_of(seats, user_id) is None and former is None)


def _is_known(game: records.Game, address: int | str) -> bool:
    return not game.is_private or str(address) == game.token
