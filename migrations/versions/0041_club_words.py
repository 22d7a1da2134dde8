"""Add reports of the words of clubs, and their removal by a moderator."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

INDEX = "ix_complaints_club_id"


@contextmanager
def remade() -> Iterator[BatchOperations]:
    """Batch change of `complaints` that keeps the references of `acts`.

    SQLite creates the table anew to drop a key that a later migration has written into the table.
    Dropping the old table empties the columns that refer to it.
    """
    connection = op.get_bind()
    asked = "SELECT id, complaint_id FROM acts WHERE complaint_id IS NOT NULL"
    dealt_with = connection.execute(sa.text(asked)).mappings().all()
    with op.batch_alter_table("complaints", table_kwargs={"sqlite_autoincrement": True}) as table:
        yield table
    if dealt_with:
        connection.execute(
            sa.text("UPDATE acts SET complaint_id = :complaint_id WHERE id = :id"),
            [dict(act) for act in dealt_with],
        )


def upgrade() -> None:
    op.add_column(
        "clubs", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.execute(
        "ALTER TABLE complaints ADD COLUMN club_id INTEGER CONSTRAINT fk_complaints_club_id "
        "REFERENCES clubs (id)"
    )
    op.create_index(INDEX, "complaints", ["club_id"])


def downgrade() -> None:
    with remade() as table:
        table.drop_index(INDEX)
        table.drop_column("club_id")
    op.drop_column("clubs", "hidden")
