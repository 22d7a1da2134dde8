"""All tables. Times are ISO 8601 texts in UTC. Hashed content is stored as the exact text that was
hashed.
"""

from __future__ import annotations

import sqlalchemy as sa

from app.store import (
    club_chronicle_tables,
    club_office_tables,
    club_page_tables,
    club_poll_tables,
    club_tables,
    login_tables,
    moderation_tables,
    notification_tables,
    rating_tables,
    wish_tables,
)
from app.store.columns import game_column as _game
from app.store.columns import metadata, partial_index
from app.store.columns import required_column as _required
from app.store.columns import user_column as _user
from app.store.long_game_tables import referee_votes, referees
from app.store.story_tables import reports

__all__ = [
    "club_chronicle_tables",
    "club_office_tables",
    "club_page_tables",
    "club_poll_tables",
    "club_tables",
    "login_tables",
    "metadata",
    "moderation_tables",
    "notification_tables",
    "rating_tables",
    "referee_votes",
    "referees",
    "reports",
    "wish_tables",
]

users = sa.Table(
    "users",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("name", sa.Text),
    _required("name_key", sa.Text, unique=True),  # the name folded: "Inés" and "INÉS" are one
    sa.Column("password", sa.Text),  # Argon2id; guests and bots have none
    _required("is_guest", sa.Boolean),
    _required("is_bot", sa.Boolean),
    _required("language", sa.Text),
    _required("theme", sa.Text),
    _required("palette", sa.Text),
    _required("created", sa.Text),
    _required(
        "email", sa.Text, server_default="", index=True
    ),  # confirmed, in lower case; "" for none
    _required("is_moderator", sa.Boolean, server_default=sa.false()),
    _required("muted_until", sa.Text, server_default=""),  # no messages to others before this time
    _required("suspended", sa.Text, server_default=""),  # locked since this time; "": it is not
    _required(
        "ended", sa.Integer, server_default="0"
    ),  # count of ended log-ins; open streams watch it
    _required(
        "zone", sa.Text, server_default=""
    ),  # for display, "Europe/Madrid"; "": that of the server
    _required(
        "unlisted", sa.Boolean, server_default=sa.false()
    ),  # hidden in the list of a game's spectators
    _required("record_hidden", sa.Boolean, server_default=sa.false()),  # from other users
    partial_index("ix_users_guests", "id", sqlite="is_guest = 1", postgresql="is_guest"),
    sqlite_autoincrement=True,
)


blocks = sa.Table(
    "blocks",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    _user("blocked_id", "CASCADE", primary_key=True, index=True),
    _required("created", sa.Text),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("name", sa.Text),
    _required("token_hash", sa.Text, unique=True),  # SHA-256 of the token
    _required("scopes", sa.Text),  # words with blanks between them
    _required("created", sa.Text),
    _required("used", sa.Text),  # "": never yet
    sqlite_autoincrement=True,
)

programs = sa.Table(
    "programs",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),  # the bot account, a bot among the users
    _user("owner_id", "CASCADE", nullable=False, index=True),
    _required("may_write", sa.Boolean),  # may use the player chat
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("token", sa.Text, unique=True),  # the address of a private game
    _required("box", sa.Text),
    _required("scenario", sa.Text),
    _required("options", sa.Text),
    _required("terms", sa.Text, server_default="{}"),  # terms of the table, beside the options
    _required("clock", sa.Text, server_default="{}"),  # terms of the clock, as `kernel.clock_terms`
    _required("delay", sa.Text, server_default=""),  # broadcast delay for viewers without a seat
    _required("title", sa.Text),
    _user("opened_by", "SET NULL", index=True),
    _required("visibility", sa.Text),
    _required("spectators", sa.Boolean),
    _required("status", sa.Text),
    _required("is_demo", sa.Boolean),
    sa.Column("rematch_of", sa.ForeignKey("games.id", ondelete="SET NULL"), unique=True),
    _required("seed", sa.Text),  # secret until the end
    _required("commitment", sa.Text),
    _required("number", sa.Integer),  # last move; this and the next four are copies from moves
    _required("turn", sa.Integer),
    _required("phase", sa.Text),
    _required("winners", sa.Text),
    _required("ending", sa.Text),
    _required("degree", sa.Text, server_default=""),  # key of the card; "": none
    _required("opened_at", sa.Text),
    _required("begun_at", sa.Text),
    _required("moved_at", sa.Text),
    _required("archived_at", sa.Text, server_default=""),  # "": its moves are rows of `moves`
    _required("listed_at", sa.Text, server_default=""),  # of the last public move, or beginning
    sa.Column("parent_id", sa.ForeignKey("games.id")),  # long game of which this is a battle
    _required("battle", sa.Text, server_default=""),  # its key there
    _required("highlights", sa.Text, server_default=""),  # turning points, for chronicles
    _required("by_invitation", sa.Boolean, server_default=sa.false()),
    _required("rated", sa.Boolean, server_default=sa.false()),
    sa.Column("club_id", sa.ForeignKey("clubs.id")),
    _required("club_only", sa.Boolean, server_default=sa.false()),  # of a private game
    _required("first_turn_at", sa.Text, server_default=""),  # beginning of turn 1; "": none yet
    _required("reveal_by", sa.Text, server_default=""),  # end of the round of values for the dice
    _required("next_date_at", sa.Text, server_default=""),  # agreed date of a battle; "": none
    sa.CheckConstraint("visibility IN ('open', 'private')", name="visibility"),
    sa.CheckConstraint("status IN ('open', 'running', 'over')", name="status"),
    sa.Index(None, "club_id", "status", "listed_at", "id"),
    sa.Index(None, "parent_id", "battle", unique=True),
    sa.Index(None, "status", "visibility", "listed_at", "id"),
    sa.Index(None, "box", "status", "visibility", "listed_at", "id"),
    sa.Index(None, "begun_at"),
    partial_index(
        "ix_games_due", "status", "moved_at", sqlite="archived_at = '' AND status = 'over'"
    ),
    partial_index("ix_games_reveals", "reveal_by", sqlite="reveal_by <> ''"),
    partial_index("ix_games_dates", "next_date_at", sqlite="next_date_at <> ''"),
    partial_index("ix_games_demos", "id", sqlite="is_demo = 1", postgresql="is_demo"),
    partial_index("ix_games_rated", "moved_at", sqlite="rated = 1", postgresql="rated"),
    partial_index("ix_games_child_battles", "moved_at", sqlite="parent_id IS NOT NULL"),
    sqlite_autoincrement=True,  # the number of a deleted game is never reused
)

