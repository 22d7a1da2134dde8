"""Tables of clubs: members with their roles, ways in, and a log that the database protects.

Users in the log are numbers of accounts without a foreign key, so the log stays the same when an
account is deleted. Numbers of accounts are never reused.
"""

from __future__ import annotations

import sqlalchemy as sa

from app.store.columns import metadata, required_column, user_column


def club_column(**more: object) -> sa.Column[int]:
    return required_column("club_id", sa.ForeignKey("clubs.id", ondelete="CASCADE"), **more)


def author_column() -> sa.Column[str]:
    """Name of an author without an account here, from the file of an imported club."""
    return required_column("author", sa.Text, server_default="")


clubs = sa.Table(
    "clubs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    required_column("name", sa.Text),
    required_column("name_key", sa.Text, unique=True),  # the name folded
    required_column("place", sa.Text),  # where and when the members meet, in own words
    required_column("about_en", sa.Text),
    required_column("about_es", sa.Text),
    required_column("entry", sa.Text),  # how members join: "open", "request" or "link"
    required_column("language", sa.Text),
    required_column("zone", sa.Text),  # time zone of its dates
    required_column("founded_at", sa.Text),
    required_column("archived_at", sa.Text),  # "": it is active
    required_column(
        "hidden", sa.Boolean, server_default=sa.false()
    ),  # words removed by a moderator
    sa.CheckConstraint("entry IN ('open', 'request', 'link')", name="entry"),
    sqlite_autoincrement=True,
)

club_roles = sa.Table(  # every member has a role; some have two
    "club_roles",
    metadata,
    club_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    sa.Column("role", sa.Text, primary_key=True),
    required_column("since", sa.Text),
    sa.Column(
        "named_by", sa.Integer
    ),  # account that gave the role; None: the member joined or founded
)

club_entries = sa.Table(  # requests of users to join, and invitations by the club
    "club_entries",
    metadata,
    club_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    user_column("invited_by", "CASCADE", index=True),  # None: the user asked
    required_column("words", sa.Text),
    required_column("made_at", sa.Text),
    required_column("as_name", sa.Text, server_default=""),  # name of the file that the guest takes
)

club_names = sa.Table(  # members of an imported club without an account here
    "club_names",
    metadata,
    club_column(primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, primary_key=True),
    required_column("kept", sa.Text),  # roles and answers as JSON, until a user takes the name
)

club_links = sa.Table(  # invitation links; their code can be typed too
    "club_links",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    club_column(index=True),
    required_column("code", sa.Text, unique=True),
    user_column("made_by", "CASCADE", nullable=False, index=True),
    required_column("made_at", sa.Text),
    required_column("ends_at", sa.Text),
    required_column("uses_left", sa.Integer),
    sqlite_autoincrement=True,
)

club_log = sa.Table(  # the database refuses to change or delete its rows
    "club_log",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    required_column("club_id", sa.Integer, index=True),
    required_column("made_at", sa.Text),
    sa.Column("made_by", sa.Integer),  # None: the server
    required_column("kind", sa.Text),
    sa.Column("about", sa.Integer),  # account that the entry concerns
    required_column("detail", sa.Text),  # role, way in or words, by the kind
    required_column("from_file", sa.Boolean, server_default=sa.false()),  # of an imported club
    sa.Column("by_name", sa.Text),  # of an entry from a file; None: the server
    sa.Column("about_name", sa.Text),
    sqlite_autoincrement=True,
)

club_dates = sa.Table(  # evenings and other dates; a series has a row for each of its dates
    "club_dates",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    club_column(),
    required_column("series", sa.Text),  # the same for all dates of a series; "": a single date
    required_column("title", sa.Text),
    required_column("place", sa.Text),
    required_column("words", sa.Text),
    required_column("starts_at", sa.Text),
    required_column("tables", sa.Integer),  # tables to book; 0: none
    user_column("made_by", "SET NULL", index=True),
    required_column("cancelled_at", sa.Text),  # "": it takes place
    required_column("reminded_at", sa.Text),  # "": no reminder has been sent yet
    sa.Index(None, "club_id", "starts_at"),
    sa.Index(None, "reminded_at", "starts_at"),
    sqlite_autoincrement=True,
)


def date_column() -> sa.Column[int]:
    return required_column(
        "date_id", sa.ForeignKey("club_dates.id", ondelete="CASCADE"), primary_key=True
    )


club_answers = sa.Table(  # who comes to a date
    "club_answers",
    metadata,
    date_column(),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    required_column("answer", sa.Text),
    required_column("brings", sa.Text),
    required_column("made_at", sa.Text),
    sa.CheckConstraint("answer IN ('yes', 'no', 'perhaps')", name="answer"),
)

club_bookings = sa.Table(  # tables booked for a date
    "club_bookings",
    metadata,
    date_column(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    user_column("user_id", "CASCADE", nullable=False, index=True),
    required_column("game", sa.Text),  # what is played there, in own words
    required_column("made_at", sa.Text),
)
