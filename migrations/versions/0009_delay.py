"""Add the broadcast delay for spectators, and the time by which lists of games are ordered."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("delay", sa.Text(), nullable=False, server_default=""))
    op.add_column("games", sa.Column("listed_at", sa.Text(), nullable=False, server_default=""))
    op.execute("UPDATE games SET listed_at = moved_at")
    op.drop_index("ix_games_status_visibility_moved_at_id", "games")
    op.create_index(
        "ix_games_status_visibility_listed_at_id",
        "games",
        ["status", "visibility", "listed_at", "id"],
    )


def downgrade() -> None:
    op.drop_index("ix_games_status_visibility_listed_at_id", "games")
    op.create_index(
        "ix_games_status_visibility_moved_at_id",
        "games",
        ["status", "visibility", "moved_at", "id"],
    )
    op.drop_column("games", "listed_at")
    op.drop_column("games", "delay")