seats = sa.Table(
    "seats",
    metadata,
    _game(primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    _required("side", sa.Text),
    _required("place", sa.Integer),
    _user("user_id", "SET NULL", index=True),
    _required("bot", sa.Text),  # "" or the kind of bot
    sa.Column("name", sa.Text),  # of the player, kept after deletion of the account; null: free
    _required("added", sa.Text),  # value of the player for the dice
    _required("pledge", sa.Text, server_default=""),  # hashes of the values of a browser
    _required(
        "brings", sa.Text, server_default="{}"
    ),  # contribution of the player, such as an army; secret until the game begins
    _required("owes", sa.Boolean),
    sa.UniqueConstraint("game_id", "place"),
    sa.UniqueConstraint("game_id", "user_id"),
    partial_index(
        "ix_seats_bots_to_move",
        "game_id",
        sqlite="owes = 1 AND bot <> ''",
        postgresql="owes AND bot <> ''",
    ),
)

former_players = sa.Table(  # players of a seat before it passed to another player
    "former_players",
    metadata,
    _game(primary_key=True),
    sa.Column(
        "until", sa.Integer, primary_key=True, autoincrement=False
    ),  # the move that passed it on
    _required("seat", sa.Text),
    _user("user_id", "SET NULL", index=True),
    _required("name", sa.Text),
)

moves = sa.Table(
    "moves",
    metadata,
    _game(primary_key=True),
    sa.Column(
        "number", sa.Integer, primary_key=True, autoincrement=False
    ),  # two writers of the same move collide here
    _required("seat", sa.Text),
    _required("step", sa.Text),
    _required("order", sa.Text),  # the order as stored
    _required("events", sa.Text),  # its events
    _required("rolls", sa.Text),
    _required("command", sa.Text),
    _required("made_at", sa.Text),
    _user("made_by", "SET NULL", index=True),
    _required("before", sa.Text),
    _required("hash", sa.Text),
    sa.UniqueConstraint("game_id", "command"),
)

conditional_orders = sa.Table(  # answers in advance, no moves, visible to their player only
    "conditional_orders",
    metadata,
    _game(primary_key=True),
    _user(
        "user_id", "CASCADE", primary_key=True, index=True
    ),  # a new player of the seat begins with none
    sa.Column("topic", sa.Text, primary_key=True),
    _required("answer", sa.Text),
)

armies = sa.Table(
    "armies",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("token", sa.Text, unique=True),  # the address of an army that is shared by its link
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("box", sa.Text),
    _required("name", sa.Text),
    _required("form", sa.Text),  # the army as plain JSON, legal or not
    _required("sharing", sa.Text),
    sa.Column("opens_at", sa.Text),  # time from which the link of a secret army is valid
    _required("data_version", sa.Text),  # version of the lists at the last save
    _required("created", sa.Text),
    _required("changed", sa.Text),
    _required(
        "hidden", sa.Boolean, server_default=sa.false()
    ),  # removed by a moderator; then visible to its owner only
    sa.CheckConstraint("sharing IN ('own', 'link', 'public', 'later')", name="sharing"),
    sqlite_autoincrement=True,
)

chat_messages = sa.Table(
    "chat_messages",
    metadata,
    sa.Column(
        "id", sa.Integer, primary_key=True
    ),  # never shown, because it would count messages of other readers
    _game(index=True),
    _user("user_id", "SET NULL", index=True),
    _required("name", sa.Text),
    _required("text", sa.Text),
    _required("made_at", sa.Text),
    _required("after", sa.Integer),
    _required(
        "hidden", sa.Boolean, server_default=sa.false()
    ),  # removed by a moderator; kept for the moderators
    _required("side", sa.Text, server_default=""),  # of its only readers; "": all players
    sqlite_autoincrement=True,
)

remarks = sa.Table(  # spectator chat, hidden from the players of the game until the end
    "remarks",
    metadata,
    sa.Column(
        "id", sa.Integer, primary_key=True
    ),  # never shown, because it would count remarks elsewhere
    _game(),
    _required("number", sa.Integer),  # 1, 2, 3 in this chat
    sa.Column("about", sa.Integer),  # the move that it comments on, if any
    _required("after", sa.Integer),  # the last move that its author saw
    _user("user_id", "SET NULL", index=True),
    _required("name", sa.Text),
    _required("text", sa.Text),
    _required("made_at", sa.Text),
    _required("hidden", sa.Boolean, server_default=sa.false()),  # removed by a moderator
    _required("news", sa.Integer),  # grows with each written or moderated remark; streams watch it
    sa.UniqueConstraint("game_id", "number"),
    sqlite_autoincrement=True,
)

notes = sa.Table(  # private notes of a player on a move
    "notes",
    metadata,
    _game(primary_key=True),
    _user("user_id", "CASCADE", primary_key=True, index=True),
    sa.Column("about", sa.Integer, primary_key=True, autoincrement=False),
    _required("text", sa.Text),
    _required("changed", sa.Text),
)

visits = sa.Table(
    "visits",
    metadata,
    _game(primary_key=True),
    _user("user_id", "CASCADE", primary_key=True, index=True),
    _required("seen", sa.Integer),
)


invitations = sa.Table(
    "invitations",
    metadata,
    _game(primary_key=True),
    _user("user_id", "CASCADE", primary_key=True),
    _user("invited_by", "CASCADE", nullable=False, index=True),
    _required("made_at", sa.Text),
    _required(
        "seat", sa.Text, server_default=""
    ),  # seat of a running game; "": any free seat before the beginning
    sa.Index(None, "user_id"),
)


server_keys = sa.Table(
    "server_keys",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    _required("secret", sa.Text),  # created once by the server; signs links and push messages
)

hours = sa.Table(  # playing hours; rows are added, never changed
    "hours",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    sa.Column("since", sa.Text, primary_key=True),
    _required("zone", sa.Text),
    _required("quiet_from", sa.Text),  # "22:00" in the player's zone; "": no quiet hours
    _required("quiet_until", sa.Text),
    _required("free_days", sa.Text),  # "56": Saturday and Sunday; 0 is Monday
)

clocks = sa.Table(  # copy of the clocks of running games, for lists and for the deadline worker
    "clocks",
    metadata,
    _game(primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    _required("deadline", sa.Text),
    _required(
        "next_at", sa.Text, index=True
    ),  # time of the next action, such as a reminder; "": none
    _required("reminded", sa.Text),  # deadlines of which the player was reminded
    _required("told", sa.Text),  # missed deadlines of which all players were told
)

uptime = sa.Table(  # intervals of uptime of the server; beats are at most a minute apart
    "uptime",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("since", sa.Text),
    _required("until", sa.Text),
    sqlite_autoincrement=True,
)

sandboxes = sa.Table(  # sandboxes, visible to their player only and without effect on the game
    "sandboxes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _game(index=True),
    _user("user_id", "CASCADE", nullable=False),
    _required("seat", sa.Text),
    _required("name", sa.Text),
    _required(
        "began", sa.Integer
    ),  # move of the game after which it begins, as the seat knew it then
    _required("dice", sa.Text),
    sa.Column("followed", sa.Integer),  # move after which the player began to follow it in the game
    _required("version", sa.Integer),
    _required("created", sa.Text),
    _required("changed", sa.Text),
    sa.CheckConstraint("dice IN ('chance', 'typical')", name="dice"),
    sa.Index(None, "user_id", "game_id"),
    sqlite_autoincrement=True,
)

sandbox_moves = sa.Table(
    "sandbox_moves",
    metadata,
    sa.Column("sandbox_id", sa.ForeignKey("sandboxes.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    _required("seat", sa.Text),
    _required("order", sa.Text),
    _required("events", sa.Text),
    _required("rolls", sa.Text),
)
