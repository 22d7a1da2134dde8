"""Checksums of the tables of a database in one snapshot, to compare two databases."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store.schema import metadata

BATCH = 500  # rows in memory
BATCH_OF_FILES = 20  # rows with pictures
MODULUS = 1 << 256


class TransferRefused(Exception):
    """Raised when nothing was written; the message gives the reason."""


class TableSum(msgspec.Struct, frozen=True):
    """Checksum of a table: the number of rows and a digest, independent of row order and
    database.
    """

    table: str
    rows: int
    digest: str


@contextmanager
def open_snapshot(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Connection with a consistent snapshot of the database."""
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**options) as connection:
        yield connection


def row_batches(connection: sa.Connection, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    """Rows of a table in batches, by primary key: referenced rows come first."""
    has_files = any(isinstance(column.type, sa.LargeBinary) for column in table.columns)
    many = BATCH_OF_FILES if has_files else BATCH
    found = connection.execution_options(yield_per=many).execute(
        sa.select(table).order_by(*table.primary_key)
    )
    for rows in found.mappings().partitions(many):
        yield [dict(row) for row in rows]


def table_sums(
    connection: sa.Connection, tables: Iterable[sa.Table] = metadata.sorted_tables
) -> tuple[TableSum, ...]:
    """Checksum of every table, by default those of the present schema."""
    return tuple(sum_of(connection, table) for table in tables)


def sum_of(connection: sa.Connection, table: sa.Table) -> TableSum:
    """Checksum of one table, with the columns of this `table`."""
    count = total = 0
    for rows in row_batches(connection, table):
        for row in rows:
            values = [row[column.name] for column in table.columns]
            written = json.dumps(values, ensure_ascii=False, default=bytes.hex)
            total = (total + int.from_bytes(hashlib.sha256(written.encode()).digest())) % MODULUS
            count += 1
    return TableSum(table.name, count, f"{total:064x}")
