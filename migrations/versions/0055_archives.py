"""Add the archive of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None

INDEX = "ix_games_due"
DUE = sa.text("archived_at = '' AND status = 'over'")


def upgrade() -> None:
    op.add_column("games", sa.Column("archived_at", sa.Text(), nullable=False, server_default=""))
    op.create_index(INDEX, "games", ["moved_at"], sqlite_where=DUE, postgresql_where=DUE)
    op.create_table(
        "archives",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("format", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("checksum", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_archives_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_archives"),
    )


def downgrade() -> None:
    if op.get_bind().execute(sa.text("SELECT count(*) FROM archives")).scalar():
        raise RuntimeError("bring the games back first: python -m app archive --restore all")
    op.drop_table("archives")
    op.drop_index(INDEX, "games")
    op.drop_column("games", "archived_at")
