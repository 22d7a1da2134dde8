"""Carrying a whole club from one database to another, of either kind: read at one moment, written in one transaction, compared at the end."""
from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import sqlalchemy as sa

from app.store.engine import open_engine
from app.store.migrate import head, migrate, revision_of
from app.store.schema import metadata

BATCH = 500
MODULUS = 1 << 256


class NotCarried(Exception):
    """Nothing was written; the message says why."""


class Sum(msgspec.Struct, frozen=True):
    """What a table holds: how many rows, and one digest of them all, whatever their order and whatever the database."""

    table: str
    rows: int
    digest: str


def carry(source: str, target: str) -> tuple[Sum, ...]:
    """Copy every row of the database at `source` into the empty one at `target`, which is brought up to date first.

    The source stands at this version's migration and may go on working: what is copied is one moment of it. The numbers of deleted games are not given again
    there either. Raises `NotCarried`.
    """
    migrate(target)
    here, there = open_engine(source), open_engine(target)
    try:
        with moment(here) as reading, there.execution_options(writes=True).begin() as writing:
            if revision_of(reading) != head():
                raise NotCarried(f"the source stands at migration {revision_of(reading) or 'none'}, this version needs {head()}: python -m app migrate")
            taken = [table.name for table in metadata.sorted_tables if writing.execute(sa.select(sa.exists().select_from(table))).scalar()]
            if taken:
                raise NotCarried(f"the target is not empty: there are rows in {', '.join(taken)}")
            for table in metadata.sorted_tables:
                for rows in batches(reading, table):
                    writing.execute(table.insert(), rows)
                _go_on_counting(reading, writing, table)
            before, after = sums(reading), sums(writing)
            if before != after:
                raise NotCarried(f"what arrived is not what left: {', '.join(one.table for one, other in zip(before, after, strict=True) if one != other)}")
            return after
    finally:
        here.dispose()
        there.dispose()


@contextmanager
def moment(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection to which the database stands still."""
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**options) as connection:
        yield connection


def batches(connection: sa.Connection, table: sa.Table) -> Iterator[list[dict]]:
    """The rows of a table, those first to which others of it refer."""
    found = connection.execution_options(yield_per=BATCH).execute(sa.select(table).order_by(*table.primary_key))
    for rows in found.mappings().partitions(BATCH):
        yield [dict(row) for row in rows]


def sums(connection: sa.Connection) -> tuple[Sum, ...]:
    """The sum of every table."""
    return tuple(_sum(connection, table) for table in metadata.sorted_tables)


def _sum(connection: sa.Connection, table: sa.Table) -> Sum:
    count = total = 0
    for rows in batches(connection, table):
        for row in rows:
            written = json.dumps([row[column.name] for column in table.columns], ensure_ascii=False)
            total = (total + int.from_bytes(hashlib.sha256(written.encode()).digest())) % MODULUS
            count += 1
    return Sum(table.name, count, f"{total:064x}")


def _go_on_counting(reading: sa.Connection, writing: sa.Connection, table: sa.Table) -> None:
    """The next row of the copy gets the number that it would have got here."""
    column = table.autoincrement_column
    if column is None or column.foreign_keys:
        return
    last = _last_given(reading, table, column) or 0
    if writing.dialect.name == "sqlite":
        writing.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        writing.execute(sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), {"name": table.name, "last": last})
    elif last:
        writing.execute(sa.select(sa.func.setval(sa.func.pg_get_serial_sequence(table.name, column.name), last)))


def _last_given(connection: sa.Connection, table: sa.Table, column: sa.Column) -> int | None:
    if connection.dialect.name == "sqlite":
        return connection.execute(sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}).scalar()
    sequence = connection.execute(sa.select(sa.func.pg_get_serial_sequence(table.name, column.name))).scalar()
    return connection.exec_driver_sql(f"SELECT CASE WHEN is_called THEN last_value END FROM {sequence}").scalar()      # noqa: S608 a name from the catalogue


def back_up(source: str, file: Path) -> tuple[Sum, ...]:
    """The club of `source` as one SQLite file, whole or not there at all. Raises `NotCarried`, also if there is such a file."""
    if file.exists():
        raise NotCarried(f"{file} exists already")
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
        part = Path(folder) / "part.db"
        found = carry(source, f"sqlite:///{part}")
        with closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")         # one file, without a log beside it
        _onto_disk(part)
        part.rename(file)
        _onto_disk(file.parent)
    return found


def restore(file: Path, target: str) -> tuple[Sum, ...]:
    """Put a backup, of this version or an older one, into the empty database at `target`. The file stays as it is. Raises `NotCarried`."""
    with copy_of(f"sqlite:///{file}") as copy:
        return carry(copy, target)


@contextmanager
def copy_of(source: str) -> Iterator[str]:
    """The address of a copy, brought up to date, on which anything may be tried; it is gone afterwards. Raises `NotCarried`."""
    with tempfile.TemporaryDirectory(prefix="caracole-") as folder:
        copy = Path(folder) / "copy.db"
        address = f"sqlite:///{copy}"
        if source.startswith("sqlite:///"):
            file = Path(source.removeprefix("sqlite:///"))
            if not file.is_file():
                raise NotCarried(f"there is no file {file}")
            try:
                with closing(sqlite3.connect(file)) as there, closing(sqlite3.connect(copy)) as here:
                    there.backup(here)
            except sqlite3.DatabaseError as unreadable:
                raise NotCarried(f"{file} is no database: {unreadable}") from unreadable
            migrate(address)
        else:
            carry(source, address)
        yield address


def _onto_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
