"""All tables. Times are ISO 8601 texts in UTC; what a hash covers is stored as the very text that
was hashed.
"""

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
    return sa.Column(
        "game_id", sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False, **more
    )


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
    ),  # confirmed, in small letters; "" if the member gave none
    _required("is_moderator", sa.Boolean, server_default=sa.false()),
    _required("muted_until", sa.Text, server_default=""),  # until then he writes to nobody
    _required(
        "suspended", sa.Text, server_default=""
    ),  # since when the account lets nobody in; "": it does
    _required(
        "ended", sa.Integer, server_default="0"
    ),  # how often log-ins of the account were ended: open streams wait for it
    _required(
        "zone", sa.Text, server_default=""
    ),  # in which times are shown to him, "Europe/Madrid"; "": that of the house
    _required(
        "unlisted", sa.Boolean, server_default=sa.false()
    ),  # nobody reads his name among those who watch a game
    sqlite_autoincrement=True,
)

logins = sa.Table(
    "logins",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),  # SHA-256 of what the cookie holds
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("csrf", sa.Text),
    _required("created", sa.Text),
    _required("seen", sa.Text),
    _required(
        "browser", sa.Text, server_default=""
    ),  # a coarse description, "Firefox, Linux"; no address is kept
    _required(
        "proof", sa.Text, server_default=""
    ),  # what came beside the password: "code", "recovery", or nothing
)

second_factors = sa.Table(
    "second_factors",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    _required("key", sa.Text),  # of the app, in base 32: codes are reckoned from it
    _required("since", sa.Text),  # "": on offer, and asked of nobody
    _required(
        "step", sa.Integer
    ),  # the half minute of the last code that was taken, counted from 1970
)

recovery_codes = sa.Table(  # each used once, then gone
    "recovery_codes",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    sa.Column("code_hash", sa.Text, primary_key=True),  # SHA-256
)

half_logins = sa.Table(  # the password was right, the code is still to come
    "half_logins",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),  # SHA-256 of what a cookie of its own holds
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("expires", sa.Text),
)

mailed_links = sa.Table(
    "mailed_links",
    metadata,
    sa.Column(
        "token_hash", sa.Text, primary_key=True
    ),  # SHA-256 of what the link holds; used once, then gone
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("purpose", sa.Text),
    _required("address", sa.Text),  # to which it was mailed
    _required("expires", sa.Text),
    sa.CheckConstraint("purpose IN ('address', 'password')", name="purpose"),
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
    _required("token_hash", sa.Text, unique=True),  # SHA-256 of what a program sends
    _required("scopes", sa.Text),  # words with blanks between them
    _required("created", sa.Text),
    _required("used", sa.Text),  # "": never yet
    sqlite_autoincrement=True,
)

programs = sa.Table(
    "programs",
    metadata,
    _user(
        "user_id", "CASCADE", primary_key=True
    ),  # the account of the program, a bot among the users
    _user("owner_id", "CASCADE", nullable=False, index=True),
    _required("may_write", sa.Boolean),  # letters
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("token", sa.Text, unique=True),  # the address of a private game
    _required("box", sa.Text),
    _required("scenario", sa.Text),
    _required("options", sa.Text),
    _required(
        "terms", sa.Text, server_default="{}"
    ),  # what was agreed when the table was opened, beside the options
    _required(
        "clock", sa.Text, server_default="{}"
    ),  # how much time there is for a decision, and what follows
    _required("delay", sa.Text, server_default=""),  # how late those see it who have no seat
    _required("title", sa.Text),
    _user("opened_by", "SET NULL"),
    _required("visibility", sa.Text),
    _required("spectators", sa.Boolean),
    _required("status", sa.Text),
    _required("is_demo", sa.Boolean),
    sa.Column("rematch_of", sa.ForeignKey("games.id", ondelete="SET NULL"), unique=True),
    _required("seed", sa.Text),  # secret until the end
    _required("commitment", sa.Text),
    _required("number", sa.Integer),  # the last move; from here on a copy of what the moves say
    _required("turn", sa.Integer),
    _required("phase", sa.Text),
    _required("winners", sa.Text),
    _required("ending", sa.Text),
    _required("opened_at", sa.Text),
    _required("begun_at", sa.Text),
    _required("moved_at", sa.Text),
    _required(
        "listed_at", sa.Text, server_default=""
    ),  # as moved_at; when it began while nobody else may know of its last move
    sa.CheckConstraint("visibility IN ('open', 'private')", name="visibility"),
    sa.CheckConstraint("status IN ('open', 'running', 'over')", name="status"),
    sa.Index(None, "status", "visibility", "listed_at", "id"),
    sqlite_autoincrement=True,  # the number of a deleted game is never given again
)

