"""Add clocks: terms of a table, playing hours, state of the clocks and uptime of the server."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("clock", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("users", sa.Column("zone", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "hours",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("quiet_from", sa.Text(), nullable=False),
        sa.Column("quiet_until", sa.Text(), nullable=False),
        sa.Column("free_days", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_hours_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "since", name="pk_hours"),
    )
    op.create_table(
        "clocks",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("deadline", sa.Text(), nullable=False),
        sa.Column("next_at", sa.Text(), nullable=False),
        sa.Column("reminded", sa.Text(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_clocks_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_clocks"),
    )
    op.create_index("ix_clocks_next_at", "clocks", ["next_at"])
    op.create_table(
        "uptime",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("since", sa.Text(), nullable=False),
        sa.Column("until", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uptime"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    for table in ("uptime", "clocks", "hours"):
        op.drop_table(table)
    op.drop_column("users", "zone")
    op.drop_column("games", "clock")
