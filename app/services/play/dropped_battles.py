"""Tables of battles that their long game has dropped, for example by a correction: they are closed
without a result.

The caller has locked the long game, and commits.
"""

from __future__ import annotations

from app.kernel import record
from app.kernel.battle_results import DropBattle
from app.kernel.record import Move
from app.kernel.stored_orders import decided_as_stored
from app.services.container import Services, current_time, require_game
from app.services.play import stored_positions
from app.services.play.recorded_moves import append_move, dice_of_move
from app.store import records
from app.store.transactions import UnitOfWork

COMMAND = "dropped"
"""Command of the last move of such a table."""


def close_table(
    services: Services, work: UnitOfWork, table: records.Game
) -> tuple[records.Game, ...]:
    """CAR-BAT-07: End a running table; returns it as it is now, or nothing if it has ended."""
    locked = work.games.lock_game(table.id)
    if locked is None or locked.status != "running":
        return ()
    seats = work.seats.for_game(locked.id)
    history = services.histories.of(work, services.box(locked), locked)
    dice = dice_of_move(work, locked, seats, locked.number + 1)
    stored = record.stored_order(DropBattle())
    events = decided_as_stored(history.box, history.now, stored, "", dice, history.moves)
    name = history.on_record(COMMAND, "")
    move = Move(locked.number + 1, "", stored, events, tuple(dice.rolls), name, current_time())
    history = append_move(work, locked, history, move)
    stored_positions.store_position(work, locked, seats, history, move)
    return (require_game(work.games.find_game(locked.id)),)


def release_key(work: UnitOfWork, game_id: int, battle: str) -> None:
    """Rename the battle of a closed table, so that a battle that returns has a new one."""
    work.child_battles.rename_dropped(game_id, battle)
