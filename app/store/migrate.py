"""Migration of a database to the schema of this version, by Alembic from `migrations/`."""

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
    """Migrations of this version, the newest first."""
    return tuple(one.revision for one in ScriptDirectory.from_config(_config()).walk_revisions())


def head() -> str:
    """Newest migration."""
    return known()[0]


def revision_of(connection: sa.Connection) -> str | None:
    """Migration of this database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def unready(was: str | None) -> str:
    """Message about a database at another migration than the newest."""
    if was in (None, *known()):
        return f"the database stands at migration {was or 'none'}, this version needs {head()}: python -m app migrate"
    return f"the database stands at migration {was}, which this version does not know: it knows those up to {head()}"


def migrate(url: str, to: str = "head") -> None:
    """Migrate the database at `url` to this migration, by default the newest. Do nothing if it is
    up to date.

    Raises `Unsafe` if the database stands at a migration of a later version.
    """
    with _writing(url) as connection:
        migrate_on(connection, to)


def migrate_on(connection: sa.Connection, to: str = "head") -> None:
    """Migrate within the transaction of this connection."""
    if connection.dialect.name == "postgresql":
        # Several processes may start at once. The second one waits here and then finds nothing to
        # do.
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
    """Create the tables in an empty database.

    A database of an older version is left unchanged; the administrator decides about its migration.
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
