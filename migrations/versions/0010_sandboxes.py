"""Add sandboxes of players."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sandboxes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("began", sa.Integer(), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.Column("followed", sa.Integer()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.Column("changed", sa.Text(), nullable=False),
        sa.CheckConstraint("dice IN ('chance', 'typical')", name="ck_sandboxes_dice"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_sandboxes_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_sandboxes_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_sandboxes"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_sandboxes_user_id_game_id", "sandboxes", ["user_id", "game_id"])
    op.create_table(
        "sandbox_moves",
        sa.Column("sandbox_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("order", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("rolls", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["sandbox_id"], ["sandboxes.id"], name="fk_sandbox_moves_sandbox_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("sandbox_id", "number", name="pk_sandbox_moves"),
    )


def downgrade() -> None:
    op.drop_table("sandbox_moves")
    op.drop_table("sandboxes")
