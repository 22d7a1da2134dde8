"""Add complaints about house rules, date polls and welcome messages of clubs, and their removal."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None

WITH_HIDDEN = ("club_page_versions", "club_polls", "club_welcomes")
OF_COMPLAINTS = {
    "club_page_id": "club_pages.id",
    "club_poll_id": "club_polls.id",
    "club_welcome_id": "club_welcomes.club_id",
}


@contextmanager
def remade() -> Iterator[BatchOperations]:
    """Batch change of `complaints` that keeps the references of `acts`.

    SQLite creates the table anew to change a key. Dropping the old table empties the columns that
    refer to it.
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
    for name in WITH_HIDDEN:
        hidden = sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false())
        op.add_column(name, hidden)
    with remade() as table:
        table.add_column(sa.Column("club_page_version", sa.Integer()))
        for name, other in OF_COMPLAINTS.items():
            there, key = other.split(".")
            table.add_column(sa.Column(name, sa.Integer()))
            table.create_foreign_key(
                f"fk_complaints_{name}", there, [name], [key], ondelete="SET NULL"
            )
            table.create_index(f"ix_complaints_{name}", [name])


def downgrade() -> None:
    with remade() as table:
        for name in OF_COMPLAINTS:
            table.drop_index(f"ix_complaints_{name}")
            table.drop_constraint(f"fk_complaints_{name}", type_="foreignkey")
            table.drop_column(name)
        table.drop_column("club_page_version")
    for name in WITH_HIDDEN:
        op.drop_column(name, "hidden")
