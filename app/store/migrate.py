"""Migration of a database to the schema of this version, by Alembic from `migrations/`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import sqlalchemy as sa

from app.store.engine import UnsafeDatabase, open_engine

REPOSITORY = Path(__file__).parents[2]


@cache
def known_migrations() -> tuple[str, ...]:
    """Migrations of this version, the newest first, by the numbers of their files.

    A start needs only their names. To load them with Alembic took a twentieth of it.
    """
    files = (REPOSITORY / "migrations" / "versions").glob("[0-9]*_*.py")
    return tuple(sorted((file.name.partition("_")[0] for file in files), reverse=True))


def newest_migration() -> str:
    """Newest migration."""
    return known_migrations()[0]


def revision_of(connection: sa.Connection) -> str | None:
    """Migration of this database; None if it is empty."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql(
        "SELECT version_num FROM alembic_version"
    ).scalar_one_or_none()
    return found


def migration_message(was: str | None) -> str:
    """Message about a database at another migration than the newest."""
    if was in (None, *known_migrations()):
        return f"the database stands at migration {was or 'none'}, this version needs {newest_migration()}: python -m app migrate"
    return f"the database stands at migration {was}, which this version does not know: it knows those up to {newest_migration()}"


def migrate_database(url: str, to: str = "head") -> None:
    """Migrate the database at `url` to this migration, by default the newest. Do nothing if it is
    up to date.

    Raises `UnsafeDatabase` if the database stands at a migration of a later version.
    """
    with _write_connection(url) as connection:
        migrate_on(connection, to)


def migrate_on(connection: sa.Connection, to: str = "head") -> None:
    """Migrate within the transaction of this connection."""
    if connection.dialect.name == "postgresql":
        # Several processes may start at once. The second one waits here and then finds nothing to
        # do.
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(4716)")
    was = revision_of(connection)
    if was == newest_migration():
        return
    if was not in (None, *known_migrations()):
        raise UnsafeDatabase(migration_message(was))
    from alembic import command  # noqa: PLC0415 slow, and an up-to-date database needs none
    from alembic.config import Config  # noqa: PLC0415 as command

    config = Config(REPOSITORY / "alembic.ini")
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def create_schema(url: str) -> None:
    """Create the tables in an empty database.

    A database of an older version is left unchanged; the administrator decides about its migration.
    """
    try:
        with _write_connection(url) as connection:
            if not sa.inspect(connection).get_table_names():
                migrate_on(connection)
    except sa.exc.OperationalError as silent:
        raise UnsafeDatabase(f"the database does not answer: {silent.orig}") from silent


@contextmanager
def _write_connection(url: str) -> Iterator[sa.Connection]:
    engine = open_engine(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            yield connection
    finally:
        engine.dispose()
