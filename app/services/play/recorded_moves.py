"""Moves as they are appended to the record, and the dice of a move."""

from __future__ import annotations

import msgspec

from app.kernel import record
from app.kernel.dice import SeededDice, key_of
from app.kernel.record import Move
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


def append_move(
    work: UnitOfWork,
    game: records.Game,
    story: History,
    move: Move,
    step: str = "",
    made_by: int | None = None,
) -> History:
    """Append the move with its hash to the record."""
    move = record.chained(_as_written(move), story.head)
    work.moves.append(game.id, move, step, made_by)
    return story.and_then([move])


def _as_written(move: Move) -> Move:
    raw = {name: msgspec.Raw(record.canonical(getattr(move, name))) for name in ("events", "rolls")}
    return msgspec.structs.replace(move, **raw)


def dice_of_move(
    work: UnitOfWork, game: records.Game, seats: tuple[records.Seat, ...], number: int
) -> SeededDice:
    return SeededDice(key_of(work.games.seed(game.id), (seat.added for seat in seats)), number)
