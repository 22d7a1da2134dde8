"""Errors of an unavailable or full database. The request was not carried out and may be
repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

FULL = ("SQLITE_FULL", "53100")  # of SQLite and of Postgres (disk_full)
OURS = ("SQLITE_ERROR",)  # a faulty statement is a bug and fails at every attempt


class DatabaseUnavailable(Exception):
    """Raised when nothing was written. `is_full` is true if the database can still be read."""

    def __init__(self, why: str, *, is_full: bool = False):
        super().__init__(why)
        self.is_full = is_full


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
        raise DatabaseUnavailable(str(silent.orig), is_full=code in FULL) from silent
