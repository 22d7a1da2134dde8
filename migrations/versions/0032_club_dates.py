"""Add dates of clubs with answers and booked tables."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_dates",
        sa.Column("id", sa.Integer(), nullable=False),
        _number("club_id"),
        *(_text(name) for name in ("series", "title", "place", "words", "starts_at")),
        _number("tables"),
        sa.Column("made_by", sa.Integer()),
        *(_text(name) for name in ("cancelled_at", "reminded_at")),
        _key("club_dates", "club_id", "clubs"),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name="fk_club_dates_made_by", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_club_dates"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_club_dates_club_id_starts_at", "club_dates", ["club_id", "starts_at"])
    op.create_index(
        "ix_club_dates_reminded_at_starts_at", "club_dates", ["reminded_at", "starts_at"]
    )
    op.create_table(
        "club_answers",
        _number("date_id"),
        _number("user_id"),
        *(_text(name) for name in ("answer", "brings", "made_at")),
        sa.CheckConstraint(
            "answer IN ('yes', 'no', 'perhaps')", name=op.f("ck_club_answers_answer")
        ),
        _key("club_answers", "date_id", "club_dates"),
        _key("club_answers", "user_id", "users"),
        sa.PrimaryKeyConstraint("date_id", "user_id", name="pk_club_answers"),
    )
    op.create_index("ix_club_answers_user_id", "club_answers", ["user_id"])
    op.create_table(
        "club_bookings",
        _number("date_id"),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        _number("user_id"),
        _text("game"),
        _text("made_at"),
        _key("club_bookings", "date_id", "club_dates"),
        _key("club_bookings", "user_id", "users"),
        sa.PrimaryKeyConstraint("date_id", "number", name="pk_club_bookings"),
    )
    op.create_index("ix_club_bookings_user_id", "club_bookings", ["user_id"])


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _key(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )


def downgrade() -> None:
    for table in ("club_bookings", "club_answers", "club_dates"):
        op.drop_table(table)
