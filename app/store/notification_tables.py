"""Tables of notifications: outbox, preferences, notification targets and calendars."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.columns import metadata
from app.store.columns import required_column as _required
from app.store.columns import user_column as _user

outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _required(
        "key", sa.Text, unique=True
    ),  # recipient, event and channel; unique, so that it is sent once
    _user("user_id", "CASCADE"),
    sa.Column("game_id", sa.ForeignKey("games.id", ondelete="SET NULL"), index=True),
    _required("kind", sa.Text),
    _required("channel", sa.Text),
    _required("to", sa.Text),  # an address, or the id of a notification target
    _required("message", sa.Text),  # emptied of its text after sending or giving up
    _required("state", sa.Text),
    _required("tries", sa.Integer),
    _required("claim", sa.Text),  # of the worker that holds it, "" if none does
    _required("due", sa.Text),  # earliest time of sending; end of the claim while claimed
    _required("made_at", sa.Text),
    _required("done_at", sa.Text, index=True),
    _required("why", sa.Text),  # reason of the last failure
    sa.CheckConstraint(
        "state IN ('waiting', 'claimed', 'sending', 'sent', 'dropped', 'unsure', 'dead')",
        name="state",
    ),
    sa.Index(None, "state", "due"),
    sa.Index(None, "user_id", "id"),
    sqlite_autoincrement=True,
)
notification_preferences = sa.Table(
    "notification_preferences",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    sa.Column("event", sa.Text, primary_key=True),
    sa.Column("channel", sa.Text, primary_key=True),
    _required("how", sa.Text),  # "no", "now" or "daily"; no row: the default of the server
)
notification_targets = sa.Table(
    "notification_targets",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _user("user_id", "CASCADE", index=True),  # None: of a club
    sa.Column("club_id", sa.ForeignKey("clubs.id", ondelete="CASCADE"), index=True),
    _required("kind", sa.Text),
    _required("name", sa.Text),
    _required("url", sa.Text, index=True),  # of a webhook, or of a browser's push service
    _required("secret", sa.Text),  # signing secret, or the keys of the browser
    _required("mention", sa.Text),
    _required("failures", sa.Integer),  # consecutive messages that were given up
    _required("stopped_at", sa.Text),  # "": it is in use
    _required("created", sa.Text),
    sa.CheckConstraint("kind IN ('discord', 'slack', 'json', 'push')", name="kind"),
    sqlite_autoincrement=True,
)
calendars = sa.Table(
    "calendars",
    metadata,
    _user("user_id", "CASCADE", primary_key=True),
    _required("token", sa.Text, unique=True),  # secret part of the address of a member's calendar
    _required("created", sa.Text),
)
