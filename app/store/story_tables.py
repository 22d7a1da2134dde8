"""Tables of the story of a game: texts of players, and photographs of battles."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.columns import game_column, metadata, required_column, user_column

photographs = sa.Table(
    "photographs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    game_column(),
    required_column("battle", sa.Text),  # key of the battle in the long game
    user_column("user_id", "SET NULL", index=True),
    required_column("name", sa.Text),  # name of the uploader, kept after deletion of the account
    required_column("caption", sa.Text),
    required_column("digest", sa.Text),  # SHA-256 of `data`
    required_column("width", sa.Integer),
    required_column("height", sa.Integer),
    required_column("data", sa.LargeBinary),  # JPEG, re-encoded by the server
    required_column("made_at", sa.Text),
    sa.UniqueConstraint("game_id", "battle", "digest"),
    sqlite_autoincrement=True,
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    game_column(),
    required_column("section", sa.Text),  # chapter of the report
    user_column("user_id", "SET NULL", index=True),
    required_column("name", sa.Text),  # name of the author, kept after deletion of the account
    required_column("text", sa.Text),
    required_column("replaces", sa.Boolean),  # stands in place of the recorded account
    required_column("changed", sa.Text),
    required_column("hidden", sa.Boolean, server_default=sa.false()),  # removed by a moderator
    required_column("edited", sa.Boolean, server_default=sa.false()),  # by another user
    sa.UniqueConstraint("game_id", "section", "user_id"),
    sqlite_autoincrement=True,
)

battle_codes = sa.Table(
    "battle_codes",
    metadata,
    sa.Column("code", sa.Integer, primary_key=True, autoincrement=False),  # three words
    game_column(),
    required_column("battle", sa.Text),  # key of the battle in the long game
    sa.UniqueConstraint("game_id", "battle"),
)

scribes = sa.Table(  # users who edit the chronicle of a game
    "scribes",
    metadata,
    game_column(primary_key=True),
    user_column("user_id", "CASCADE", primary_key=True, index=True),
    required_column("named_at", sa.Text),
)
