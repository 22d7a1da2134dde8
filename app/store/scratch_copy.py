"""Temporary copy of a database for trials, at the same migration as the original."""

from __future__ import annotations

import secrets
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import sqlalchemy as sa

from app.store.checksums import TableSum, TransferRefused, open_snapshot, row_batches, sum_of
from app.store.engine import open_engine
from app.store.migrate import migrate_database, revision_of


class UpgradedCopy(msgspec.Struct, frozen=True):
    """Migrated copy: its old migration, the seconds taken, and the checksum of its moves.

    `is_same` is true if the moves and the archives are unchanged, byte for byte.
    """

    address: str
    was: str
    copied_in: float
    migrated_in: float
    moves: TableSum
    is_same: bool


@contextmanager
def upgraded_copy(source: str) -> Iterator[UpgradedCopy]:
    """Migrated copy of `source`. Raises `TransferRefused`."""
    began = time.monotonic()
    with temporary_copy(source) as twin:
        copied = time.monotonic()
        was, tables, before = _sums_of_records(twin)
        moved = time.monotonic()
        migrate_database(twin)
        done = time.monotonic()
        engine = open_engine(twin)
        with open_snapshot(engine) as connection:
            after = [sum_of(connection, table) for table in tables]
        engine.dispose()
        yield UpgradedCopy(twin, was, copied - began, done - moved, after[0], before == after)


def _sums_of_records(address: str) -> tuple[str, list[sa.Table], list[TableSum]]:
    """Migration of this database, its tables of moves and of archives, and their checksums."""
    engine = open_engine(address)
    try:
        with open_snapshot(engine) as connection:
            was = revision_of(connection)
            if was is None:
                raise TransferRefused("there is no club in this database")
            names = filter(sa.inspect(connection).has_table, ("moves", "archives"))
            tables = [sa.Table(name, sa.MetaData(), autoload_with=connection) for name in names]
            return was, tables, [sum_of(connection, table) for table in tables]
    finally:
        engine.dispose()


@contextmanager
def temporary_copy(source: str) -> Iterator[str]:
    """Address of a temporary copy. Raises `TransferRefused`.

    A file is copied to a file. A Postgres database is copied to another one on its server, or to a
    file if its role may create none.
    """
    with tempfile.TemporaryDirectory(prefix="caracole-") as folder:
        file = Path(folder) / "copy.db"
        if source.startswith("sqlite:///"):
            _copy_file(Path(source.removeprefix("sqlite:///")), file)
            yield f"sqlite:///{file}"
            return
        here = open_engine(source)
        try:
            with _database_beside(here) as beside:
                target = beside or f"sqlite:///{file}"
                _copy_rows(here, target)
                yield target
        except sa.exc.OperationalError as silent:
            raise TransferRefused(f"the database does not answer: {silent.orig}") from silent
        finally:
            here.dispose()


def _copy_file(file: Path, copy: Path) -> None:
    if not file.is_file():
        raise TransferRefused(f"there is no file {file}")
    try:
        with closing(sqlite3.connect(file)) as there, closing(sqlite3.connect(copy)) as here:
            there.backup(here)
    except sqlite3.DatabaseError as unreadable:
        raise TransferRefused(f"{file} is no database: {unreadable}") from unreadable


@contextmanager
def _database_beside(engine: sa.Engine) -> Iterator[str | None]:
    """Empty database on the same server; None if this role may create none."""
    name = f"caracole_rehearsal_{secrets.token_hex(4)}"
    by_itself = engine.execution_options(isolation_level="AUTOCOMMIT")
    try:
        with by_itself.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    except sa.exc.ProgrammingError:  # insufficient_privilege
        yield None
        return
    try:
        yield engine.url.set(database=name).render_as_string(hide_password=False)
    finally:
        with by_itself.connect() as connection:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


def _copy_rows(here: sa.Engine, target: str) -> None:
    """Copy every row of one moment into tables of the same migration."""
    with open_snapshot(here) as reading:
        was = revision_of(reading)
        if was is None:
            raise TransferRefused("there is no club in this database")
        migrate_database(target, was)
        there = open_engine(target)
        try:
            with there.execution_options(writes=True).begin() as writing:
                known = sa.MetaData()
                known.reflect(writing)
                for table in known.sorted_tables:
                    if table.name != "alembic_version":
                        for rows in row_batches(reading, table):
                            writing.execute(table.insert(), rows)
        finally:
            there.dispose()
