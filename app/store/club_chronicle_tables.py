"""Tables of the chronicle of a club: own words by month, pictures, and facts of finished
battles.
"""

from __future__ import annotations

import sqlalchemy as sa

from app.store.club_tables import author_column, club_column
from app.store.columns import game_column, metadata, required_column, user_column

club_chapters = sa.Table(  # own words of a club about a month
    "club_chapters",
    metadata,
    club_column(primary_key=True, autoincrement=False),
    sa.Column("month", sa.Text, primary_key=True),  # "2026-06" in the time zone of the club
    required_column("text", sa.Text),
    user_column("made_by", "SET NULL", index=True),
    author_column(),
    required_column("made_at", sa.Text),
)

club_pictures = sa.Table(  # pictures of the front page
    "club_pictures",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    club_column(),
    user_column("made_by", "SET NULL", index=True),
    author_column(),
    required_column("caption", sa.Text),
    required_column("digest", sa.Text),  # SHA-256 of `data`
    required_column("width", sa.Integer),
    required_column("height", sa.Integer),
    required_column("data", sa.LargeBinary),  # JPEG, re-encoded by the server
    required_column("made_at", sa.Text),
    sa.UniqueConstraint("club_id", "digest"),
    sqlite_autoincrement=True,
)

battle_facts = sa.Table(  # facts of a finished battle of a club, for its record book
    "battle_facts",
    metadata,
    game_column(primary_key=True, autoincrement=False),
    required_column("turns", sa.Integer),
    sa.Column("margin", sa.Integer),  # points between the first two sides; None without points
    required_column("leaders_lost", sa.Integer),  # of all sides
)
