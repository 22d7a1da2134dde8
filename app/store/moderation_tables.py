"""Tables of moderation: complaints, and acts of moderators."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.columns import metadata, required_column, user_column

complaints = sa.Table(
    "complaints",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    user_column("by_id", "SET NULL", index=True),
    user_column("about_id", "SET NULL", index=True),
    required_column("about", sa.Text),  # the name at that time
    sa.Column(
        "chat_message_id", sa.ForeignKey("chat_messages.id", ondelete="SET NULL"), index=True
    ),
    sa.Column("remark_id", sa.ForeignKey("remarks.id", ondelete="SET NULL"), index=True),
    sa.Column("report_id", sa.ForeignKey("reports.id", ondelete="SET NULL"), index=True),
    sa.Column(
        "title_id", sa.ForeignKey("games.id", ondelete="SET NULL"), index=True
    ),  # the game of the title concerned
    sa.Column("army_id", sa.ForeignKey("armies.id", ondelete="SET NULL"), index=True),
    sa.Column(
        "club_message_id", sa.ForeignKey("club_messages.id", ondelete="SET NULL"), index=True
    ),
    sa.Column(
        "club_announcement_id",
        sa.ForeignKey("club_announcements.id", ondelete="SET NULL"),
        index=True,
    ),
    *(
        sa.Column(name, sa.ForeignKey(other, ondelete="SET NULL"), index=True)
        for name, other in (
            ("club_page_id", "club_pages.id"),
            ("club_poll_id", "club_polls.id"),
            ("club_welcome_id", "club_welcomes.club_id"),
        )
    ),
    sa.Column("club_page_version", sa.Integer),  # of the house rule
    sa.Column("club_id", sa.ForeignKey("clubs.id"), index=True),
    required_column("text", sa.Text),  # the text concerned, or "" for a member's name
    required_column("reason", sa.Text),
    required_column("created", sa.Text),
    required_column("closed", sa.Text),
    sa.Index(None, "closed", "id"),
    sqlite_autoincrement=True,
)

acts = sa.Table(  # acts of moderators; rows are added, never removed
    "acts",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    required_column("made_at", sa.Text),
    user_column("by_id", "SET NULL", index=True),
    required_column("by", sa.Text),  # name of the moderator, or "" for the administrator
    required_column("what", sa.Text),
    user_column("about_id", "SET NULL", index=True),
    required_column("about", sa.Text),
    required_column("note", sa.Text),
    sa.Column("complaint_id", sa.ForeignKey("complaints.id", ondelete="SET NULL"), index=True),
    sqlite_autoincrement=True,
)
