"""Carrying a whole club from one database to another, of either kind: read at one moment, written
in one transaction, compared at the end.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa

from app.store.checksums import NotCarried, Sum, batches, moment, sums
from app.store.engine import NO_ADDRESS, Unsafe, address_of, open_engine
from app.store.migrate import head, known, migrate, migrate_on, revision_of, unready
from app.store.schema import metadata
from app.store.scratch_copy import twin_of

OF_THE_HOUSE = ("uptime",)
KINDS = re.compile(r"(sqlite|postgresql\+psycopg)://")


def carry(source: str, target: str, *, as_it_stands: bool = False) -> tuple[Sum, ...]:
    """Copy every row of the database at `source` into the empty one at `target`, which gets its
    tables in the same transaction: whole, or nothing of it.

    The source may go on working: what is copied is one moment of it. It stands at this version's
    migration; `as_it_stands`: or at an older one, and so will the copy. The numbers of deleted
    games are not given again there either. Raises `NotCarried`; both sides have been looked at
    before anything is written, and a file that was made for the target is gone again.
    """
    for address in (source, target):
        insist_on_address(address)
    _insist_on_a_club(source, as_it_stands)
    _insist_on_room(target)
    with _made(target), _in_words():
        return _copied(source, target, as_it_stands)


def _copied(source: str, target: str, as_it_stands: bool) -> tuple[Sum, ...]:
    here, there = open_engine(source), open_engine(target)
    try:
        with moment(here) as reading, there.execution_options(writes=True).begin() as writing:
            migrate_on(writing, revision := _fit_to_carry(reading, as_it_stands))
            _insist_on_no_rows(writing)
            tables = _tables_at(writing, revision)
            for table in tables:
                if table.name in OF_THE_HOUSE:
                    writing.execute(table.delete())
                for rows in batches(reading, table):
                    writing.execute(table.insert(), rows)
                _go_on_counting(reading, writing, table)
            before, after = sums(reading, tables), sums(writing, tables)
            if before != after:
                raise NotCarried(
                    "what arrived is not what left: "
                    f"{', '.join(one.table for one, other in zip(before, after, strict=True) if one != other)}"
                )
            return after
    finally:
        here.dispose()
        there.dispose()


def _tables_at(connection: sa.Connection, revision: str) -> list[sa.Table]:
    """The tables of this migration, those first to which others refer."""
    known = metadata
    if revision != head():
        known = sa.MetaData()
        known.reflect(connection)
    return [table for table in known.sorted_tables if table.name != "alembic_version"]


# ---------------------------------------------------------------------- looking before anything is
def insist_on_address(address: str) -> None:
    """Raises `NotCarried` if no database can have this address. It is not said again: there may be
    a password in it.
    """
    try:
        url = address_of(address) if KINDS.match(address) else None
    except Unsafe:
        url = None
    if url is None or (
        url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")
    ):
        raise NotCarried(NO_ADDRESS)


def _file_of(address: str) -> Path | None:
    """The file of an SQLite database, which need not be there; None of one in Postgres."""
    return Path(address.removeprefix("sqlite:///")) if address.startswith("sqlite:///") else None


@contextmanager
def _in_words() -> Iterator[None]:
    """What a database says that cannot do its part is the reason why nothing is carried."""
    try:
        yield
    except sa.exc.OperationalError as silent:
        raise NotCarried(f"a database does not answer: {silent.orig}") from silent
    except sa.exc.DatabaseError as unreadable:
        raise NotCarried(f"a database cannot be read: {unreadable.orig}") from unreadable


@contextmanager
def _looked_into(address: str) -> Iterator[sa.Connection]:
    """A file is opened as it is: `open_engine` would keep its log in another way from then on, and
    it may belong to another program.
    """
    engine = (
        open_engine(address)
        if _file_of(address) is None
        else sa.create_engine(address, hide_parameters=True)
    )
    try:
        with _in_words(), moment(engine) as reading:
            yield reading
    finally:
        engine.dispose()


def _insist_on_a_club(source: str, as_it_stands: bool) -> None:
    file = _file_of(source)
    if file is not None and not file.is_file():
        raise NotCarried(f"there is no club at {source}")
    with _looked_into(source) as reading:
        _fit_to_carry(reading, as_it_stands)


def _fit_to_carry(reading: sa.Connection, as_it_stands: bool) -> str:
    """The migration of the source."""
    was = revision_of(reading)
    if was is None:
        raise NotCarried("there is no club in the source")
    if was != head() and not (as_it_stands and was in known()):
        raise NotCarried(f"the source: {unready(was)}")
    return was


def _insist_on_room(target: str) -> None:
    """A database of any version in which nobody left a row, or one without a table, or a file that
    is not there yet.
    """
    file = _file_of(target)
    if file is None or file.exists():
        with _looked_into(target) as reading:
            if revision_of(reading) is not None:
                _insist_on_no_rows(reading)
            elif others := sa.inspect(reading).get_table_names():
                raise NotCarried(
                    "the target is not empty: it has tables of something else, "
                    f"{', '.join(sorted(others))}"
                )


def _insist_on_no_rows(connection: sa.Connection) -> None:
    """Whatever tables there are in that version; what a server notes that was only started counts
    for nothing.
    """
    names = sorted({*sa.inspect(connection).get_table_names()} - {"alembic_version", *OF_THE_HOUSE})
    taken = [
        name
        for name in names
        if connection.execute(sa.select(sa.exists().select_from(sa.table(name)))).scalar()
    ]
    if taken:
        raise NotCarried(f"the target is not empty: there are rows in {', '.join(taken)}")


@contextmanager
def _made(target: str) -> Iterator[None]:
    """The file of an SQLite database that was not there is taken away again, with what lies beside
    it, if it does not come to be a club.
    """
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


def _go_on_counting(reading: sa.Connection, writing: sa.Connection, table: sa.Table) -> None:
    """The next row of the copy gets the number that it would have got here."""
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


def _last_given(connection: sa.Connection, table: sa.Table, column: sa.Column) -> int | None:
    if connection.dialect.name == "sqlite":
        return connection.execute(
            sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}
        ).scalar()
    sequence = connection.execute(
        sa.select(sa.func.pg_get_serial_sequence(table.name, column.name))
    ).scalar()
    return connection.exec_driver_sql(
        f"SELECT CASE WHEN is_called THEN last_value END FROM {sequence}"  # noqa: S608 - a name from the catalogue
    ).scalar()


# ---------------------------------------------------------------------- backups
def back_up(source: str, file: Path) -> tuple[Sum, ...]:
    """The club of `source`, at its migration, as one SQLite file for the keeper alone, whole or not
    there at all.

    Raises `NotCarried`, also if there is such a file.
    """
    if file.exists():
        raise NotCarried(f"{file} exists already")
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
        part = Path(folder) / "part.db"
        found = carry(source, f"sqlite:///{part}", as_it_stands=True)
        with closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        _onto_disk(part)
        part.rename(file)
        _onto_disk(file.parent)
    return found


def restore(file: Path, target: str) -> tuple[Sum, ...]:
    """Put a backup, of this version or an older one, into the empty database at `target`. The file
    stays as it is. Raises `NotCarried`.
    """
    with twin_of(f"sqlite:///{file}") as copy:
        with _looked_into(copy) as reading:
            if revision_of(reading) is None:
                raise NotCarried("there is no club in this file")
        with _in_words():
            migrate(copy)
        return carry(copy, target)


def asides_of(engine: sa.Engine, game_id: int) -> dict[int, tuple[str, int | None]]:
    """What stands beside the moves of a game, and no hash covers: by its number the step that was
    ordered in, and the account that ordered.
    """
    moves = metadata.tables["moves"].c
    with engine.connect() as reading:
        found = reading.execute(
            sa.select(moves.number, moves.step, moves.made_by).where(moves.game_id == game_id)
        )
        return {number: (step, made_by) for number, step, made_by in found}


def _onto_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
