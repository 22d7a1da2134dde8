"""Optimistic transactions on SQLite, whose write lock keeps all other writers out.

An act reads a snapshot without the lock, and its writing statements are kept. Its commit takes the
lock and compares what the act has read with the present rows. If they are the same, the kept
statements run and are committed. Otherwise nothing is written, and the act begins again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import sqlalchemy as sa

from app.store.database_errors import translate_errors
from app.store.kept_statements import NeedsLock, OptimisticConnection, Outdated
from app.store.transactions import Store, UnitOfWork

ATTEMPTS = 2
"""Attempts without the lock. After them the act runs under it."""
Answer = TypeVar("Answer")


class OptimisticWork(UnitOfWork):
    """Repositories on a snapshot. The commit takes the lock and writes; the unit ends with it."""

    def __init__(self, store: Store, connection: sa.Connection):
        self._seen = OptimisticConnection(connection)
        super().__init__(cast("sa.Connection", self._seen), store.zone)
        self._store = store

    def commit(self) -> None:
        """Write and commit; on return everything written is on disk. Raises `Outdated`."""
        self._seen.end_reading()
        with self._store.write() as work:
            work.kept_statements.write(self._seen)
            work.commit()


def write_optimistically(store: Store, act: Callable[[UnitOfWork], Answer]) -> Answer:
    """Answer of an act that writes and commits at its end. Only its writing holds the lock, unless
    its rows change at each attempt, or it reads what it has written. On Postgres the act locks rows
    itself.
    """
    for _ in range(ATTEMPTS if store.is_sqlite else 0):
        try:
            with translate_errors(), store.engine.connect() as connection:
                return act(OptimisticWork(store, connection))
        except NeedsLock:
            break
        except Outdated:
            continue
    with store.write() as work:
        work.may_release = False
        return act(work)
