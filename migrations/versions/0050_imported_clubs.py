"""Add names of imported clubs: members without an account here, authors and authors of acts."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None

WITH_AUTHOR = (
    "club_announcements",
    "club_page_versions",
    "club_chapters",
    "club_pictures",
    "club_messages",
)
OF_ACTS = ("by_name", "about_name")


def upgrade() -> None:
    op.create_table(
        "club_names",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["clubs.id"], name="fk_club_names_club_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("club_id", "name", name="pk_club_names"),
    )
    for table in WITH_AUTHOR:
        op.add_column(table, sa.Column("author", sa.Text(), nullable=False, server_default=""))
    op.add_column(
        "club_entries", sa.Column("as_name", sa.Text(), nullable=False, server_default="")
    )
    op.add_column(
        "club_log", sa.Column("from_file", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    for name in OF_ACTS:
        op.add_column("club_log", sa.Column(name, sa.Text()))


def downgrade() -> None:
    for name in (*OF_ACTS, "from_file"):
        op.drop_column("club_log", name)
    op.drop_column("club_entries", "as_name")
    for table in WITH_AUTHOR:
        op.drop_column(table, "author")
    op.drop_table("club_names")
