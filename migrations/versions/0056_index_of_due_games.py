"""Find games to archive by their index on SQLite too.

Without statistics, SQLite prefers an index with a known status to one that begins with the time. It
read and sorted all finished games.
"""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None

INDEX = "ix_games_due"
DUE = sa.text("archived_at = '' AND status = 'over'")


def upgrade() -> None:
    op.drop_index(INDEX, "games")
    columns = ["status", "moved_at"]
    op.create_index(INDEX, "games", columns, sqlite_where=DUE, postgresql_where=DUE)


def downgrade() -> None:
    op.drop_index(INDEX, "games")
    op.create_index(INDEX, "games", ["moved_at"], sqlite_where=DUE, postgresql_where=DUE)