seats = sa.Table(
    "seats",
    metadata,
    _game(primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    _required("side", sa.Text),
    _required("place", sa.Integer),
    _user("user_id", "SET NULL", index=True),
    _required("bot", sa.Text),  # "" or the kind of bot that sits here
    sa.Column("name", sa.Text),  # who sits here, kept when the account is gone; none: free
    _required("added", sa.Text),  # what the player added to the dice
    _required(
        "brings", sa.Text, server_default="{}"
    ),  # what the player brings to the table, his army: secret until the game begins
    _required("owes", sa.Boolean),
    sa.UniqueConstraint("game_id", "place"),
    sa.UniqueConstraint("game_id", "user_id"),
    sa.Index(
        "ix_seats_bots_to_move",
        "game_id",
        sqlite_where=sa.text("owes AND bot <> ''"),
        postgresql_where=sa.text("owes AND bot <> ''"),
    ),
)

former_players = sa.Table(  # who held a seat before it passed to another player
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
    ),  # two writers of move 38 collide here
    _required("seat", sa.Text),
    _required("step", sa.Text),
    _required("order", sa.Text),  # what was asked
    _required("events", sa.Text),  # what happened
    _required("rolls", sa.Text),
    _required("command", sa.Text),
    _required("made_at", sa.Text),
    _user("made_by", "SET NULL"),
    _required("before", sa.Text),
    _required("hash", sa.Text),
    sa.UniqueConstraint("game_id", "command"),
)

standing_orders = sa.Table(  # what a player answers in advance: no move, and known to nobody else
    "standing_orders",
    metadata,
    _game(primary_key=True),
    _user(
        "user_id", "CASCADE", primary_key=True
    ),  # whoever takes the seat after him begins with none
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
    _required("form", sa.Text),  # the army as plain JSON, lawful or not
    _required("sharing", sa.Text),
    sa.Column("opens_at", sa.Text),  # when a secret army may be read by whoever has its link
    _required("data_version", sa.Text),  # of the lists against which it was last saved
    _required("created", sa.Text),
    _required("changed", sa.Text),
    _required(
        "hidden", sa.Boolean, server_default=sa.false()
    ),  # removed by a moderator: its owner's alone, whatever its sharing says
    sa.CheckConstraint("sharing IN ('own', 'link', 'public', 'later')", name="sharing"),
    sqlite_autoincrement=True,
)

letters = sa.Table(
    "letters",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _game(index=True),
    _user("user_id", "SET NULL"),
    _required("name", sa.Text),
    _required("text", sa.Text),
    _required("made_at", sa.Text),
    _required("after", sa.Integer),
    _required(
        "hidden", sa.Boolean, server_default=sa.false()
    ),  # removed by a moderator; kept for those who judge it
    sqlite_autoincrement=True,
)

