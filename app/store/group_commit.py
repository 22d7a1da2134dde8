"""Group commit on SQLite: orders of several games share one commit, and so one wait for the disk.

The threads that write take turns at one transaction. A thread that has finished its order leaves
the commit to the next one, as long as another waits. No thread continues before the commit that
contains its order. One thread may record many orders in its turn (`shared_turns`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import sqlalchemy as sa

from app.store.database_errors import DatabaseUnavailable, translate_errors
from app.store.driver_statements import run_text
from app.store.shared_turns import SharedTurn, own_turn

MOST = 32  # orders in one commit
LONGEST = 0.05  # seconds in which orders join a commit
MOST_WAITING = 24  # waiting orders that let other requests of the server begin


def _keep_place() -> None:
    """Do nothing: default outside of a request."""


ON_WAIT: ContextVar[Callable[[], object]] = ContextVar("on_wait", default=_keep_place)
"""Called when an order begins to wait. The server then lets another request begin."""


class Group:
    """Orders that share a commit. `size` of them are written."""

    def __init__(self, connection: sa.Connection):
        self.connection, self.size = connection, 0
        self.done = threading.Event()
        self.error: Exception | None = None
        self._until = time.monotonic() + LONGEST

    def may_grow(self) -> bool:
        """True if the commit may wait for one more order."""
        return self.error is None and self.size < MOST and time.monotonic() < self._until

    def close(self) -> None:
        """Commit what is written, or remember the error for all orders of the group."""
        try:
            with translate_errors():
                if self.size and self.error is None:
                    self.connection.commit()
        except Exception as error:  # noqa: BLE001 - each order of the group raises it
            self.error = error
        finally:
            self._release()
            self.done.set()

    def _release(self) -> None:
        """Roll back what is not committed. After an error the connection is closed."""
        try:
            if self.error is not None:
                self.connection.invalidate(self.error)
                self.connection.close()
            else:
                self.connection.rollback()
        except sa.exc.SQLAlchemyError as error:
            self.error = self.error or error

    def check(self) -> None:
        """Raise `DatabaseUnavailable` if the commit failed, so that nothing was written."""
        if self.error is not None:
            is_full = isinstance(self.error, DatabaseUnavailable) and self.error.is_full
            raise DatabaseUnavailable(str(self.error), is_full=is_full) from self.error


class Member:
    """Part of one order in a group. Unless it is written, nothing of it is kept."""

    def __init__(self, group: Group):
        self.group, self.is_written = group, False
        # The first order needs no savepoint: without it there is no group.
        self._has_savepoint = group.size > 0
        if self._has_savepoint:
            run_text(group.connection, "SAVEPOINT member")

    def write(self) -> None:
        """Keep the changes of this order for the commit."""
        if self._has_savepoint:
            run_text(self.group.connection, "RELEASE member")
        self.group.size += 1
        self.is_written = True

    def undo(self) -> None:
        """Take back the changes of this order alone. If the database has lost the whole
        transaction, all orders of the group fail.
        """
        if not self._has_savepoint:
            return  # `Group.close` rolls back
        try:
            run_text(self.group.connection, "ROLLBACK TO member")
            run_text(self.group.connection, "RELEASE member")
        except sa.exc.SQLAlchemyError as error:
            self.group.error = error


class WriterQueue:
    """Turns of the threads that write to an SQLite file, which has one writer."""

    def __init__(self, engine: sa.Engine):
        self._engine = engine
        self._turn, self._counting = threading.Lock(), threading.Lock()
        self._queued, self._waiting = 0, 0
        self._group: Group | None = None
        # Its own connection; taking one from the pool for each order took a twentieth of it.
        self._connection: sa.Connection | None = None

    def close(self) -> None:
        """Close the connection of the groups."""
        with self._turn:
            self._close_group()
            if self._connection is not None:
                self._connection.close()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Turn for a transaction with a connection of its own. An open group is committed first."""
        shared = own_turn()
        (shared or self).take_turn()
        try:
            self._close_group()
            yield
        finally:
            if shared is None:
                self._turn.release()

    @contextmanager
    def together(self) -> Iterator[tuple[sa.Connection, Callable[[], None], Callable[[], bool]]]:
        """Turn for an order: the connection, its commit, and a fact, true while others share the
        transaction. Raises `DatabaseUnavailable` if the commit fails.

        An order that is refused waits for the commit too, because its refusal may rest on it.
        """
        shared = own_turn()
        (shared or self).take_turn(is_order=True)
        try:
            group = self._open_group()
            member = Member(group)
        except BaseException:
            self._close_group()
            if shared is None:
                self._turn.release()
            raise

        def commit() -> None:
            member.write()
            self._leave(group, shared)

        try:
            yield group.connection, commit, lambda: group.size > 0
        finally:
            if not member.is_written:
                member.undo()
                self._leave(group, shared)

    def take_turn(self, *, is_order: bool = False) -> None:
        """Wait for the turn. An order that waits lets other requests begin."""
        with self._counting:
            self._queued += 1
        if not is_order:
            self._turn.acquire()
        elif not self._turn.acquire(blocking=False):
            with self._wait():
                self._turn.acquire()
        with self._counting:
            self._queued -= 1

    def may_grow(self) -> bool:
        """True if another order may join the open group."""
        return self._group is not None and self._group.may_grow()

    def end_turn(self) -> None:
        """Commit the open group, and pass the turn on."""
        self._close_group()
        self._turn.release()

    def _open_group(self) -> Group:
        if self._group is None:
            if self._connection is None or self._connection.closed:
                self._connection = self._engine.connect().execution_options(writes=True)
            self._group = Group(self._connection)
        return self._group

    def _close_group(self) -> None:
        group, self._group = self._group, None
        if group is not None:
            group.close()

    def _leave(self, group: Group, shared: SharedTurn | None) -> None:
        """End the turn. The thread commits the group, or waits for a thread that does."""
        if shared is not None and group.size:
            shared.wait()
        elif shared is not None:
            self._close_group()  # nothing of a refused order may reach the next one
        elif group.size and self._queued and group.may_grow():
            self._turn.release()
            with self._wait():
                group.done.wait()
        elif group.size:
            with self._wait():
                self.end_turn()
        else:
            self.end_turn()
        group.check()

    @contextmanager
    def _wait(self) -> Iterator[None]:
        """Time in which an order only waits. At most `MOST_WAITING` let other requests begin, so
        that threads remain for them.
        """
        with self._counting:
            self._waiting += 1
            is_few = self._waiting <= MOST_WAITING
        if is_few:
            ON_WAIT.get()()
        try:
            yield
        finally:
            with self._counting:
                self._waiting -= 1
