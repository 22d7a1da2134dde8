"""Add an index of guests, for their expiry."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_users_guests",
        "users",
        ["id"],
        sqlite_where=sa.text("is_guest = 1"),
        postgresql_where=sa.text("is_guest"),
    )


def downgrade() -> None:
    op.drop_index("ix_users_guests", "users")
