"""Statements of an act that reads a snapshot without the write lock: those that read, with their
rows, and those that write.

They run later under the lock. If the reading statements find the same rows, the act would do the
same again, so its writing statements are valid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, cast

import sqlalchemy as sa
from sqlalchemy.sql import visitors

from app.store.repositories import Repository

Parameters = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None


class NeedsLock(Exception):
    """Raised by an act that reads what it has written, or needs the answer to a kept statement."""


class Outdated(Exception):
    """Raised if rows that the act has read have changed. Nothing was written."""


class KeptWrite:
    """Answer to a statement that is kept: its key, if the statement names it."""

    def __init__(self, statement: sa.UpdateBase, parameters: Parameters):
        self._statement, self._parameters = statement, parameters

    @property
    def inserted_primary_key(self) -> tuple[Any, ...]:
        """Key of an inserted row. Raises `NeedsLock` if the database gives it."""
        table, values = self._statement.table, self._parameters
        names = [column.name for column in cast("sa.Table", table).primary_key]
        if not isinstance(values, Mapping) or not set(names) <= values.keys():
            raise NeedsLock
        return tuple(values[name] for name in names)

    def __getattr__(self, _: str) -> NoReturn:
        raise NeedsLock


class OptimisticConnection:
    """Stands for a connection: reads a snapshot, and keeps what the act writes."""

    def __init__(self, connection: sa.Connection):
        self.dialect = connection.dialect
        self._connection = connection
        self.reads: list[tuple[sa.Executable, Parameters, list[tuple[Any, ...]]]] = []
        self.writes: list[tuple[sa.Executable, Parameters]] = []
        self._written: set[sa.FromClause] = set()
        self._needs_lock = False

    def execute(self, statement: sa.Executable, parameters: Parameters = None) -> Any:
        """Run a statement that reads, or keep one that writes. Raises `NeedsLock`."""
        if isinstance(statement, sa.UpdateBase):
            return self._keep(statement, parameters)
        if self._written & tables_of(statement):
            self._refuse()
        found = self._connection.execute(statement, parameters).freeze()
        self.reads.append((statement, parameters, [tuple(row) for row in found.data]))
        return found()

    def _keep(self, statement: sa.UpdateBase, parameters: Parameters) -> KeptWrite:
        if isinstance(statement, sa.Delete) or statement._returning:  # noqa: SLF001 - no public name
            self._refuse()  # a deletion may reach rows of other tables
        self._written.add(statement.table)
        self.writes.append((statement, parameters))
        return KeptWrite(statement, parameters)

    def _refuse(self) -> NoReturn:
        """The act may catch this error; its commit raises it again."""
        self._needs_lock = True
        raise NeedsLock

    def end_reading(self) -> None:
        """Leave the snapshot. Raises `NeedsLock` if the act met it before."""
        if self._needs_lock:
            raise NeedsLock
        self._connection.rollback()


class KeptStatements(Repository):
    """Statements of another unit of work, run under the lock."""

    def write(self, seen: OptimisticConnection) -> None:
        """Write what the act has written. Raises `Outdated` if it has read other rows than there
        are now, or if a new row exists already.
        """
        for statement, parameters, rows in seen.reads:
            if [tuple(row) for row in self._do(statement, parameters)] != rows:
                raise Outdated
        try:
            for statement, parameters in seen.writes:
                self._do(statement, parameters)
        except sa.exc.IntegrityError as collision:
            raise Outdated from collision


def tables_of(statement: sa.Executable) -> set[sa.FromClause]:
    """Tables that a statement reads."""
    parts = visitors.iterate(cast("sa.ClauseElement", statement))
    return {one for one in parts if isinstance(one, sa.Table)}
