"""Add welcome messages of clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_welcomes",
        sa.Column("club_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text_en", sa.Text(), nullable=False),
        sa.Column("text_es", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name="fk_club_welcomes_club_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("club_id", name="pk_club_welcomes"),
    )
    op.create_table(
        "club_unread_welcomes",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name="fk_club_unread_welcomes_club_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_club_unread_welcomes_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("club_id", "user_id", name="pk_club_unread_welcomes"),
    )
    op.create_index("ix_club_unread_welcomes_user_id", "club_unread_welcomes", ["user_id"])


def downgrade() -> None:
    op.drop_table("club_unread_welcomes")
    op.drop_table("club_welcomes")
