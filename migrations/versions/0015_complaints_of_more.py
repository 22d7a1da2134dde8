"""Add complaints about texts in reports, titles of tables and public armies; add hidden report
texts.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

OF = {"report_id": "reports", "title_id": "games", "army_id": "armies"}


@contextmanager
def remade() -> Iterator[BatchOperations]:
    """Batch change of `complaints` that keeps the references of `acts`.

    SQLite creates the table anew to change a key. Dropping the old table empties the columns that
    refer to it.
    """
    connection = op.get_bind()
    dealt_with = (
        connection.execute(
            sa.text("SELECT id, complaint_id FROM acts WHERE complaint_id IS NOT NULL")
        )
        .mappings()
        .all()
    )
    with op.batch_alter_table(
        "complaints", table_kwargs={"sqlite_autoincrement": True}
    ) as complaints:
        yield complaints
    if dealt_with:
        connection.execute(
            sa.text("UPDATE acts SET complaint_id = :complaint_id WHERE id = :id"),
            [dict(act) for act in dealt_with],
        )


def upgrade() -> None:
    op.add_column(
        "reports", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    with remade() as complaints:
        for column, table in OF.items():
            complaints.add_column(sa.Column(column, sa.Integer(), nullable=True))
            complaints.create_foreign_key(
                f"fk_complaints_{column}", table, [column], ["id"], ondelete="SET NULL"
            )


def downgrade() -> None:
    with remade() as complaints:
        for column in OF:
            complaints.drop_constraint(f"fk_complaints_{column}", type_="foreignkey")
            complaints.drop_column(column)
    op.drop_column("reports", "hidden")
