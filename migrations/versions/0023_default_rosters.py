"""Add default rosters: the army that a player keeps for the battles of a long game."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "default_rosters",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("army_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_default_rosters_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_default_rosters_user_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["army_id"], ["armies.id"], name="fk_default_rosters_army_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_default_rosters"),
    )
    op.create_index("ix_default_rosters_user_id", "default_rosters", ["user_id"])
    op.create_index("ix_default_rosters_army_id", "default_rosters", ["army_id"])


def downgrade() -> None:
    op.drop_table("default_rosters")
