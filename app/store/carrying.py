"""Carrying a whole club from one database to another, of either kind: read at one moment, written in one transaction, compared at the end."""
from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from app.store.engine import open_engine
from app.store.migrate import head, migrate, revision_of
from app.store.schema import metadata
from app.store.sums import NotCarried, Sum, batches, moment, sums
from app.store.twin import twin_of


def carry(source: str, target: str) -> tuple[Sum, ...]:
    """Copy every row of the database at `source` into the empty one at `target`, which is brought up to date first.

    The source stands at this version's migration and may go on working: what is copied is one moment of it. The numbers of deleted games are not given again
    there either. Raises `NotCarried`.
    """
    if source.startswith("sqlite:///") and not Path(source.removeprefix("sqlite:///")).is_file():
        raise NotCarried(f"there is no club at {source}")
    here, there = open_engine(source), open_engine(target)
    try:
        migrate(target)
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
    except sa.exc.OperationalError as silent:
        raise NotCarried(f"a database does not answer: {silent.orig}") from silent
    finally:
        here.dispose()
        there.dispose()


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
    with twin_of(f"sqlite:///{file}") as copy:
        migrate(copy)
        return carry(copy, target)


def _onto_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
