"""Note the last change of an announcement of a club."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "club_announcements",
        sa.Column("changed_at", sa.Text(), nullable=False, server_default=""),
    )


def downgrade() -> None:
    op.drop_column("club_announcements", "changed_at")
