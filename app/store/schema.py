"""All tables. Times are ISO 8601 texts in UTC; what a hash covers is stored as the very text that was hashed."""
from __future__ import annotations

import sqlalchemy as sa

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = sa.MetaData(naming_convention=NAMING)


def _required(name: str, kind: type, **more: object) -> sa.Column:
    return sa.Column(name, kind, nullable=False, **more)


def _user(name: str, on_delete: str, **more: object) -> sa.Column:
    return sa.Column(name, sa.ForeignKey("users.id", ondelete=on_delete), **more)


def _game(**more: object) -> sa.Column:
    return sa.Column("game_id", sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False, **more)


users = sa.Table(
    "users", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("name", sa.Text),
    _required("name_key", sa.Text, unique=True),                     # the name folded: "Inés" and "INÉS" are one
    sa.Column("password", sa.Text),                                  # Argon2id; guests and bots have none
    _required("is_guest", sa.Boolean),
    _required("is_bot", sa.Boolean),
    _required("language", sa.Text),
    _required("theme", sa.Text),
    _required("palette", sa.Text),
    _required("created", sa.Text),
    sqlite_autoincrement=True,
)

logins = sa.Table(
    "logins", metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),              # SHA-256 of what the cookie holds
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("csrf", sa.Text),
    _required("created", sa.Text),
    _required("seen", sa.Text),
)

games = sa.Table(
    "games", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("token", sa.Text, unique=True),                        # the address of a private game
    _required("box", sa.Text),
    _required("scenario", sa.Text),
    _required("options", sa.Text),
    _required("terms", sa.Text, server_default="{}"),                # what was agreed when the table was opened, beside the options
    _required("title", sa.Text),
    _user("opened_by", "SET NULL"),
    _required("visibility", sa.Text),
    _required("spectators", sa.Boolean),
    _required("status", sa.Text),
    _required("is_demo", sa.Boolean),
    sa.Column("rematch_of", sa.ForeignKey("games.id", ondelete="SET NULL"), unique=True),
    _required("seed", sa.Text),                                      # secret until the end
    _required("commitment", sa.Text),
    _required("number", sa.Integer),                                 # the last move; from here on a copy of what the moves say
    _required("turn", sa.Integer),
    _required("phase", sa.Text),
    _required("winners", sa.Text),
    _required("ending", sa.Text),
    _required("opened_at", sa.Text),
    _required("begun_at", sa.Text),
    _required("moved_at", sa.Text),
    sa.CheckConstraint("visibility IN ('open', 'private')", name="visibility"),
    sa.CheckConstraint("status IN ('open', 'running', 'over')", name="status"),
    sa.Index(None, "status", "visibility", "moved_at", "id"),
    sqlite_autoincrement=True,                                       # the number of a deleted game is never given again
)

seats = sa.Table(
    "seats", metadata,
    _game(primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    _required("side", sa.Text),
    _required("place", sa.Integer),
    _user("user_id", "SET NULL", index=True),
    _required("bot", sa.Text),                                       # "" or the kind of bot that sits here
    sa.Column("name", sa.Text),                                      # who sits here, kept when the account is gone; none: free
    _required("added", sa.Text),                                     # what the player added to the dice
    _required("brings", sa.Text, server_default="{}"),               # what the player brings to the table, his army: secret until the game begins
    _required("owes", sa.Boolean),
    sa.UniqueConstraint("game_id", "place"),
    sa.UniqueConstraint("game_id", "user_id"),
    sa.Index("ix_seats_bots_to_move", "game_id", sqlite_where=sa.text("owes AND bot <> ''"),
             postgresql_where=sa.text("owes AND bot <> ''")),
)

moves = sa.Table(
    "moves", metadata,
    _game(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),     # two writers of move 38 collide here
    _required("seat", sa.Text),
    _required("step", sa.Text),
    _required("order", sa.Text),                                     # what was asked
    _required("events", sa.Text),                                    # what happened
    _required("rolls", sa.Text),
    _required("command", sa.Text),
    _required("made_at", sa.Text),
    _user("made_by", "SET NULL"),
    _required("before", sa.Text),
    _required("hash", sa.Text),
    sa.UniqueConstraint("game_id", "command"),
)

armies = sa.Table(
    "armies", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("token", sa.Text, unique=True),                        # the address of an army that is shared by its link
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("box", sa.Text),
    _required("name", sa.Text),
    _required("form", sa.Text),                                      # the army as plain JSON, lawful or not
    _required("sharing", sa.Text),
    sa.Column("opens_at", sa.Text),                                  # when a secret army may be read by whoever has its link
    _required("data_version", sa.Text),                              # of the lists against which it was last saved
    _required("created", sa.Text),
    _required("changed", sa.Text),
    sa.CheckConstraint("sharing IN ('own', 'link', 'public', 'later')", name="sharing"),
    sqlite_autoincrement=True,
)

letters = sa.Table(
    "letters", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _game(index=True),
    _user("user_id", "SET NULL"),
    _required("name", sa.Text),
    _required("text", sa.Text),
    _required("made_at", sa.Text),
    _required("after", sa.Integer),
    sqlite_autoincrement=True,
)

reports = sa.Table(
    "reports", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _game(),
    _required("section", sa.Text),                                   # the chapter of the report to which the words belong
    _user("user_id", "SET NULL"),
    _required("name", sa.Text),                                      # who wrote them, kept when the account is gone
    _required("text", sa.Text),
    _required("replaces", sa.Boolean),                               # they stand in place of what the record says there
    _required("changed", sa.Text),
    sa.UniqueConstraint("game_id", "section", "user_id"),
    sqlite_autoincrement=True,
)

visits = sa.Table(
    "visits", metadata,
    _game(primary_key=True),
    _user("user_id", "CASCADE", primary_key=True),
    _required("seen", sa.Integer),
)
