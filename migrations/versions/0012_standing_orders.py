"""Add conditional orders of players."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "standing_orders",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_standing_orders_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_standing_orders_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "user_id", "topic", name="pk_standing_orders"),
    )


def downgrade() -> None:
    op.drop_table("standing_orders")
