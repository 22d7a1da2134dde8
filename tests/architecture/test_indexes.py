"""Every foreign key and every column of a clean-up begins an index.

Without one, deleting a user or a game reads the whole table, and so does each clean-up.
"""

from __future__ import annotations

import sqlalchemy as sa

from app.store import login_tables, notification_tables
from app.store.schema import metadata
from app.store.transactions import UnitOfWork

CLEANED_UP = (
    login_tables.logins.c.seen,
    login_tables.half_logins.c.expires,
    login_tables.mailed_links.c.expires,
    notification_tables.outbox.c.done_at,
    notification_tables.notification_targets.c.url,
)
"""Columns by which old rows of all users are deleted."""


def indexed_columns(table: sa.Table) -> set[str]:
    """First columns of the indexes of a table, and of its keys, without partial indexes."""
    unique = (one for one in table.constraints if isinstance(one, sa.UniqueConstraint))
    whole = (one for one in table.indexes if one.dialect_options["sqlite"]["where"] is None)
    found = [*whole, *unique, table.primary_key]
    return {next(iter(one.columns)).name for one in found if len(one.columns)}


def test_every_foreign_key_begins_an_index():
    assert UnitOfWork, "its import registers all tables"
    lacking = [
        f"{table.name}.{key.parent.name}"
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.parent.name not in indexed_columns(table)
    ]
    assert not lacking, "give each of them `index=True`, and a migration"


def test_every_column_of_a_clean_up_begins_an_index():
    lacking = [str(one) for one in CLEANED_UP if one.name not in indexed_columns(one.table)]
    assert not lacking
