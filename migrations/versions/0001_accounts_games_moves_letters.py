"""Add accounts, games with their seats and moves, player chat and visits."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("is_guest", sa.Boolean(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("theme", sa.Text(), nullable=False),
        sa.Column("palette", sa.Text(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("name_key", name="uq_users_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("box", sa.Text(), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("opened_by", sa.Integer(), nullable=True),
        sa.Column("visibility", sa.Text(), nullable=False),
        sa.Column("spectators", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("is_demo", sa.Boolean(), nullable=False),
        sa.Column("rematch_of", sa.Integer(), nullable=True),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("winners", sa.Text(), nullable=False),
        sa.Column("ending", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Text(), nullable=False),
        sa.Column("begun_at", sa.Text(), nullable=False),
        sa.Column("moved_at", sa.Text(), nullable=False),
        sa.CheckConstraint("status IN ('open', 'running', 'over')", name=op.f("ck_games_status")),
        sa.CheckConstraint("visibility IN ('open', 'private')", name=op.f("ck_games_visibility")),
        sa.ForeignKeyConstraint(
            ["opened_by"], ["users.id"], name="fk_games_opened_by", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["rematch_of"], ["games.id"], name="fk_games_rematch_of", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("rematch_of", name="uq_games_rematch_of"),
        sa.UniqueConstraint("token", name="uq_games_token"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_games_status_visibility_moved_at_id",
        "games",
        ["status", "visibility", "moved_at", "id"],
    )
    op.create_table(
        "logins",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("csrf", sa.Text(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.Column("seen", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_logins_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name="pk_logins"),
    )
    op.create_index("ix_logins_user_id", "logins", ["user_id"])
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_letters_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_letters_user_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_letters_game_id", "letters", ["game_id"])
    op.create_table(
        "moves",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("order", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("rolls", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_moves_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name="fk_moves_made_by", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_moves"),
        sa.UniqueConstraint("game_id", "command", name="uq_moves_game_id_command"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("bot", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("added", sa.Text(), nullable=False),
        sa.Column("owes", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_seats_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_seats_user_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("game_id", "place", name="uq_seats_game_id_place"),
        sa.UniqueConstraint("game_id", "user_id", name="uq_seats_game_id_user_id"),
    )
    op.create_index(
        "ix_seats_bots_to_move",
        "seats",
        ["game_id"],
        sqlite_where=sa.text("owes AND bot <> ''"),
        postgresql_where=sa.text("owes AND bot <> ''"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "visits",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_visits_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_visits_user_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_visits"),
    )


def downgrade() -> None:
    for table in ("visits", "seats", "moves", "letters", "logins", "games", "users"):
        op.drop_table(table)
