"""Opening a database so that nothing acknowledged is lost, and refusing one that would lose it."""
from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import event

OLDEST_SQLITE = (3, 35)
OLDEST_POSTGRES = 13


class Unsafe(Exception):
    """The database could lose an acknowledged move, or is not ready; the message says what to do."""


def open_engine(url: str) -> sa.Engine:
    """An engine for `sqlite:///file` or `postgresql+psycopg://...`, with the settings that the record needs."""
    address = sa.make_url(url)
    if address.get_backend_name() != "sqlite":
        return sa.create_engine(address, pool_pre_ping=True, pool_size=10, max_overflow=20)
    if not address.database or address.database == ":memory:":
        raise Unsafe("games need a file: sqlite:///var/caracole.db")
    Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(address, pool_size=20, max_overflow=40)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection, _record) -> None:
    connection.isolation_level = None            # the driver opens no transaction of its own: `_begin_sqlite` does
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def check_safe(engine: sa.Engine) -> None:
    """Raise `Unsafe` unless a commit that was reported survives a crash and the schema is the one this house expects."""
    with engine.connect() as connection:
        found = _sqlite_faults(connection) if engine.dialect.name == "sqlite" else _postgres_faults(connection)
        found += _schema_faults(connection)
    if found:
        raise Unsafe("; ".join(found))


def _sqlite_faults(connection: sa.Connection) -> list[str]:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}
    faults = [f"SQLite runs with {name}={found[name]}, {name}={value} is needed"
              for name, value in wanted.items() if found[name] != value]
    version = engine_version(connection)
    if version < OLDEST_SQLITE:
        faults.append(f"SQLite {'.'.join(map(str, version))} is too old, {'.'.join(map(str, OLDEST_SQLITE))} is needed")
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
    return connection.dialect.server_version_info or (0,)


def _schema_faults(connection: sa.Connection) -> list[str]:
    from app.store.migrate import head, revision_of

    at, wanted = revision_of(connection), head()
    if at == wanted:
        return []
    return [f"the database stands at migration {at or 'none'}, this version needs {wanted}: python -m app migrate"]
