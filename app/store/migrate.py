"""Bringing a database to the schema of this version. Alembic does it, from `migrations/` at the top
of the house.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.store.engine import Unsafe, open_engine

HOUSE = Path(__file__).parents[2]


def _config() -> Config:
    return Config(HOUSE / "alembic.ini")


@cache
def known() -> tuple[str, ...]:
    """The migrations of this version, the newest first."""
    return tuple(one.revision for one in ScriptDirectory.from_config(_config()).walk_revisions())


def head() -> str:
    """The newest of them."""
    return known()[0]


def revision_of(connection: sa.Connection) -> str | None:
    """The migration at which this database stands; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def unready(was: str | None) -> str:
    """What there is to say of a database that stands at another migration than ours."""
    if was in (None, *known()):
        return f"the database stands at migration {was or 'none'}, this version needs {head()}: python -m app migrate"
    return f"the database stands at migration {was}, which this version does not know: it knows those up to {head()}"


def migrate(url: str, to: str = "head") -> None:
    """Bring the database at `url` to this migration, the newest unless another is named; does
    nothing if it is there already.

    Raises `Unsafe` if it stands at one of a later version.
    """
    with _writing(url) as connection:
        migrate_on(connection, to)


def migrate_on(connection: sa.Connection, to: str = "head") -> None:
    """The same as a part of this transaction: what becomes of it becomes of the tables."""
    if connection.dialect.name == "postgresql":
        # Several processes may start at once; the second waits here and then finds nothing to do.
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(4716)")
    was = revision_of(connection)
    if was == head():
        return
    if was not in (None, *known()):
        raise Unsafe(unready(was))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def furnish(url: str) -> None:
    """Make the tables where there are none at all. A club of an older version is left as it stands:
    bringing it up to date is its keeper's to decide.
    """
    try:
        with _writing(url) as connection:
            if not sa.inspect(connection).get_table_names():
                migrate_on(connection)
    except sa.exc.OperationalError as silent:
        raise Unsafe(f"the database does not answer: {silent.orig}") from silent


@contextmanager
def _writing(url: str) -> Iterator[sa.Connection]:
    engine = open_engine(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            yield connection
    finally:
        engine.dispose()
