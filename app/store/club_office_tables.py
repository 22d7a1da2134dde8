"""Tables of the ownership of clubs: questions to members, and members who were removed."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.club_tables import club_column
from app.store.columns import metadata, required_column, user_column

club_offers = sa.Table(  # questions to members: will you be an owner?
    "club_offers",
    metadata,
    club_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    user_column("made_by", "CASCADE", index=True),  # owner who asks; None: the server
    required_column("made_at", sa.Text),
    required_column("closed_at", sa.Text),  # "": the answer is awaited
)

club_bans = sa.Table(  # removed members, who come back only when they are readmitted
    "club_bans",
    metadata,
    club_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    required_column("removed_at", sa.Text),
)

club_closings = sa.Table(  # proposals of owners to close their club for good
    "club_closings",
    metadata,
    club_column(primary_key=True),
    user_column("proposed_by", "CASCADE", nullable=False, index=True),
    required_column("proposed_at", sa.Text),
    user_column("agreed_by", "SET NULL", index=True),  # second owner; None: the administrator
    required_column("agreed_at", sa.Text),  # "": the agreement is awaited
)
