"""Add pledges of the browsers for the dice."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

INDEX, PENDING = "ix_games_reveals", sa.text("reveal_by <> ''")


def upgrade() -> None:
    op.add_column("seats", sa.Column("pledge", sa.Text(), nullable=False, server_default=""))
    op.add_column("games", sa.Column("reveal_by", sa.Text(), nullable=False, server_default=""))
    op.create_index(INDEX, "games", ["reveal_by"], sqlite_where=PENDING, postgresql_where=PENDING)


def downgrade() -> None:
    op.drop_index(INDEX, "games")
    op.drop_column("games", "reveal_by")
    op.drop_column("seats", "pledge")
