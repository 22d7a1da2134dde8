"""What a database holds at one moment, table by table, so that two of them can be compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec
import sqlalchemy as sa

from app.store.schema import metadata

BATCH = 500
MODULUS = 1 << 256


class NotCarried(Exception):
    """Nothing was written; the message says why."""


class Sum(msgspec.Struct, frozen=True):
    """What a table holds: how many rows, and one digest of them all, whatever their order and
    whatever the database.
    """

    table: str
    rows: int
    digest: str


@contextmanager
def moment(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection to which the database stands still."""
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**options) as connection:
        yield connection


def batches(connection: sa.Connection, table: sa.Table) -> Iterator[list[dict]]:
    """The rows of a table, those first to which others of it refer."""
    found = connection.execution_options(yield_per=BATCH).execute(
        sa.select(table).order_by(*table.primary_key)
    )
    for rows in found.mappings().partitions(BATCH):
        yield [dict(row) for row in rows]


def sums(
    connection: sa.Connection, tables: Iterable[sa.Table] = metadata.sorted_tables
) -> tuple[Sum, ...]:
    """The sum of every table, of those of today or of others."""
    return tuple(sum_of(connection, table) for table in tables)


def sum_of(connection: sa.Connection, table: sa.Table) -> Sum:
    """The sum of one table, whatever its columns are now called in this version."""
    count = total = 0
    for rows in batches(connection, table):
        for row in rows:
            written = json.dumps([row[column.name] for column in table.columns], ensure_ascii=False)
            total = (total + int.from_bytes(hashlib.sha256(written.encode()).digest())) % MODULUS
            count += 1
    return Sum(table.name, count, f"{total:064x}")
