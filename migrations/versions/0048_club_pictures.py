"""Add pictures of the front pages of clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_pictures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("made_by", sa.Integer()),
        sa.Column("caption", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name="fk_club_pictures_club_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name="fk_club_pictures_made_by", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_club_pictures"),
        sa.UniqueConstraint("club_id", "digest", name="uq_club_pictures_club_id_digest"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_club_pictures_made_by", "club_pictures", ["made_by"])


def downgrade() -> None:
    op.drop_table("club_pictures")
