"""Add house rules of clubs with their versions."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_pages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("retired_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name="fk_club_pages_club_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_club_pages"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_club_pages_club_id", "club_pages", ["club_id"])
    texts = ("title_en", "title_es", "text_en", "text_es")
    op.create_table(
        "club_page_versions",
        sa.Column("page_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in texts),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("made_by", sa.Integer()),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["page_id"], ["club_pages.id"], name="fk_club_page_versions_page_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name="fk_club_page_versions_made_by", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("page_id", "number", name="pk_club_page_versions"),
    )
    op.create_index("ix_club_page_versions_made_by", "club_page_versions", ["made_by"])


def downgrade() -> None:
    op.drop_table("club_page_versions")
    op.drop_table("club_pages")
