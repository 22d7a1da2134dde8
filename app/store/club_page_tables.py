"""Tables of the texts of a club: announcements, house rules, chat, welcome message."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.club_tables import author_column, club_column
from app.store.columns import metadata, required_column, user_column

club_announcements = sa.Table(
    "club_announcements",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    club_column(),
    required_column("title", sa.Text),
    required_column("text", sa.Text),
    required_column("is_public", sa.Boolean),  # other users read it, too
    required_column("hidden", sa.Boolean, server_default=sa.false()),  # removed by a moderator
    user_column("made_by", "SET NULL", index=True),
    author_column(),
    required_column("made_at", sa.Text),
    required_column("changed_at", sa.Text, server_default=""),  # of the last change; "": none
    sa.Index(None, "club_id", "id"),
    sqlite_autoincrement=True,
)

club_pages = sa.Table(  # house rules; their texts stand in their versions
    "club_pages",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    club_column(index=True),
    required_column("made_at", sa.Text),
    required_column("retired_at", sa.Text),  # "": it is in force
    sqlite_autoincrement=True,
)

club_page_versions = sa.Table(  # a version never changes; only the name of its author may go
    "club_page_versions",
    metadata,
    required_column(
        "page_id", sa.ForeignKey("club_pages.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    required_column("title_en", sa.Text),
    required_column("title_es", sa.Text),
    required_column("text_en", sa.Text),
    required_column("text_es", sa.Text),
    required_column("is_public", sa.Boolean),  # other users read it, too
    required_column("hidden", sa.Boolean, server_default=sa.false()),  # removed by a moderator
    user_column("made_by", "SET NULL", index=True),
    author_column(),
    required_column("made_at", sa.Text),
)

club_messages = sa.Table(  # chat of the members
    "club_messages",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    club_column(),
    required_column("number", sa.Integer),  # within its chat
    required_column("news", sa.Integer),  # grows with each message and each act of a moderator
    user_column("user_id", "SET NULL", index=True),
    author_column(),
    required_column("text", sa.Text),
    required_column("made_at", sa.Text),
    required_column("hidden", sa.Text),  # "": shown; "club" or "server": hidden by moderators there
    sa.Index(None, "club_id", "number", unique=True),
    sa.Index(None, "club_id", "news"),
    sqlite_autoincrement=True,
)

club_welcomes = sa.Table(  # message to new members
    "club_welcomes",
    metadata,
    club_column(primary_key=True, autoincrement=False),
    required_column("text_en", sa.Text),
    required_column("text_es", sa.Text),
    required_column("hidden", sa.Boolean, server_default=sa.false()),  # removed by a moderator
)

club_unread_welcomes = sa.Table(  # new members who have not read the message
    "club_unread_welcomes",
    metadata,
    club_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    required_column("made_at", sa.Text),
)
