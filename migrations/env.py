"""Alembic environment. `app.store.migrate` passes its connection; on the command line, the settings
name the database.
"""

import sqlalchemy as sa
from alembic import context

from app.store.schema import metadata

RAISED = "UPDATE sqlite_sequence SET seq = :seq WHERE name = :name AND seq < :seq"
ADDED = """
    INSERT INTO sqlite_sequence (name, seq) SELECT :name, :seq
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :name) AND EXISTS (
        SELECT 1 FROM sqlite_master
        WHERE type = 'table' AND name = :name AND upper(sql) LIKE '%AUTOINCREMENT%'
    )
"""
"""Changes of the table in which SQLite keeps the highest id that each table has given."""
RENAMED = {"letters": "chat_messages", "receivers": "notification_targets"}
"""Tables with counted ids that a migration (0053) has renamed, by their former name."""
OTHER_NAME = RENAMED | {new: old for old, new in RENAMED.items()}


def upgrade_on(connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        highest = highest_ids(connection)
        context.run_migrations()
        keep_ids(connection, highest)


def highest_ids(connection) -> list[dict[str, object]]:
    """Tables of SQLite with the highest id that each has ever given; empty on Postgres."""
    if connection.dialect.name != "sqlite" or not counts_ids(connection):
        return []
    asked = sa.text("SELECT name, seq FROM sqlite_sequence")
    return [
        {"name": name, "seq": highest}
        for table, highest in connection.execute(asked)
        for name in (table, OTHER_NAME.get(table, table))
    ]


def counts_ids(connection) -> bool:
    """True if SQLite has its table of the ids that it has given."""
    asked = sa.text("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'")
    return connection.execute(asked).first() is not None


def keep_ids(connection, highest: list[dict[str, object]]) -> None:
    """Let no table give an id again.

    SQLite forgets the ids of deleted rows when a migration creates a table anew. Messages that wait
    name their targets by such ids.
    """
    if highest:
        for change in (RAISED, ADDED):
            connection.execute(sa.text(change), highest)


given = context.config.attributes.get("connection")
if given is not None:
    upgrade_on(given)
else:
    from app.settings import Settings
    from app.store.engine import open_engine

    with open_engine(Settings().database_url).execution_options(writes=True).begin() as opened:
        upgrade_on(opened)