remarks = sa.Table(  # what is said in the hall of a game: hidden from its players until the end
    "remarks",
    metadata,
    sa.Column(
        "id", sa.Integer, primary_key=True
    ),  # shown to nobody: it would count what is said elsewhere
    _game(),
    _required("number", sa.Integer),  # 1, 2, 3 in this hall
    sa.Column("about", sa.Integer),  # the move that it is about, if it is about one
    _required("after", sa.Integer),  # the last move that its writer saw
    _user("user_id", "SET NULL", index=True),
    _required("name", sa.Text),
    _required("text", sa.Text),
    _required("made_at", sa.Text),
    _required("hidden", sa.Boolean, server_default=sa.false()),  # removed by a moderator
    _required(
        "news", sa.Integer
    ),  # grows in this hall with whatever is written or judged: streams wait for it
    sa.UniqueConstraint("game_id", "number"),
    sqlite_autoincrement=True,
)

notes = sa.Table(  # a player's own words on a move, for himself alone
    "notes",
    metadata,
    _game(primary_key=True),
    _user("user_id", "CASCADE", primary_key=True),
    sa.Column("about", sa.Integer, primary_key=True, autoincrement=False),
    _required("text", sa.Text),
    _required("changed", sa.Text),
)

complaints = sa.Table(
    "complaints",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _user("by_id", "SET NULL"),
    _user("about_id", "SET NULL"),
    _required("about", sa.Text),  # the name as it was
    sa.Column("letter_id", sa.ForeignKey("letters.id", ondelete="SET NULL")),
    sa.Column("remark_id", sa.ForeignKey("remarks.id", ondelete="SET NULL")),
    sa.Column("report_id", sa.ForeignKey("reports.id", ondelete="SET NULL")),
    sa.Column(
        "title_id", sa.ForeignKey("games.id", ondelete="SET NULL")
    ),  # the table of whose title somebody complains
    sa.Column("army_id", sa.ForeignKey("armies.id", ondelete="SET NULL")),
    _required(
        "letter", sa.Text
    ),  # what was written there, or "" if the member's name is complained of
    _required("reason", sa.Text),
    _required("created", sa.Text),
    _required("closed", sa.Text),
    sa.Index(None, "closed", "id"),
    sqlite_autoincrement=True,
)

acts = sa.Table(  # what moderators did: rows are added, never changed
    "acts",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("made_at", sa.Text),
    _user("by_id", "SET NULL"),
    _required("by", sa.Text),  # the moderator's name, or "" for the keeper of the house
    _required("what", sa.Text),
    _user("about_id", "SET NULL"),
    _required("about", sa.Text),
    _required("note", sa.Text),
    sa.Column("complaint_id", sa.ForeignKey("complaints.id", ondelete="SET NULL")),
    sqlite_autoincrement=True,
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _game(),
    _required("section", sa.Text),  # the chapter of the report to which the words belong
    _user("user_id", "SET NULL"),
    _required("name", sa.Text),  # who wrote them, kept when the account is gone
    _required("text", sa.Text),
    _required("replaces", sa.Boolean),  # they stand in place of what the record says there
    _required("changed", sa.Text),
    _required("hidden", sa.Boolean, server_default=sa.false()),  # removed by a moderator
    sa.UniqueConstraint("game_id", "section", "user_id"),
    sqlite_autoincrement=True,
)

visits = sa.Table(
    "visits",
    metadata,
    _game(primary_key=True),
    _user("user_id", "CASCADE", primary_key=True),
    _required("seen", sa.Integer),
)

outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required(
        "key", sa.Text, unique=True
    ),  # what is said to whom by which way: it is written once, so it is sent once
    _user("user_id", "CASCADE"),
    sa.Column("game_id", sa.ForeignKey("games.id", ondelete="SET NULL")),
    _required("kind", sa.Text),
    _required("channel", sa.Text),
    _required("to", sa.Text),  # an address, or the id of a receiver
    _required("message", sa.Text),  # emptied of its text once it is sent or given up
    _required("state", sa.Text),
    _required("tries", sa.Integer),
    _required("claim", sa.Text),  # of the worker that holds it, "" if none does
    _required("due", sa.Text),  # not before this time; while it is claimed: until when
    _required("made_at", sa.Text),
    _required("done_at", sa.Text),
    _required("why", sa.Text),  # what went wrong the last time
    sa.CheckConstraint(
        "state IN ('waiting', 'claimed', 'sending', 'sent', 'dropped', 'unsure', 'dead')",
        name="state",
    ),
    sa.Index(None, "state", "due"),
    sa.Index(None, "user_id", "id"),
    sqlite_autoincrement=True,
)

