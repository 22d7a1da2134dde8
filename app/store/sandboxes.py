"""Repository of sandboxes, with optimistic locking. A sandbox is visible to its player only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from app.kernel.record import Move, to_json, without_key_mark
from app.store import records, schema
from app.store.driver_statements import DriverStatement
from app.store.repositories import Conflict, Repository, bind

_sandbox = [schema.sandboxes.c[name] for name in records.Sandbox.__struct_fields__]
_own = schema.sandboxes.c
_OF_A_PLAYER = DriverStatement(
    sa.select(*_sandbox)
    .where(_own.user_id == bind("user"), _own.game_id == bind("game"))
    .order_by(_own.id)
)
_step = [schema.sandbox_moves.c[name] for name in ("number", "seat", "order", "events", "rolls")]


class Sandboxes(Repository):
    def add_sandbox(self, **values: Any) -> int:
        return self._add(schema.sandboxes, **values)

    def for_user_at_game(self, game_id: int, user_id: int) -> list[records.Sandbox]:
        """Sandboxes of a user at a game, the oldest first."""
        rows = self._run(_OF_A_PLAYER, {"user": user_id, "game": game_id})
        return [records.Sandbox(*row) for row in rows]

    def for_user(self, user_id: int) -> list[records.Sandbox]:
        """All sandboxes of a user."""
        own = schema.sandboxes.c
        return [
            records.Sandbox(*row)
            for row in self._do(sa.select(*_sandbox).where(own.user_id == user_id).order_by(own.id))
        ]

    def stored_moves(self, sandbox_id: int) -> list[Move]:
        """Stored moves of a sandbox."""
        own = schema.sandbox_moves.c
        query = sa.select(*_step).where(own.sandbox_id == sandbox_id).order_by(own.number)
        return [_stored_step(row) for row in self._do(query)]

    def update_sandbox(self, seen: records.Sandbox, **values: Any) -> None:
        """Change the sandbox; raises `Conflict` if another tab has changed it since it was read."""
        own = schema.sandboxes.c
        query = schema.sandboxes.update().where(own.id == seen.id, own.version == seen.version)
        if self._do(query.values(**values, version=seen.version + 1)).rowcount != 1:
            raise Conflict(f"sandbox {seen.id} has changed")

    def append_step(self, seen: records.Sandbox, step: Move) -> None:
        """Append a move; raises `Conflict`."""
        written = {name: to_json(getattr(step, name)) for name in ("order", "events", "rolls")}
        self._add(
            schema.sandbox_moves, sandbox_id=seen.id, number=step.number, seat=step.seat, **written
        )

    def cut_steps(self, seen: records.Sandbox, last: int) -> None:
        """Delete the moves after number `last`."""
        own = schema.sandbox_moves.c
        self._do(schema.sandbox_moves.delete().where(own.sandbox_id == seen.id, own.number > last))

    def delete_sandbox(self, sandbox_id: int) -> None:
        self._do(schema.sandboxes.delete().where(schema.sandboxes.c.id == sandbox_id))

    def orders_by_sandbox(self, sandbox_ids: Sequence[int]) -> dict[int, list[tuple[str, Any]]]:
        """Seat and order, as given, of every move, by sandbox."""
        own = schema.sandbox_moves.c
        found: dict[int, list[tuple[str, Any]]] = {one: [] for one in sandbox_ids}
        for row in self._do(
            sa.select(own.sandbox_id, own.seat, own.order)
            .where(own.sandbox_id.in_(sandbox_ids))
            .order_by(own.sandbox_id, own.number)
        ):
            found[row.sandbox_id].append(
                (row.seat, msgspec.Raw(without_key_mark(row.order.encode())))
            )
        return found


def _stored_step(row: Any) -> Move:
    """Move of a sandbox as stored; `record.read_move` turns its bytes into values."""
    stored: Any = [msgspec.Raw(one.encode()) for one in (row.order, row.events, row.rolls)]
    order, events, rolls = stored
    return Move(row.number, row.seat, order, events, rolls, f"sandbox:{row.number}", "")
