"""Database engines with settings that lose no acknowledged write."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import ConnectionPoolEntry

from app.store.driver_statements import run_text

PATIENCE = 8  # seconds to wait for a connection of the pool, and for the server
LINK: dict[str, Any] = {
    "connect_timeout": PATIENCE,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    "options": "-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2",
}
"""Settings of every Postgres connection. A dead connection is given up within half a minute.
Postgres gives up a silent host within four seconds, and with it the locks of its transactions.
"""
# seconds of rest after which a connection is tested before use
RESTED = 5.0

NO_ADDRESS = "the address of a database is sqlite:///file or postgresql+psycopg://user@host/name"


class UnsafeDatabase(Exception):
    """Raised if the database could lose an acknowledged move or is not ready. The message tells the
    remedy.
    """


def open_engine(url: str, link: Mapping[str, Any] = LINK) -> sa.Engine:
    """Engine for `sqlite:///file` or `postgresql+psycopg://...`, with the settings that the record
    needs. `link` are the settings of a Postgres connection.
    """
    address = address_of(url)
    if address.get_backend_name() != "sqlite":
        engine = sa.create_engine(
            address,
            pool_size=10,
            max_overflow=20,
            pool_timeout=PATIENCE,
            connect_args=dict(link),
            hide_parameters=True,
        )
        event.listen(engine, "handle_error", _primary_message_only)
        event.listen(engine, "checkin", _mark_returned)
        event.listen(engine, "checkout", _test_rested)
        return engine
    if not address.database or address.database == ":memory:":
        raise UnsafeDatabase("games need a file: sqlite:///var/caracole.db")
    Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(address, pool_size=20, max_overflow=40, hide_parameters=True)
    event.listen(engine, "do_connect", _create_private_file)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def address_of(url: str) -> sa.URL:
    """Parsed address; raises `UnsafeDatabase` without the address, which may hold a password."""
    try:
        return sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise UnsafeDatabase(NO_ADDRESS) from None


def _primary_message_only(context: sa.engine.ExceptionContext) -> None:
    """Reduce a Postgres error to its primary message.

    The full message has the whole row with chats, addresses and hashes, which must not be logged.
    """
    said, wrapped = context.original_exception, context.sqlalchemy_exception
    if isinstance(said, psycopg.Error) and said.diag.message_primary:
        if wrapped is not None:
            wrapped.args = (str(wrapped.args[0]).replace(str(said), said.diag.message_primary),)
        said.args = (said.diag.message_primary,)


def _mark_returned(_connection: Any, record: ConnectionPoolEntry) -> None:
    record.info["rests_since"] = time.monotonic()


def _test_rested(connection: Any, record: ConnectionPoolEntry, _: Any) -> None:
    """Test a rested connection and replace it if the server is gone.

    If the server went away within the last `RESTED` seconds, the request fails with
    `DatabaseUnavailable`.
    """
    if time.monotonic() - record.info.get("rests_since", math.inf) <= RESTED:
        return
    try:
        connection.execute("")
        connection.rollback()
    except psycopg.Error as gone:
        raise sa.exc.InvalidatePoolError from gone


def _create_private_file(_dialect: Any, _record: Any, arguments: list[Any], _more: Any) -> None:
    """Create a new SQLite file with rights for its owner only, because it holds secrets.

    The files that SQLite puts beside it get the same rights.
    """
    with suppress(OSError):  # SQLite reports by itself why no file can be made
        if not (file := Path(arguments[0])).exists():
            file.touch(0o600)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver opens no transaction; `_begin_sqlite` does
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    run_text(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")
