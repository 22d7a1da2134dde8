"""Add date polls of clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_polls",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        *(_text(name) for name in ("title", "place", "words")),
        sa.Column("tables", sa.Integer(), nullable=False),
        *(_text(name) for name in ("closes_at", "closed_at")),
        sa.Column("date_id", sa.Integer()),
        sa.Column("made_by", sa.Integer()),
        *(_text(name) for name in ("made_at", "reminded_at")),
        _key("club_polls", "club_id", "clubs"),
        _key("club_polls", "date_id", "club_dates", "SET NULL"),
        _key("club_polls", "made_by", "users", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_club_polls"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_club_polls_date_id", "club_polls", ["date_id"])
    op.create_index("ix_club_polls_made_by", "club_polls", ["made_by"])
    op.create_index("ix_club_polls_club_id_closes_at", "club_polls", ["club_id", "closes_at"])
    op.create_index("ix_club_polls_closed_at_closes_at", "club_polls", ["closed_at", "closes_at"])
    op.create_table(
        "club_poll_dates",
        sa.Column("poll_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        _text("starts_at"),
        _key("club_poll_dates", "poll_id", "club_polls"),
        sa.PrimaryKeyConstraint("poll_id", "number", name="pk_club_poll_dates"),
    )
    op.create_table(
        "club_poll_answers",
        sa.Column("poll_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        *(_text(name) for name in ("answer", "made_at")),
        sa.CheckConstraint(
            "answer IN ('yes', 'no', 'perhaps')", name=op.f("ck_club_poll_answers_answer")
        ),
        _key("club_poll_answers", "poll_id", "club_polls"),
        _key("club_poll_answers", "user_id", "users"),
        sa.PrimaryKeyConstraint("poll_id", "number", "user_id", name="pk_club_poll_answers"),
    )
    op.create_index("ix_club_poll_answers_user_id", "club_poll_answers", ["user_id"])


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _key(table: str, column: str, other: str, end: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=f"fk_{table}_{column}", ondelete=end
    )


def downgrade() -> None:
    for table in ("club_poll_answers", "club_poll_dates", "club_polls"):
        op.drop_table(table)
