"""Read-only copy of a Postgres database, for anonymous visitors.

A read uses the copy only if the copy is complete up to a certain moment. That moment is the
beginning of the request, or a later change that this process has heard of. So a page is never older
than an event that its visitor received, nor older than the key of a cache.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import sqlalchemy as sa

from app.store.database_errors import DatabaseUnavailable, translate_errors
from app.store.engine import LINK, open_engine

log = logging.getLogger(__name__)

REPLICA_LINK = LINK | {"connect_timeout": 2, "tcp_user_timeout": 3_000}
FAR_BEHIND = 16 * 2**20  # bytes of the write-ahead log
PAUSE_FAR_BEHIND, PAUSE_SILENT = 1.0, 10.0  # seconds in which the copy is not asked


class ReplicaFailed(Exception):
    """Raised when the copy failed within a read. The request may be repeated on the primary."""


class AnonymousRequest:
    """Request of an anonymous visitor. It reads from the copy until `is_over`."""

    def __init__(self) -> None:
        self.began, self.is_over = time.monotonic(), False


ANONYMOUS_REQUEST: ContextVar[AnonymousRequest | None] = ContextVar(
    "anonymous_request", default=None
)
"""Request whose reads may use the copy; None for members, workers and commands."""


class Replica:
    """Copy that follows the primary. It is asked for its position before it is read."""

    def __init__(self, url: str, primary: sa.Engine):
        self._engine, self._primary = open_engine(url, REPLICA_LINK), primary
        self._checking = threading.Lock()
        self._changed_at = self._confirmed_at = self._pauses_until = 0.0

    def note_change(self) -> None:
        """Read from the copy only when it has the change that this process has just heard of."""
        self._changed_at = time.monotonic()

    def may_answer(self, request: AnonymousRequest) -> bool:
        """True if the copy shows all that this request must not miss."""
        needed = max(request.began, self._changed_at)
        if self._confirmed_at >= needed:
            return True
        if time.monotonic() < self._pauses_until or not self._checking.acquire(blocking=False):
            return False
        try:
            return self._check() >= needed
        finally:
            self._checking.release()

    def _check(self) -> float:
        """Ask both databases, and return the moment up to which the copy is complete."""
        asked_at = time.monotonic()
        position = self._position()
        try:
            behind = self._bytes_behind(position)
        except DatabaseUnavailable:
            self._pause(PAUSE_SILENT)
            return 0.0
        if behind <= 0:
            self._confirmed_at = asked_at
        elif behind > FAR_BEHIND:
            self._pauses_until = time.monotonic() + PAUSE_FAR_BEHIND
        return self._confirmed_at

    def _position(self) -> str:
        """Position of the primary in its log; raises `DatabaseUnavailable`."""
        asked = sa.select(sa.func.pg_current_wal_flush_lsn().cast(sa.Text))
        with translate_errors(), self._primary.connect() as connection:
            alone = connection.execution_options(isolation_level="AUTOCOMMIT")
            return str(alone.execute(asked).scalar_one())

    def _bytes_behind(self, position: str) -> float:
        """Bytes of the log that the copy has not replayed; raises `DatabaseUnavailable`. A server
        that follows none has infinitely many, for example after a failover.
        """
        asked = sa.text(
            "SELECT pg_wal_lsn_diff(CAST(:position AS pg_lsn), pg_last_wal_replay_lsn())"
            " WHERE pg_is_in_recovery()"
        )
        with translate_errors(), self._engine.connect() as connection:
            alone = connection.execution_options(isolation_level="AUTOCOMMIT")
            found = alone.execute(asked, {"position": position}).scalar()
        if found is None:
            self._engine.dispose()  # new connections look for a copy
            return float("inf")
        return float(found)

    def _pause(self, seconds: float) -> None:
        self._pauses_until, self._confirmed_at = time.monotonic() + seconds, 0.0
        log.warning(
            "the copy of the database does not answer; the primary is read for %g s", seconds
        )

    @contextmanager
    def connect(self) -> Iterator[sa.Connection]:
        """Transaction on one moment of the copy; raises `ReplicaFailed`."""
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        try:
            with (
                translate_errors(),
                self._engine.connect().execution_options(**options) as connection,
            ):
                yield connection
        except DatabaseUnavailable as failed:
            self._pause(PAUSE_SILENT)
            raise ReplicaFailed from failed

    def close(self) -> None:
        self._engine.dispose()
