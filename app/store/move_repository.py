"""Moves of games."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from app.kernel.record import Move, to_json
from app.store import schema
from app.store.archives import acts_in_archive, moves_in_archive
from app.store.driver_statements import DriverStatement
from app.store.repositories import Repository, bind

_moves = schema.moves.c


COLUMNS = tuple(_moves[name] for name in Move.__struct_fields__)
_UNHASHED = _moves.number, _moves.step, _moves.made_by


class Moves(Repository):
    _all = sa.select(*COLUMNS).where(_moves.game_id == bind("game"))
    _after = _all.where(_moves.number > bind("after")).order_by(_moves.number)
    _append = DriverStatement(schema.moves.insert())
    _under = _all.where(_moves.command == bind("command"))

    def append_move(self, game_id: int, move: Move, step: str, made_by: int | None) -> None:
        """Append a chained move; raises `Conflict` if its number or command exists."""
        self._run(self._append, {**row_of(game_id, move), "step": step, "made_by": made_by})

    def put_back(self, game_id: int, move: Move) -> None:
        """Replace a recorded move by the one of a backup."""
        texts = {name: to_json(getattr(move, name)) for name in ("order", "events", "rolls")}
        self._do(
            schema.moves.update()
            .where(_moves.game_id == game_id, _moves.number == move.number)
            .values(msgspec.structs.asdict(move) | texts)
        )

    def for_game(self, game_id: int, after: int = 0) -> list[Move]:
        """Moves after number `after`, also of an archived game. Order, events and rolls are the
        stored bytes for `record.read_move`. Raises `Broken` for a damaged archive.
        """
        rows = self._do(self._after, {"game": game_id, "after": after})
        found = [as_written(row) for row in rows]
        return found or moves_in_archive(self._do, game_id)[after:]

    def find_by_command(self, game_id: int, command: str) -> Move | None:
        """Move made by this command, as stored."""
        row = self._do(self._under, {"game": game_id, "command": command}).first()
        if row is not None:
            return as_written(row)
        archived = moves_in_archive(self._do, game_id)
        return next((move for move in archived if move.command == command), None)

    def unhashed_data(self, game_id: int) -> dict[int, tuple[str, int | None]]:
        """Data of moves without a hash, by number: the step of the order, and the account that
        gave it.
        """
        rows = self._do(sa.select(*_UNHASHED).where(_moves.game_id == game_id))
        found = {number: (step, made_by) for number, step, made_by in rows}
        return found or {
            number: (act.step, act.made_by) for number, act in acts_in_archive(self._do, game_id)
        }


def row_of(game_id: int, move: Move) -> dict[str, Any]:
    """Hashed values of a row of `moves`."""
    texts = {name: to_json(getattr(move, name)) for name in ("order", "events", "rolls")}
    return {"game_id": game_id, **msgspec.structs.asdict(move), **texts}


def as_written(row: Any) -> Move:
    """Move of a row of `COLUMNS`, with the stored bytes."""
    number, seat, order, events, rolls, *rest = row
    stored: Any = [msgspec.Raw(one) for one in (order, events, rolls)]  # for `record.read_move`
    return Move(number, seat, *stored, *rest)
