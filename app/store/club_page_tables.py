"""Tables of the texts of a club: announcements."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.club_tables import club_column
from app.store.columns import metadata, required_column, user_column

club_announcements = sa.Table(
    "club_announcements",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    club_column(),
    required_column("title", sa.Text),
    required_column("text", sa.Text),
    required_column("is_public", sa.Boolean),  # other users read it, too
    user_column("made_by", "SET NULL", index=True),
    required_column("made_at", sa.Text),
    sa.Index(None, "club_id", "id"),
    sqlite_autoincrement=True,
)
