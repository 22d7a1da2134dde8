"""Add the club of a game, and games that only the members of a club see."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

INDEX = "ix_games_club_id_status_listed_at_id"


def upgrade() -> None:
    op.execute(
        "ALTER TABLE games ADD COLUMN club_id INTEGER CONSTRAINT fk_games_club_id "
        "REFERENCES clubs (id)"
    )
    op.add_column(
        "games", sa.Column("club_only", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index(INDEX, "games", ["club_id", "status", "listed_at", "id"])


def downgrade() -> None:
    op.drop_index(INDEX, "games")
    op.drop_column("games", "club_only")
    op.drop_column("games", "club_id")
