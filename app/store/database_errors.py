"""Errors of an unavailable or full database. The request was not carried out and may be
repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

import sqlalchemy as sa

FULL = ("SQLITE_FULL", "53100")  # of SQLite and of Postgres (disk_full)
R = TypeVar("R")
OURS = ("SQLITE_ERROR",)  # a faulty statement is a bug and fails at every attempt


class DatabaseUnavailable(Exception):
    """Raised when nothing was written. `is_full` is true if the database can still be read,
    `was_cut` if only the connection was lost, so that a new one may work.
    """

    def __init__(self, why: str, *, is_full: bool = False, was_cut: bool = False):
        super().__init__(why)
        self.is_full, self.was_cut = is_full, was_cut


UNREAD_LOGIN: ContextVar[DatabaseUnavailable | None] = ContextVar("unread_login", default=None)
"""Error of a request whose log-in could not be read. Its transactions raise it again, because a
member must not get the page of a stranger.
"""


def refuse_without_login() -> None:
    """Raise `DatabaseUnavailable` in a request whose log-in could not be read."""
    unread = UNREAD_LOGIN.get()
    if unread is not None:
        raise unread


def repeat_if_cut(read: Callable[[], R]) -> R:
    """Result of a read. If its connection was lost, it is repeated once, with a new connection."""
    try:
        return read()
    except DatabaseUnavailable as away:
        if not away.was_cut:
            raise
    return read()


@contextmanager
def unless_full() -> Iterator[None]:
    """Leave out a write beside a read, such as the time of the last visit, while the disk is
    full.
    """
    try:
        yield
    except DatabaseUnavailable as unavailable:
        if not unavailable.is_full:
            raise


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn errors of an unavailable database into `DatabaseUnavailable`."""
    try:
        yield
    except (
        sa.exc.TimeoutError
    ) as waited:  # every connection of the pool is in use, or none can be made
        raise DatabaseUnavailable(str(waited)) from waited
    except (sa.exc.OperationalError, sa.exc.InterfaceError) as silent:
        code = (
            getattr(silent.orig, "sqlite_errorname", None)
            or getattr(silent.orig, "sqlstate", None)
            or ""
        )
        if code in OURS:
            raise
        raise DatabaseUnavailable(
            str(silent.orig), is_full=code in FULL, was_cut=silent.connection_invalidated
        ) from silent
