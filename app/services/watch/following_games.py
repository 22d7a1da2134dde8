"""Game that follows a finished one: a rematch, or the next season of a contest."""

from __future__ import annotations

from app.services.people.permissions import may_watch
from app.store import records
from app.store.transactions import UnitOfWork


def following_game(
    work: UnitOfWork, game: records.Game, user_id: int | None, *, is_seated: bool
) -> str | None:
    """Address of the rematch or next season of a finished game, for its players and for users who
    may watch it; None for other users and without one.
    """
    again = work.games.rematch_of(game.id) if game.status == "over" else None
    if again is None:
        return None
    is_known = is_seated or may_watch(again, work.seats.for_game(again.id), user_id, again.id)
    return again.address if is_known else None