wishes = sa.Table(
    "wishes",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    sa.Column("event", sa.Text, primary_key=True),
    sa.Column("channel", sa.Text, primary_key=True),
    _required("how", sa.Text),  # "no", "now" or "daily"; without a row: as the house proposes
)

receivers = sa.Table(
    "receivers",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _user("user_id", "CASCADE", nullable=False, index=True),
    _required("kind", sa.Text),
    _required("name", sa.Text),
    _required("url", sa.Text),  # of a webhook, or of a browser's push service
    _required("secret", sa.Text),  # what a message is signed with, or the keys of the browser
    _required("mention", sa.Text),
    _required("failures", sa.Integer),  # messages given up one after another
    _required("stopped_at", sa.Text),  # "": it is in use
    _required("created", sa.Text),
    sa.CheckConstraint("kind IN ('discord', 'slack', 'json', 'push')", name="kind"),
    sqlite_autoincrement=True,
)

invitations = sa.Table(
    "invitations",
    metadata,
    _game(primary_key=True),
    _user("user_id", "CASCADE", primary_key=True),
    _user("invited_by", "CASCADE", nullable=False),
    _required("made_at", sa.Text),
    _required(
        "seat", sa.Text, server_default=""
    ),  # of a running game, to play on there; "": any that is free before the beginning
    sa.Index(None, "user_id"),
)

calendars = sa.Table(
    "calendars",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    _required("token", sa.Text, unique=True),  # the private address of a member's calendar
    _required("created", sa.Text),
)

house_keys = sa.Table(
    "house_keys",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    _required("secret", sa.Text),  # made by the house once: signs links, proves who pushes
)

hours = sa.Table(  # when a player plays; never changed, only followed by another row
    "hours",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    sa.Column("since", sa.Text, primary_key=True),
    _required("zone", sa.Text),
    _required("quiet_from", sa.Text),  # "22:00" in his zone; "": no quiet hours
    _required("quiet_until", sa.Text),
    _required("free_days", sa.Text),  # "56": Saturday and Sunday; 0 is Monday
)

clocks = sa.Table(  # a copy of what the clocks of running games say, for lists and for the keeper
    "clocks",
    metadata,
    _game(primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    _required("deadline", sa.Text),
    _required(
        "next_at", sa.Text, index=True
    ),  # when something is due: a reminder, or what follows the deadline; "": nothing
    _required("reminded", sa.Text),  # the deadline of which the player has been reminded
    _required("told", sa.Text),  # the deadline that everybody has been told was missed
)

uptime = sa.Table(  # stretches in which the house was open, a minute or less between two beats
    "uptime",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required("since", sa.Text),
    _required("until", sa.Text),
    sqlite_autoincrement=True,
)

sandboxes = (
    sa.Table(  # what a player tries out: nobody else sees it, and nothing of it has happened
        "sandboxes",
        metadata,
        sa.Column("id", sa.Integer, primary_key=True),
        _game(),
        _user("user_id", "CASCADE", nullable=False),
        _required("seat", sa.Text),
        _required("name", sa.Text),
        _required(
            "began", sa.Integer
        ),  # the move of the game after which it begins, as the seat knew it then
        _required("dice", sa.Text),
        sa.Column(
            "followed", sa.Integer
        ),  # the move after which the player began to play it into the game
        _required("version", sa.Integer),
        _required("created", sa.Text),
        _required("changed", sa.Text),
        sa.CheckConstraint("dice IN ('chance', 'typical')", name="dice"),
        sa.Index(None, "user_id", "game_id"),
        sqlite_autoincrement=True,
    )
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
