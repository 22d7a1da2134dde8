"""Add wishes for an opponent, and the games that they have found."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None
TEXTS = ("box", "seats", "paces", "live_until", "languages", "strength")
TIMES = ("made_at", "waits_since", "seen_at", "asked_at")


def upgrade() -> None:
    op.create_table(
        "opponent_wishes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in TEXTS),
        sa.Column("language_required", sa.Boolean(), nullable=False),
        sa.Column("welcomes_newcomers", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("at_once", sa.Integer(), nullable=False),
        sa.Column("apart", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in TIMES),
        sa.CheckConstraint(
            "strength IN ('any', 'preferred', 'required')",
            name=op.f("ck_opponent_wishes_strength"),
        ),
        _key("opponent_wishes", "user_id", "users"),
        sa.PrimaryKeyConstraint("id", name="pk_opponent_wishes"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_opponent_wishes_user_id", "opponent_wishes", ["user_id"])
    op.create_table(
        "found_games",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("waited_minutes", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        _key("found_games", "game_id", "games"),
        _key("found_games", "user_id", "users"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_found_games"),
    )
    op.create_index("ix_found_games_user_id", "found_games", ["user_id"])


def _key(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )


def downgrade() -> None:
    op.drop_table("found_games")
    op.drop_table("opponent_wishes")
