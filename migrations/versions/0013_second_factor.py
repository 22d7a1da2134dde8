"""Add the second factor: keys of authenticator apps, recovery codes and half-finished log-ins.

Complaints refer to the remark concerned.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


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
    op.create_table(
        "second_factors",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("since", sa.Text(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_second_factors_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name="pk_second_factors"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_recovery_codes_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "code_hash", name="pk_recovery_codes"),
    )
    op.create_table(
        "half_logins",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_half_logins_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name="pk_half_logins"),
    )
    op.create_index("ix_half_logins_user_id", "half_logins", ["user_id"])
    op.add_column("logins", sa.Column("proof", sa.Text(), nullable=False, server_default=""))
    op.execute(
        "UPDATE complaints SET remark_id = NULL WHERE remark_id NOT IN (SELECT id FROM remarks)"
    )
    with remade() as complaints:
        complaints.create_foreign_key(
            "fk_complaints_remark_id", "remarks", ["remark_id"], ["id"], ondelete="SET NULL"
        )


def downgrade() -> None:
    with remade() as complaints:
        complaints.drop_constraint("fk_complaints_remark_id", type_="foreignkey")
    op.drop_column("logins", "proof")
    for table in ("half_logins", "recovery_codes", "second_factors"):
        op.drop_table(table)
