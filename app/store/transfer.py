"""Transfer of a whole database to another one, of either kind.

It is read at one moment, written in one transaction and compared at the end.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from app.store.backup_checks import damages_of
from app.store.checksums import TableSum, TransferRefused, open_snapshot, row_batches, table_sums
from app.store.engine import NO_ADDRESS, UnsafeDatabase, address_of, open_engine
from app.store.migrate import (
    known_migrations,
    migrate_database,
    migrate_on,
    migration_message,
    newest_migration,
    revision_of,
)
from app.store.schema import metadata
from app.store.scratch_copy import temporary_copy

SERVER_TABLES = ("uptime",)
MOST_NAMED = 10  # damages that a refusal names
KINDS = re.compile(r"(sqlite|postgresql\+psycopg)://")


def copy_database(source: str, target: str, *, as_it_stands: bool = False) -> tuple[TableSum, ...]:
    """Copy every row of the database at `source` into the empty one at `target`, completely or not
    at all.

    The source may stay in use; one moment of it is copied. It must stand at the migration of this
    version. With `as_it_stands` it may stand at an older one, which the copy keeps. Numbers of
    deleted games are not reused in the copy. Both sides are checked before anything is written.
    After a failure a new target file is removed. Raises `TransferRefused`.
    """
    for address in (source, target):
        require_address(address)
    _require_club(source, as_it_stands)
    _require_empty(target)
    with _new_target(target), _explained_errors():
        return _copy_all(source, target, as_it_stands)


def _copy_all(source: str, target: str, as_it_stands: bool) -> tuple[TableSum, ...]:
    here, there = open_engine(source), open_engine(target)
    try:
        with (
            open_snapshot(here) as reading,
            there.execution_options(writes=True).begin() as writing,
        ):
            migrate_on(writing, revision := _source_migration(reading, as_it_stands))
            _require_no_rows(writing)
            tables = _tables_at(writing, revision)
            for table in tables:
                if table.name in SERVER_TABLES:
                    writing.execute(table.delete())
                for rows in row_batches(reading, table):
                    writing.execute(table.insert(), rows)
                _copy_counter(reading, writing, table)
            before, after = table_sums(reading, tables), table_sums(writing, tables)
            if before != after:
                raise TransferRefused(
                    "what arrived is not what left: "
                    f"{', '.join(one.table for one, other in zip(before, after, strict=True) if one != other)}"
                )
            return after
    finally:
        here.dispose()
        there.dispose()


def _tables_at(connection: sa.Connection, revision: str) -> list[sa.Table]:
    """Tables of this migration, referenced tables first."""
    known = metadata
    if revision != newest_migration():
        known = sa.MetaData()
        known.reflect(connection)
    return [table for table in known.sorted_tables if table.name != "alembic_version"]


# ---------------------------------------------------------------------- checks before writing
def require_address(address: str) -> None:
    """Raise `TransferRefused` for an invalid address. The message leaves it out, because it may
    hold a password.
    """
    try:
        url = address_of(address) if KINDS.match(address) else None
    except UnsafeDatabase:
        url = None
    if url is None or (
        url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")
    ):
        raise TransferRefused(NO_ADDRESS)


def _file_of(address: str) -> Path | None:
    """File of an SQLite database, which need not exist; None for Postgres."""
    return Path(address.removeprefix("sqlite:///")) if address.startswith("sqlite:///") else None


@contextmanager
def _explained_errors() -> Iterator[None]:
    """Turn database errors into `TransferRefused` with their reason."""
    try:
        yield
    except sa.exc.OperationalError as silent:
        raise TransferRefused(f"a database does not answer: {silent.orig}") from silent
    except sa.exc.DatabaseError as unreadable:
        raise TransferRefused(f"a database cannot be read: {unreadable.orig}") from unreadable


@contextmanager
def _open_for_inspection(address: str) -> Iterator[sa.Connection]:
    """Connection for inspection. A file is opened unchanged, because it may belong to another
    program.

    `open_engine` would switch its journal mode permanently.
    """
    engine = (
        open_engine(address)
        if _file_of(address) is None
        else sa.create_engine(address, hide_parameters=True)
    )
    try:
        with _explained_errors(), open_snapshot(engine) as reading:
            yield reading
    finally:
        engine.dispose()


def _require_club(source: str, as_it_stands: bool) -> None:
    file = _file_of(source)
    if file is not None and not file.is_file():
        raise TransferRefused(f"there is no club at {source}")
    with _open_for_inspection(source) as reading:
        _source_migration(reading, as_it_stands)


def _source_migration(reading: sa.Connection, as_it_stands: bool) -> str:
    """Migration of the source; raises `TransferRefused` if it cannot be copied."""
    was = revision_of(reading)
    if was is None:
        raise TransferRefused("there is no club in the source")
    if was != newest_migration() and not (as_it_stands and was in known_migrations()):
        raise TransferRefused(f"the source: {migration_message(was)}")
    return was


def _require_empty(target: str) -> None:
    """Raise `TransferRefused` unless the target has no rows.

    It may be a database of any version, one without tables, or a file that does not exist yet.
    """
    file = _file_of(target)
    if file is None or file.exists():
        with _open_for_inspection(target) as reading:
            if revision_of(reading) is not None:
                _require_no_rows(reading)
            elif others := sa.inspect(reading).get_table_names():
                raise TransferRefused(
                    "the target is not empty: it has tables of something else, "
                    f"{', '.join(sorted(others))}"
                )


def _require_no_rows(connection: sa.Connection) -> None:
    """Raise `TransferRefused` if a table has rows, in any version of the schema.

    Uptime of a server that was only started does not count.
    """
    names = sorted(
        {*sa.inspect(connection).get_table_names()} - {"alembic_version", *SERVER_TABLES}
    )
    taken = [
        name
        for name in names
        if connection.execute(sa.select(sa.exists().select_from(sa.table(name)))).scalar()
    ]
    if taken:
        raise TransferRefused(f"the target is not empty: there are rows in {', '.join(taken)}")


@contextmanager
def _new_target(target: str) -> Iterator[None]:
    """Remove a new SQLite target file and its side files after a failure."""
    file = _file_of(target)
    if file is None or file.exists():
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        for ending in ("", "-wal", "-shm", "-journal"):
            file.with_name(file.name + ending).unlink(missing_ok=True)
        raise


def _copy_counter(reading: sa.Connection, writing: sa.Connection, table: sa.Table) -> None:
    """Set the row counter of the copy to that of the source."""
    column = table.autoincrement_column
    if column is None or column.foreign_keys:
        return
    last = _last_given(reading, table, column) or 0
    if writing.dialect.name == "sqlite":
        writing.execute(
            sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name}
        )
        writing.execute(
            sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"),
            {"name": table.name, "last": last},
        )
    elif last:
        writing.execute(
            sa.select(sa.func.setval(sa.func.pg_get_serial_sequence(table.name, column.name), last))
        )


def _last_given(connection: sa.Connection, table: sa.Table, column: sa.Column[Any]) -> int | None:
    """Last number that the counter of the column gave; None before the first, and for a column
    without a counter. A reflected key of Postgres does not tell whether it has one.
    """
    if connection.dialect.name == "sqlite":
        return connection.execute(
            sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}
        ).scalar()
    sequence = connection.execute(
        sa.select(sa.func.pg_get_serial_sequence(table.name, column.name))
    ).scalar()
    if sequence is None:
        return None
    return connection.exec_driver_sql(
        f"SELECT CASE WHEN is_called THEN last_value END FROM {sequence}"  # noqa: S608 - a name from the catalogue
    ).scalar()


# ---------------------------------------------------------------------- backups
def back_up(source: str, file: Path) -> tuple[TableSum, ...]:
    """Copy the database at `source`, at its migration, to one SQLite file, completely or not at
    all.

    Only the administrator can read the file. Raises `TransferRefused`, also if the file exists.
    """
    if file.exists():
        raise TransferRefused(f"{file} exists already")
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
        part = Path(folder) / "part.db"
        found = copy_database(source, f"sqlite:///{part}", as_it_stands=True)
        with closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        _flush_to_disk(part)
        part.rename(file)
        _flush_to_disk(file.parent)
    return found


def restore_backup(file: Path, target: str, *, with_damage: bool = False) -> tuple[TableSum, ...]:
    """Load a backup, of this version or an older one, into the empty database at `target`.

    The file stays unchanged. Raises `TransferRefused`, also for broken chains, unknown seats and
    names that are too long, unless `with_damage`.
    """
    with temporary_copy(f"sqlite:///{file}") as copy:
        with _open_for_inspection(copy) as reading:
            if revision_of(reading) is None:
                raise TransferRefused("there is no club in this file")
        with _explained_errors():
            migrate_database(copy)
        if not with_damage:
            _require_sound(copy)
        return copy_database(copy, target)


def _require_sound(address: str) -> None:
    with _open_for_inspection(address) as reading:
        found = list(islice(damages_of(reading), MOST_NAMED))
    if found:
        raise TransferRefused(
            f"the backup is damaged: {'; '.join(found)}. --with-damage restores it as it is"
        )


def _flush_to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
