"""Name tables and columns as the code names them. No row is copied.

SQLite cannot rename constraints: there they keep the names with which the tables were created.
"""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None

TABLES = {
    "letters": "chat_messages",
    "receivers": "notification_targets",
    "wishes": "notification_preferences",
    "house_keys": "server_keys",
    "standing_orders": "conditional_orders",
}
COLUMNS = {"letter_id": "chat_message_id", "letter": "text"}
"""Columns of `complaints`."""
INDEXED = {
    "letters": ("game_id", "user_id"),
    "receivers": ("user_id", "club_id", "url"),
    "standing_orders": ("user_id",),
}
CONSTRAINTS = sa.text(
    "SELECT conname FROM pg_constraint WHERE conrelid = CAST(:table AS regclass) ORDER BY conname"
)


def upgrade() -> None:
    for old, new in TABLES.items():
        op.rename_table(old, new)
        rename_indexes(new, INDEXED.get(old, ()), old, new)
        rename_parts_on_postgres(new, old, new)
    for old, new in COLUMNS.items():
        op.alter_column("complaints", old, new_column_name=new)
    rename_index("complaints", "letter_id", "chat_message_id")


def downgrade() -> None:
    for old, new in COLUMNS.items():
        op.alter_column("complaints", new, new_column_name=old)
    rename_index("complaints", "chat_message_id", "letter_id")
    for old, new in TABLES.items():
        op.rename_table(new, old)
        rename_indexes(old, INDEXED.get(old, ()), new, old)
        rename_parts_on_postgres(old, new, old)


def rename_indexes(table: str, columns: tuple[str, ...], old: str, new: str) -> None:
    for column in columns:
        replace_index(table, column, f"ix_{old}_{column}", f"ix_{new}_{column}")


def rename_index(table: str, old: str, new: str) -> None:
    """Name the index of a renamed column, and on Postgres its key, after the new name."""
    replace_index(table, new, f"ix_{table}_{old}", f"ix_{table}_{new}")
    if is_postgres():
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT fk_{table}_{old} TO fk_{table}_{new}")


def replace_index(table: str, column: str, old: str, new: str) -> None:
    """Rename an index. SQLite has no statement for it, so it builds the index again."""
    if is_postgres():
        op.execute(f"ALTER INDEX {old} RENAME TO {new}")
        return
    op.drop_index(old, table)
    op.create_index(new, table, [column])


def rename_parts_on_postgres(table: str, old: str, new: str) -> None:
    """Rename the constraints of a table and the counter of its ids."""
    if not is_postgres():
        return
    for name in op.get_bind().execute(CONSTRAINTS, {"table": table}).scalars().all():
        start, _, rest = name.partition(f"_{old}")
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {name} TO {start}_{new}{rest}")
    op.execute(f"ALTER SEQUENCE IF EXISTS {old}_id_seq RENAME TO {new}_id_seq")


def is_postgres() -> bool:
    return op.get_bind().dialect.name == "postgresql"
