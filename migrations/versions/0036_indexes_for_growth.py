"""Add indexes for foreign keys, clean-up and lists, so that no statement reads whole tables."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

INDEXES = (
    ("acts", "about_id"),
    ("acts", "by_id"),
    ("acts", "complaint_id"),
    ("club_dates", "made_by"),
    ("complaints", "about_id"),
    ("complaints", "army_id"),
    ("complaints", "by_id"),
    ("complaints", "letter_id"),
    ("complaints", "remark_id"),
    ("complaints", "report_id"),
    ("complaints", "title_id"),
    ("games", "begun_at"),
    ("games", "box", "status", "visibility", "listed_at", "id"),
    ("games", "opened_by"),
    ("half_logins", "expires"),
    ("invitations", "invited_by"),
    ("letters", "user_id"),
    ("logins", "seen"),
    ("mailed_links", "expires"),
    ("moves", "made_by"),
    ("notes", "user_id"),
    ("outbox", "done_at"),
    ("outbox", "game_id"),
    ("receivers", "url"),
    ("reports", "user_id"),
    ("sandboxes", "game_id"),
    ("standing_orders", "user_id"),
    ("visits", "user_id"),
)
PARTIAL = (
    ("ix_games_child_battles", "games", "moved_at", "parent_id IS NOT NULL", ""),
    ("ix_games_demos", "games", "id", "is_demo = 1", "is_demo"),
    ("ix_games_rated", "games", "moved_at", "rated = 1", "rated"),
    ("ix_seats_bots_to_move", "seats", "game_id", "owes = 1 AND bot <> ''", "owes AND bot <> ''"),
)
BOTS = "ix_seats_bots_to_move"


def upgrade() -> None:
    op.drop_index(BOTS, "seats")  # SQLite could not use its condition
    for table, *columns in INDEXES:
        op.create_index(_name(table, columns), table, columns)
    for name, table, column, sqlite, postgresql in PARTIAL:
        op.create_index(
            name,
            table,
            [column],
            sqlite_where=sa.text(sqlite),
            postgresql_where=sa.text(postgresql or sqlite),
        )


def _name(table: str, columns: list[str]) -> str:
    return f"ix_{table}_{'_'.join(columns)}"


def downgrade() -> None:
    for name, table, *_ in PARTIAL:
        op.drop_index(name, table)
    for table, *columns in INDEXES:
        op.drop_index(_name(table, columns), table)
    condition = sa.text("owes AND bot <> ''")
    op.create_index(BOTS, "seats", ["game_id"], sqlite_where=condition, postgresql_where=condition)
