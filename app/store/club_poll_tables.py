"""Tables of date polls of clubs."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.club_tables import club_column
from app.store.columns import metadata, required_column, user_column

club_polls = sa.Table(
    "club_polls",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    club_column(),
    required_column("title", sa.Text),
    required_column("place", sa.Text),
    required_column("words", sa.Text),
    required_column("tables", sa.Integer),  # of the later date
    required_column("closes_at", sa.Text),
    required_column("closed_at", sa.Text),  # "": it takes answers
    sa.Column("date_id", sa.ForeignKey("club_dates.id", ondelete="SET NULL"), index=True),  # chosen
    required_column("hidden", sa.Boolean, server_default=sa.false()),  # removed by a moderator
    user_column("made_by", "SET NULL", index=True),
    required_column("made_at", sa.Text),
    required_column("reminded_at", sa.Text),  # "": no reminder has been sent yet
    sa.Index(None, "club_id", "closes_at"),
    sa.Index(None, "closed_at", "closes_at"),
    sqlite_autoincrement=True,
)


def poll_column() -> sa.Column[int]:
    return required_column(
        "poll_id", sa.ForeignKey("club_polls.id", ondelete="CASCADE"), primary_key=True
    )


club_poll_dates = sa.Table(  # proposed dates
    "club_poll_dates",
    metadata,
    poll_column(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    required_column("starts_at", sa.Text),
)

club_poll_answers = sa.Table(  # answer of a member to a proposed date
    "club_poll_answers",
    metadata,
    poll_column(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    required_column("answer", sa.Text),
    required_column("made_at", sa.Text),
    sa.CheckConstraint("answer IN ('yes', 'no', 'perhaps')", name="answer"),
)
