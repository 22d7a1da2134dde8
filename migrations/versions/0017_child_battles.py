"""Add the long game and the battle that a table belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

INDEX = "ix_games_parent_id_battle"


def upgrade() -> None:
    # Alembic would build the table anew on SQLite, and dropping the old one deletes all moves.
    op.execute(
        "ALTER TABLE games ADD COLUMN parent_id INTEGER CONSTRAINT fk_games_parent_id "
        "REFERENCES games (id)"
    )
    op.add_column("games", sa.Column("battle", sa.Text(), nullable=False, server_default=""))
    op.create_index(INDEX, "games", ["parent_id", "battle"], unique=True)


def downgrade() -> None:
    op.drop_index(INDEX, "games")
    op.drop_column("games", "battle")
    op.drop_column("games", "parent_id")
