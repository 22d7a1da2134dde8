"""Keep the next agreed date of a battle with its long game, for the reminders.

The date of a running game is not known here. A time that is over lets the reminders read the game
once and find its date.
"""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0058"
branch_labels = None
depends_on = None

INDEX, COLUMN = "ix_games_dates", "next_date_at"
KNOWN = sa.text("next_date_at <> ''")
OF_RUNNING = sa.text(
    "UPDATE games SET next_date_at = '2000-01-01T00:00:00Z' "
    "WHERE status = 'running' AND parent_id IS NULL"
)


def upgrade() -> None:
    op.add_column("games", sa.Column(COLUMN, sa.Text, nullable=False, server_default=""))
    op.create_index(INDEX, "games", [COLUMN], sqlite_where=KNOWN, postgresql_where=KNOWN)
    op.execute(OF_RUNNING)


def downgrade() -> None:
    op.drop_index(INDEX, "games")
    op.drop_column("games", COLUMN)
