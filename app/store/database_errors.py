"""The database is away, or has no room: what was asked was not done, and may be asked again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

FULL = ("SQLITE_FULL", "53100")  # of SQLite and of Postgres (disk_full)
OURS = (
    "SQLITE_ERROR",
)  # a statement that cannot be carried out is a fault of ours, however often it is tried


class Away(Exception):
    """Nothing was written; `is_full` if it can be read still, but takes nothing more."""

    def __init__(self, why: str, *, is_full: bool = False):
        super().__init__(why)
        self.is_full = is_full


@contextmanager
def away() -> Iterator[None]:
    """Whatever says within this that the database does not answer says so as `Away`."""
    try:
        yield
    except (
        sa.exc.TimeoutError
    ) as waited:  # every connection of the pool is in use, or none can be made
        raise Away(str(waited)) from waited
    except (sa.exc.OperationalError, sa.exc.InterfaceError) as silent:
        code = (
            getattr(silent.orig, "sqlite_errorname", None)
            or getattr(silent.orig, "sqlstate", None)
            or ""
        )
        if code in OURS:
            raise
        raise Away(str(silent.orig), is_full=code in FULL) from silent
