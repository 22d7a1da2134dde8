"""Add ratings of players, the term of a rated table, and counts of decisions in time."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "rated_seats",
        _game(),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        _key("rated_seats", "game_id", "games"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_rated_seats"),
    )
    op.create_table(
        "hidden_ratings",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.Text(), nullable=False),
        _key("hidden_ratings", "user_id", "users"),
        sa.PrimaryKeyConstraint("user_id", name="pk_hidden_ratings"),
    )
    _add_projections()


def _add_projections() -> None:
    op.create_table(
        "rated_battles",
        _game(),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opponent", sa.Integer(), nullable=False),
        sa.Column("box", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.Text(), nullable=False),
        sa.Column("week", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("on_time", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("change", sa.Double(), nullable=False),
        sa.Column("opponent_rating", sa.Double(), nullable=False),
        sa.Column("opponent_deviation", sa.Double(), nullable=False),
        sa.CheckConstraint(
            "result IN ('won', 'drawn', 'lost', 'void')", name=op.f("ck_rated_battles_result")
        ),
        _key("rated_battles", "game_id", "games"),
        sa.PrimaryKeyConstraint("game_id", "player", name="pk_rated_battles"),
    )
    op.create_index("ix_rated_battles_box_week", "rated_battles", ["box", "week"])
    op.create_index("ix_rated_battles_player_box", "rated_battles", ["player", "box"])
    op.create_table(
        "ratings",
        sa.Column("box", sa.Text(), nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("week", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("box", "player", "week", name="pk_ratings"),
    )
    op.create_index("ix_ratings_box_week", "ratings", ["box", "week"])
    op.create_table(
        "timed_decisions",
        _game(),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("in_time", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        _key("timed_decisions", "game_id", "games"),
        _key("timed_decisions", "user_id", "users"),
        sa.PrimaryKeyConstraint("game_id", "user_id", "day", name="pk_timed_decisions"),
    )
    op.create_index("ix_timed_decisions_user_id", "timed_decisions", ["user_id"])


def _game() -> sa.Column:
    return sa.Column("game_id", sa.Integer(), nullable=False)


def _key(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )


def downgrade() -> None:
    for table in ("timed_decisions", "ratings", "rated_battles", "hidden_ratings", "rated_seats"):
        op.drop_table(table)
    op.drop_column("games", "rated")
