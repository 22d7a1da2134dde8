"""Add saved armies of players."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "armies",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("box", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("form", sa.Text(), nullable=False),
        sa.Column("sharing", sa.Text(), nullable=False),
        sa.Column("opens_at", sa.Text(), nullable=True),
        sa.Column("data_version", sa.Text(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.Column("changed", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "sharing IN ('own', 'link', 'public', 'later')", name=op.f("ck_armies_sharing")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_armies_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_armies"),
        sa.UniqueConstraint("token", name="uq_armies_token"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_armies_user_id", "armies", ["user_id"])


def downgrade() -> None:
    op.drop_table("armies")
