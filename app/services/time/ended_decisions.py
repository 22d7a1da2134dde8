"""Decisions with a deadline that have ended, from the clocks of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from app.services.time.time_accounts import ClockMove, TimeAccount
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

Timing = tuple[Sequence[ClockMove], Sequence[Mapping[str, TimeAccount]]]


def ended_decisions(timing: Timing, seat: str) -> Iterator[tuple[int, bool]]:
    """Decisions of a seat that have ended: number of the move, and true if it came in time."""
    happened, accounts = timing
    own = [open_accounts(one.get(seat)) for one in accounts]
    up: set[str] = set()
    for number, (before, after) in enumerate(pairwise(own), start=2):
        for key, account in before.items():
            if account.is_up or happened[number - 1].is_up_for(seat, key):
                up.add(key)
            if key not in after or after[key].since != account.since:
                yield number, key not in up
                up.discard(key)


def open_accounts(account: TimeAccount | None) -> Mapping[str, TimeAccount]:
    """Accounts of the decisions that a seat owes, by key of their clocks."""
    return {} if account is None else account.by_decision()


def count_decisions(
    work: UnitOfWork,
    game: records.Game,
    seats: Sequence[records.Seat],
    history: History,
    first: int = 1,
) -> dict[tuple[int, str], tuple[int, int]]:
    """Decisions in time and all decisions that ended from move `first` on, by user and day (UTC).

    The clocks of the game have been loaded. Moves before an import are left out.
    """
    began_here = game.begun_at <= history.moves[0].made_at
    former: Sequence[records.FormerPlayer] | None = None
    found: dict[tuple[int, str], tuple[int, int]] = {}
    for seat in seats:
        for number, is_in_time in ended_decisions(history.timing, seat.seat):
            made_at = history.moves[number - 1].made_at
            is_here = began_here or made_at > game.begun_at
            if number < first or not is_here or seat.bot:
                continue
            former = work.former.for_game(game.id) if former is None else former
            user_id = _player_at(seat, number, former)
            if user_id is not None:
                in_time, total = found.get((user_id, made_at[:10]), (0, 0))
                found[user_id, made_at[:10]] = (in_time + is_in_time, total + 1)
    return found


def _player_at(
    seat: records.Seat, number: int, former: Sequence[records.FormerPlayer]
) -> int | None:
    """User who held a seat up to a move; None for a deleted account."""
    held = (one.user_id for one in former if one.seat == seat.seat and one.until >= number)
    return next(held, seat.user_id)
