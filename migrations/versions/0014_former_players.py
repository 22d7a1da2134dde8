"""Add seats that change players during a game: former players and offered seats."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("invitations", sa.Column("seat", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "former_players",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("until", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_former_players_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_former_players_user_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("game_id", "until", name="pk_former_players"),
    )
    op.create_index("ix_former_players_user_id", "former_players", ["user_id"])


def downgrade() -> None:
    op.drop_table("former_players")
    op.drop_column("invitations", "seat")
