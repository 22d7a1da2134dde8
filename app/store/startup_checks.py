"""Checks at the start: an unsafe or outdated database is refused."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.engine import UnsafeDatabase
from app.store.migrate import migration_message, newest_migration, revision_of

OLDEST_SQLITE = (3, 35)
OLDEST_POSTGRES = 13


def check_safe(engine: sa.Engine) -> None:
    """Raise `UnsafeDatabase` unless a reported commit survives a crash and the schema is the one of
    this version.
    """
    try:
        with engine.connect() as connection:
            found = (
                _sqlite_faults(connection)
                if engine.dialect.name == "sqlite"
                else _postgres_faults(connection)
            )
            found += _schema_faults(connection)
    except sa.exc.OperationalError as silent:
        raise UnsafeDatabase(f"the database does not answer: {silent.orig}") from silent
    if found:
        raise UnsafeDatabase("; ".join(found))


def _sqlite_faults(connection: sa.Connection) -> list[str]:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}
    faults = [
        f"SQLite runs with {name}={found[name]}, {name}={value} is needed"
        for name, value in wanted.items()
        if found[name] != value
    ]
    version = engine_version(connection)
    if version < OLDEST_SQLITE:
        faults.append(
            f"SQLite {'.'.join(map(str, version))} is too old, "
            f"{'.'.join(map(str, OLDEST_SQLITE))} is needed"
        )
    return faults


def _postgres_faults(connection: sa.Connection) -> list[str]:
    faults = []
    for name in ("fsync", "synchronous_commit", "full_page_writes"):
        value = connection.exec_driver_sql(f"SHOW {name}").scalar()
        if value == "off":
            faults.append(f"Postgres runs with {name}=off and could lose moves; set it to on")
    version = engine_version(connection)
    if version[0] < OLDEST_POSTGRES:
        faults.append(f"Postgres {version[0]} is too old, {OLDEST_POSTGRES} is needed")
    return faults


def engine_version(connection: sa.Connection) -> tuple[int, ...]:
    """Numbers of the version of the database server; (0,) if it does not say."""
    known = connection.dialect.server_version_info or ()
    return tuple(int(part) for part in known if isinstance(part, int)) or (0,)


def _schema_faults(connection: sa.Connection) -> list[str]:
    was = revision_of(connection)
    return [] if was == newest_migration() else [migration_message(was)]
