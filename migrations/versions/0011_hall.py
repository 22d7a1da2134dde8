"""Add spectator chat: remarks, notes of players, complaints about remarks, and unlisted members."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "users", sa.Column("unlisted", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "remarks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("about", sa.Integer()),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("news", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_remarks_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_remarks_user_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_remarks"),
        sa.UniqueConstraint("game_id", "number", name="uq_remarks_game_id_number"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_remarks_user_id", "remarks", ["user_id"])
    op.create_table(
        "notes",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("about", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_notes_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_notes_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "user_id", "about", name="pk_notes"),
    )
    op.add_column("complaints", sa.Column("remark_id", sa.Integer()))


def downgrade() -> None:
    op.drop_column("complaints", "remark_id")
    op.drop_table("notes")
    op.drop_table("remarks")
    op.drop_column("users", "unlisted")
