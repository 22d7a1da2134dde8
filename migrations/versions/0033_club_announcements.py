"""Add announcements of clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_announcements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("made_by", sa.Integer()),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name="fk_club_announcements_club_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name="fk_club_announcements_made_by", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_club_announcements"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_club_announcements_made_by", "club_announcements", ["made_by"])
    op.create_index("ix_club_announcements_club_id_id", "club_announcements", ["club_id", "id"])


def downgrade() -> None:
    op.drop_table("club_announcements")
